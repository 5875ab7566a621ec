package org.thetisdb.cli.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import org.thetisdb.benchmarks.listappend.ListAppendOptions;
import org.thetisdb.cli.option.LevelConverter;
import org.thetisdb.history.verdict.Level;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** What list-append does. */
final class ListAppendFlags {
  @Spec(Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--keys",
      paramLabel = "N",
      defaultValue = "30",
      description = "list-append: lists in use at the same time (${DEFAULT-VALUE}).")
  private int keys;

  @Option(
      names = "--ops",
      paramLabel = "N",
      defaultValue = "4",
      description = "list-append: most operations of a transaction (${DEFAULT-VALUE}).")
  private int operations;

  @Option(
      names = "--appends-per-key",
      paramLabel = "N",
      defaultValue = "64",
      description = "list-append: after so many a list retires (${DEFAULT-VALUE}).")
  private int appendsPerKey;

  @Option(
      names = "--read-only",
      paramLabel = "P",
      defaultValue = "40",
      description = "list-append: percent of transactions that only read (${DEFAULT-VALUE}).")
  private int readOnlyPercent;

  @Option(
      names = "--unplanned",
      paramLabel = "P",
      defaultValue = "5",
      description =
          "list-append: percent of transactions that do not name their keys beforehand (${DEFAULT-VALUE}).")
  private int unplannedPercent;

  @Option(
      names = "--transactions",
      paramLabel = "N",
      defaultValue = "1000000",
      description =
          "list-append: so many are recorded, then the clients only read (${DEFAULT-VALUE}).")
  private int transactions;

  @Option(
      names = "--history",
      paramLabel = "FILE",
      description = "list-append: writes the history, for `thetis check`.")
  private Path history;

  @Option(
      names = "--level",
      paramLabel = "L",
      defaultValue = "strong-session-si",
      converter = LevelConverter.class,
      description = "list-append: what the history is held to (${DEFAULT-VALUE}).")
  private Level level;

  ListAppendOptions options() {
    if (history != null && !Files.isDirectory(history.toAbsolutePath().getParent())) {
      throw new ParameterException(
          command.commandLine(), "There is no directory for --history " + history + ".");
    }
    try {
      return new ListAppendOptions(
          keys,
          operations,
          appendsPerKey,
          readOnlyPercent,
          unplannedPercent,
          transactions,
          level,
          history);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), e.getMessage());
    }
  }
}
