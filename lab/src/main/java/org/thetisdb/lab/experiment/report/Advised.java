package org.thetisdb.lab.experiment.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.lab.advice.CostModel;
import org.thetisdb.lab.experiment.Experiment.Contest;
import org.thetisdb.lab.experiment.Line;
import org.thetisdb.lab.experiment.Metric;
import org.thetisdb.lab.experiment.Point;
import org.thetisdb.router.estimate.WorkloadProfile;

/**
 * What the advisor says of a workload, and what the schemes did. It has seen the transactions under
 * the first line.
 *
 * @param point the workload
 * @param advised the scheme that it expects most of
 * @param expected transactions per second that it expects of that
 * @param measured what that did
 * @param best the scheme that did most
 * @param most what that did
 */
public record Advised(
    String point, String advised, double expected, double measured, String best, double most) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** All workloads of an experiment that has every scheme; empty for others. */
  public static List<Advised> of(ExperimentFindings findings) {
    List<Advised> all = new ArrayList<>();
    if (findings.experiment().contest() == Contest.EVERY_SCHEME) {
      for (Point point : findings.points()) {
        JsonNode first = first(findings, point);
        if (first != null) {
          all.add(of(findings, point, new Expectation(first, point)));
        }
      }
    }
    return all;
  }

  private static JsonNode first(ExperimentFindings findings, Point point) {
    return findings.runs().stream()
        .filter(run -> run.path("point").asText().equals(point.label()))
        .filter(run -> !run.path("profile").isMissingNode())
        .findFirst()
        .orElse(null);
  }

  /** What the advisor expects, as it has seen the transactions of one run. */
  private static final class Expectation {
    private final CostModel model;
    private final WorkloadProfile profile;

    /** Those that rolled back are work, and no commits; the profile knows nothing of them. */
    private final double committedShare;

    Expectation(JsonNode run, Point point) {
      double committed = run.path("committed").asDouble();
      this.model = new CostModel(point.sites(), false, run.path("clients").asInt());
      this.profile = profile(run);
      this.committedShare = committed / Math.max(1, committed + run.path("aborted").asDouble());
    }

    private static WorkloadProfile profile(JsonNode run) {
      try {
        return MAPPER.treeToValue(run.path("profile"), WorkloadProfile.class);
      } catch (JsonProcessingException e) {
        throw new IllegalArgumentException("a run without a profile", e);
      }
    }

    /** Commits per second under a line's scheme. */
    double of(Line line) {
      return committedShare * model.of(SchemeRegistry.find(line.scheme()), profile).perSecond();
    }
  }

  private static Advised of(ExperimentFindings findings, Point point, Expectation expected) {
    Line advised = null;
    Line best = null;
    for (Line line : findings.lines()) {
      if (advised == null || expected.of(line) > expected.of(advised)) {
        advised = line;
      }
      if (best == null || measured(findings, line, point) > measured(findings, best, point)) {
        best = line;
      }
    }
    return new Advised(
        point.label(),
        advised.label(),
        expected.of(advised),
        measured(findings, advised, point),
        best.label(),
        measured(findings, best, point));
  }

  private static double measured(ExperimentFindings findings, Line line, Point point) {
    return findings.spread(line.label(), point.label(), Metric.THROUGHPUT).median();
  }

  /** The throughput of the scheme that is advised, beside that of the best. */
  public double share() {
    return measured / most;
  }

  /** One line for people. */
  public String text() {
    return String.format(
        Locale.ROOT,
        "%s: advised %s, %,.0f txn/s; best %s, %,.0f; %.2f of it",
        point,
        advised,
        measured,
        best,
        most,
        share());
  }
}
