package org.thetisdb.cli.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.thetisdb.benchmarks.driver.result.StatusView;
import org.thetisdb.benchmarks.text.Format;
import org.thetisdb.benchmarks.text.TextTable;
import org.thetisdb.cli.option.ConnectOptions;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.placement.AppliedPlacement;
import org.thetisdb.router.schism.OfflinePlacement;
import org.thetisdb.router.schism.StaticPlacement;
import org.thetisdb.router.schism.Trace;
import org.thetisdb.router.schism.TraceFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code thetis admin place}: cuts a placement from a trace, offline, as Schism does. */
@Command(
    name = "place",
    description = {
      "Cuts a placement from a trace of what transactions access together. Needs no cluster.",
      "With --apply, a cluster that runs follows it from now on: its partitions move there while"
          + " clients go on, as long as a scheme is in force whose masters stay.",
      "docs/operate/placement.md says how a trace is taken, and a placement served."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  ./thetis bench smallbank --scheme partition-store --trace trace.txt",
      "  ./thetis admin place --from trace.txt --sites 3 --out placement.txt",
      "  ./thetis bench smallbank --scheme schism --placement placement.txt",
      "  ./thetis admin place --from trace.txt --apply",
      "  ./thetis admin scheme schism",
      "  ./thetis admin place --take-back"
    })
final class PlaceCommand implements Callable<Integer> {
  private static final int REFUSED = 2;
  private static final int SITES = 3;

  @Spec private CommandSpec spec;

  @Option(names = "--from", paramLabel = "TRACE", description = "The trace.")
  private Path from;

  @Option(
      names = "--sites",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Sites of the cluster that is to serve it (3; with --apply, as many as it has).")
  private int sites;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Writes the placement; without it, only the table is shown.")
  private Path out;

  @Option(names = "--apply", description = "The cluster follows it from now on.")
  private boolean apply;

  @Option(names = "--dry-run", description = "With --apply: only says whether it would fit.")
  private boolean dryRun;

  @Option(
      names = "--take-back",
      description = "Takes back what was applied: partitions return to their first masters.")
  private boolean takeBack;

  @Option(names = "--show", description = "Shows what is applied.")
  private boolean show;

  @Mixin private ConnectOptions connection;

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
    if (takeBack || show) {
      return withoutTrace();
    }
    if (from == null) {
      throw wrong("Which trace? Give one with --from, or ask with --show.");
    }
    if (sites == 0) {
      sites = apply ? sitesOfCluster() : SITES;
    }
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
    if (apply) {
      StaticPlacement found = placed.placement();
      ask(AppliedPlacement.NONE.next(found.partitionKeys(), found.ranges()), found.sites(), dryRun);
    }
    return 0;
  }

  private int withoutTrace() {
    if (from != null || apply || (takeBack && show)) {
      throw wrong("--take-back and --show go alone.");
    }
    ask(AppliedPlacement.NONE, 0, show);
    return 0;
  }

  private int sitesOfCluster() {
    int[] found = new int[1];
    connection.with(
        client ->
            found[0] =
                StatusView.parse(client.changePlacement(AppliedPlacement.NONE, 0, true))
                    .root()
                    .path("sites")
                    .asInt());
    return found[0];
  }

  private void ask(AppliedPlacement wanted, int forSites, boolean asksOnly) {
    String[] answer = new String[1];
    connection.with(client -> answer[0] = client.changePlacement(wanted, forSites, asksOnly));
    PrintWriter text = spec.commandLine().getOut();
    text.println(told(StatusView.parse(answer[0]).root(), asksOnly && apply));
    text.flush();
  }

  /** What the router answered, in two sentences. */
  static String told(JsonNode root, boolean wouldFit) {
    int ranges = root.path("ranges").asInt();
    String what =
        ranges == 0
            ? "No placement is applied"
            : String.format(
                Locale.ROOT,
                "A placement of %s ranges %s",
                Format.count(ranges),
                wouldFit ? "fits, and is not applied" : "is applied");
    String scheme = root.path("scheme").asText();
    String follows =
        root.path("followed").asBoolean()
            ? String.format(
                Locale.ROOT,
                "Scheme %s follows it; %s partitions that have moved are elsewhere, %s borders are to"
                    + " come.",
                scheme,
                Format.count(root.path("away").asLong()),
                Format.count(root.path("borders_missing").asLong()))
            : "Scheme " + scheme + " does not follow one: its masters move.";
    return what + " (change " + root.path("change").asLong() + "). " + follows;
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
