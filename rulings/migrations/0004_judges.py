"""The group of people who answer: whoever may log in to the admin and is in it has what a judge needs."""

from django.db import migrations

GROUP = "judges"
PERMISSIONS = {
    ("rulings", "question"): ("view", "change"),
    ("rulings", "ruling"): ("view", "add", "change"),
    ("rulings", "rulingrevision"): ("view",),
    ("rulings", "check"): ("view",),
    ("rulings", "pastcheck"): ("view",),
    ("simulator", "storedscenario"): ("view", "change"),
    ("simulator", "report"): ("view", "change"),
    ("glossary", "entry"): ("view",),
    ("glossary", "clause"): ("view",),
    ("glossary", "example"): ("view",),
}


def make(apps, schema_editor):
    # Django makes the permissions of models only after all migrations; those that are here by then stay.
    ContentType = apps.get_model("contenttypes", "ContentType")
    Permission = apps.get_model("auth", "Permission")
    group, _made = apps.get_model("auth", "Group").objects.get_or_create(name=GROUP)
    for (app, model), actions in PERMISSIONS.items():
        kind, _made = ContentType.objects.get_or_create(app_label=app, model=model)
        for action in actions:
            name = apps.get_model(app, model)._meta.verbose_name
            permission, _made = Permission.objects.get_or_create(
                content_type=kind,
                codename=f"{action}_{model}",
                defaults={"name": f"Can {action} {name}"},
            )
            group.permissions.add(permission)


class Migration(migrations.Migration):
    dependencies = [
        ("rulings", "0003_questions"),
        ("simulator", "0003_reports"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    # The way back leaves the group: people may be in it.
    operations = [migrations.RunPython(make, migrations.RunPython.noop)]
