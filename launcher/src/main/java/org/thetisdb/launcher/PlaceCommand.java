package org.thetisdb.launcher;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.thetisdb.benchmarks.driver.Format;
import org.thetisdb.benchmarks.driver.TextTable;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.router.schism.OfflinePlacement;
import org.thetisdb.router.schism.Trace;
import org.thetisdb.router.schism.TraceFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code thetis admin place}: cuts a placement from a trace, offline, as Schism does. */
@Command(
    name = "place",
    description = {
      "Cuts a placement from a trace of what transactions access together.",
      "Needs no cluster. docs/experiments.md tells how a trace is taken, and a placement served."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  ./thetis bench smallbank --scheme partition-store --trace trace.txt",
      "  ./thetis admin place --from trace.txt --sites 3 --out placement.txt",
      "  ./thetis bench smallbank --scheme schism --placement placement.txt"
    })
final class PlaceCommand implements Callable<Integer> {
  private static final int REFUSED = 2;

  @Spec private CommandSpec spec;

  @Option(names = "--from", paramLabel = "TRACE", required = true, description = "The trace.")
  private Path from;

  @Option(
      names = "--sites",
      paramLabel = "N",
      defaultValue = "3",
      description = "Sites of the cluster that is to serve it (${DEFAULT-VALUE}).")
  private int sites;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Writes the placement; without it, only the table is shown.")
  private Path out;

  @Option(
      names = "--imbalance",
      paramLabel = "F",
      defaultValue = "1.1",
      description = "Accesses at a site, at most so many times the mean (${DEFAULT-VALUE}).")
  private double imbalance;

  @Option(
      names = "--seed",
      paramLabel = "X",
      defaultValue = "1",
      description = "Seed of all choices (${DEFAULT-VALUE}).")
  private long seed;

  @Override
  public Integer call() {
    if (sites < 1 || sites > Stamp.MAX_SITE) {
      throw wrong("--sites is from 1 to " + Stamp.MAX_SITE + ".");
    }
    if (!(imbalance >= 1)) {
      throw wrong("--imbalance is at least 1.");
    }
    Trace trace;
    try {
      trace = TraceFile.read(from);
    } catch (NoSuchFileException e) {
      return refuse("There is no file " + from + ".");
    } catch (IOException e) {
      return refuse("The trace " + from + " cannot be read: " + e.getMessage() + ".");
    }
    OfflinePlacement placed;
    long beganNs = System.nanoTime();
    try {
      placed = OfflinePlacement.of(trace, sites, imbalance, seed);
    } catch (IllegalArgumentException e) {
      return refuse("Nothing can be placed: " + e.getMessage() + ".");
    }
    long ms = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs);
    if (out != null) {
      try {
        placed.placement().write(out);
      } catch (IOException e) {
        return refuse("The placement cannot be written to " + out + ": " + e.getMessage() + ".");
      }
    }
    show(trace, placed, ms);
    return 0;
  }

  private void show(Trace trace, OfflinePlacement placed, long ms) {
    PrintWriter text = spec.commandLine().getOut();
    text.printf(
        Locale.ROOT,
        "%s transactions, %s partitions, %s pairs accessed together; %s ranges; %s ms%n%n",
        Format.count(trace.transactions().size()),
        Format.count(placed.nodes()),
        Format.count(placed.edges()),
        Format.count(placed.placement().ranges().ranges().size()),
        Format.count(ms));
    TextTable parts = new TextTable("site", "accesses", "ranges");
    for (int site = 1; site <= sites; site++) {
      int wanted = site;
      parts.row(
          Integer.toString(site),
          Format.count(placed.siteWeights()[site - 1]),
          Format.count(
              placed.placement().ranges().ranges().stream()
                  .filter(range -> range.site() == wanted)
                  .count()));
    }
    text.println(parts.render("  "));
    TextTable shares = new TextTable("<placement", "distributed");
    shares.row("hash", percent(placed.distributedByHash()));
    shares.row("range of " + OfflinePlacement.NEIGHBOURS, percent(placed.distributedByRange()));
    shares.row("this one", percent(placed.distributed()));
    text.print(shares.render("  "));
    text.flush();
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", share * 100);
  }

  private ParameterException wrong(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }

  private int refuse(String sentence) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(sentence);
    err.flush();
    return REFUSED;
  }
}
