//! SHA-256 names sources in certificates, and formulas and proofs in their index.

use sha2::{Digest, Sha256};

/// In hexadecimal.
pub fn sha256(data: &[u8]) -> String {
    Sha256::digest(data).iter().map(|byte| format!("{byte:02x}")).collect()
}
