# The service alone: a static Swift runtime, Debian's C libraries, no shell needed, no root, nothing written outside /var/lib/span.
# Where no registry can be reached, deploy/build-image.sh makes the two base images and builds this same file.

FROM swift:6.3-bookworm AS build

# Debian stable only moves for security fixes, and those are wanted: no version is pinned.
# hadolint ignore=DL3008
RUN apt-get update \
 && apt-get install -y --no-install-recommends bolt-19 curl g++ pkg-config python3 libcairo2-dev libjemalloc-dev libmicrohttpd-dev libpq-dev libsimdjson-dev libsqlite3-dev nettle-dev zlib1g-dev \
 && rm -rf /var/lib/apt/lists/*

WORKDIR /src
COPY Package.swift openapi.yaml ./
COPY Sources Sources
COPY Tests Tests
COPY examples examples
COPY scripts/with-service.sh scripts/
COPY scripts/layout scripts/layout
RUN scripts/layout/optimize.sh /out/spand


FROM debian:bookworm-slim

# hadolint ignore=DL3008
RUN apt-get update \
 && apt-get install -y --no-install-recommends libjemalloc2 libmicrohttpd12 libpq5 libsimdjson14 libsqlite3-0 libnettle8 zlib1g libstdc++6 libcairo2 fonts-dejavu-core \
 && rm -rf /var/lib/apt/lists/* \
 && groupadd --gid 10001 span \
 && useradd --uid 10001 --gid span --no-create-home --home-dir /var/lib/span --shell /usr/sbin/nologin span \
 && install -d --owner=span --group=span /var/lib/span

COPY --from=build /out/spand /usr/local/bin/spand

ENV SPAN_LISTEN=0.0.0.0:8080 \
    SPAN_ADMIN_LISTEN=0.0.0.0:9090 \
    SPAN_STORE=/var/lib/span/span.sqlite
USER 10001:10001
VOLUME /var/lib/span
EXPOSE 8080 9090
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=2s CMD ["spand", "healthcheck"]
ENTRYPOINT ["spand"]
