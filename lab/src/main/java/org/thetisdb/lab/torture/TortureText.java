package org.thetisdb.lab.torture;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.thetisdb.benchmarks.text.Format;
import org.thetisdb.benchmarks.text.TextTable;

/** A result as tables for people. */
public final class TortureText {
  private static final String INDENT = "  ";
  private static final int MARKED_LEASE_MS = 400;

  private TortureText() {}

  /** Several lines. */
  public static String of(TortureResult result) {
    StringBuilder text = new StringBuilder();
    text.append("Pauses until the next commit, lease ")
        .append(result.options().leaseMs())
        .append(" ms\n")
        .append(pauses(result).render(INDENT));
    if (result.inDoubt().decided() > 0) {
      text.append(inDoubt(result.inDoubt()));
    }
    text.append("\nCalls\n").append(calls(result).render(INDENT));
    text.append("\nChecks\n").append(checks(result).render(INDENT));
    return text.toString();
  }

  private static String inDoubt(InDoubtSeen.Summary seen) {
    return String.format(
        Locale.ROOT,
        "%nIn doubt at most %.0f ms, %.1f ms on average: what %,d records of transactions over several sites had prepared, until the decision was applied. Sites that were stopped count the time.%n",
        seen.mostMs(),
        seen.meanMs(),
        seen.decided());
  }

  private static TextTable pauses(TortureResult result) {
    TextTable table =
        new TextTable("fault", "times", "p50", "p95", "max", "longest wait", "whole, max", "<mark");
    for (Map.Entry<Fault, List<InjectedFault>> each : result.byFault().entrySet()) {
      Fault fault = each.getKey();
      List<InjectedFault> wounds = each.getValue();
      Percentiles pause = Percentiles.of(wounds, InjectedFault::pauseMs);
      table.row(
          fault.label(),
          wounds.size(),
          seconds(pause.p50()),
          seconds(pause.p95()),
          seconds(pause.max()),
          seconds(Percentiles.of(wounds, InjectedFault::longestMs).max()),
          seconds(Percentiles.of(wounds, InjectedFault::wholeMs).max()),
          mark(fault, pause, result.options().leaseMs()));
    }
    return table;
  }

  private static String mark(Fault fault, Percentiles pause, int leaseMs) {
    if (fault.markMs() == 0 || leaseMs != MARKED_LEASE_MS) {
      return "";
    }
    String verdict = pause.p95() <= fault.markMs() ? "met" : "MISSED";
    return "p95 " + seconds(fault.markMs()) + ": " + verdict;
  }

  static String seconds(long ms) {
    return String.format(Locale.ROOT, "%.2f s", ms / 1e3);
  }

  private static TextTable calls(TortureResult result) {
    TextTable table =
        new TextTable("workload", "committed", "aborted", "not run", "unknown", "committed/s");
    result
        .tallies()
        .forEach(
            (workload, tally) ->
                table.row(
                    workload,
                    Format.count(tally.committed()),
                    Format.count(tally.aborted()),
                    Format.count(tally.notRun()),
                    Format.count(tally.unknown()),
                    Format.rounded(tally.committed() / result.elapsedS())));
    return table;
  }

  private static TextTable checks(TortureResult result) {
    TextTable table = new TextTable("check", "<verdict");
    result.checks().forEach(table::row);
    return table;
  }
}
