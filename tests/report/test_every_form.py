"""The games that take longer: each computed once, then checked in every form."""

import pytest

from feltlab.games import GAMES
from tests.report import test_documents as documents
from tests.report import test_par_sheet as par_sheet
from tests.report.kept import LIGHT


@pytest.mark.parametrize("slug", sorted(GAMES.keys() - LIGHT))
def test_a_game_in_every_form(slug: str) -> None:
    documents.test_the_pdf_summary_is_the_lab(slug)
    documents.test_the_pdf_has_its_sections_its_figures_and_its_checksum(slug)
    documents.test_the_pdf_can_be_filed(slug)
    documents.test_a_rack_card_is_one_page_with_its_denominators(slug)
    documents.test_the_html_summary_is_the_lab(slug)
    documents.test_the_html_is_well_formed_alone_and_readable_by_everyone(slug)
    documents.test_concerns_have_their_figures_and_say_which_are_sampled(slug)
    par_sheet.test_the_formulas_come_to_the_lab(slug)
    par_sheet.test_concerns_are_there_to_compute_with(slug)
    par_sheet.test_every_formula_has_the_value_that_it_comes_to(slug)
