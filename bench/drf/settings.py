"""Django with nothing that the one view does not need."""

import json
import os

DEBUG = False
SECRET_KEY = "opens nothing"  # noqa: S105
ALLOWED_HOSTS = ["*"]
ROOT_URLCONF = "bench.drf.urls"
WSGI_APPLICATION = "bench.drf.wsgi.application"
INSTALLED_APPS = ["rest_framework", "bench.drf"]
MIDDLEWARE = ["django.middleware.common.CommonMiddleware"]
USE_TZ = True
TIME_ZONE = "UTC"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.postgresql",
        **json.loads(os.environ["BENCH_DATABASE"]),
        "CONN_MAX_AGE": None,  # connections stay open
    }
}
REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": [],
    "UNAUTHENTICATED_USER": None,
}
