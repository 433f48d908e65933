# Kontor in a container: only what running needs, as an ordinary user.
FROM python:3.13-slim

RUN useradd --create-home kontor
WORKDIR /home/kontor/app
COPY pyproject.toml README.md requirements.lock ./
COPY bot bot
COPY data data
COPY engine engine
COPY render render
# The lock pins the versions; what only development needs is not installed.
RUN pip install --no-cache-dir --constraint requirements.lock . && mkdir /var/lib/kontor && chown kontor /var/lib/kontor
USER kontor
ENV KONTOR_DATA=/var/lib/kontor
VOLUME /var/lib/kontor
ENTRYPOINT ["kontor"]
CMD ["run"]
