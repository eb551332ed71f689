from __future__ import annotations

import pytest
from pydantic import ValidationError

from model.networks import config
from rightmost.model.model_config import ModelConfig


@pytest.mark.parametrize("name", ["width", "head_width", "feedforward"])
def test_what_is_halved_twice_must_divide_by_4(name):
    with pytest.raises(ValidationError, match=rf"{name} is 30; it must divide by 4, since it is halved twice"):
        config(**{name: 30})


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"widht": 32}, "widht\n  Extra inputs are not permitted"),
        ({"width": 0}, "width\n  Input should be greater than 0"),
        ({"width": "wide"}, "width\n  Input should be a valid integer"),
        ({"attention_layers": -1}, "attention_layers\n  Input should be greater than or equal to 0"),
        ({"gcn_layers": 0}, "gcn_layers\n  Input should be greater than 0"),
        ({"positions": 3}, "positions\n  Input should be greater than or equal to 4"),
        ({"pooling": "max"}, "pooling\n  Input should be 'last', 'first' or 'mean'"),
        ({"gcn": "none"}, "gcn\n  Input should be 'separate' or 'vanilla'"),
        ({"decoder": "beam"}, "decoder\n  Input should be 'graph', 'sequence' or 'in-order'"),
        ({"word_dropout": 1.0}, "word_dropout\n  Input should be less than 1"),
        ({"tag_dropout": -0.1}, "tag_dropout\n  Input should be greater than or equal to 0"),
        (
            {"labels_given_target": True, "decoder": "in-order"},
            "labels_given_target is for the graph decoder, and decoder is 'in-order'",
        ),
        ({"style": "gum"}, "style is 'gum'; it must be one of styles (none)"),
        ({"style": "gum", "styles": ("ptb", "masc")}, "style is 'gum'; it must be one of styles (ptb, masc)"),
    ],
)
def test_a_setting_that_is_not_allowed(settings, message):
    with pytest.raises(ValidationError) as raised:
        config(**settings)
    assert message in str(raised.value)


def test_all_faults_are_reported_at_once():
    with pytest.raises(ValidationError) as raised:
        config(width=-4, pooling="max", gcn_layers=0)
    assert {error["loc"][0] for error in raised.value.errors()} == {"width", "pooling", "gcn_layers"}


def test_an_encoder_must_be_named():
    with pytest.raises(ValidationError, match="encoder\n  Field required"):
        ModelConfig()


def test_a_config_is_frozen_and_goes_through_json():
    settings = config(decoder="in-order", word_dropout=0.25)
    with pytest.raises(ValidationError, match="frozen"):
        settings.width = 8
    assert ModelConfig.model_validate_json(settings.model_dump_json()) == settings
