//! SHA-256 (FIPS 180-4): names sources in certificates.

/// Fractional parts of the cube roots of the first 64 primes.
fn rounds() -> [u32; 64] {
    let mut out = [0; 64];
    let is_prime = |n: u64| (2..n).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
    for (slot, prime) in out.iter_mut().zip((2..).filter(|n| is_prime(*n))) {
        *slot = root_fraction(prime, 3);
    }
    out
}

/// 32 bits of the fraction of a square or cube root, by bisection.
fn root_fraction(n: u64, power: u32) -> u32 {
    let target = u128::from(n) << (32 * power);
    let (mut low, mut high) = (0u128, 1u128 << 40);
    while high - low > 1 {
        let middle = (low + high) / 2;
        if middle.pow(power) <= target { low = middle } else { high = middle }
    }
    low as u32
}

/// In hexadecimal.
pub fn sha256(data: &[u8]) -> String {
    let constants = rounds();
    let mut state = [2, 3, 5, 7, 11, 13, 17, 19].map(|prime| root_fraction(prime, 2));
    let mut padded = data.to_vec();
    padded.push(0x80);
    while padded.len() % 64 != 56 {
        padded.push(0);
    }
    padded.extend((data.len() as u64 * 8).to_be_bytes());
    padded.chunks_exact(64).for_each(|block| mix(&mut state, block, &constants));
    state.iter().map(|word| format!("{word:08x}")).collect()
}

fn mix(state: &mut [u32; 8], block: &[u8], constants: &[u32; 64]) {
    let mut w = [0u32; 64];
    for (word, bytes) in w.iter_mut().zip(block.chunks_exact(4)) {
        *word = bytes.iter().fold(0, |v, b| v << 8 | u32::from(*b));
    }
    for i in 16..64 {
        let s0 = w[i - 15].rotate_right(7) ^ w[i - 15].rotate_right(18) ^ (w[i - 15] >> 3);
        let s1 = w[i - 2].rotate_right(17) ^ w[i - 2].rotate_right(19) ^ (w[i - 2] >> 10);
        w[i] = w[i - 16].wrapping_add(s0).wrapping_add(w[i - 7]).wrapping_add(s1);
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for (k, w) in constants.iter().zip(w) {
        let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let choice = (e & f) ^ (!e & g);
        let t1 = h.wrapping_add(s1).wrapping_add(choice).wrapping_add(*k).wrapping_add(w);
        let s0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let t2 = s0.wrapping_add((a & b) ^ (a & c) ^ (b & c));
        (h, g, f, e, d, c, b, a) = (g, f, e, d.wrapping_add(t1), c, b, a, t1.wrapping_add(t2));
    }
    for (old, new) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *old = old.wrapping_add(new);
    }
}

#[cfg(test)]
mod tests {
    use super::sha256;

    #[test]
    fn known_answers() {
        assert_eq!(sha256(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(sha256(&[b'a'; 1000]), "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3");
    }
}
