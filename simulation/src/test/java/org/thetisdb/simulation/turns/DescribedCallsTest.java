package org.thetisdb.simulation.turns;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.core.cost.Work;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.router.estimate.CallLoad;
import org.thetisdb.router.estimate.CallWork;
import org.thetisdb.router.estimate.CallWork.Part;
import org.thetisdb.router.estimate.Hold;
import org.thetisdb.router.estimate.Steps;
import org.thetisdb.router.estimate.WorkloadProfile;

/** Every scheme that a router knows says what a call does, also one that only tests have. */
class DescribedCallsTest {
  static Stream<SchemeSpec> schemes() {
    return Turns.FAMILIES.atRouters().schemes().all().stream();
  }

  /** Transactions that write and read so many rows; some cross, some meet others. */
  private static CallLoad load(double written, double read) {
    WorkloadProfile profile =
        new WorkloadProfile(
            1_024, 0.2, 0, written, 0.1, read, 0.2, 120, 0.1, 0.2, 0.1, 1.2, 0.3, 1.4, 0.4, 0.1,
            0.01, 0.02);
    return new CallLoad(profile, 3, 240);
  }

  private static List<CallWork> ways(SchemeSpec scheme, CallLoad load) {
    return Turns.FAMILIES.atRouters().describe(scheme, load);
  }

  private static Steps engines(CallWork call) {
    return call.once().and(call.eachRun());
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void aCallIsTakenAndAnswered(SchemeSpec scheme) {
    assertThat(ways(scheme, load(2, 8))).isNotEmpty();
    for (CallWork call : ways(scheme, load(2, 8))) {
      assertThat(call.why()).isNotBlank();
      assertThat(call.router().of(Work.ROUTER_TASK)).as("router").isGreaterThanOrEqualTo(2);
      assertThat(engines(call).of(Work.ENGINE_TASK)).as("engines").isGreaterThanOrEqualTo(1);
      assertThat(call.waitUs() + call.answerUs() + call.idleUs()).as("waits").isPositive();
    }
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void whatItWritesAndReadsIsWork(SchemeSpec scheme) {
    List<CallWork> few = ways(scheme, load(2, 8));
    List<CallWork> writes = ways(scheme, load(4, 8));
    List<CallWork> reads = ways(scheme, load(2, 16));
    for (int way = 0; way < few.size(); way++) {
      assertThat(written(writes.get(way))).isGreaterThan(written(few.get(way)));
      assertThat(engines(reads.get(way)).of(Work.ROW_READ))
          .isGreaterThan(engines(few.get(way)).of(Work.ROW_READ));
    }
  }

  private static double written(CallWork call) {
    return engines(call).of(Work.ROW_WRITTEN) + engines(call).of(Work.ROW_COMMITTED);
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void aSiteHasItsShareAndNoMoreThanAll(SchemeSpec scheme) {
    for (CallWork call : ways(scheme, load(2, 8))) {
      assertThat(call.busiest()).isBetween(1.0 / 3, 1.0);
      assertThat(call.runs()).isGreaterThanOrEqualTo(1);
      for (Part part : call.sites()) {
        for (Work work : Work.values()) {
          double ofOneSite = part.once().of(work) + part.eachRun().of(work);
          assertThat(ofOneSite).as(work.key()).isLessThanOrEqualTo(engines(call).of(work));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void whoMeetsNobodyKeepsNothingFromOthers(SchemeSpec scheme) {
    WorkloadProfile alone =
        new WorkloadProfile(1_024, 0, 0, 2, 0, 8, 0, 120, 0, 0, 0, 1, 0, 1, 0.34, 0, 0, 0);
    for (CallWork call : ways(scheme, new CallLoad(alone, 3, 240))) {
      assertThat(call.holds()).allSatisfy(hold -> assertThat(hold.us()).isZero());
    }
    for (CallWork call : ways(scheme, load(2, 8))) {
      assertThat(call.holds().stream().mapToDouble(Hold::us)).allMatch(us -> us >= 0);
    }
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void onlyStepsOfTheRouterAreItsWork(SchemeSpec scheme) {
    for (CallWork call : ways(scheme, load(2, 8))) {
      for (Work work : Work.values()) {
        boolean isRouters = work == Work.ROUTER_TASK;
        assertThat(isRouters ? engines(call).of(work) : call.router().of(work))
            .as(work.key())
            .isZero();
      }
    }
  }
}
