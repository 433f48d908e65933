# Kontor in a container: only what running needs, as an ordinary user.
# The Python that the tests run on; the README says how to pin the image by its digest.
ARG PYTHON_IMAGE=python:3.11-slim
FROM ${PYTHON_IMAGE}

RUN useradd --create-home kontor
WORKDIR /home/kontor/app
COPY pyproject.toml README.md requirements.lock ./
COPY bot bot
COPY data data
COPY engine engine
COPY render render
# The lock has the extra `film` too, for films as MP4.
# The project is built with what the lock has, so nothing is installed whose hash is not written down.
RUN pip install --no-cache-dir --require-hashes --requirement requirements.lock \
    && pip install --no-cache-dir --no-deps --no-build-isolation . \
    && install --directory --owner kontor --mode 700 /var/lib/kontor
USER kontor
# Nobody could reach a page in here, so a start without a token is a mistake, and is told so.
ENV KONTOR_DATA=/var/lib/kontor KONTOR_LOCAL=false KONTOR_METRICS_PORT=9464
VOLUME /var/lib/kontor
HEALTHCHECK --interval=60s --timeout=15s --start-period=120s --retries=3 CMD ["kontor", "health"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["kontor"]
CMD ["run"]
