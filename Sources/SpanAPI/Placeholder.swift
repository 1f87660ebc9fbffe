enum SpanAPIPlaceholder {}
