package org.thetisdb.cli.bench;

import org.thetisdb.benchmarks.driver.script.Weights;
import org.thetisdb.benchmarks.smallbank.SmallBankOptions;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** What SmallBank is run on. */
public final class WorkloadOptions {
  private static final int TRANSACTIONS = 6;
  private static final int TPCC_TRANSACTIONS = 5;
  private static final int TPCC_WITHOUT_DELIVERIES = 3;
  private static final String FULL_MIX = "full";

  @Spec(Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--accounts",
      paramLabel = "N",
      defaultValue = "100000",
      description = "smallbank: customers (${DEFAULT-VALUE}).")
  private int accounts;

  @Option(
      names = "--hotspot-percent",
      paramLabel = "P",
      defaultValue = "25",
      description = "smallbank: share of customers that are preferred (${DEFAULT-VALUE}).")
  private double hotspotPercent;

  @Option(
      names = "--hotspot-accounts",
      paramLabel = "N",
      description = "smallbank: number of customers that are preferred, instead of a share.")
  private Integer hotspotAccounts;

  @Option(
      names = "--hotspot-probability",
      paramLabel = "P",
      defaultValue = "90",
      description =
          "smallbank: how often, in percent, a preferred one is chosen (${DEFAULT-VALUE}).")
  private double hotspotProbability;

  @Option(
      names = "--locality",
      paramLabel = "R",
      description =
          "smallbank: each client works in a region of its own, with partners at most R accounts apart; 0 chooses all over the bank.")
  private Integer locality;

  @Option(
      names = {"--weights", "--mix"},
      paramLabel = "P,P,...",
      description =
          "Percent of each transaction of the workload, in the order of the table of results; smallbank: 15,15,15,25,15,15 of Amalgamate, Balance, DepositChecking, SendPayment, TransactSavings, WriteCheck. tpcc takes three, too, of NewOrder, Payment, StockLevel (45/45/10), and full.")
  private String mix;

  /** The weights of another workload; null if none are given. */
  Weights weights(int types) {
    try {
      return mix == null ? null : Weights.parse(mix.replace('/', ','), types);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), e.getMessage());
    }
  }

  /**
   * The weights of TPC-C: all five; or three, of NewOrder, Payment and StockLevel; or the word
   * full. Null if none are given.
   */
  Weights tpccWeights() {
    if (mix == null || mix.equals(FULL_MIX)) {
      return null;
    }
    try {
      String[] parts = mix.split("[,/]", -1);
      return parts.length == TPCC_WITHOUT_DELIVERIES
          ? Weights.parse("%s,%s,0,0,%s".formatted((Object[]) parts), TPCC_TRANSACTIONS)
          : Weights.parse(String.join(",", parts), TPCC_TRANSACTIONS);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), e.getMessage());
    }
  }

  /** SmallBank as the flags have it. */
  public SmallBankOptions options(int defaultLocality) {
    try {
      int hot =
          hotspotAccounts != null
              ? hotspotAccounts
              : Math.max(1, (int) Math.round(accounts * hotspotPercent / 100));
      return SmallBankOptions.ofAccounts(accounts)
          .withMix(mix == null ? SmallBankOptions.STANDARD_MIX : Weights.parse(mix, TRANSACTIONS))
          .withHotspot(hot, hotspotProbability / 100)
          .withLocality(locality == null ? defaultLocality : locality);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), e.getMessage());
    }
  }
}
