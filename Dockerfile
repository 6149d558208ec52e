# The server with its packages and nothing that tests or builds need. Run it as docker-compose.yml does.
FROM python:3.13-slim@sha256:7c61056e61ac89e852de05f3dc6fa51a6dd2181797bceed46aa725dd7cb2cd3b AS packages
WORKDIR /build
COPY requirements.lock ./
RUN python -m venv /opt/signet \
    && /opt/signet/bin/python -m pip install -q --no-cache-dir --disable-pip-version-check --no-deps \
        --require-hashes -r requirements.lock

FROM python:3.13-slim@sha256:7c61056e61ac89e852de05f3dc6fa51a6dd2181797bceed46aa725dd7cb2cd3b
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin signet \
    && install -d -o signet -g signet -m 700 /srv/signet/data
WORKDIR /srv/signet
COPY --from=packages /opt/signet /opt/signet
COPY engine engine
COPY migrations migrations
COPY locale locale
COPY templates templates
COPY static static
COPY app app
RUN /opt/signet/bin/python -m compileall -q app engine migrations \
    && /opt/signet/bin/python -c "from app.web.html.environment import read_all; read_all()"
ENV PATH=/opt/signet/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
USER signet
EXPOSE 8000
HEALTHCHECK --interval=5s --timeout=4s --start-period=30s --retries=3 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=3)"]
CMD ["python", "-m", "app", "serve"]
