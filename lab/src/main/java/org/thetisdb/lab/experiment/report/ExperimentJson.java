package org.thetisdb.lab.experiment.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.thetisdb.lab.experiment.Contests;
import org.thetisdb.lab.experiment.Experiment;
import org.thetisdb.lab.experiment.ExperimentLength;
import org.thetisdb.lab.experiment.ExperimentMachine;
import org.thetisdb.lab.experiment.Line;
import org.thetisdb.lab.experiment.Metric;
import org.thetisdb.lab.experiment.Point;

/** What an experiment found, for programs; the names of the fields are fixed. Stateless. */
public final class ExperimentJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private ExperimentJson() {}

  /** One object: conditions, summaries, and the figures of each run. */
  public static ObjectNode of(ExperimentFindings findings) {
    ObjectNode json = MAPPER.createObjectNode();
    Experiment experiment = findings.experiment();
    json.put("id", experiment.id()).put("shows", experiment.shows());
    json.put("good", findings.isGood()).put("rounds", findings.wholeRounds());
    putRecord(findings.record(), json);
    putForm(findings.form(), json.putObject("form"));
    putLines(findings, json.putArray("lines"));
    ArrayNode missing = json.putArray("missing_schemes");
    Contests.missing(experiment).forEach(missing::add);
    ArrayNode otherwise = json.putArray("otherwise");
    experiment.otherwise().forEach(otherwise::add);
    putPoints(findings, json.putArray("points"));
    putSummary(findings, json.putArray("summary"));
    putRatios(findings, json.putArray("ratios"));
    json.putArray("runs").addAll(findings.runs());
    return json;
  }

  private static void putRecord(ExperimentFindings.RunRecord record, ObjectNode json) {
    json.put("command", record.command()).put("version", record.version());
    json.put("started_at", record.startedAt()).put("conditions", record.conditions());
    ExperimentMachine machine = record.machine();
    json.putObject("machine")
        .put("cores", machine.cores())
        .put("memory_mib", machine.memoryMib())
        .put("java", machine.java())
        .put("system", machine.system())
        .put("load_average", machine.loadAverage());
  }

  private static void putForm(ExperimentLength form, ObjectNode json) {
    json.put("name", form.name()).put("rounds", form.rounds());
    json.put("warmup_s", form.warmUpS()).put("duration_s", form.durationS());
    json.put("clients", form.clients()).put("size_divisor", form.sizeDivisor());
    json.put("seed", form.seed());
  }

  private static void putLines(ExperimentFindings findings, ArrayNode json) {
    for (Line line : findings.lines()) {
      ObjectNode one = json.addObject().put("label", line.label()).put("scheme", line.scheme());
      one.set("settings", MAPPER.valueToTree(line.settings()));
    }
  }

  private static void putPoints(ExperimentFindings findings, ArrayNode json) {
    for (Point point : findings.points()) {
      ObjectNode one = json.addObject().put("label", point.label()).put("sites", point.sites());
      one.put("workload", point.workload().describe(findings.form()));
      one.set("settings", MAPPER.valueToTree(point.settings()));
    }
  }

  private static void putSummary(ExperimentFindings findings, ArrayNode json) {
    for (Point point : findings.points()) {
      for (Metric metric : findings.experiment().metrics()) {
        for (Line line : findings.lines()) {
          ObjectNode one = json.addObject().put("point", point.label()).put("line", line.label());
          one.put("metric", metric.label()).put("unit", metric.unit());
          putSpread(findings.spread(line.label(), point.label(), metric), one);
        }
      }
    }
  }

  private static void putRatios(ExperimentFindings findings, ArrayNode json) {
    for (PaperComparison comparison : PaperComparison.of(findings)) {
      ObjectNode one = json.addObject().put("ratio", comparison.ratio().text());
      one.put("paper", comparison.ratio().paper()).put("is_bound", comparison.ratio().isBound());
      putSpread(comparison.ours(), one.putObject("measured"));
      putSpread(comparison.asPublished(), one.putObject("as_published"));
      one.put("difference", comparison.difference(findings));
    }
  }

  /** What was not measured is not there: JSON has no word for it. */
  private static void putSpread(Spread spread, ObjectNode json) {
    if (!spread.isEmpty()) {
      json.put("median", spread.median()).put("least", spread.least()).put("most", spread.most());
    }
  }
}
