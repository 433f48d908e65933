# Kontor in a container: only what running needs, as an ordinary user.
FROM python:3.13-slim

RUN useradd --create-home kontor
WORKDIR /home/kontor/app
COPY pyproject.toml README.md ./
COPY bot bot
COPY data data
COPY engine engine
COPY render render
RUN pip install --no-cache-dir . && chown -R kontor .
USER kontor
ENTRYPOINT ["python", "-m", "engine"]
