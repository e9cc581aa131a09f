"""Its route."""

from django.urls import path

from bench.drf.views import ListingView

urlpatterns = [path("api/v1/listings/<slug:slug>", ListingView.as_view())]
