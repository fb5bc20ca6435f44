from django.apps import AppConfig


class GlossaryConfig(AppConfig):
    name = "glossary"
    default_auto_field = "django.db.models.BigAutoField"
