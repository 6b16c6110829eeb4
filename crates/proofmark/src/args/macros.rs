//! `-D` and `-U`, in the order written: of several about one macro the last one holds.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use pm_syntax::preprocess::MacroOption;

/// What the command line says of macros.
#[derive(Clone, Default)]
pub struct MacroArgs(pub Vec<MacroOption>);

const DEFINES: &str = "defines";
const UNDEFINES: &str = "undefs";

impl Args for MacroArgs {
    fn augment_args(cmd: Command) -> Command {
        let define = Arg::new(DEFINES).short('D').value_name("MACRO[=VALUE]").help("Define a macro, e.g. -D N=10");
        let undefine = Arg::new(UNDEFINES).short('U').value_name("MACRO").help("Undefine a macro");
        cmd.arg(define.action(ArgAction::Append)).arg(undefine.action(ArgAction::Append))
    }
    fn augment_args_for_update(cmd: Command) -> Command {
        Self::augment_args(cmd)
    }
}

impl FromArgMatches for MacroArgs {
    fn from_arg_matches(m: &ArgMatches) -> Result<Self, clap::Error> {
        let given = |id: &str, option: fn(String) -> MacroOption| {
            let values = m.get_many::<String>(id).into_iter().flatten().cloned().map(option);
            m.indices_of(id).into_iter().flatten().zip(values).collect::<Vec<_>>()
        };
        let mut all = given(DEFINES, MacroOption::Define);
        all.extend(given(UNDEFINES, MacroOption::Undefine));
        all.sort_by_key(|(place, _)| *place);
        Ok(MacroArgs(all.into_iter().map(|(_, option)| option).collect()))
    }
    fn update_from_arg_matches(&mut self, m: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(m)?;
        Ok(())
    }
}
