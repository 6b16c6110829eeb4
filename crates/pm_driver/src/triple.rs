//! The machine behind the name of a compiler (`arm-none-eabi-gcc`) or of a target (`--target=riscv32-unknown-elf`), with the flags that decide
//! between machines of one compiler (`riscv64-unknown-elf-gcc -march=rv32imac`).

use pm_base::DataModel;
use pm_base::target::TARGETS;

/// What a triple and its flags say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Machine {
    /// With the System V ABI.
    X86,
    /// x86-64 with MinGW.
    Windows,
    /// One that `--target` knows.
    Known(DataModel),
    Other,
}

pub fn machine(triple: &str, flags: &[String]) -> Machine {
    let parts: Vec<&str> = triple.split('-').collect();
    let (first, system) = parts.split_first().map_or(("", &[][..]), |(first, rest)| (*first, rest));
    let has = |word: &str| system.iter().any(|p| p.starts_with(word));
    if matches!(first, "x86_64" | "amd64") && is_mingw(system) {
        return Machine::Windows;
    }
    if !is_known_system(system) {
        return Machine::Other;
    }
    let is_32 = flags.iter().rev().find_map(|f| f.strip_prefix("-march=rv")).map(|rest| rest.starts_with("32"));
    match first {
        // Android's `long double` is another one.
        "i386" | "i486" | "i586" | "i686" | "x86_64" | "amd64" if !has("android") => Machine::X86,
        "aarch64" | "arm64" => Machine::Known(DataModel::Aarch64),
        "riscv32" => Machine::Known(DataModel::Riscv32),
        "riscv64" | "riscv" => {
            Machine::Known(if is_32 == Some(true) { DataModel::Riscv32 } else { DataModel::Riscv64 })
        }
        _ if is_arm(first) && (has("linux") || has("android")) => Machine::Known(DataModel::ArmLinux),
        _ if is_arm(first) && (has("eabi") || has("none")) => Machine::Known(DataModel::Arm),
        _ => Machine::Other,
    }
}

/// `x86_64-w64-mingw32`, `x86_64-pc-windows-gnu`; that of Microsoft has another `long double`.
fn is_mingw(system: &[&str]) -> bool {
    matches!(system, [.., os] if os.starts_with("mingw")) || matches!(system, [.., "windows", "gnu"])
}

/// The words behind the machine, of which the first may be a vendor: is it a system whose types are those of the machine's row? There are others
/// for the same machine (`linux-gnux32`, `nacl`, `uefi`, `cygwin`), so that what is not known is none.
fn is_known_system(words: &[&str]) -> bool {
    let words = match words {
        [vendor, rest @ ..] if !rest.is_empty() && !is_system(vendor) => rest,
        all => all,
    };
    words.iter().all(|w| is_system(w))
}

fn is_system(word: &str) -> bool {
    const SYSTEMS: [&str; 10] =
        ["linux", "none", "unknown", "elf", "eabi", "eabihf", "newlib", "embed", "netbsd", "openbsd"];
    const LIBRARIES: [&str; 4] = ["gnu", "musl", "uclibc", "uclibcgnu"];
    let library = word.strip_suffix("eabihf").or_else(|| word.strip_suffix("eabi")).unwrap_or(word);
    SYSTEMS.contains(&word)
        || LIBRARIES.contains(&library)
        || word.starts_with("freebsd")
        || word.starts_with("android")
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
        for triple in [
            "i686-linux-gnu",
            "x86_64",
            "x86_64-alpine-linux-musl",
            "x86_64-elf",
            "x86_64-pc-linux-gnu",
            "amd64-unknown-freebsd14.1",
        ] {
            assert_eq!(of(triple, &[]), Machine::X86, "{triple}");
        }
        assert_eq!(of("x86_64-w64-mingw32", &[]), Machine::Windows);
        assert_eq!(of("x86_64-pc-windows-gnu", &[]), Machine::Windows);
        assert_eq!(of("arm-buildroot-linux-uclibcgnueabihf", &[]), Machine::Known(DataModel::ArmLinux));
        for triple in [
            "armeb-none-eabi",
            "armv7eb",
            "aarch64_be-none-elf",
            "aarch64-apple-darwin",
            "avr",
            "mips",
            "arm64-apple-ios",
            "aarch64-linux-gnu_ilp32",
            "aarch64-unknown-uefi",
            "x86_64-linux-gnux32",
            "x86_64-pc-linux-gnux32",
            "x86_64-unknown-nacl",
            "x86_64-pc-cygwin",
            "x86_64-pc-windows-msvc",
            "x86_64-linux-android",
            "i686-w64-mingw32",
        ] {
            assert_eq!(of(triple, &[]), Machine::Other, "{triple}");
        }
    }
}
