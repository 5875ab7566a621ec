package org.thetisdb.cli.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.thetisdb.benchmarks.driver.result.StatusView;
import org.thetisdb.cli.option.ConnectOptions;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.Trait;
import org.thetisdb.lab.advice.CostModel;
import org.thetisdb.lab.advice.ProfileSample;
import org.thetisdb.lab.advice.Ranking;
import org.thetisdb.lab.advice.Ranking.Line;
import org.thetisdb.lab.advice.Watched;
import org.thetisdb.router.estimate.WorkloadProfile;
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
      "Watches what clients do, and says which scheme would serve it best, and by how much.",
      "It looks at a sample of their transactions and estimates what each scheme would make of"
          + " them. With --measure it changes to each scheme for a while and counts; clients notice"
          + " that."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Exit status: 0 there is advice, 1 there is nothing to watch.",
      "",
      "Examples:",
      "  ./thetis admin advise",
      "  ./thetis admin advise --answer-ms 3     for clients that wait",
      "  ./thetis admin advise --measure --apply"
    })
final class AdviseCommand implements Callable<Integer> {
  private static final long LOOK_EVERY_MS = 100;

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

  @Option(
      names = "--answer-ms",
      paramLabel = "MS",
      description =
          "The mean time from call to answer that is wanted, in milliseconds: schemes that would"
              + " take longer are not advised. Without it throughput alone counts.")
  private double answerMs;

  @Option(names = "--apply", description = "Changes to the scheme that is advised.")
  private boolean apply;

  @Mixin private ConnectOptions connection;

  private PrintWriter out;
  private boolean idle;

  @Override
  public Integer call() {
    if (seconds < 1) {
      throw new ParameterException(spec.commandLine(), "--seconds begins at 1.");
    }
    if (!(answerMs >= 0) || Double.isInfinite(answerMs)) {
      throw new ParameterException(spec.commandLine(), "--answer-ms is not below 0.");
    }
    out = spec.commandLine().getOut();
    connection.with(this::advise);
    return idle ? 1 : 0;
  }

  private void advise(ThetisClient client) {
    client.workload();
    Watched now = watch(client);
    JsonNode sample = StatusView.parse(client.workload()).root();
    idle = now.perSecond() == 0 || sample.path("calls").isEmpty();
    if (idle) {
      say("Nothing to advise: nobody has committed anything for %d s.".formatted(seconds));
      return;
    }
    JsonNode status = StatusView.parse(client.status()).root();
    JsonNode choice = StatusView.parse(client.changeScheme("", true)).root();
    SchemeSpec inForce = SchemeRegistry.find(choice.path("scheme").asText());
    WorkloadProfile profile = ProfileSample.of(sample, members(status));
    say(describe(profile, inForce, now.perSecond()) + "  " + now.text() + System.lineSeparator());
    List<Line> lines =
        measure
            ? measured(client, choice, inForce)
            : estimated(
                modelOf(status, now),
                profile,
                choice,
                inForce,
                now,
                status.path("partitions").asText().equals("ranges"));
    if (!measure && modelOf(status, now).sharesProcessors()) {
      say(
          "  Sites share the processors of a machine, so the work of all of them counts"
              + " together.\n");
    }
    Ranking ranking = new Ranking(lines, inForce, answerMs);
    say(ranking.table());
    decide(client, ranking.verdict());
  }

  /** What clients do in the time that it watches. */
  private Watched watch(ThetisClient client) {
    long beganNs = System.nanoTime();
    JsonNode first = StatusView.parse(client.status()).root();
    JsonNode last = first;
    long underWay = 0;
    long looks = 0;
    do {
      sleep(LOOK_EVERY_MS);
      last = StatusView.parse(client.status()).root();
      underWay += last.path("calls_under_way").asLong();
      looks++;
    } while (System.nanoTime() - beganNs < TimeUnit.SECONDS.toNanos(seconds)
        && !Thread.currentThread().isInterrupted());
    return Watched.between(
        counted(first),
        counted(last),
        (System.nanoTime() - beganNs) / 1e9,
        (double) underWay / looks);
  }

  private static void sleep(long ms) {
    try {
      Thread.sleep(ms);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Watched.Counted counted(JsonNode status) {
    JsonNode counters = status.path("counters");
    return new Watched.Counted(
        counters.path("committed").asLong(),
        counters.path("aborted").asLong(),
        counters.path("retried").asLong());
  }

  private static int members(JsonNode status) {
    int members = 0;
    for (JsonNode site : status.path("per_site")) {
      members += site.path("state").asText().equals("left") ? 0 : 1;
    }
    return Math.max(1, members);
  }

  private static CostModel modelOf(JsonNode status, Watched now) {
    Set<String> hosts = new HashSet<>();
    for (JsonNode site : status.path("per_site")) {
      String address = site.path("address").asText();
      hosts.add(address.substring(0, Math.max(0, address.lastIndexOf(':'))));
    }
    int members = members(status);
    int underWay = (int) Math.max(1, Math.round(now.underWay()));
    return new CostModel(members, hosts.size() < members, underWay);
  }

  private static List<Line> estimated(
      CostModel model,
      WorkloadProfile profile,
      JsonNode choice,
      SchemeSpec inForce,
      Watched now,
      boolean hasRanges) {
    CostModel.Cost costNow = model.of(inForce, profile);
    double unit = now.perSecond() * costNow.units();
    List<Line> lines = new ArrayList<>();
    for (JsonNode each : choice.path("schemes")) {
      SchemeSpec scheme = SchemeRegistry.find(each.path("name").asText());
      if (scheme != null) {
        CostModel.Cost cost = model.of(scheme, profile);
        double perSecond = unit / cost.units();
        String obstacle = each.path("obstacle").asText();
        boolean staysInPlace = hasRanges && scheme.has(Trait.MASTERS_STAY);
        lines.add(
            new Line(
                scheme,
                perSecond,
                scheme.equals(inForce) ? now.answerMs() : now.answerMsAt(perSecond, cost, costNow),
                cost.why() + "; " + cost.bound(),
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
        Watched seen = watch(client);
        lines.add(new Line(scheme, seen.perSecond(), seen.answerMs(), "", ""));
        say(String.format(Locale.ROOT, "  %-16s %,12.0f/s", scheme, seen.perSecond()));
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
        "%,.0f transactions/s under %s; %,d of them were looked at.%n  %.0f %% only read, %.0f %%"
            + " are interactive; an update writes %.1f rows.%n  Rows are grouped by the first"
            + " column of their keys. With groups dealt out to the sites, %.0f %% of the updates%n "
            + " would write at several sites, and %.0f %% meet several with what they read, %.0f %%"
            + " with tables that nobody writes;%n  with groups placed by what is written together,"
            + " %.0f %%. Two updates write the same row with a chance of %.3f %%.%n",
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

  private void decide(ThetisClient client, Ranking.Verdict verdict) {
    verdict
        .scheme()
        .ifPresentOrElse(
            scheme -> changeTo(client, scheme, verdict.text()), () -> say(verdict.text()));
  }

  private void changeTo(ThetisClient client, SchemeSpec scheme, String text) {
    if (!apply) {
      say(text + " Change to it with: ./thetis admin scheme " + scheme);
      return;
    }
    say(text);
    client.changeScheme(scheme.name(), false);
    say("Scheme " + scheme + " is in force.");
  }

  private void say(String text) {
    out.println(text);
    out.flush();
  }
}
