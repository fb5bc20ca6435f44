"""Judges at work in the admin: a question becomes a ruling, or is declined; rulings made here are changed there."""

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, Permission, User
from django.urls import reverse

from rulings import answering, services
from rulings.models import Check, Question, Ruling, RulingRevision
from tests.rulings.conftest import CLOSED
from tests.rulings.drafts import CLAIM, asked, draft, fields, stored

pytestmark = pytest.mark.usefixtures("loaded")


@pytest.fixture
def question():
    return asked()


class TestAdmin:
    @pytest.fixture
    def judge(self, client):
        user = User.objects.create_user("judge", password="x", is_staff=True)
        user.groups.add(Group.objects.get(name="judges"))
        client.force_login(user)
        return client

    def page(self, question):
        return reverse("admin:rulings_question_change", args=[question.pk]) + "?lang=en"

    def said(self, response):
        return [str(message) for message in response.context["messages"]]

    def test_the_list(self, judge, question):
        response = judge.get(
            reverse("admin:rulings_question_changelist"), {"state__exact": "received", "q": "разведчик"}
        )
        page = response.content.decode()
        assert "Может ли разведчик" in page
        assert question.token not in page

    def test_a_question_is_shown_with_its_board_and_a_suggested_name(self, judge, question):
        page = judge.get(self.page(question)).content.decode()
        for words in (
            f"/s/{question.stored.code}/",
            question.get_absolute_url(),
            f'value="berserk-q{question.pk}"',
        ):
            assert words in page
        assert f'value="{question.stored.code}"' in page
        assert 'name="_answer"' in page

    def test_a_browser_can_send_every_field(self, judge, question):
        response = judge.get(self.page(question))
        page = response.content.decode()
        for name in response.context["adminform"].form.fields:
            assert page.count(f'name="{name}"') == 1 or name == "superseded_by", name

    def test_hostile_words_stay_words(self, judge, question):
        Question.objects.update(text="<script>alert(1)</script>\n\nhm", name="<b>x</b>")
        for path in (self.page(question), reverse("admin:rulings_question_changelist")):
            page = judge.get(path).content.decode()
            assert "<script>alert" not in page
            assert "<b>x" not in page

    def test_answering_makes_the_ruling(self, judge, question):
        response = judge.post(self.page(question), fields() | {"_answer": "1"}, follow=True)
        question.refresh_from_db()
        assert question.ruling_id == "ruling:may-a-scout-go"
        assert question.decided_by == "judge"
        assert not [words for words in self.said(response) if "cited" in words]
        assert LogEntry.objects.get(object_id=str(question.pk)).user.username == "judge"
        page = judge.get(self.page(question)).content.decode()
        assert 'name="_answer"' not in page
        assert "may-a-scout-go" in page

    def test_a_board_that_does_not_show_it_is_told(self, judge, question):
        sent = fields(cites=(CLOSED,), board=stored("C2", []).code) | {"_answer": "1"}
        said = self.said(judge.post(self.page(question), sent, follow=True))
        assert any(f"{CLOSED} is cited, but no step" in words for words in said)
        assert any("claims nothing" in words for words in said)
        assert Ruling.objects.filter(pk="ruling:may-a-scout-go").exists()

    def test_faults_come_back_at_their_fields(self, judge, question):
        response = judge.post(
            self.page(question), fields(cites=("berserk:move#only-opens",), answer="") | {"_answer": "1"}
        )
        form = response.context["adminform"].form
        assert set(form.errors) == {"cites", "answer"}
        assert f"did you mean {CLOSED}?" in form.errors["cites"][0]
        assert not Ruling.objects.filter(made=Ruling.SITE).exists()

    def test_declining_and_pointing(self, judge, question):
        sent = {"declined_en": "Off topic", "_decline": "1"}
        errors = judge.post(self.page(question), sent | {"declined_ru": "x" * 1501}).context["errors"]
        assert "at most 1500" in str(errors)
        refused = judge.post(self.page(question), {"why_ru": "Уже написано", "_decline": "1"})
        assert "say why" in str(refused.context["errors"])
        assert "Уже написано" in refused.content.decode()
        judge.post(self.page(question), {"declined_ru": "Не о правилах.", "_decline": "1"})
        question.refresh_from_db()
        assert (question.state, question.declined) == (Question.DECLINED, {"ru": "Не о правилах."})
        refused = judge.post(self.page(question), {"existing": "ruling:none", "_existing": "1"})
        assert "there is no ruling" in str(refused.context["errors"])
        judge.post(self.page(question), {"existing": "ruling:a-closed-card", "_existing": "1"})
        question.refresh_from_db()
        assert question.ruling_id == "ruling:a-closed-card"

    def test_two_judges_at_once(self, judge, question):
        answering.answer_question(question.pk, draft(), "quicker")
        for button in ("_answer", "_existing", "_decline"):
            sent = fields(slug="slower") | {
                "existing": "ruling:a-closed-card",
                "declined_ru": "Нет",
                button: "1",
            }
            late = judge.post(self.page(question), sent, follow=True)
            assert "answered already, by ruling:may-a-scout-go of quicker" in str(late.context["errors"])
            assert 'value="slower"' in late.content.decode()
            assert not self.said(late)
        assert not Ruling.objects.filter(slug="slower").exists()
        question.refresh_from_db()
        assert (question.state, question.declined) == (Question.ANSWERED, {})

    def ruling_page(self, name):
        return reverse("admin:rulings_ruling_change", args=[name]) + "?lang=en"

    inline = {f"revisions-{name}_FORMS": 0 for name in ("TOTAL", "INITIAL")}

    def test_a_ruling_made_here_is_changed_here(self, judge, question):
        ruling = answering.answer_question(question.pk, draft(), "judge")
        page = judge.get(self.ruling_page(ruling.pk)).content.decode()
        assert "May a scout go?" in page
        sent = fields(answer="depends") | self.inline
        assert "is missing" in judge.post(self.ruling_page(ruling.pk), sent).content.decode()
        assert judge.post(self.ruling_page(ruling.pk), sent | {"reason": "better"}).status_code == 302
        ruling.refresh_from_db()
        assert ruling.answer == "depends"
        revision = RulingRevision.objects.get(ruling=ruling, number=2)
        assert (revision.author, revision.reason) == ("judge", "better")
        gone = sent | {"reason": "wrong", "withdrawn": "on", "gone_ru": "Ошибка."}
        assert judge.post(self.ruling_page(ruling.pk), gone).status_code == 302
        ruling.refresh_from_db()
        assert (ruling.live, ruling.gone) == (False, {"ru": "Ошибка."})
        assert judge.get(self.ruling_page(ruling.pk)).status_code == 200

    def test_a_ruling_that_nobody_asked_for(self, judge):
        add = reverse("admin:rulings_ruling_add")
        assert judge.get(add).status_code == 200
        refused = judge.post(add, fields(source_kind="rumour") | {"game": "berserk", "reason": "r"})
        assert set(refused.context["adminform"].form.errors) == {"source_kind"}
        assert (
            judge.post(add, fields() | {"game": "berserk", "reason": "asked at a table"}).status_code == 302
        )
        assert Ruling.objects.get(slug="may-a-scout-go").revisions.get().reason == "asked at a table"

    def test_a_packs_ruling_is_read_and_played_only(self, judge):
        name = "ruling:a-closed-card"
        page = judge.get(self.ruling_page(name)).content.decode()
        assert 'name="_save"' not in page
        assert "Accept today" in page
        assert judge.post(self.ruling_page(name), fields() | {"reason": "x"}).status_code == 403
        for action in ("play", "accept"):
            sent = {"action": action, "_selected_action": [name], "_back": "1", "index": "0"}
            response = judge.post(reverse("admin:rulings_ruling_changelist"), sent, follow=True)
            assert response.redirect_chain[-1][0] == reverse("admin:rulings_ruling_change", args=[name])
            assert any(name in words for words in self.said(response))
        assert Check.objects.get(pk=name).accepted

    def test_what_does_not_hold_is_not_accepted(self, judge, question):
        ruling = answering.answer_question(
            question.pk, draft(board=stored("C2", [CLAIM | {"place": "B1"}]).code), "j"
        )
        sent = {"action": "accept", "_selected_action": [ruling.pk]}
        response = judge.post(reverse("admin:rulings_ruling_changelist"), sent, follow=True)
        assert any("does not hold today" in words for words in self.said(response))

    def test_nothing_is_ever_deleted(self, admin_client, question):
        ruling = answering.answer_question(question.pk, draft(), "judge")
        for model, pk in (("question", question.pk), ("ruling", ruling.pk)):
            delete = reverse(f"admin:rulings_{model}_delete", args=[pk])
            assert admin_client.post(delete, {"post": "yes"}).status_code == 403
            chosen = {"action": "delete_selected", "_selected_action": [pk], "post": "yes"}
            admin_client.post(reverse(f"admin:rulings_{model}_changelist"), chosen)
        assert Question.objects.exists()
        assert Ruling.objects.filter(pk=ruling.pk).exists()

    def test_checks_are_seen_and_played_again(self, judge):
        services.verify()
        page = judge.get(reverse("admin:rulings_check_changelist")).content.decode()
        assert "ruling:a-closed-card" in page
        sent = {"action": "play", "_selected_action": ["ruling:a-closed-card"]}
        response = judge.post(reverse("admin:rulings_check_changelist"), sent, follow=True)
        assert self.said(response) == ["ruling:a-closed-card: holds"]

    def test_staff_that_are_no_judges_see_nothing(self, client, question):
        client.force_login(User.objects.create_user("clerk", password="x", is_staff=True))
        assert client.get(self.page(question)).status_code == 403
        assert client.post(self.page(question), fields() | {"_answer": "1"}).status_code == 403

    def test_who_may_only_look(self, client, question):
        user = User.objects.create_user("guest", password="x", is_staff=True)
        user.user_permissions.add(*Permission.objects.filter(codename__in=["view_question", "view_ruling"]))
        client.force_login(user)
        page = client.get(self.page(question))
        assert page.status_code == 200
        assert 'name="_answer"' not in page.content.decode()
        ruling = answering.answer_question(question.pk, draft(), "judge")
        assert client.get(self.ruling_page(ruling.pk)).status_code == 200
