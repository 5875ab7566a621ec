package org.thetisdb.lab.experiment.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import org.thetisdb.benchmarks.costs.CostSheet;
import org.thetisdb.benchmarks.costs.Stage;
import org.thetisdb.benchmarks.driver.result.BenchResult;
import org.thetisdb.benchmarks.driver.result.ResultJson;
import org.thetisdb.benchmarks.driver.result.Second;
import org.thetisdb.benchmarks.driver.result.StatusView;
import org.thetisdb.lab.advice.ProfileSample;

/** The figures of a run as JSON: those of {@code bench --json}, and some that follow from them. */
public final class RunFigures {
  /** Into how many stretches a run is divided. */
  public static final int STRETCHES = 10;

  private RunFigures() {}

  /** One object; instead of all seconds it has stretches. */
  static ObjectNode of(Trial trial, BenchResult result, RunInsight insight) {
    ObjectNode json = ResultJson.of(result);
    json.remove("seconds");
    json.put("line", trial.line().label());
    json.put("point", trial.point().label());
    json.put("round", trial.round());
    putStretches(result.seconds(), json.putArray("stretches_txn_s"));
    MoveFigures.put(result.seconds(), insight.moved(), json);
    putSiteShares(result.cluster().perSiteCommitted(), json.putArray("site_share"));
    putProcessorShares(result.costs(), json.putObject("cpu_share"));
    if (!insight.scheduling().isEmpty()) {
      insight.scheduling().forEach(json.putObject("scheduling")::put);
    }
    if (!insight.busy().isEmpty()) {
      insight.workPerTxn().forEach(json.putObject("work_per_txn")::put);
      insight.busy().forEach(json.putObject("busy")::put);
    }
    if (!insight.sample().isEmpty()) {
      json.set("profile", profile(insight.sample(), trial.point().sites()));
    }
    putMemory(json.path("used_bytes"), json.putObject("memory"));
    long committed = result.cluster().committed();
    json.put(
        "bytes_logged_per_txn",
        committed == 0 ? 0 : (double) result.cluster().bytesLogged() / committed);
    json.put(
        "remastered_share",
        committed == 0 ? 0 : (double) result.cluster().remasteredTxns() / committed);
    json.put(
        "distributed_share",
        committed == 0 ? 0 : (double) result.cluster().distributedTxns() / committed);
    return json;
  }

  /** What rows take at the sites: together, at the fullest, and at the fullest but that one. */
  private static void putMemory(JsonNode usedBytes, ObjectNode json) {
    long all = 0;
    long most = 0;
    long next = 0;
    for (JsonNode each : usedBytes) {
      long bytes = each.asLong();
      all += bytes;
      next = Math.max(next, Math.min(most, bytes));
      most = Math.max(most, bytes);
    }
    json.put("all", all).put("most", most).put("next", next);
  }

  private static JsonNode profile(String sample, int sites) {
    return new ObjectMapper().valueToTree(ProfileSample.of(StatusView.parse(sample).root(), sites));
  }

  /** The throughput of each tenth of the run from its first second on, warm-up included. */
  private static void putStretches(List<Second> seconds, ArrayNode json) {
    for (int stretch = 0; stretch < STRETCHES; stretch++) {
      int from = stretch * seconds.size() / STRETCHES;
      int to = (stretch + 1) * seconds.size() / STRETCHES;
      double committed = 0;
      double lengthS = 0;
      for (Second second : seconds.subList(from, to)) {
        committed += second.committed();
        lengthS += second.lengthS();
      }
      if (lengthS == 0) {
        json.addNull();
      } else {
        json.add(committed / lengthS);
      }
    }
  }

  private static void putSiteShares(List<Long> committed, ArrayNode json) {
    double sum = committed.stream().mapToLong(Long::longValue).sum();
    committed.forEach(one -> json.add(sum == 0 ? 0 : one / sum));
  }

  private static void putProcessorShares(CostSheet costs, ObjectNode json) {
    double sum = costs.total().cpuUs();
    for (Map.Entry<Stage, CostSheet.Cost> one : costs.byStage().entrySet()) {
      json.put(one.getKey().field(), sum == 0 ? 0 : one.getValue().cpuUs() / sum);
    }
  }
}
