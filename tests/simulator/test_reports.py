"""Reports of stored scenarios: sent by anybody, decided in the admin; what is taken down is closed everywhere."""

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import reverse

from simulator import services
from simulator.models import Report, StoredScenario
from tests.simulator.documents import walk

pytestmark = pytest.mark.django_db


@pytest.fixture
def scenario():
    return services.store_document(walk())[0]


@pytest.fixture
def url(scenario):
    return f"/s/{scenario.code}/report/"


def send(client, url, lang="en", **fields):
    given = {"why": "spam", "words": "", "homepage": ""} | fields
    return client.post(url, given, headers={"accept-language": lang})


class TestSending:
    def test_the_page_of_a_scenario_leads_here(self, client, scenario, url):
        page = client.get(scenario.get_absolute_url()).content.decode()
        assert f'href="{url}"' in page
        assert url not in client.get(f"/s/{scenario.code}/embed/").content.decode()
        form = client.get(url)
        assert form.status_code == 200
        assert 'name="robots" content="noindex"' in form.content.decode()
        assert "csrfmiddlewaretoken" not in form.content.decode()

    def test_it_is_received_and_thanked_for(self, scenario, url):
        client = Client(enforce_csrf_checks=True)
        answer = send(client, url, why="private", words="  My phone number.\r\n")
        assert answer.status_code == 303
        assert not answer.cookies
        assert (
            "Thank you" in client.get(answer["Location"], headers={"accept-language": "en"}).content.decode()
        )
        report = Report.objects.get()
        assert (report.scenario, report.why, report.words) == (scenario, "private", "My phone number.")
        assert (report.state, report.times) == (Report.OPEN, 1)
        assert client.get(scenario.get_absolute_url()).status_code == 200  # nothing happens by itself

    @pytest.mark.parametrize(
        ("fields", "field", "words"),
        [
            ({"why": ""}, "why", "Choose what is wrong."),
            ({"why": "boring"}, "why", "Choose what is wrong."),
            ({"why": "other"}, "words", "Say in words what is wrong."),
            ({"why": "other", "words": " \n"}, "words", "Say in words what is wrong."),
            ({"words": "x" * 2001}, "words", "2000"),
            ({"words": "a\0b"}, "words", "Null characters"),
            ({"homepage": "http://x.example"}, "homepage", "robots"),
        ],
    )
    def test_a_fault_stands_at_its_field(self, client, url, fields, field, words):
        answer = send(client, url, **fields)
        assert answer.status_code == 422
        assert list(answer.context["form"].errors) == [field]
        page = answer.content.decode()
        assert f'id="{field}-error"' in page
        assert words in page
        assert not Report.objects.exists()

    def test_what_was_typed_is_kept(self, client, url):
        page = send(client, url, why="", words="<b>look</b>").content.decode()
        assert "&lt;b&gt;look&lt;/b&gt;</textarea>" in page
        assert 'value="spam" checked' in send(client, url, words="x" * 2001).content.decode()

    def test_too_much_and_too_often(self, client, url, monkeypatch):
        from rest_framework.throttling import ScopedRateThrottle

        assert send(client, url, words="x" * (1024 * 1024 + 1)).status_code == 413
        monkeypatch.setattr(ScopedRateThrottle, "THROTTLE_RATES", {"reports": "1/hour"})
        assert send(client, url).status_code == 303
        assert send(client, url, why="private").status_code == 429
        assert Report.objects.count() == 1

    def test_the_same_report_is_counted_another_one_is_kept_beside_it(self, client, url):
        for words in ("one", "one", "two"):
            send(client, url, words=words)
        send(client, url, why="private", words="one")
        assert sorted(Report.objects.values_list("why", "words", "times")) == [
            ("private", "one", 1), ("spam", "one", 2), ("spam", "two", 1),
        ]  # fmt: skip

    @pytest.mark.parametrize("path", ["/s/zzzzzzzz/report/", "/s/0000/report/"])
    def test_of_nothing(self, client, path):
        assert client.get(path).status_code == 404
        assert send(client, path).status_code == 404

    def test_in_every_language(self, client, url):
        for lang, title in {
            "ru": "Пожаловаться на сценарий",
            "zh": "举报场景",
            "en": "Report a scenario",
        }.items():
            assert f"<h1>{title}</h1>" in client.get(url, {"lang": lang}).content.decode()


class TestDeciding:
    def act(self, admin_client, action, *reports):
        page = reverse("admin:simulator_report_changelist")
        chosen = {"action": action, "_selected_action": [report.pk for report in reports]}
        return admin_client.post(page, chosen, follow=True)

    def test_the_list_counts_what_was_said_of_a_scenario(self, admin_client, scenario):
        services.report(scenario, "spam", "<b>this</b>")
        services.report(scenario, "private", "that")
        page = admin_client.get(reverse("admin:simulator_report_changelist")).content.decode()
        assert "&lt;b&gt;this" in page
        assert '<td class="field-of_this_scenario">2</td>' in page
        scenarios = admin_client.get(reverse("admin:simulator_storedscenario_changelist")).content.decode()
        assert '<td class="field-open_reports">2</td>' in scenarios

    def test_taking_down_closes_every_report_and_says_why(self, admin_client, client, scenario):
        first, second = services.report(scenario, "spam"), services.report(scenario, "private")
        self.act(admin_client, "take_down", second)
        gone = client.get(scenario.get_absolute_url(), {"lang": "en"})
        assert gone.status_code == 410
        assert "because it told private things about somebody" in gone.content.decode()
        for report in (first, second):
            report.refresh_from_db()
            assert (report.state, report.decided_by) == (Report.UPHELD, "admin")
        page = client.get(scenario.get_absolute_url(), {"lang": "zh"}).content.decode()
        assert "因泄露他人隐私而被撤下" in page

    @pytest.mark.parametrize("why", ["other", ""])
    def test_a_reason_that_has_no_words_of_its_own(self, client, scenario, why):
        services.set_hidden(StoredScenario.objects.all(), True, why=why)
        page = client.get(scenario.get_absolute_url(), {"lang": "en"}).content.decode()
        assert "It was taken down by the judges." in page

    def test_dismissing_leaves_the_scenario(self, admin_client, client, scenario):
        report = services.report(scenario, "spam")
        self.act(admin_client, "dismiss", report)
        report.refresh_from_db()
        assert report.state == Report.DISMISSED
        assert client.get(scenario.get_absolute_url()).status_code == 200
        again = services.report(scenario, "spam")
        assert again.pk != report.pk  # a new report after the decision is a new one

    def test_putting_back(self, admin_client, client, scenario):
        self.act(admin_client, "take_down", services.report(scenario, "spam"))
        page = reverse("admin:simulator_storedscenario_changelist")
        admin_client.post(page, {"action": "put_back", "_selected_action": [scenario.pk]})
        scenario.refresh_from_db()
        assert (scenario.hidden, scenario.hidden_why) == (False, "")
        assert client.get(scenario.get_absolute_url()).status_code == 200
        assert Report.objects.get().state == Report.UPHELD

    def test_nobody_adds_edits_or_deletes_a_report(self, admin_client, scenario):
        report = services.report(scenario, "spam")
        page = reverse("admin:simulator_report_change", args=[report.pk])
        assert admin_client.get(page).status_code == 200
        assert admin_client.post(page, {"why": "other"}).status_code == 403
        assert admin_client.get(reverse("admin:simulator_report_add")).status_code == 403
        self.act(admin_client, "delete_selected", report)
        assert Report.objects.exists()

    def test_judges_may_and_others_of_the_staff_may_not(self, client, scenario):
        report = services.report(scenario, "spam")
        user = User.objects.create_user("clerk", password="x", is_staff=True)
        client.force_login(user)
        assert self.act(client, "take_down", report).status_code == 403
        user.groups.add(Group.objects.get(name="judges"))
        client.force_login(User.objects.get())
        assert self.act(client, "take_down", report).status_code == 200
        scenario.refresh_from_db()
        assert scenario.hidden


class TestClosed:
    """A scenario that was taken down is behind its tombstone at every address."""

    @pytest.mark.parametrize(
        "path",
        [
            "", "main.1.moved.1/", "embed/", "report/", "?fragment=board", "main.1.moved.1/?fragment=board",
            "embed/?step=main.1.moved.1", "?lang=en",
        ],
    )  # fmt: skip
    def test_pages(self, client, scenario, path):
        assert client.get(f"{scenario.get_absolute_url()}{path}").status_code == 200
        services.set_hidden(StoredScenario.objects.all(), True, why="spam")
        gone = client.get(f"{scenario.get_absolute_url()}{path}")
        assert gone.status_code == 410
        assert "data-play" not in gone.content.decode()
        assert "scout" not in gone.content.decode()
        services.set_hidden(StoredScenario.objects.all(), False)
        assert client.get(f"{scenario.get_absolute_url()}{path}").status_code == 200

    def test_everything_else(self, client, scenario, url):
        services.set_hidden(StoredScenario.objects.all(), True, why="spam")
        assert client.get(f"/api/v1/scenarios/{scenario.code}/").status_code == 410
        assert client.get("/new/", {"from": scenario.code}).status_code == 404
        assert send(client, url).status_code == 410
        assert not Report.objects.exists()
