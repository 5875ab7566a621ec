package org.thetisdb.benchmarks.hostile;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/** A run as JSON; the names of the fields are fixed for programs that read them. */
public final class HostileJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private HostileJson() {}

  /** One object. */
  public static ObjectNode of(HostileResult result) {
    ObjectNode json = MAPPER.createObjectNode();
    json.put("workload", "hostile");
    json.put("seed", result.options().seed());
    json.put("duration_s", result.options().durationS());
    json.put("p99_factor", result.options().marks().p99Factor());
    json.put("worst_ms", result.options().marks().worstMs());
    json.put("good", result.isGood());
    json.put("wrong", result.wrong());
    putBystander(result.calm(), json.putObject("calm"));
    ArrayNode kinds = json.putArray("kinds");
    result.kinds().forEach(kind -> putKind(kind, kinds.addObject()));
    ArrayNode notRun = json.putArray("not_run");
    result.notRun().forEach(kind -> notRun.add(kind.name()));
    return json;
  }

  private static void putKind(KindResult kind, ObjectNode json) {
    Tally.Counts counts = kind.counts();
    json.put("kind", kind.kind().name());
    json.put("good", kind.isGood());
    json.put("sent", counts.sent());
    json.put("answered", counts.answered());
    json.put("no_end", counts.open());
    json.put("p50_us", counts.times().getValueAtPercentile(50));
    json.put("p99_us", counts.times().getValueAtPercentile(99));
    json.put("worst_us", counts.times().getMaxValue());
    putRefusals(counts.refusals(), json.putArray("refused"));
    putBystander(kind.bystander(), json.putObject("bystander"));
    ArrayNode missed = json.putArray("missed");
    kind.missed().forEach(missed::add);
  }

  private static void putBystander(BystanderTimes seen, ObjectNode json) {
    seen.times()
        .forEach(
            (work, times) ->
                json.putObject(work.field())
                    .put("count", times.count())
                    .put("p50_us", times.p50Us())
                    .put("p99_us", times.p99Us())
                    .put("worst_us", times.worstUs()));
    putRefusals(seen.errors(), json.putArray("errors"));
  }

  private static void putRefusals(Map<String, Tally.Refusal> refusals, ArrayNode array) {
    refusals.forEach(
        (state, refusal) ->
            array
                .addObject()
                .put("code", state)
                .put("count", refusal.count())
                .put("sample", refusal.sample()));
  }
}
