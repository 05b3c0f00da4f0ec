# Built in one stage, production packages installed in a second, both copied into a third that has neither npm nor a
# compiler. It runs without root and writes only to /data. The first two stages run on the machine that builds, whatever the
# processor of the image.
ARG BASE=node:24-slim
ARG BUILD_BASE=${BASE}

FROM --platform=$BUILDPLATFORM ${BUILD_BASE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
# No package needs its scripts: native parts are prebuilt. Our own (`prepare`) would build before the sources are there.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json LICENSE ./
COPY tools/*.mjs tools/
COPY bin bin
COPY src src
COPY web web
RUN node tools/build.mjs

FROM --platform=$BUILDPLATFORM ${BUILD_BASE} AS packages
ARG TARGETARCH
WORKDIR /app
COPY package.json package-lock.json ./
COPY tools/build-program.mjs tools/up-to-date.mjs tools/
COPY tools/package/remove-bundled.mjs tools/package/
# Without scripts as well: `prepare` needs the compiler, a development dependency. npm calls amd64 x64.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund --os=linux --libc=glibc --cpu=$(echo ${TARGETARCH} | sed s/amd64/x64/) \
 && node tools/package/remove-bundled.mjs .

FROM ${BASE}
LABEL org.opencontainers.image.title="Almanac" \
      org.opencontainers.image.description="Event calendar with a website, an admin console and a REST API" \
      org.opencontainers.image.licenses="MIT"
# A new volume gets owner and mode of the folder it is mounted on.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
           /usr/local/bin/yarn /usr/local/bin/yarnpkg /opt/yarn-* \
 && install -d -o 65532 -g 65532 -m 0700 /data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json LICENSE ./
COPY bin bin
ENV NODE_ENV=production \
    MALLOC_ARENA_MAX=2 \
    ALMANAC_HOST=0.0.0.0 \
    ALMANAC_PORT=8080 \
    ALMANAC_HEALTH_PORT=8081 \
    ALMANAC_DATA=/data
USER 65532:65532
VOLUME ["/data"]
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.ALMANAC_HEALTH_PORT}/readyz`, { signal: AbortSignal.timeout(4000) }).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/bin/almanac.js"]
CMD ["serve"]
