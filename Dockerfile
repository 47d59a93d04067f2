# Three images: `web` for web, scheduler and migrations, `worker` with the compiler and the
# messaging libraries, and `cache` with nginx; see docker-compose.yml. `deploy/renew-images` updates
# the digests.
ARG PYTHON_IMAGE=python:3.12-slim@sha256:78387bc3881b8273120a12ebe6c1ab22b018ccc2c9adf565ae1ac9b536e184ea

FROM ${PYTHON_IMAGE} AS build
# Lock files of optional libraries in both images, for BACKUP_TO=s3://… and SENTRY_DSN. May be
# empty.
ARG EXTRAS="s3 sentry"
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
COPY requirements/base.txt requirements/s3.txt requirements/sentry.txt /build/
RUN python -m venv /opt/belot \
    && for lock in base $EXTRAS; do /opt/belot/bin/pip install --require-hashes -r "/build/$lock.txt" || exit 1; done

FROM build AS build-fast
COPY requirements/fast.txt requirements/messages.txt /build/
RUN /opt/belot/bin/pip install --require-hashes --only-binary=numba,llvmlite -r /build/fast.txt \
    && /opt/belot/bin/pip install --require-hashes -r /build/messages.txt

FROM ${PYTHON_IMAGE} AS app
# pg_dump, pg_restore and psql, for backups: the server's version (docker-compose.yml) or later.
# Fonts for shared pictures: Greek, Armenian, Georgian, Hebrew and Arabic; Chinese, Japanese and
# Korean; emoji. 17 MB.
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-client \
        fonts-dejavu-core fonts-wqy-microhei fonts-symbola \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --home-dir /app belot \
    && install -d -o belot -g belot /app /var/lib/belot && install -d -m 700 -o belot -g belot /var/backups/belot
COPY --from=build /opt/belot /opt/belot
COPY --chown=belot:belot . /app
WORKDIR /app
ENV PATH=/opt/belot/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    BELOT_BOOTSTRAP=off DATA_DIR=/var/lib/belot STATIC_ROOT=/app/staticfiles
# Static files are hashed and compressed at build time, which needs no real secret.
RUN SECRET_KEY=build DATABASE_URL=postgres://build@localhost/build REDIS_URL=redis://localhost \
    python manage.py collectstatic --noinput && chown -R belot:belot /app/staticfiles
# The file system is read-only later; without byte code each process starts a second later.
RUN python -m compileall -q -j 0 /app
USER belot
VOLUME /var/lib/belot /var/backups/belot
EXPOSE 8000

FROM app AS worker
COPY --from=build-fast /opt/belot /opt/belot
# The compiled engine supports processors since about 2013; on older ones a worker compiles its own.
ENV KERNEL_CPU=portable KERNEL_SHIPPED_DIR=/app/kernel
RUN SECRET_KEY=build KERNEL_CACHE_DIR=/app/kernel python manage.py warm-kernel
CMD ["celery", "-A", "config", "worker", "--loglevel=INFO"]

FROM ${PYTHON_IMAGE} AS cache
RUN apt-get update && apt-get install -y --no-install-recommends nginx-light libnginx-mod-nchan \
    && rm -rf /var/lib/apt/lists/*
COPY deploy/nginx.conf /etc/nginx/nginx.conf
USER www-data
EXPOSE 8000
CMD ["nginx", "-e", "stderr"]

FROM app AS web
CMD ["gunicorn", "config.asgi:application", "-k", "uvicorn_worker.UvicornWorker", "--bind", "0.0.0.0:8000", "--forwarded-allow-ips=", "--keep-alive=75"]
