//! The sum at the end of a file, by which a damaged one is known.

/// FNV-1a (Fowler, Noll and Vo). Each step is one to one, so that no change of a single byte goes unnoticed.
#[must_use]
pub fn checksum(bytes: &[u8]) -> [u8; 8] {
    let mix = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, mix).to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values that its authors publish.
    #[test]
    fn it_is_fnv_1a() {
        let sum = |text: &str| u64::from_le_bytes(checksum(text.as_bytes()));
        assert_eq!((sum(""), sum("a")), (0xcbf2_9ce4_8422_2325, 0xaf63_dc4c_8601_ec8c));
        assert_eq!(sum("foobar"), 0x8594_4171_f739_67e8);
    }
}
