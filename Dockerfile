# The program and nothing else. `.ci/dist image` fills the folder and builds it.
FROM scratch
COPY target/artefacts/image/ /
USER 65534:65534
WORKDIR /data
ENTRYPOINT ["/partie"]
