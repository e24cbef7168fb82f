# syntax=docker/dockerfile:1
# asbench for the command line, with Python for agents. docs/project/publish.md shows how to build and run it.
FROM node:22.20.0-bookworm-slim AS build
WORKDIR /itinera
COPY . .
RUN npm ci --no-audit --no-fund
WORKDIR /asbench
RUN cp -R /itinera/LICENSE /itinera/packages/asbench/package.json /itinera/packages/asbench/bin /itinera/packages/asbench/bundle .

FROM python:3.13.7-slim-bookworm
LABEL org.opencontainers.image.title="asbench" \
      org.opencontainers.image.description="Simulates how people move through a city and measures how real it looks" \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /asbench /opt/asbench
# Caches of the home folder when the user has none, such as with --user.
ENV HOME=/tmp PYTHONDONTWRITEBYTECODE=1
USER 10001:10001
WORKDIR /work
ENTRYPOINT ["node", "/opt/asbench/bin/asbench.js"]
CMD ["--help"]
