# The page in a container: one static program, which does not run as root.
#
#   docker build --tag noyau .
#   docker run --rm --read-only --tmpfs /tmp --publish 127.0.0.1:8128:8128 noyau

FROM rust:1-alpine AS build
RUN apk add --no-cache musl-dev
WORKDIR /noyau
COPY . .
RUN cargo build --profile dist --locked --package noyau-cli
# Jobs are kept below /tmp unless the server is told another folder.
RUN mkdir -p /image/tmp && chmod 1777 /image/tmp && cp target/dist/noyau /image

FROM scratch
COPY --from=build /image /
USER 65534:65534
EXPOSE 8128
ENTRYPOINT ["/noyau"]
CMD ["serve", "--listen", "0.0.0.0", "--port", "8128"]
