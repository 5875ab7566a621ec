package org.thetisdb.benchmarks.driver.result;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.thetisdb.benchmarks.costs.CostTable;
import org.thetisdb.benchmarks.driver.result.StatusView.Site;

/** A result as JSON; the names of the fields are fixed for programs that read them. */
public final class ResultJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private ResultJson() {}

  /** The result in one JSON object. */
  public static ObjectNode of(BenchResult result) {
    ObjectNode json = MAPPER.createObjectNode();
    putSetup(result, json);
    putCounts(result, json);
    putLatencies(result, json);
    putCluster(result, json);
    putPlacement(result.placement(), json.putObject("placement"));
    if (!result.costs().isEmpty()) {
      CostTable.put(result.costs(), json.putObject("costs"));
    }
    json.put("invariants", result.invariants());
    json.put("good", result.isGood());
    json.put("bound_txn_s", round(result.boundTxnS(), 1));
    putSeconds(result, json.putArray("seconds"));
    putErrors(result, json.putArray("errors"));
    putConflicts(result, json.putArray("conflicts"));
    json.put("java", System.getProperty("java.version"));
    return json;
  }

  private static void putSetup(BenchResult result, ObjectNode json) {
    BenchResult.Setup setup = result.setup();
    json.put("workload", setup.workload());
    json.put("via", setup.via());
    if (!setup.isolation().isEmpty()) {
      json.put("isolation", setup.isolation());
    }
    if (!setup.style().isEmpty()) {
      json.put("style", setup.style());
    }
    json.put("scheme", setup.scheme());
    json.put("durability", setup.durability());
    json.put("sites", setup.sites());
    json.put("clients", setup.options().clients());
    json.put("rate_txn_s", setup.options().ratePerS());
    json.put("duration_s", round(result.elapsedS(), 3));
    json.put("warmup_s", setup.options().warmUpS());
    json.put("seed", setup.options().seed());
  }

  private static void putCounts(BenchResult result, ObjectNode json) {
    MeasuredInterval totals = result.totals();
    json.put("committed", totals.count(Ending.COMMITTED));
    json.put("aborted", totals.count(Ending.ABORTED));
    json.put("not_run", totals.count(Ending.NOT_RUN));
    json.put("unknown", totals.count(Ending.UNKNOWN));
    json.put("failed", totals.count(Ending.FAILED));
    json.put("unbegun", result.unbegun());
    json.put("retried", result.cluster().retried());
    json.put("retried_by_clients", totals.count(Ending.RETRIED));
    json.put("retried_share", round(totals.retriedShare(), 5));
    json.put("throughput_txn_s", round(result.throughput(), 1));
    putLoad(result.load(), json.putObject("load"));
  }

  private static void putPlacement(PlacementFacts placement, ObjectNode json) {
    if (placement.floorShare() >= 0) {
      json.put("remaster_floor_share", round(placement.floorShare(), 5));
    }
    json.put("largest_site_share", round(placement.largestShare(), 4));
    json.put("is_lopsided", placement.isLopsided());
    json.put("gathering_at", placement.gatheringAt());
    json.put("ranges", placement.ranges());
    json.put("moves_seen", placement.movesSeen());
    json.put("moves_back_within_1s", placement.movesBack());
    if (placement.cutWaitUs() >= 0) {
      json.put("cut_wait_us", round(placement.cutWaitUs(), 1));
    }
    if (!placement.learned().isEmpty()) {
      putLearned(placement.learned(), json.putObject("learned_costs"));
    }
  }

  private static void putLearned(List<LearnedFunction> functions, ObjectNode json) {
    for (LearnedFunction each : functions) {
      ObjectNode one = json.putObject(each.name());
      one.put("observations", each.observations());
      one.put("expected", each.expected());
      one.put("found", each.found());
      one.put("explained", each.explained());
      one.put("constant", each.constant());
      each.weights().forEach(one.putArray("weights")::add);
    }
  }

  private static void putLoad(LoadFacts load, ObjectNode json) {
    json.put("rows", load.rows());
    json.put("seconds", round(load.seconds(), 3));
    json.put("rows_s", round(load.rowsPerS(), 1));
    json.put("connections", load.connections());
    json.put("retried_by_clients", load.retried());
  }

  private static void putLatencies(BenchResult result, ObjectNode json) {
    ObjectNode latencies = json.putObject("latency_us");
    putLatency(result.totals().latency(), latencies);
    ObjectNode types = json.putObject("types");
    List<String> names = result.setup().types();
    for (int type = 0; type < names.size(); type++) {
      ObjectNode one = types.putObject(names.get(type));
      one.put("committed", result.totals().count(type, Ending.COMMITTED));
      one.put("aborted", result.totals().count(type, Ending.ABORTED));
      one.put("retried_by_clients", result.totals().count(type, Ending.RETRIED));
      one.put("retried_share", round(result.totals().retriedShare(type), 5));
      putLatency(result.totals().latency(type), one.putObject("latency_us"));
    }
  }

  private static void putLatency(Latency latency, ObjectNode json) {
    json.put("mean", latency.mean());
    json.put("p50", latency.p50());
    json.put("p90", latency.p90());
    json.put("p95", latency.p95());
    json.put("p99", latency.p99());
    json.put("p999", latency.p999());
    json.put("max", latency.max());
  }

  private static void putCluster(BenchResult result, ObjectNode json) {
    ClusterDelta cluster = result.cluster();
    json.put("remastered_txns", cluster.remasteredTxns());
    json.put("distributed_txns", cluster.distributedTxns());
    json.put("decided_in_epoch_views", cluster.epochViews().decided());
    json.put("decided_earlier", cluster.epochViews().earlier());
    json.put("decided_in_doubt", cluster.epochViews().inDoubt());
    json.put("moves", cluster.moves());
    json.put("gathering_at", cluster.gatheringAt());
    ArrayNode perSite = json.putArray("per_site_committed");
    cluster.perSiteCommitted().forEach(perSite::add);
    ArrayNode shares = json.putArray("mastership_share");
    ArrayNode partitions = json.putArray("mastered_partitions");
    ArrayNode used = json.putArray("used_bytes");
    for (Site site : lastSites(result)) {
      shares.add(round(site.masteredShare(), 4));
      partitions.add(site.masteredPartitions());
      used.add(site.usedBytes());
    }
    json.put("bytes_logged", cluster.bytesLogged());
  }

  private static List<Site> lastSites(BenchResult result) {
    List<Second> seconds = result.seconds();
    return seconds.isEmpty() ? List.of() : seconds.get(seconds.size() - 1).sites();
  }

  private static void putSeconds(BenchResult result, ArrayNode json) {
    for (Second second : result.seconds()) {
      ObjectNode one = json.addObject();
      one.put("second", second.number());
      one.put("warmup", second.warmUp());
      one.put("throughput_txn_s", round(second.throughput(), 1));
      one.put("p99_us", second.latency().p99());
      one.put("remastered_percent", round(second.cluster().remasteredPercent(), 3));
      one.put("gathering_at", second.cluster().gatheringAt());
      ArrayNode shares = one.putArray("mastered_share");
      second.sites().forEach(site -> shares.add(round(site.masteredShare(), 4)));
    }
  }

  private static void putErrors(BenchResult result, ArrayNode json) {
    result
        .errors()
        .forEach(
            (code, sample) -> {
              ObjectNode one = json.addObject();
              one.put("code", code);
              one.put("foreseen", ErrorRule.isExpected(code));
              one.put("count", sample.count());
              one.put("message", sample.message());
            });
  }

  private static void putConflicts(BenchResult result, ArrayNode json) {
    result
        .conflicts()
        .forEach(
            (reason, sample) ->
                json.addObject().put("reason", reason).put("count", sample.count()));
  }

  private static double round(double value, int digits) {
    double scale = Math.pow(10, digits);
    return Math.round(value * scale) / scale;
  }
}
