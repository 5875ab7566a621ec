package org.thetisdb.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code thetis lab}: commands for people who work on Thetis itself. */
@Command(
    name = "lab",
    description = "Looks for faults of Thetis itself, and measures it.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {CompareSqlCommand.class, UnitCostsCommand.class})
final class LabCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Which command?");
  }
}
