//! The machine behind the name of a compiler (`arm-none-eabi-gcc`) or of a target (`--target=riscv32-unknown-elf`), with the flags that decide
//! between machines of one compiler (`riscv64-unknown-elf-gcc -march=rv32imac`).

use pm_base::DataModel;
use pm_base::target::TARGETS;

/// What a triple and its flags say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Machine {
    X86,
    /// One that `--target` knows.
    Known(DataModel),
    Other,
}

pub fn machine(triple: &str, flags: &[String]) -> Machine {
    let parts: Vec<&str> = triple.split('-').collect();
    let first = parts.first().copied().unwrap_or_default();
    let has = |word: &str| parts.iter().any(|p| p.starts_with(word));
    if has("apple") || has("windows") || has("mingw") && !matches!(first, "x86_64" | "amd64") {
        return Machine::Other;
    }
    let is_32 = flags.iter().rev().find_map(|f| f.strip_prefix("-march=rv")).map(|rest| rest.starts_with("32"));
    match first {
        "i386" | "i486" | "i586" | "i686" | "x86_64" | "amd64" => Machine::X86,
        "aarch64" | "arm64" if !has("gnu_ilp32") => Machine::Known(DataModel::Aarch64),
        "riscv32" => Machine::Known(DataModel::Riscv32),
        "riscv64" | "riscv" => {
            Machine::Known(if is_32 == Some(true) { DataModel::Riscv32 } else { DataModel::Riscv64 })
        }
        _ if is_arm(first) && (has("linux") || has("android")) => Machine::Known(DataModel::ArmLinux),
        _ if is_arm(first) && (has("eabi") || has("none")) => Machine::Known(DataModel::Arm),
        _ => Machine::Other,
    }
}

/// `arm`, `armv7m`, `thumbv7em`; big-endian ones are `armeb`, `armv7b`.
fn is_arm(machine: &str) -> bool {
    let Some(version) = machine.strip_prefix("arm").or_else(|| machine.strip_prefix("thumb")) else { return false };
    let is_big = version.contains("eb") || version.ends_with('b');
    !is_big && (version.is_empty() || version.starts_with('v') || version == "el")
}

/// The names that `--target` takes.
pub fn names() -> String {
    TARGETS.map(|(name, _)| name).join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(triple: &str, flags: &[&str]) -> Machine {
        machine(triple, &flags.iter().map(|f| f.to_string()).collect::<Vec<_>>())
    }

    #[test]
    fn machines_by_name() {
        for (triple, model) in [
            ("arm-none-eabi", DataModel::Arm),
            ("armv7m-none-eabi", DataModel::Arm),
            ("thumbv6m-none-eabi", DataModel::Arm),
            ("arm-linux-gnueabihf", DataModel::ArmLinux),
            ("armv7-unknown-linux-gnueabihf", DataModel::ArmLinux),
            ("aarch64-linux-gnu", DataModel::Aarch64),
            ("aarch64-none-elf", DataModel::Aarch64),
            ("riscv32-unknown-elf", DataModel::Riscv32),
            ("riscv64-unknown-elf", DataModel::Riscv64),
        ] {
            assert_eq!(of(triple, &[]), Machine::Known(model), "{triple}");
        }
        assert_eq!(of("riscv64-unknown-elf", &["-march=rv32imac"]), Machine::Known(DataModel::Riscv32));
        assert_eq!(of("i686-linux-gnu", &[]), Machine::X86);
        for triple in [
            "armeb-none-eabi",
            "armv7eb",
            "aarch64_be-none-elf",
            "aarch64-apple-darwin",
            "avr",
            "mips",
            "arm64-apple-ios",
        ] {
            assert_eq!(of(triple, &[]), Machine::Other, "{triple}");
        }
    }
}
