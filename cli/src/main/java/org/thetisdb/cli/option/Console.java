package org.thetisdb.cli.option;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import org.thetisdb.benchmarks.driver.RunListener;
import org.thetisdb.benchmarks.driver.result.Second;
import org.thetisdb.benchmarks.driver.result.StatusView;
import org.thetisdb.cluster.Progress;

/**
 * Shows a person how a start and a run get on: one line for each thing that happened. Thread-safe.
 */
public final class Console implements Progress, RunListener {
  private static final int BAR_CELLS = 24;
  private static final int HEADER_EVERY = 20;
  private static final char[] SITE_CELLS = {'█', '▒', '░', '▓'};

  private final PrintStream out;
  private final TerminalText terminal;
  private int lastPercent = -1;

  /** Prints what the standard output of this process can show. */
  public Console(PrintStream out) {
    this(out, TerminalText.ofThisProcess());
  }

  /** Prints for such a terminal. */
  public Console(PrintStream out, TerminalText terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /** Writes a line. */
  public synchronized void say(String format, Object... values) {
    out.println(terminal.of(String.format(Locale.ROOT, format, values)));
  }

  @Override
  public void ready(String what, double seconds) {
    say("  %-22s ready after %4.1f s", what, seconds);
  }

  @Override
  public void onUploaded(String jarName, int procedures) {
    say("  uploaded jar \"%s\" with %d procedures", jarName, procedures);
  }

  @Override
  public void onDefined(String workload, int definitions) {
    say("  defined the tables of %s with %d statements", workload, definitions);
  }

  @Override
  public synchronized void onLoadProgress(int done, int total) {
    int percent = done * 100 / total / 25 * 25;
    if (percent > lastPercent) {
      lastPercent = percent;
      say("  loading %3d %%", percent);
    }
  }

  @Override
  public void onLoaded(double seconds) {
    say("  loaded in %.1f s", seconds);
  }

  @Override
  public void onStarted() {
    say("%nClients run. Each line is a second.");
  }

  @Override
  public synchronized void onSecond(Second second) {
    if (second.number() % HEADER_EVERY == 1) {
      say(
          "  %4s %10s %9s %9s %11s %7s  %s",
          "", "txn/s", "p50 ms", "p99 ms", "remastered", "ranges", "mastership");
    }
    say(
        "  %3d%s %,10.0f %9.2f %9.2f %9.2f %% %,7d  %s",
        second.number(),
        second.warmUp() ? "*" : " ",
        second.throughput(),
        second.latency().p50() / 1e3,
        second.latency().p99() / 1e3,
        second.cluster().remasteredPercent(),
        second.sites().stream().mapToLong(StatusView.Site::masteredPartitions).sum(),
        bar(second.sites()));
  }

  /**
   * Which site masters how much: one kind of cell for each site, and the shares in percent. Schemes
   * whose masters do not follow the transactions take no sample to tell it by.
   */
  static String bar(List<StatusView.Site> sites) {
    StringBuilder cells = new StringBuilder();
    StringBuilder shares = new StringBuilder();
    double sum = 0;
    for (int i = 0; i < sites.size(); i++) {
      sum += sites.get(i).masteredShare();
      int end = (int) Math.round(sum * BAR_CELLS);
      while (cells.length() < Math.min(end, BAR_CELLS)) {
        cells.append(SITE_CELLS[i % SITE_CELLS.length]);
      }
      shares.append(i == 0 ? "" : " ").append(Math.round(100 * sites.get(i).masteredShare()));
    }
    return sum == 0 ? "-" : cells + " " + shares + " %";
  }

  @Override
  public void onChecking() {
    say("%nClients rest. The invariants are checked ...");
  }

  @Override
  public void onBound() {
    say("The upper bound is measured ...");
  }
}
