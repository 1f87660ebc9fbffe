enum SpanGeometryPlaceholder {}
