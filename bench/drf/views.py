"""One view."""

from rest_framework.generics import RetrieveAPIView

from bench.drf.models import Listing
from bench.drf.serializers import ListingSerializer


class ListingView(RetrieveAPIView):
    queryset = (
        Listing.objects.filter(status__in=("live", "scheduled"))
        .select_related("story")
        .prefetch_related("in_categories__category", "founders", "updates", "domain_ratings", "milestones")
    )
    serializer_class = ListingSerializer
    lookup_field = "slug"
