package org.thetisdb.launcher;

import org.thetisdb.benchmarks.smallbank.Mix;
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
      names = "--hotspot-accounts",
      paramLabel = "N",
      description = "Number of customers that are preferred, instead of a share.")
  private Integer hotspotAccounts;

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

  @Option(
      names = "--mix",
      paramLabel = "A,B,D,S,T,W",
      defaultValue = "15,15,15,25,15,15",
      description =
          "Percent of Amalgamate, Balance, DepositChecking, SendPayment, TransactSavings and WriteCheck (${DEFAULT-VALUE}).")
  private String mix;

  SmallBankOptions options(int defaultLocality) {
    try {
      int hot =
          hotspotAccounts != null
              ? hotspotAccounts
              : Math.max(1, (int) Math.round(accounts * hotspotPercent / 100));
      return SmallBankOptions.ofAccounts(accounts)
          .withMix(Mix.parse(mix))
          .withHotspot(hot, hotspotProbability / 100)
          .withLocality(locality == null ? defaultLocality : locality);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), e.getMessage());
    }
  }
}
