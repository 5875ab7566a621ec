package org.thetisdb.cli.bench;

import org.thetisdb.benchmarks.accesses.AccessOptions;
import org.thetisdb.benchmarks.accesses.AccessYcsb;
import org.thetisdb.benchmarks.correlated.CorrelatedOptions;
import org.thetisdb.benchmarks.correlated.CorrelatedYcsb;
import org.thetisdb.benchmarks.driver.script.Weights;
import org.thetisdb.benchmarks.kv.KeyValue;
import org.thetisdb.benchmarks.kv.KeyValueOptions;
import org.thetisdb.benchmarks.sibench.SiBench;
import org.thetisdb.benchmarks.statements.StatementTimes;
import org.thetisdb.benchmarks.tatp.Tatp;
import org.thetisdb.benchmarks.tpcc.TpccOptions;
import org.thetisdb.benchmarks.twitter.Twitter;
import org.thetisdb.benchmarks.voter.OltpBenchVoter;
import org.thetisdb.benchmarks.voter.Voter;
import org.thetisdb.benchmarks.ycsb.OltpBenchYcsb;
import org.thetisdb.benchmarks.ycsb.YcsbOptions;
import org.thetisdb.benchmarks.ycsb.YcsbPreset;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** What the well-known workloads are run on, beside SmallBank. */
final class PortFlags {
  private static final int THOUSAND = 1_000;
  private static final int MOST_THOUSANDS = 100_000;
  private static final int TPCC_WAREHOUSES = 4;
  private static final int YCSB_THOUSANDS = 100;
  private static final int TATP_THOUSANDS = 20;
  private static final int TWITTER_THOUSANDS = 5;
  private static final int VOTER_CONTESTANTS = 6;
  private static final int PARTITIONS_OF_THOUSAND = 10;
  private static final int SIBENCH_ROWS = 10;
  private static final int SIBENCH_TENS = 100;
  private static final int TIMED_THOUSANDS = 10;

  @Spec(Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--scale",
      paramLabel = "N",
      description = "How large the data are; the list below names unit and usual value.")
  private Integer scale;

  @Option(
      names = "--preset",
      paramLabel = "A..F",
      defaultValue = "A",
      description = "ycsb: one of its workloads A to F (${DEFAULT-VALUE}).")
  private YcsbPreset preset;

  @Option(
      names = "--skew",
      paramLabel = "Z",
      description =
          "ycsb, ycsb-correlated, ycsb-accesses: Zipf's exponent; 0 chooses all records alike ("
              + YcsbOptions.USUAL_SKEW
              + "; the others: 0, and up to 0.99 in the papers).")
  private Double skew;

  @Option(
      names = "--shrink",
      paramLabel = "N",
      defaultValue = "1",
      description = "tpcc: divides customers, orders and items, for trials (${DEFAULT-VALUE}).")
  private int shrink;

  @Option(
      names = "--affinity",
      paramLabel = "N",
      description =
          "ycsb-correlated, tpcc: transactions of a client with the same partitions, or warehouse, before another takes its place ("
              + CorrelatedOptions.USUAL_AFFINITY
              + "; tpcc: it stays).")
  private Integer affinity;

  @Option(
      names = "--shuffle-at",
      paramLabel = "S",
      description =
          "ycsb-correlated: second of the run, warm-up included, in which other partitions become neighbours; never if not given.")
  private Integer shuffleAtS;

  @Option(
      names = "--cross",
      paramLabel = "P",
      description =
          "ycsb-accesses: percent of the transactions that meet several partitions of a thousand records, the others meet one (not given: each access falls anywhere); kv: percent of the transactions that meet two partitions (0); tpcc: percent of the orders and of the payments that meet two warehouses (not given: as the specification has it).")
  private Integer crossPercent;

  @Option(
      names = "--accesses",
      paramLabel = "N",
      description = "ycsb-accesses: records that a transaction meets (default: 10).")
  private int accesses = AccessOptions.USUAL_SIZE.accesses();

  @Option(
      names = "--field-chars",
      paramLabel = "N",
      description = "ycsb-accesses: characters of each of a record's nine fields (default: 10).")
  private int fieldChars = AccessOptions.USUAL_SIZE.fieldChars();

  @Option(
      names = "--fragments",
      description =
          "tpcc by procedures: these say which parts of them belong to which rows, for scheme dtxn, and columns that nobody changes have tables of their own.")
  private boolean fragments;

  AccessYcsb accesses(Weights given) {
    try {
      return new AccessYcsb(
          new AccessOptions(
              thousands(YCSB_THOUSANDS),
              skew == null ? 0 : skew,
              given == null ? AccessOptions.USUAL_WEIGHTS : given,
              crossPercent == null ? AccessOptions.ANYWHERE : crossPercent,
              1,
              0,
              new AccessOptions.Size(accesses, fieldChars)));
    } catch (IllegalArgumentException e) {
      throw wrong(e);
    }
  }

  KeyValue keyValue() {
    try {
      return new KeyValue(
          new KeyValueOptions(
              scale(KeyValueOptions.USUAL_PARTITIONS, 1_024),
              crossPercent == null ? 0 : crossPercent));
    } catch (IllegalArgumentException e) {
      throw wrong(e);
    }
  }

  CorrelatedYcsb correlated(Weights given) {
    if (shuffleAtS != null && shuffleAtS < 0) {
      throw wrong(new IllegalArgumentException("--shuffle-at is 0 or more"));
    }
    try {
      return new CorrelatedYcsb(
          new CorrelatedOptions(
              PARTITIONS_OF_THOUSAND * scale(YCSB_THOUSANDS, MOST_THOUSANDS),
              skew == null ? 0 : skew,
              given == null ? CorrelatedOptions.USUAL_WEIGHTS : given,
              affinity == null ? CorrelatedOptions.USUAL_AFFINITY : affinity,
              shuffleAtS == null ? -1 : shuffleAtS));
    } catch (IllegalArgumentException e) {
      throw wrong(e);
    }
  }

  private double ycsbSkew() {
    return skew == null ? YcsbOptions.USUAL_SKEW : skew;
  }

  YcsbOptions ycsb(Weights given) {
    try {
      return new YcsbOptions(
          thousands(YCSB_THOUSANDS),
          given == null ? preset.weights() : given,
          preset.prefersLatest(),
          ycsbSkew());
    } catch (IllegalArgumentException e) {
      throw wrong(e);
    }
  }

  Voter voter() {
    return new Voter(scale(VOTER_CONTESTANTS, Voter.MOST_CONTESTANTS));
  }

  OltpBenchYcsb styledYcsb(Weights given) {
    try {
      return new OltpBenchYcsb(
          thousands(YCSB_THOUSANDS),
          ycsbSkew(),
          given == null ? OltpBenchYcsb.USUAL_WEIGHTS : given);
    } catch (IllegalArgumentException e) {
      throw wrong(e);
    }
  }

  OltpBenchVoter styledVoter() {
    return new OltpBenchVoter(scale(VOTER_CONTESTANTS, Voter.MOST_CONTESTANTS));
  }

  SiBench siBench(Weights given) {
    int rows = SIBENCH_ROWS * scale(SIBENCH_TENS, MOST_THOUSANDS);
    return new SiBench(rows, given == null ? SiBench.USUAL_WEIGHTS : given);
  }

  StatementTimes statementTimes() {
    return new StatementTimes(thousands(TIMED_THOUSANDS));
  }

  Tatp tatp(Weights given, boolean styled) {
    return new Tatp(thousands(TATP_THOUSANDS), given == null ? Tatp.USUAL_WEIGHTS : given, styled);
  }

  Twitter styledTwitter(Weights given) {
    return new Twitter(
        thousands(TWITTER_THOUSANDS), given == null ? Twitter.STYLED_WEIGHTS : given, true);
  }

  Twitter twitter(Weights given) {
    return new Twitter(
        thousands(TWITTER_THOUSANDS), given == null ? Twitter.USUAL_WEIGHTS : given, false);
  }

  TpccOptions tpcc(Weights given) {
    try {
      TpccOptions options =
          new TpccOptions(
                  scale(TPCC_WAREHOUSES, TpccOptions.MOST_WAREHOUSES),
                  shrink,
                  given == null ? TpccOptions.USUAL_WEIGHTS : given,
                  affinity == null ? 0 : affinity)
              .inFragments(fragments);
      return crossPercent == null ? options : options.withRemote(crossPercent, crossPercent);
    } catch (IllegalArgumentException e) {
      throw wrong(e);
    }
  }

  private int thousands(int usual) {
    return THOUSAND * scale(usual, MOST_THOUSANDS);
  }

  private int scale(int usual, int most) {
    int asked = scale == null ? usual : scale;
    if (asked < 1 || asked > most) {
      throw wrong(new IllegalArgumentException("--scale goes from 1 to " + most));
    }
    return asked;
  }

  private ParameterException wrong(IllegalArgumentException e) {
    return new ParameterException(command.commandLine(), e.getMessage());
  }
}
