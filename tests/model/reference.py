"""Graph convolution written down plainly: the whole partial tree, dense, in float64."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional as F

from rightmost.model.gcn import GraphLayer
from rightmost.model.graph_decoder import TreeFeatures
from rightmost.model.vocabulary import Vocabulary
from rightmost.trees.tree import Leaf, Tree


@dataclass(frozen=True)
class Node:
    label: str | None  # None: a leaf
    left: int
    right: int  # inclusive
    parent: int | None


def nodes_of(tree: Tree | Leaf) -> list[Node]:
    """Every node of the tree, parents before their children."""
    nodes: list[Node] = []

    def walk(part: Tree | Leaf, left: int, parent: int | None) -> int:
        own = len(nodes)
        if isinstance(part, Leaf):
            nodes.append(Node(None, left, left, parent))
            return left + 1
        nodes.append(Node(part.label, left, left, parent))
        end = left
        for child in part.children:
            end = walk(child, end, own)
        nodes[own] = Node(part.label, left, end - 1, parent)
        return end

    walk(tree, 0, None)
    return nodes


def edges_of(nodes: list[Node]) -> Tensor:
    """Both directions of every edge. (2, edges)"""
    pairs = [(number, node.parent) for number, node in enumerate(nodes) if node.parent is not None]
    return torch.tensor([*pairs, *((parent, child) for child, parent in pairs)], dtype=torch.long).reshape(-1, 2).T


def normalised_adjacency(nodes: list[Node]) -> Tensor:
    """D^-1/2 (A + I) D^-1/2."""
    adjacency = torch.eye(len(nodes), dtype=torch.float64)
    for child, parent in edges_of(nodes).T.tolist():
        adjacency[child, parent] = 1
    scale = adjacency.sum(1).rsqrt()
    return scale[:, None] * adjacency * scale


def inputs_of(
    nodes: list[Node], features: TreeFeatures, words: Tensor, positions: Tensor, *, vocabulary: Vocabulary
) -> Tensor:
    """[label ; (P_left + P_right) / 2] of a node, ends inclusive; the encoder's feature of a leaf."""
    rows = []
    for node in nodes:
        if node.label is None:
            rows.append(words[node.left])
        else:
            left, right = (positions[_position(place, len(positions))] for place in (node.left, node.right))
            label = features.labels[vocabulary.label_number(node.label) - 1]
            rows.append(torch.cat([label, (left + right) / 2]))
    return torch.stack(rows)


def _position(place: int, positions: int) -> int:
    """Beyond the table, places cycle through its upper half."""
    while place >= positions:
        place -= positions - positions // 2
    return place


def weight_of(layer: GraphLayer, width: int) -> Tensor:
    """W, so that a layer maps x to x W + b."""
    if hasattr(layer.map, "content"):
        whole = torch.zeros(width, width, dtype=torch.float64)
        whole[: width // 2, : width // 2] = layer.map.content.weight.T
        whole[width // 2 :, width // 2 :] = layer.map.position.weight.T
        return whole
    narrow, widen = layer.map
    return (widen.weight @ narrow.weight).T


def convolved(inputs: Tensor, adjacency: Tensor, layers: list[GraphLayer]) -> Tensor:
    """All nodes' features after all layers."""
    features = inputs
    width = inputs.shape[1]
    for number, layer in enumerate(layers):
        mapped = adjacency @ (features @ weight_of(layer, width) + layer.bias)
        result = F.layer_norm(mapped, (width,), layer.norm.weight, layer.norm.bias)
        if number < len(layers) - 1:
            result = result.relu()
        features = features + result
    return features
