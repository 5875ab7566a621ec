package org.thetisdb.lab.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.router.estimate.WorkloadProfile;

/** From a sample of transactions to what each scheme would make of them. */
final class WorkloadProfileTest {
  private static final int CALLS = 600;

  private static final CostModel SHARED = new CostModel(3, true, 64);
  private static final CostModel APART = new CostModel(3, false, 64);

  /** Groups that are written come in pairs: 0 with 1, 2 with 3, and so on. */
  private static String pair(int call) {
    return "%d,%d||%s|||0|0".formatted(call % 30 * 2, call % 30 * 2 + 1, rows(call));
  }

  /** Twelve of its own. */
  private static String rows(int call) {
    return IntStream.range(0, 12)
        .mapToObj(i -> Integer.toString(12 * call + i))
        .collect(Collectors.joining(","));
  }

  private static WorkloadProfile profile(int interactive, IntFunction<String> call) {
    ObjectNode sample = JsonNodeFactory.instance.objectNode();
    sample.put("seen", CALLS).put("interactive", interactive);
    for (int i = 0; i < CALLS; i++) {
      sample.withArray("calls").add(call.apply(i));
    }
    return ProfileSample.of(sample, 3);
  }

  @Test
  void whatIsWrittenTogetherIsFoundThoughItIsDealtOutApart() {
    WorkloadProfile load = profile(0, WorkloadProfileTest::pair);
    assertThat(load.crossUpdates()).isEqualTo(1);
    assertThat(load.crossWhenPlaced()).isZero();
    assertThat(load.conflict()).isZero();
    assertThat(load.rowsWritten()).isEqualTo(12);
  }

  @Test
  void neighbouringGroupsArePlacedTogetherThoughMetOnce() {
    WorkloadProfile load = profile(0, call -> neighbours(call * 263 % CALLS));
    assertThat(load.crossUpdates()).isEqualTo(1);
    assertThat(load.crossWhenPlaced()).as("but where parts meet").isLessThan(0.1);
    assertThat(load.busiestWhenPlaced()).isLessThan(0.5);
  }

  private static String neighbours(int at) {
    return "%d,%d||%d|||0|0".formatted(2 * at, 2 * at + 1, at);
  }

  @Test
  void aPlacementIsJudgedByWhatItHasNotSeen() {
    SplittableRandom random = new SplittableRandom(1);
    WorkloadProfile load =
        profile(
            0,
            call ->
                "%d,%d||%d|||0|0".formatted(random.nextInt(5_000), random.nextInt(5_000), call));
    assertThat(load.crossWhenPlaced()).as("any two of three sites").isBetween(0.5, 0.8);
  }

  @Test
  void fewGroupsAreSpreadThoughRowsAreNumberedAlongWithThem() {
    WorkloadProfile load =
        profile(0, call -> "%d||%d|||0|0".formatted(call % 12 * 100, 10_000 + call));
    assertThat(load.writtenGroups()).isEqualTo(12);
    assertThat(load.busiestWhenPlaced()).as("no site has all of it").isLessThan(0.5);
  }

  @Test
  void readsAndInteractiveTransactionsAreCounted() {
    WorkloadProfile load = profile(150, call -> call % 4 == 0 ? "1||5|||0|0" : "|1,2|||8,9|0|0");
    assertThat(load.readShare()).isEqualTo(0.75);
    assertThat(load.crossReads()).isEqualTo(1);
    assertThat(load.crossAccesses()).isZero();
    assertThat(load.interactiveShare()).isEqualTo(0.25);
    assertThat(load.conflict()).as("all write one row").isEqualTo(1);
  }

  @Test
  void pairsAreServedBestWhereMastershipFollowsThem() {
    WorkloadProfile load = profile(0, WorkloadProfileTest::pair);
    double followed = units(APART, SchemeRegistry.DYNAMAST, load);
    assertThat(units(APART, SchemeRegistry.SINGLE_MASTER, load) / followed)
        .as("one of three sites has all the work, or the busiest has half of it")
        .isCloseTo(2, within(0.1));
    assertThat(units(APART, SchemeRegistry.PARTITION_STORE, load)).isGreaterThan(followed);
    assertThat(units(SHARED, SchemeRegistry.SINGLE_MASTER, load))
        .as("where sites share processors nothing is gained by spreading")
        .isEqualTo(units(SHARED, SchemeRegistry.DYNAMAST, load));
  }

  @Test
  void oneHotRowMakesBatchesExpensive() {
    WorkloadProfile hot =
        profile(0, call -> call % 2 == 0 ? "1||7|||0|0" : "2||" + call + "|||0|0");
    WorkloadProfile cool = profile(0, call -> "1||" + call + "|||0|0");
    assertThat(units(SHARED, SchemeRegistry.ARIA, hot))
        .isGreaterThan(units(SHARED, SchemeRegistry.SINGLE_MASTER, hot));
    assertThat(units(SHARED, SchemeRegistry.ARIA, cool))
        .isCloseTo(units(SHARED, SchemeRegistry.SINGLE_MASTER, cool), withinPercentage(2));
  }

  private static double units(CostModel model, SchemeSpec scheme, WorkloadProfile load) {
    return model.of(scheme, load).units();
  }
}
