"""MiniLM-L6 as an ONNX graph, built here so that no framework and no second model file is needed.

One run takes one text in one or more parts, laid end to end. Each token attends to its own part
only and counts its place from its own part's start, so every part comes out as if encoded alone,
without padding and at the price of one pass over the whole.

Source: Devlin et al. 2019 (BERT), Wang et al. 2020 (MiniLM). Checked against a plain NumPy forward
pass in tests/encoder/test_minilm.py.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from goodpapers.encoder.weights import Floats

LAYERS, HEADS, WIDTH = 6, 12, 384
HEAD_WIDTH = WIDTH // HEADS
OPSET, IR_VERSION = 20, 10
INPUTS = ("token", "place", "part", "pool")


class _Graph:
    """Nodes in the order they are added; arrays too large for the graph are given at run time."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.small: list[onnx.TensorProto] = []
        self.large: dict[str, Floats] = {}

    def add(self, kind: str, *given: str, **settings: float | int | list[int]) -> str:
        """Add a node; the name of its one output."""
        name = f"{kind}_{len(self.nodes)}"
        node = helper.make_node(kind, list(given), [name])
        node.attribute.extend(helper.make_attribute(key, own) for key, own in settings.items())
        self.nodes.append(node)
        return name

    def constant(self, name: str, value: object, kind: type = np.float32) -> str:
        """A small array inside the graph."""
        self.small.append(numpy_helper.from_array(np.array(value, dtype=kind), name))
        return name

    def weight(self, name: str, value: Floats) -> str:
        """A large array that `build_graph` hands back beside the graph."""
        self.large[name] = np.ascontiguousarray(value)
        return name

    def dense(self, given: str, name: str, matrix: Floats, bias: Floats) -> str:
        """given @ matrix + bias; matrix is (in, out)."""
        return self.add(
            "Gemm", given, self.weight(f"{name}.w", matrix), self.weight(f"{name}.b", bias)
        )

    def norm(self, given: str, name: str, weights: Mapping[str, Floats]) -> str:
        """Layer normalization with the published scale and shift."""
        scale = self.weight(f"{name}.w", weights[f"{name}.weight"])
        shift = self.weight(f"{name}.b", weights[f"{name}.bias"])
        return self.add("LayerNormalization", given, scale, shift, epsilon=1e-12)


def build_graph(weights: Mapping[str, Floats]) -> tuple[bytes, dict[str, Floats]]:
    """The model without its arrays, serialized, and the arrays by name.

    Inputs of a run, for n_tokens tokens in n_parts parts: ``token``, ``place`` and ``part``
    (n_tokens,) int64; ``pool`` (n_parts, n_tokens) float32, the weight of each token in each part's
    mean. Output ``vector`` (n_parts, 384), not normalized.
    """
    graph = _Graph()
    graph.constant("shape", [0, HEADS, HEAD_WIDTH], np.int64)
    graph.constant("flat", [0, WIDTH], np.int64)
    hidden = _embed(graph, weights)  # (n_tokens, 384)
    bias = _attention_bias(graph)  # (n_tokens, n_tokens)
    for number in range(LAYERS):
        layer = f"encoder.layer.{number}"
        attended = _attend(graph, hidden, bias, layer, weights)
        hidden = graph.norm(
            graph.add("Add", hidden, attended), f"{layer}.attention.output.LayerNorm", weights
        )
        spread = _feed_forward(graph, hidden, layer, weights)
        hidden = graph.norm(graph.add("Add", hidden, spread), f"{layer}.output.LayerNorm", weights)
    graph.nodes.append(helper.make_node("MatMul", ["pool", hidden], ["vector"]))
    return _serialize(graph), graph.large


def _embed(graph: _Graph, weights: Mapping[str, Floats]) -> str:
    words = graph.weight("words", weights["embeddings.word_embeddings.weight"])
    # Every token is of type 0, so its vector goes into the places once and for all.
    shifted = (
        weights["embeddings.position_embeddings.weight"]
        + weights["embeddings.token_type_embeddings.weight"][0]
    )
    places = graph.weight("places", shifted)
    both = graph.add(
        "Add", graph.add("Gather", words, "token"), graph.add("Gather", places, "place")
    )
    return graph.norm(both, "embeddings.LayerNorm", weights)


def _attention_bias(graph: _Graph) -> str:
    """0 between tokens of one part, a number whose exponential is 0 between others."""
    across, down = graph.constant("across", [0], np.int64), graph.constant("down", [1], np.int64)
    same = graph.add(
        "Equal", graph.add("Unsqueeze", "part", across), graph.add("Unsqueeze", "part", down)
    )
    return graph.add("Where", same, graph.constant("open", 0.0), graph.constant("shut", -1e4))


def _attend(
    graph: _Graph, hidden: str, bias: str, layer: str, weights: Mapping[str, Floats]
) -> str:
    own = f"{layer}.attention.self"

    def heads(name: str, order: list[int], scale: float = 1.0) -> str:
        matrix = weights[f"{own}.{name}.weight"].T * np.float32(scale)
        shift = weights[f"{own}.{name}.bias"] * np.float32(scale)
        dense = graph.dense(hidden, f"{own}.{name}", matrix, shift)
        return graph.add("Transpose", graph.add("Reshape", dense, "shape"), perm=order)

    asked = heads("query", [1, 0, 2], HEAD_WIDTH**-0.5)  # (12, n_tokens, 32)
    offered = heads("key", [1, 2, 0])  # (12, 32, n_tokens)
    value = heads("value", [1, 0, 2])  # (12, n_tokens, 32)
    scores = graph.add("Add", graph.add("MatMul", asked, offered), bias)
    mixed = graph.add("MatMul", graph.add("Softmax", scores, axis=-1), value)
    joined = graph.add("Reshape", graph.add("Transpose", mixed, perm=[1, 0, 2]), "flat")
    out = f"{layer}.attention.output.dense"
    return graph.dense(joined, out, weights[f"{out}.weight"].T, weights[f"{out}.bias"])


def _feed_forward(graph: _Graph, hidden: str, layer: str, weights: Mapping[str, Floats]) -> str:
    up, down = f"{layer}.intermediate.dense", f"{layer}.output.dense"
    wide = graph.dense(hidden, up, weights[f"{up}.weight"].T, weights[f"{up}.bias"])
    active = graph.add("Gelu", wide)
    return graph.dense(active, down, weights[f"{down}.weight"].T, weights[f"{down}.bias"])


def _serialize(graph: _Graph) -> bytes:
    shapes = {"pool": (TensorProto.FLOAT, ["parts", "tokens"])}
    inputs = [
        helper.make_tensor_value_info(name, *shapes.get(name, (TensorProto.INT64, ["tokens"])))
        for name in INPUTS
    ]
    outputs = [helper.make_tensor_value_info("vector", TensorProto.FLOAT, ["parts", WIDTH])]
    outside = [_outside(name, array) for name, array in graph.large.items()]
    body = helper.make_graph(graph.nodes, "minilm", inputs, outputs, [*graph.small, *outside])
    model = helper.make_model(
        body, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION
    )
    data: bytes = model.SerializeToString()
    return data


def _outside(name: str, array: Floats) -> onnx.TensorProto:
    """A tensor that names its shape and stands elsewhere: the runtime is given it in memory."""
    tensor = onnx.TensorProto(name=name, data_type=TensorProto.FLOAT, dims=array.shape)
    tensor.data_location = TensorProto.EXTERNAL
    tensor.external_data.add(key="location", value="in memory")
    return tensor
