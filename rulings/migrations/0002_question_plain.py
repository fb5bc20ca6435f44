from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("rulings", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="ruling",
            name="question_plain",
            field=models.JSONField(default=dict),
        ),
    ]
