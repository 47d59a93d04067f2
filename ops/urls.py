from django.urls import path

from ops import views

urlpatterns = [
    path("", views.page, name="installation"),
    path("retry/<int:job_id>/", views.retry, name="installation_retry"),
]
