"""The clause matrix for programs."""

from __future__ import annotations

from django.http import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from glossary import queries as glossary
from glossary.api import ProblemDocument, Texts, chosen_game
from glossary.conditional import conditional

from . import queries


class Carrier(serializers.Serializer):
    verb = serializers.CharField(
        help_text="happens, unfolds, forbids, lifts, instead, after, modifies, offers; rows: precedes, flag."
    )
    rule = serializers.CharField(
        help_text="The function that is the rule, with its module; of a row its name."
    )
    about = serializers.CharField(help_text="The event, action, value or clause it is about.")


class ClauseCoverageDocument(serializers.Serializer):
    clause = serializers.CharField(help_text="The clause's id.")
    mechanical = serializers.BooleanField()
    reason = Texts(
        allow_null=True,
        help_text="Why it is not carried out: what its kind says, or a reason of its own. Null of one that is.",
    )
    implemented_by = Carrier(many=True, help_text="The rules that carry it.")
    shown_by = serializers.ListField(
        child=serializers.CharField(),
        help_text="Ids of examples in which a step or a refusal cites it, or which play the situation it tells;"
        " those written for it first.",
    )
    load_bearing = serializers.ListField(
        child=serializers.CharField(),
        help_text="Ids of examples in which board, order, options or legality come out otherwise without it.",
    )


class CoverageView(APIView):
    @extend_schema(
        operation_id="coverage",
        parameters=[OpenApiParameter("game", str, description="Only of this game (its slug).")],
        responses={200: ClauseCoverageDocument(many=True), 404: ProblemDocument},
    )
    def get(self, request: Request) -> HttpResponseBase:
        """The clause matrix, computed from rules and examples: what carries, shows and proves each clause."""
        game = chosen_game(request)
        return conditional(request._request, glossary.state(), lambda: Response(queries.documents(game)))
