# The program, its licences, and nothing else. `.ci/dist image` fills the folder, with the released program if there is one, and builds it.
FROM scratch
COPY target/artefacts/image/ /
USER 65534:65534
WORKDIR /data
ENTRYPOINT ["/partie"]
