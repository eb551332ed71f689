from __future__ import annotations

import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor, nn
from torch.nn import functional as F

from model.networks import assert_close
from rightmost.model.action_head import ActionHead, TagHead, TwoLayers

WIDTH, LABELS, WORDS = 16, 5, 7


def random_head(seed: int, *, labels_given_target: bool = False) -> ActionHead:
    torch.manual_seed(seed)
    head = ActionHead(WIDTH, LABELS, labels_given_target=labels_given_target).double()
    with torch.no_grad():
        for parameter in head.parameters():
            parameter.add_(torch.randn_like(parameter) * 0.3)
    return head


def two_layers(net: TwoLayers, inputs: Tensor, *, more: nn.Linear | None = None) -> Tensor:
    """Linear, LayerNorm, ReLU, Linear, of inputs side by side; `more` is the map of the last of them."""
    weight = torch.cat([part.weight for part in (net.first, net.second, more) if part is not None], dim=1)
    hidden = inputs @ weight.T + net.first.bias
    normal = F.layer_norm(hidden, hidden.shape[-1:], net.norm.weight, net.norm.bias)
    return normal.relu() @ net.output.weight.T + net.output.bias


@settings(deadline=None, max_examples=40)
@given(
    st.lists(st.tuples(st.integers(1, 6), st.integers(0, WORDS - 1)), min_size=1, max_size=6),
    st.integers(0, 100),
    st.booleans(),
)
def test_the_head_is_the_paper_s_state_by_state(states, seed, labels_given_target):
    """w = f_c([Y_c, z_c]) + f_p([Y_p, z_p]); [u, v] = g([z, sigmoid(w)^T Y]), which may see the target's Y as well."""
    head = random_head(seed, labels_given_target=labels_given_target)
    lengths, next_word = (torch.tensor(column) for column in zip(*states))
    chain = torch.randn(int(lengths.sum()), WIDTH, dtype=torch.float64)
    words = torch.randn(WORDS, WIDTH, dtype=torch.float64)
    scores = head(
        chain, lengths, head.shares(words), next_word=next_word, is_first=torch.zeros(len(states), dtype=torch.bool)
    )
    assert scores.target.shape == (len(states), int(lengths.max()))
    half = WIDTH // 2
    for row, rows in enumerate(chain.split(lengths.tolist())):
        word = words[next_word[row]]
        beside = word.expand(len(rows), -1)
        weight = two_layers(head.content, torch.cat([rows[:, :half], beside[:, :half]], dim=1))
        weight = (weight + two_layers(head.position, torch.cat([rows[:, half:], beside[:, half:]], dim=1)))[:, 0]
        assert_close(scores.target[row, : len(rows)], weight, 1e-10)
        assert (scores.target[row, len(rows) :] == float("-inf")).all()
        for target in range(len(rows)):
            parent, new = scores.labels(torch.full_like(lengths, target))
            beside_word = [weight.sigmoid() @ rows, *([rows[target]] if labels_given_target else [])]
            both = two_layers(head.labels, torch.cat([word, *beside_word]), more=head.target)
            assert_close(parent[row], both[0::2], 1e-10)
            assert_close(new[row], both[1::2], 1e-10)


def test_the_first_step_has_one_target_a_parent_and_no_new_label():
    head = random_head(0)
    words, chain = torch.randn(2, WIDTH, dtype=torch.float64), torch.randn(4, WIDTH, dtype=torch.float64)
    scores = head(
        chain,
        torch.tensor([1, 3]),
        head.shares(words),
        next_word=torch.tensor([0, 1]),
        is_first=torch.tensor([True, False]),
    )
    target, parent, new = (part.softmax(1) for part in (scores.target, *scores.labels(torch.tensor([0, 2]))))
    assert target[0].tolist() == [1, 0, 0]
    assert parent[0, 0] == 0
    assert (parent[0, 1:] > 0).all()
    assert new[0].tolist() == [1, *[0] * LABELS]
    for part in (target, parent, new):
        assert (part[1] > 0).all(), "after the first word everything is allowed"


def test_a_new_label_would_only_add_rows_at_the_end():
    """Fine-tuning adds labels: the scores of those that were there keep their rows."""
    head, more = random_head(0), ActionHead(WIDTH, LABELS + 2).double()
    weights = head.state_dict()
    grown = more.state_dict()
    for name, old in weights.items():
        grown[name][: len(old)] = old
    more.load_state_dict(grown)
    chain, words = torch.randn(3, WIDTH, dtype=torch.float64), torch.randn(2, WIDTH, dtype=torch.float64)
    settings_ = {"next_word": torch.tensor([1]), "is_first": torch.tensor([False])}
    before, after = (each(chain, torch.tensor([3]), each.shares(words), **settings_) for each in (head, more))
    assert torch.equal(before.target, after.target)
    for old, new in zip(before.labels(torch.tensor([1])), after.labels(torch.tensor([1]))):
        assert_close(new[:, : LABELS + 1], old, 1e-12)


def test_the_tag_head_is_two_layers_on_each_word():
    torch.manual_seed(0)
    head, words = TagHead(WIDTH, 4).double(), torch.randn(5, WIDTH, dtype=torch.float64)
    assert_close(head(words), two_layers(head.net, words), 1e-12)
