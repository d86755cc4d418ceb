# Umpire in a container: one stage builds it from source, another runs it as an unprivileged user.
# At run time it needs the volume /data and access to Discord over https and wss; the root certificates are in the binary.
#
#   docker build -t umpire .
#   docker run -d --name umpire --restart unless-stopped --read-only --tmpfs /tmp --cap-drop ALL -v umpire:/data -e DISCORD_TOKEN umpire

FROM rust:1.95-slim-bookworm AS build
WORKDIR /umpire
COPY . .
RUN cargo build --release --locked --bin umpire

FROM debian:bookworm-slim
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin umpire \
    && install -d -o umpire -g umpire -m 0750 /data
COPY --from=build /umpire/target/release/umpire /usr/local/bin/umpire
COPY LICENSE /usr/local/share/doc/umpire/LICENSE
COPY config/fonts/LICENSE /usr/local/share/doc/umpire/LICENSE.font
USER 10001
WORKDIR /data
VOLUME /data
ENV UMPIRE_DATABASE=/data/umpire.db
# The file that `umpire health` checks is beside the database. Ten seconds are plenty for startup and migrations; three misses in a
# row mean a minute and a half without a heartbeat.
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s --retries=3 CMD ["umpire", "health"]
# On SIGTERM, pending messages still go out (discord.drain_seconds, 8 by default); then Umpire ends.
STOPSIGNAL SIGTERM
ENTRYPOINT ["umpire"]
CMD ["serve"]
