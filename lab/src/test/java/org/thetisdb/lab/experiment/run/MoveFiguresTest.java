package org.thetisdb.lab.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.thetisdb.benchmarks.driver.result.Latency;
import org.thetisdb.benchmarks.driver.result.Second;

/** What ranges that move in the midst of a run do to it. */
class MoveFiguresTest {
  private final ObjectNode json = new ObjectMapper().createObjectNode();

  private static List<Second> tenths(int... committed) {
    List<Second> tenths = new ArrayList<>();
    for (int each : committed) {
      long us = each == 0 ? 0 : 100_000 / each;
      Latency latency = new Latency(us, us, us, us, us, us, us);
      tenths.add(new Second(tenths.size() + 1, false, 0.1, each, 0, latency, null, List.of()));
    }
    return tenths;
  }

  private double figure(String name) {
    return json.at("/moved/" + name).asDouble();
  }

  @Test
  void theCourseIsBesideWhatWasBefore() {
    List<Second> tenths =
        tenths(
            100, 100, 100, 100, 100, 100, 100, 100, 100, 100, // a second before
            50, 0, 100, // it moves
            200, 200, 200, 200, 200, 200, 200, 200, 200, 200);
    MoveFigures.put(tenths, Map.of("began_us", 1_000_000L, "took_us", 300_000L), json);
    assertThat(figure("before_txn_s")).isCloseTo(1_000, within(1e-6));
    assertThat(figure("during")).isCloseTo(0.5, within(1e-6));
    assertThat(figure("worst")).isZero();
    assertThat(figure("after")).isCloseTo(2, within(1e-6));
    assertThat(figure("reached_s")).isCloseTo(0.3, within(1e-6));
    assertThat(figure("latency_after")).isCloseTo(0.5, within(1e-6));
    assertThat(json.at("/moved/course")).hasSize(23);
    assertThat(json.at("/moved/course/10/at_s").asDouble()).isZero();
  }

  @Test
  void aRunWhoseRangesDidNotComeIsNoGoodRun() {
    json.put("good", true);
    Map<String, Long> done = Map.of("began_us", 1_000_000L, "took_us", 100_000L, "failed", 0L);
    Map<String, Long> failed = Map.of("began_us", 1_000_000L, "took_us", 100_000L, "failed", 1L);
    Map<String, Long> never = Map.of("began_us", 1_000_000L, "took_us", -1L, "failed", 0L);
    Map<String, Long> late = Map.of("began_us", 1_000_000L, "took_us", 2_500_000L, "failed", 0L);
    List<Second> tenths = tenths(IntStream.generate(() -> 100).limit(30).toArray());
    MoveFigures.put(tenths, done, json);
    assertThat(json.path("good").asBoolean()).isTrue();
    assertThat(json.has("problem")).isFalse();
    MoveFigures.put(tenths, failed, json);
    assertThat(json.path("good").asBoolean()).isFalse();
    assertThat(json.path("problem").asText()).contains("did not");
    MoveFigures.put(tenths, never, json);
    assertThat(json.path("problem").asText()).contains("still moving");
    json.remove("problem");
    MoveFigures.put(tenths, late, json);
    assertThat(json.path("problem").asText()).contains("still moving");
  }

  @Test
  void whereNothingMovesThereIsNoFigure() {
    MoveFigures.put(tenths(100), Map.of(), json);
    assertThat(json.isEmpty()).isTrue();
  }
}
