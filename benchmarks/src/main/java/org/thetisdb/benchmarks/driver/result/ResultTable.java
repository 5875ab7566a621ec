package org.thetisdb.benchmarks.driver.result;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.thetisdb.benchmarks.costs.CostTable;
import org.thetisdb.benchmarks.text.Format;
import org.thetisdb.benchmarks.text.TextTable;

/** A result as a table for people. */
public final class ResultTable {
  private static final int MOST_REASONS = 6;

  private ResultTable() {}

  /** Several lines of text. */
  public static String of(BenchResult result) {
    StringBuilder text = new StringBuilder();
    text.append(headline(result)).append('\n').append('\n');
    text.append(types(result)).append('\n');
    text.append(facts(result));
    String costs = CostTable.of(result.costs());
    text.append(costs.isEmpty() ? "" : "\n" + costs + learned(result.placement().learned()));
    result.errors().forEach((code, sample) -> text.append(error(code, sample)));
    text.append(conflicts(result));
    return text.toString();
  }

  /** What the scheme expects of costs, and what was found. */
  private static String learned(List<LearnedFunction> functions) {
    if (functions.isEmpty()) {
      return "";
    }
    TextTable table =
        new TextTable(
            "learned cost", "observed", "expected", "found", "R2", "constant", "<weights");
    for (LearnedFunction each : functions) {
      table.row(
          each.name(),
          Format.count(each.observations()),
          number(each.expected()),
          number(each.found()),
          String.format(Locale.ROOT, "%.2f", each.explained()),
          number(each.constant()),
          String.join(", ", each.weights().stream().map(ResultTable::number).toList()));
    }
    return "\n" + table.render("  ");
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  private static String headline(BenchResult result) {
    BenchResult.Setup setup = result.setup();
    return String.format(
        Locale.ROOT,
        "%s via %s%s%s, scheme %s, %d sites, %d clients%s, %s after %d s of warm-up, seed %d",
        setup.workload(),
        setup.via(),
        setup.style().isEmpty() ? "" : " as " + setup.style(),
        setup.isolation().isEmpty() ? "" : " at " + setup.isolation(),
        setup.scheme(),
        setup.sites(),
        setup.options().clients(),
        rate(setup.options()),
        Format.seconds(result.elapsedS()),
        setup.options().warmUpS(),
        setup.options().seed());
  }

  private static String rate(RunOptions options) {
    return options.ratePerS() == 0 ? "" : " at " + Format.rounded(options.ratePerS()) + " calls/s";
  }

  private static String types(BenchResult result) {
    TextTable table =
        new TextTable(
            "transaction", "committed", "aborted", "retried", "p50", "p95", "p99", "p99.9", "max");
    List<String> names = result.setup().types();
    MeasuredInterval totals = result.totals();
    for (int type = 0; type < names.size(); type++) {
      addRow(
          table,
          names.get(type),
          totals.count(type, Ending.COMMITTED),
          totals.count(type, Ending.ABORTED),
          totals.retriedShare(type),
          totals.latency(type));
    }
    addRow(
        table,
        "all",
        totals.count(Ending.COMMITTED),
        totals.count(Ending.ABORTED),
        totals.retriedShare(),
        totals.latency());
    return table.render("  ");
  }

  private static void addRow(
      TextTable table, String name, long committed, long aborted, double retried, Latency latency) {
    table.row(
        name,
        Format.count(committed),
        Format.count(aborted),
        retried == 0 ? "-" : Format.percent(100 * retried),
        Format.micros(latency.p50()),
        Format.micros(latency.p95()),
        Format.micros(latency.p99()),
        Format.micros(latency.p999()),
        Format.micros(latency.max()));
  }

  private static String facts(BenchResult result) {
    ClusterDelta cluster = result.cluster();
    TextTable table = new TextTable("throughput", "<" + throughput(result));
    if (result.load().rows() > 0) {
      table.row("loaded", loaded(result.load()));
    }
    table.row("remastered", remastered(cluster) + floor(result.placement()));
    addPlacement(table, result);
    table.row("distributed", Format.count(cluster.distributedTxns()) + " transactions");
    ClusterDelta.EpochViews epochViews = cluster.epochViews();
    if (epochViews.decided() > 0) {
      table.row("decided in epoch views", Format.count(epochViews.decided()) + " transactions");
      table.row("  at an earlier time", share(epochViews, epochViews.earlier()));
      table.row("  maybe an anomaly", share(epochViews, epochViews.inDoubt()));
    }
    table.row("retried", retried(result));
    table.row("per site", perSite(cluster));
    table.row("logged", Format.bytes(cluster.bytesLogged()));
    long notRun = result.totals().count(Ending.NOT_RUN);
    long unknown = result.totals().count(Ending.UNKNOWN);
    long failed = result.totals().count(Ending.FAILED);
    if (failed > 0) {
      table.row("failed", Format.count(failed) + " ran and were rolled back, see below");
    }
    if (result.unbegun() > 0) {
      table.row("unbegun", Format.count(result.unbegun()) + " calls were due and never made");
    }
    if (notRun + unknown > 0) {
      table.row(
          "unanswered", Format.count(notRun) + " not run, " + Format.count(unknown) + " unknown");
    }
    table.row("acknowledged", Acknowledgement.of(result.setup().durability()));
    table.row("invariants", result.invariants());
    if (!result.errors().isEmpty()) {
      table.row("errors", errors(result));
    }
    table.row("run", result.verdict());
    return table.render("  ");
  }

  private static String floor(PlacementFacts placement) {
    return placement.floorShare() < 0
        ? ""
        : "; floor " + Format.percent(100 * placement.floorShare());
  }

  private static void addPlacement(TextTable table, BenchResult result) {
    PlacementFacts placement = result.placement();
    if (placement.movesSeen() > 0) {
      table.row(
          "moved back",
          Format.count(placement.movesBack())
              + " within a second, of "
              + Format.count(placement.movesSeen())
              + " moves that were looked at");
    }
    if (placement.largestShare() > 0) {
      String much =
          placement.isLopsided() && result.setup().sites() > 1
              ? "; the others can help it little"
              : "";
      table.row(
          "largest site", Format.percent(100 * placement.largestShare()) + " of the writes" + much);
    }
    if (placement.gatheringAt() > 0) {
      table.row("gathering", "the router gathers all writes at site " + placement.gatheringAt());
    }
    if (placement.ranges() > 0) {
      table.row("ranges", Format.count(placement.ranges()));
    }
    if (placement.cutWaitUs() >= 0) {
      table.row("cut wait", Format.micros(Math.round(placement.cutWaitUs())));
    }
  }

  private static String loaded(LoadFacts load) {
    return String.format(
        Locale.ROOT,
        "%s rows in %s over %d connections: %s rows/s%s",
        Format.count(load.rows()),
        Format.seconds(load.seconds()),
        load.connections(),
        Format.rounded(load.rowsPerS()),
        load.retried() == 0 ? "" : ", " + Format.count(load.retried()) + " parts made again");
  }

  /** Only what goes statement by statement is begun again by its clients. */
  private static String retried(BenchResult result) {
    String byCluster = Format.count(result.cluster().retried()) + " by the cluster";
    long byClients = result.totals().count(Ending.RETRIED);
    return byClients == 0
        ? byCluster
        : byCluster
            + ", "
            + Format.count(byClients)
            + " by clients ("
            + Format.percent(100 * result.totals().retriedShare())
            + " of the tries)";
  }

  private static String throughput(BenchResult result) {
    String text = Format.rounded(result.throughput()) + " transactions/s";
    if (result.boundTxnS() == 0) {
      return text;
    }
    double percent = 100 * result.throughput() / result.boundTxnS();
    return text
        + String.format(
            Locale.ROOT,
            "; bound %s/s (one thread, no network, log or locks): %s of it",
            Format.rounded(result.boundTxnS()),
            Format.percent(percent));
  }

  private static String remastered(ClusterDelta cluster) {
    return Format.count(cluster.remasteredTxns())
        + " transactions ("
        + Format.percent(cluster.remasteredPercent())
        + "), "
        + Format.count(cluster.moves())
        + " moves";
  }

  private static String perSite(ClusterDelta cluster) {
    return String.join(
        ", ", cluster.perSiteCommitted().stream().map(count -> Format.count(count)).toList());
  }

  private static String errors(BenchResult result) {
    return Format.count(result.expectedErrors())
        + " that ask for another try, "
        + Format.count(result.unexpectedErrors())
        + " others";
  }

  /** The most frequent reasons first. */
  private static String conflicts(BenchResult result) {
    StringBuilder text = new StringBuilder();
    result.conflicts().entrySet().stream()
        .sorted(Comparator.comparingLong(entry -> -entry.getValue().count()))
        .limit(MOST_REASONS)
        .forEach(
            entry ->
                text.append("  tried again ")
                    .append(Format.count(entry.getValue().count()))
                    .append(" × ")
                    .append(entry.getKey())
                    .append('\n'));
    return text.toString();
  }

  private static String error(String code, ErrorSamples.Sample sample) {
    String kind = ErrorRule.isExpected(code) ? "" : " (not foreseen)";
    String line = String.valueOf(sample.message()).replaceAll("\\s+", " ");
    return "  " + Format.count(sample.count()) + " × " + code + kind + ": " + line + "\n";
  }

  private static String share(ClusterDelta.EpochViews epochViews, long some) {
    return Format.count(some) + " (" + Format.percent(epochViews.percent(some)) + ")";
  }
}
