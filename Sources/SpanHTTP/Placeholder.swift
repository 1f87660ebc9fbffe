enum SpanHTTPPlaceholder {}
