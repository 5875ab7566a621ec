package org.thetisdb.cli.bench;

import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.thetisdb.benchmarks.accesses.AccessYcsb;
import org.thetisdb.benchmarks.correlated.CorrelatedYcsb;
import org.thetisdb.benchmarks.driver.Workload;
import org.thetisdb.benchmarks.jdbc.JdbcWorkload;
import org.thetisdb.benchmarks.kv.KeyValue;
import org.thetisdb.benchmarks.listappend.ListAppend;
import org.thetisdb.benchmarks.sibench.SiBench;
import org.thetisdb.benchmarks.smallbank.OltpBenchSmallBank;
import org.thetisdb.benchmarks.smallbank.SmallBank;
import org.thetisdb.benchmarks.smallbank.SmallBankJdbc;
import org.thetisdb.benchmarks.statements.StatementTimes;
import org.thetisdb.benchmarks.tatp.Tatp;
import org.thetisdb.benchmarks.tpcc.Tpcc;
import org.thetisdb.benchmarks.tpcc.jdbc.TpccJdbc;
import org.thetisdb.benchmarks.tpcc.oltpbench.OltpBenchTpcc;
import org.thetisdb.benchmarks.tpcc.procedure.TpccProcedures;
import org.thetisdb.benchmarks.twitter.Twitter;
import org.thetisdb.benchmarks.voter.Voter;
import org.thetisdb.benchmarks.ycsb.OltpBenchYcsb;
import org.thetisdb.benchmarks.ycsb.Ycsb;

/** The workloads of {@code thetis bench}, and the ways in which each can be run. */
final class WorkloadCatalog {
  private final List<Entry> entries;

  WorkloadCatalog(WorkloadOptions bank, ListAppendFlags lists, PortFlags ports) {
    entries =
        List.of(
            new Entry(
                SmallBank.NAME,
                () -> new SmallBank(bank.options(0)),
                () -> new SmallBankJdbc(bank.options(0)),
                () -> new OltpBenchSmallBank(bank.options(0)),
                Set.of(
                    "--accounts",
                    "--hotspot-percent",
                    "--hotspot-accounts",
                    "--hotspot-probability",
                    "--locality",
                    "--weights")),
            new Entry(
                Ycsb.NAME,
                null,
                () -> new Ycsb(ports.ycsb(bank.weights(Ycsb.OPERATIONS))),
                () -> ports.styledYcsb(bank.weights(OltpBenchYcsb.TRANSACTIONS)),
                Set.of("--scale", "--weights", "--preset", "--skew")),
            new Entry(
                CorrelatedYcsb.NAME,
                () -> ports.correlated(bank.weights(CorrelatedYcsb.TRANSACTIONS)),
                null,
                null,
                Set.of("--scale", "--weights", "--skew", "--affinity", "--shuffle-at")),
            new Entry(
                AccessYcsb.NAME,
                () -> ports.accesses(bank.weights(AccessYcsb.ACCESS_TYPES)),
                null,
                null,
                Set.of("--scale", "--weights", "--skew", "--cross")),
            new Entry(KeyValue.NAME, ports::keyValue, null, null, Set.of("--scale", "--cross")),
            new Entry(Voter.NAME, null, ports::voter, ports::styledVoter, Set.of("--scale")),
            new Entry(
                Tatp.NAME,
                null,
                () -> ports.tatp(bank.weights(Tatp.TRANSACTIONS), false),
                () -> ports.tatp(bank.weights(Tatp.TRANSACTIONS), true),
                Set.of("--scale", "--weights")),
            new Entry(
                Twitter.NAME,
                null,
                () -> ports.twitter(bank.weights(Twitter.TRANSACTIONS)),
                () -> ports.styledTwitter(bank.weights(Twitter.STYLED_TRANSACTIONS)),
                Set.of("--scale", "--weights")),
            new Entry(
                SiBench.NAME,
                null,
                () -> ports.siBench(bank.weights(SiBench.TRANSACTIONS)),
                () -> ports.siBench(bank.weights(SiBench.TRANSACTIONS)),
                Set.of("--scale", "--weights")),
            new Entry(
                StatementTimes.NAME,
                null,
                ports::statementTimes,
                ports::statementTimes,
                Set.of("--scale")),
            new Entry(
                Tpcc.NAME,
                () -> new TpccProcedures(ports.tpcc(bank.tpccWeights())),
                () -> new TpccJdbc(ports.tpcc(bank.tpccWeights())),
                () -> new OltpBenchTpcc(ports.tpcc(bank.tpccWeights())),
                Set.of("--scale", "--weights", "--shrink", "--affinity", "--cross", "--fragments")),
            new Entry(
                ListAppend.NAME,
                () -> new ListAppend(lists.options()),
                null,
                null,
                Set.of(
                    "--keys",
                    "--ops",
                    "--appends-per-key",
                    "--read-only",
                    "--unplanned",
                    "--transactions",
                    "--history",
                    "--level")));
  }

  /**
   * A workload.
   *
   * @param procedures makes it with procedures; null if it has none
   * @param jdbc makes it with statements over JDBC; null if it has none
   * @param styled makes it as OLTP-Bench has it; null if that does not have it
   * @param options those that not every workload has
   */
  record Entry(
      String name,
      Supplier<Workload> procedures,
      Supplier<JdbcWorkload> jdbc,
      Supplier<JdbcWorkload> styled,
      Set<String> options) {
    boolean has(Via via) {
      return (via == Via.JDBC ? jdbc : procedures) != null;
    }

    /** The way that is taken if none is asked for. */
    Via usual() {
      return procedures != null ? Via.PROCEDURE : Via.JDBC;
    }
  }

  /** How clients reach the database. */
  enum Via {
    /** Each transaction is one call of a procedure. */
    PROCEDURE,
    /** Each transaction is a row of statements. */
    JDBC;

    /** As people write it. */
    String word() {
      return this == JDBC ? "jdbc" : "procedure";
    }
  }

  /** The workload of that name, or null. */
  Entry find(String name) {
    for (Entry entry : entries) {
      if (entry.name().equals(name)) {
        return entry;
      }
    }
    return null;
  }

  /** The workloads that have an option, for people; empty if it is one of every workload. */
  String ownersOf(String option) {
    List<Entry> owners = entries.stream().filter(one -> one.options().contains(option)).toList();
    return String.join(", ", owners.stream().map(Entry::name).toList());
  }

  /** All names, for people. */
  String names() {
    return String.join(", ", entries.stream().map(Entry::name).toList());
  }
}
