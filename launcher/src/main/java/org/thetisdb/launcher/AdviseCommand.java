package org.thetisdb.launcher;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import org.thetisdb.benchmarks.driver.StatusView;
import org.thetisdb.benchmarks.text.TextTable;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.launcher.advice.CostModel;
import org.thetisdb.launcher.advice.WorkloadProfile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code thetis admin advise}: which scheme would serve the running workload best. */
@Command(
    name = "advise",
    description = {
      "Watches what clients do, and tells which scheme would serve it best, and by how much.",
      "It looks at a sample of their transactions and reckons what each scheme would make of them."
          + " With --measure it changes to each scheme for a while and counts; clients notice that."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Exit status: 0 there is advice, 1 there is nothing to watch.",
      "",
      "Examples:",
      "  ./thetis admin advise",
      "  ./thetis admin advise --measure --apply"
    })
final class AdviseCommand implements Callable<Integer> {
  /** Who promises less than this on top is not worth a change. */
  private static final double WORTHWHILE = 1.1;

  @Spec private CommandSpec spec;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "5",
      description = "How long it watches; with --measure, each scheme (${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--measure",
      description = "Changes to each scheme in turn and counts what is committed.")
  private boolean measure;

  @Option(names = "--apply", description = "Changes to the scheme that is advised.")
  private boolean apply;

  @Mixin private ConnectOptions connection;

  private PrintWriter out;
  private boolean idle;

  /** What a scheme is expected to do, or did. */
  private record Line(SchemeSpec scheme, double perSecond, String why, String obstacle) {
    boolean isPossible() {
      return obstacle.isEmpty();
    }
  }

  @Override
  public Integer call() {
    if (seconds < 1) {
      throw new ParameterException(spec.commandLine(), "--seconds begins at 1.");
    }
    out = spec.commandLine().getOut();
    connection.with(this::advise);
    return idle ? 1 : 0;
  }

  private void advise(ThetisClient client) {
    client.workload();
    double now = watch(client);
    JsonNode sample = StatusView.parse(client.workload()).root();
    idle = now == 0 || sample.path("calls").isEmpty();
    if (idle) {
      say("Nothing to advise: nobody has committed anything for %d s.".formatted(seconds));
      return;
    }
    JsonNode status = StatusView.parse(client.status()).root();
    JsonNode choice = StatusView.parse(client.changeScheme("", true)).root();
    SchemeSpec inForce = SchemeRegistry.find(choice.path("scheme").asText());
    WorkloadProfile profile = WorkloadProfile.of(sample, members(status));
    say(describe(profile, inForce, now));
    List<Line> lines =
        measure
            ? measured(client, choice, inForce)
            : reckoned(
                modelOf(status),
                profile,
                choice,
                inForce,
                now,
                status.path("partitions").asText().equals("ranges"));
    lines.sort((a, b) -> Double.compare(b.perSecond, a.perSecond));
    say(table(lines, inForce));
    decide(client, lines, inForce);
  }

  /** Transactions per second over the time that it watches. */
  private double watch(ThetisClient client) {
    long beganNs = System.nanoTime();
    long before = committed(client);
    try {
      Thread.sleep(seconds * 1000L);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return (committed(client) - before) / ((System.nanoTime() - beganNs) / 1e9);
  }

  private static long committed(ThetisClient client) {
    return StatusView.parse(client.status()).root().path("counters").path("committed").asLong();
  }

  private static int members(JsonNode status) {
    int members = 0;
    for (JsonNode site : status.path("per_site")) {
      members += site.path("state").asText().equals("left") ? 0 : 1;
    }
    return Math.max(1, members);
  }

  private static CostModel modelOf(JsonNode status) {
    Set<String> hosts = new HashSet<>();
    for (JsonNode site : status.path("per_site")) {
      String address = site.path("address").asText();
      hosts.add(address.substring(0, Math.max(0, address.lastIndexOf(':'))));
    }
    int members = members(status);
    return new CostModel(members, hosts.size() < members, status.path("calls_under_way").asInt());
  }

  private static List<Line> reckoned(
      CostModel model,
      WorkloadProfile profile,
      JsonNode choice,
      SchemeSpec inForce,
      double now,
      boolean hasRanges) {
    double unit = now * model.of(inForce, profile).units();
    List<Line> lines = new ArrayList<>();
    for (JsonNode each : choice.path("schemes")) {
      SchemeSpec scheme = SchemeRegistry.find(each.path("name").asText());
      if (scheme != null) {
        CostModel.Cost cost = model.of(scheme, profile);
        String obstacle = each.path("obstacle").asText();
        boolean staysInPlace = hasRanges && scheme.placement().isFixed();
        lines.add(
            new Line(
                scheme,
                unit / cost.units(),
                cost.why(),
                obstacle.isEmpty() && staysInPlace && !scheme.equals(inForce)
                    ? cost.why() + " in a new cluster; here masters would stay where they are"
                    : obstacle));
      }
    }
    return lines;
  }

  private List<Line> measured(ThetisClient client, JsonNode choice, SchemeSpec inForce) {
    List<Line> lines = new ArrayList<>();
    try {
      for (JsonNode each : choice.path("schemes")) {
        SchemeSpec scheme = SchemeRegistry.find(each.path("name").asText());
        String obstacle = each.path("obstacle").asText();
        if (scheme == null || !obstacle.isEmpty()) {
          continue;
        }
        client.changeScheme(scheme.name(), false);
        watch(client); // what it moves at first does not count
        double perSecond = watch(client);
        lines.add(new Line(scheme, perSecond, "", ""));
        say(String.format(Locale.ROOT, "  %-16s %,12.0f/s", scheme, perSecond));
      }
    } finally {
      client.changeScheme(inForce.name(), false);
    }
    say("");
    return lines;
  }

  private String describe(WorkloadProfile load, SchemeSpec inForce, double now) {
    return String.format(
        Locale.ROOT,
        "%,.0f transactions/s under %s; %,d of them were looked at.%n"
            + "  %.0f %% only read, %.0f %% are interactive; an update writes %.1f rows.%n"
            + "  Rows are grouped by the first column of their keys. With groups dealt out to the"
            + " sites, %.0f %% of the updates%n"
            + "  would write at several sites, and %.0f %% meet several with what they read, %.0f %% with"
            + " tables that nobody writes;%n"
            + "  with groups placed by what is written together, %.0f %%. Two updates write the same row"
            + " with a chance of %.3f %%.%n",
        now,
        inForce,
        load.transactions(),
        100 * load.readShare(),
        100 * load.interactiveShare(),
        load.rowsWritten(),
        100 * load.crossUpdates(),
        100 * load.crossAccesses(),
        100 * load.crossInAll(),
        100 * load.crossWhenPlaced(),
        100 * load.conflict());
  }

  private static double perSecond(List<Line> lines, SchemeSpec scheme) {
    return lines.stream()
        .filter(line -> line.scheme.equals(scheme))
        .mapToDouble(Line::perSecond)
        .findFirst()
        .orElse(0);
  }

  private static String table(List<Line> lines, SchemeSpec inForce) {
    double now = perSecond(lines, inForce);
    TextTable table = new TextTable("scheme", "txn/s", "beside now", "<");
    for (Line line : lines) {
      String beside =
          line.scheme.equals(inForce)
              ? "in force"
              : String.format(Locale.ROOT, "%+.0f %%", 100 * (line.perSecond / now - 1));
      table.row(
          line.scheme,
          String.format(Locale.ROOT, "%,.0f", line.perSecond),
          beside,
          line.isPossible() ? line.why : "(" + line.obstacle + ")");
    }
    return table.render("  ");
  }

  private void decide(ThetisClient client, List<Line> lines, SchemeSpec inForce) {
    double now = perSecond(lines, inForce);
    Line best = lines.stream().filter(Line::isPossible).findFirst().orElseThrow();
    if (best.scheme.equals(inForce) || best.perSecond < now * WORTHWHILE) {
      say("Advice: stay with " + inForce + ". No other scheme promises 10 % more.");
      return;
    }
    say(
        String.format(
            Locale.ROOT,
            "Advice: %s, for %.0f %% more.%s",
            best.scheme,
            100 * (best.perSecond / now - 1),
            apply ? "" : " Change to it with: ./thetis admin scheme " + best.scheme));
    if (apply) {
      client.changeScheme(best.scheme.name(), false);
      say("Scheme " + best.scheme + " is in force.");
    }
  }

  private void say(String text) {
    out.println(text);
    out.flush();
  }
}
