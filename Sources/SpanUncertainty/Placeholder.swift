enum SpanUncertaintyPlaceholder {}
