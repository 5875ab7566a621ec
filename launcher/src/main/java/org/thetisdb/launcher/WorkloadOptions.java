package org.thetisdb.launcher;

import org.thetisdb.benchmarks.smallbank.SmallBankOptions;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** What SmallBank is run on. */
final class WorkloadOptions {
  @Spec(Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--accounts",
      paramLabel = "N",
      defaultValue = "100000",
      description = "Customers (${DEFAULT-VALUE}).")
  private int accounts;

  @Option(
      names = "--hotspot-percent",
      paramLabel = "P",
      defaultValue = "25",
      description = "Share of customers that are preferred (${DEFAULT-VALUE}).")
  private double hotspotPercent;

  @Option(
      names = "--hotspot-probability",
      paramLabel = "P",
      defaultValue = "90",
      description = "How often, in percent, a preferred one is chosen (${DEFAULT-VALUE}).")
  private double hotspotProbability;

  @Option(
      names = "--locality",
      paramLabel = "R",
      description =
          "Each client works in a region of its own, with partners at most R accounts apart; 0 chooses all over the bank.")
  private Integer locality;

  SmallBankOptions options(int defaultLocality) {
    try {
      int hot = Math.max(1, (int) Math.round(accounts * hotspotPercent / 100));
      return SmallBankOptions.ofAccounts(accounts)
          .withHotspot(hot, hotspotProbability / 100)
          .withLocality(locality == null ? defaultLocality : locality);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), e.getMessage());
    }
  }
}
