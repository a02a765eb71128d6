//! A network as an ONNX file (opset 13), so that other programs can run it.
//!
//! Its input `planes` has for each position, row and column the planes that `features` describes; its outputs are `policy`, a logit for
//! each point, row by row from the top left, and `outcomes`, how likely the side to move is to lose, draw and win. Illegal moves have
//! logits too: whoever uses them leaves these out before the softmax. Channels come first inside, and every layer is a convolution:
//! a dense layer is one of 1x1 over the single point that pooling leaves.

mod proto;

use self::proto::Message;
use crate::evaluator::Weights;
use crate::features::PLANES;

/// The versions of format and operators that are written.
const IR_VERSION: u64 = 7;
const OPSET: u64 = 13;

/// `TensorProto.DataType.FLOAT`.
const FLOAT: u64 = 1;
/// `AttributeProto.AttributeType.INT` and `INTS`.
const INT: u64 = 2;
const INTS: u64 = 7;

impl Weights {
    /// The bytes of the ONNX file.
    #[must_use]
    pub fn to_onnx(&self) -> Vec<u8> {
        let [width, height] = [self.rules.width(), self.rules.height()].map(usize::from);
        let mut graph = Graph { weights: self, nodes: Vec::new(), tensors: Vec::new() };
        graph.network();
        let input = value("planes", &[height, width, PLANES]);
        let outputs = [value("policy", &[height * width]), value("outcomes", &[3])];
        let graph = Message::default()
            .messages(1, graph.nodes)
            .text(2, &self.rules.to_string())
            .messages(5, graph.tensors)
            .message(11, &input)
            .messages(12, outputs);
        let opset = Message::default().text(1, "").number(2, OPSET);
        Message::default()
            .number(1, IR_VERSION)
            .text(2, "kinrow")
            .text(3, env!("CARGO_PKG_VERSION"))
            .message(7, &graph)
            .message(8, &opset)
            .into_bytes()
    }
}

/// An input or output: any number of positions, each of this shape.
fn value(name: &str, shape: &[usize]) -> Message {
    let any = Message::default().text(2, "positions");
    let dimensions = shape.iter().map(|&size| Message::default().number(1, size as u64));
    let shape = Message::default().messages(1, std::iter::once(any).chain(dimensions));
    let tensor = Message::default().number(1, FLOAT).message(2, &shape);
    Message::default().text(1, name).message(2, &Message::default().message(1, &tensor))
}

/// What is computed, step by step.
struct Graph<'a> {
    weights: &'a Weights,
    nodes: Vec<Message>,
    tensors: Vec<Message>,
}

impl Graph<'_> {
    /// The same steps as the network's own way forward.
    fn network(&mut self) {
        let shape = self.weights.network.shape();
        let permutation = attribute("perm", INTS).numbers(8, &[0, 3, 1, 2]);
        self.node("Transpose", &["planes"], "input", Some(permutation));
        self.convolution("stem", "input", "trunk0", 3);
        for block in 0..shape.blocks {
            let name = |part: &str| format!("block{block}.{part}");
            let (before, after) = (format!("trunk{block}"), format!("trunk{}", block + 1));
            self.node("Relu", &[&before], &name("x"), None);
            self.convolution(&name("first"), &name("x"), &name("h"), 3);
            self.pool(&name("h"), &name("pool"));
            self.convolution(&name("pooled"), &name("pool"), &name("far"), 1);
            self.node("Add", &[&name("h"), &name("far")], &name("sum"), None);
            self.node("Relu", &[&name("sum")], &name("y"), None);
            self.convolution(&name("second"), &name("y"), &name("change"), 3);
            self.node("Add", &[&before, &name("change")], &after, None);
        }
        self.node("Relu", &[&format!("trunk{}", shape.blocks)], "trunk", None);
        self.pool("trunk", "pool");
        self.convolution("policy", "trunk", "policy.near", 1);
        self.convolution("policy.pooled", "pool", "policy.far", 1);
        self.node("Add", &["policy.near", "policy.far"], "policy.sum", None);
        self.node("Relu", &["policy.sum"], "policy.y", None);
        self.convolution("policy.out", "policy.y", "policy.points", 1);
        self.node("Flatten", &["policy.points"], "policy", Some(integer("axis", 1)));
        self.convolution("value", "pool", "value.sum", 1);
        self.node("Relu", &["value.sum"], "value.y", None);
        self.convolution("value.out", "value.y", "value.point", 1);
        self.node("Flatten", &["value.point"], "value.logits", Some(integer("axis", 1)));
        self.node("Softmax", &["value.logits"], "outcomes", Some(integer("axis", 1)));
    }

    fn node(&mut self, operator: &str, inputs: &[&str], output: &str, attribute: Option<Message>) {
        let node = Message::default().texts(1, inputs).text(2, output).text(3, output).text(4, operator);
        self.nodes.push(node.messages(5, attribute));
    }

    /// The means of all channels, then their maxima.
    fn pool(&mut self, input: &str, output: &str) {
        let [mean, largest] = ["mean", "largest"].map(|part| format!("{output}.{part}"));
        self.node("GlobalAveragePool", &[input], &mean, None);
        self.node("GlobalMaxPool", &[input], &largest, None);
        self.node("Concat", &[&mean, &largest], output, Some(integer("axis", 1)));
    }

    /// A layer of `size` by `size` points.
    fn convolution(&mut self, layer: &str, input: &str, output: &str, size: usize) {
        let [weight, bias] = ["weight", "bias"].map(|part| format!("{layer}.{part}"));
        let (numbers, outputs) = (self.part(&weight), self.part(&bias).len());
        let (taps, inputs) = (size * size, numbers.len() / (size * size * outputs));
        // Ours stand by tap, input, output; ONNX wants output, input, tap.
        let at = |output, input, tap| numbers[(tap * inputs + input) * outputs + output];
        let turned = (0..outputs).flat_map(|output| {
            (0..inputs).flat_map(move |input| (0..taps).map(move |tap| at(output, input, tap)))
        });
        let tensors = [
            tensor(&weight, &[outputs, inputs, size, size], turned),
            tensor(&bias, &[outputs], self.part(&bias).iter().copied()),
        ];
        self.tensors.extend(tensors);
        let pads = attribute("pads", INTS).numbers(8, &[size / 2; 4]);
        self.node("Conv", &[input, &weight, &bias], output, Some(pads));
    }

    /// The numbers of a layer.
    fn part(&self, name: &str) -> &[f32] {
        let mut parts = self.weights.network.parameters().parts().iter();
        let part = parts.find(|part| part.name == name).expect("the layers of the network above");
        &self.weights.numbers[part.range.clone()]
    }
}

fn attribute(name: &str, kind: u64) -> Message {
    Message::default().text(1, name).number(20, kind)
}

fn integer(name: &str, number: u64) -> Message {
    attribute(name, INT).number(3, number)
}

fn tensor(name: &str, shape: &[usize], numbers: impl Iterator<Item = f32>) -> Message {
    let bytes: Vec<u8> = numbers.flat_map(f32::to_le_bytes).collect();
    Message::default().numbers(1, shape).number(2, FLOAT).text(8, name).bytes(9, &bytes)
}
