# Two images: `web` for web, scheduler and migrations, and `worker` with the compiler besides;
# docker-compose.yml says who runs what.
FROM python:3.12-slim AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
COPY requirements/base.txt /build/base.txt
RUN python -m venv /opt/belot && /opt/belot/bin/pip install --require-hashes -r /build/base.txt

FROM build AS build-fast
COPY requirements/fast.txt /build/fast.txt
RUN /opt/belot/bin/pip install --require-hashes --only-binary=numba,llvmlite -r /build/fast.txt

FROM python:3.12-slim AS app
RUN useradd --system --uid 10001 --home-dir /app belot \
    && install -d -o belot -g belot /app /var/lib/belot
COPY --from=build /opt/belot /opt/belot
COPY --chown=belot:belot . /app
WORKDIR /app
ENV PATH=/opt/belot/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    BELOT_BOOTSTRAP=off DATA_DIR=/var/lib/belot STATIC_ROOT=/app/staticfiles
# Static files are hashed and compressed into the image; no secret is needed or kept for that.
RUN SECRET_KEY=build DATABASE_URL=postgres://build@localhost/build REDIS_URL=redis://localhost \
    python manage.py collectstatic --noinput && chown -R belot:belot /app/staticfiles
USER belot
VOLUME /var/lib/belot
EXPOSE 8000

FROM app AS worker
COPY --from=build-fast /opt/belot /opt/belot
CMD ["celery", "-A", "config", "worker", "--loglevel=INFO"]

FROM app AS web
CMD ["gunicorn", "config.asgi:application", "-k", "uvicorn_worker.UvicornWorker", "--bind", "0.0.0.0:8000", "--forwarded-allow-ips=", "--keep-alive=75"]
