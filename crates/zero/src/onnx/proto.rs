//! The wire format of protocol buffers, as far as an ONNX file needs it: numbers, texts and messages, each behind the number of its field.

/// A message that is being written.
#[derive(Default)]
pub(super) struct Message(Vec<u8>);

const VARINT: u64 = 0;
const LENGTH: u64 = 2;

impl Message {
    pub(super) fn number(mut self, field: u64, number: u64) -> Message {
        self.varint(field << 3 | VARINT);
        self.varint(number);
        self
    }

    pub(super) fn numbers(self, field: u64, numbers: &[usize]) -> Message {
        numbers.iter().fold(self, |message, &number| message.number(field, number as u64))
    }

    pub(super) fn bytes(mut self, field: u64, bytes: &[u8]) -> Message {
        self.varint(field << 3 | LENGTH);
        self.varint(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
        self
    }

    pub(super) fn text(self, field: u64, text: &str) -> Message {
        self.bytes(field, text.as_bytes())
    }

    pub(super) fn texts(self, field: u64, texts: &[&str]) -> Message {
        texts.iter().fold(self, |message, text| message.text(field, text))
    }

    pub(super) fn message(self, field: u64, inner: &Message) -> Message {
        self.bytes(field, &inner.0)
    }

    pub(super) fn messages(self, field: u64, inner: impl IntoIterator<Item = Message>) -> Message {
        inner.into_iter().fold(self, |message, inner| message.message(field, &inner))
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.0
    }

    /// Seven bits in a byte, the lowest first; the eighth says that more follow.
    fn varint(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of the format's own description.
    #[test]
    fn it_is_the_wire_format() {
        assert_eq!(Message::default().number(1, 150).into_bytes(), [0x08, 0x96, 0x01]);
        let text = [&[0x12, 0x07], "testing".as_bytes()].concat();
        assert_eq!(Message::default().text(2, "testing").into_bytes(), text);
        let inner = Message::default().number(1, 150);
        assert_eq!(Message::default().message(3, &inner).into_bytes(), [0x1a, 0x03, 0x08, 0x96, 0x01]);
    }
}
