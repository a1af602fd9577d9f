# One image for every role: `docker run … start --roles worker`, or MONITOR_ROLES. It needs no shell, writes nowhere
# (run it with --read-only) and wants REDIS_URL: a private redis-server is not in it.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts
COPY scripts/bundle-program.mjs scripts/program.mjs scripts/bundle-page.mjs scripts/page.mjs scripts/
COPY src src
# The program as a few files, from which it starts in half the time, and the web page. What a program that runs never reads
# goes: a third of the packages, the sources of the page, what it is made with, and the tool that makes these files.
RUN node scripts/bundle-program.mjs program \
    && node scripts/bundle-page.mjs \
    && chmod 755 program/main.js \
    && rm -rf src/dashboard node_modules/preact node_modules/@preact node_modules/rolldown node_modules/@rolldown node_modules/@oxc-project node_modules/.bin/rolldown \
    && find node_modules -type f ! -iname 'license*' \
       \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.md' \) -delete

FROM ${NODE_IMAGE}
# docker build --build-arg MONITOR_COMMIT="$(git rev-parse HEAD)" --build-arg CREATED="$(date -u +%FT%TZ)"
ARG VERSION=0.1.0
ARG MONITOR_COMMIT=unknown
ARG CREATED=unknown
LABEL org.opencontainers.image.title="Service Monitor" \
      org.opencontainers.image.description="Tells people within seconds when a running service falls silent, and never cries wolf." \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${MONITOR_COMMIT}" \
      org.opencontainers.image.created="${CREATED}"
# MONITOR_URL is where commands inside a container ask: docker exec NAME service-monitor status
ENV NODE_ENV=production \
    MONITOR_COMMIT=${MONITOR_COMMIT} \
    MONITOR_HOST=0.0.0.0 \
    MONITOR_PORT=8080 \
    MONITOR_URL=http://127.0.0.1:8080 \
    MONITOR_DRAIN=3s
# Nothing is installed here any more. The directory is where a key made by `keys generate --file` is kept: a volume that
# is mounted there belongs to the user below.
RUN rm -rf /usr/local/lib/node_modules /opt/yarn-* \
      /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn /usr/local/bin/yarnpkg \
    && ln -s /app/program/main.js /usr/local/bin/service-monitor \
    && install -d -o 1000 -g 1000 -m 0700 /var/lib/service-monitor
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=packages /app/program program
COPY --from=packages /app/dist dist
COPY package.json LICENSE ./
COPY --from=packages /app/src src
USER 1000:1000
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.MONITOR_PORT}/livez`).then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/program/main.js"]
CMD ["start"]
