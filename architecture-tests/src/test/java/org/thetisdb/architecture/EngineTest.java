package org.thetisdb.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.architecture.fixture.ReadsTime;
import org.thetisdb.architecture.fixture.TakesRandomness;
import org.thetisdb.architecture.fixture.Waits;

class EngineTest {
  private static final String[] ENGINE = {
    "org.thetisdb.core..",
    "org.thetisdb.procedures..",
    "org.thetisdb.sql..",
    "org.thetisdb.replication..",
    "org.thetisdb.migration..",
    "org.thetisdb.server..",
    "org.thetisdb.router.."
  };
  private static final String FIXTURE = "org.thetisdb.architecture.fixture..";

  @Test
  void theEngineReadsTimeAndRandomnessThroughInterfacesOnly() {
    EngineRules.determinism(ENGINE).check(ThetisClasses.production());
  }

  @Test
  void theEngineBlocksNoThread() {
    EngineRules.noBlocking(ENGINE).check(ThetisClasses.production());
  }

  @Test
  void sessionIdsAreMadeInOnePlace() {
    EngineRules.sessionIds(ENGINE).check(ThetisClasses.production());
  }

  @ParameterizedTest
  @ValueSource(strings = {"clock", "methodReference", "instant", "date", "sleep", "clockObject"})
  void aLookAtTheMachinesTimeIsFound(String method) {
    assertThat(violations(EngineRules.determinism(FIXTURE))).anyMatch(at(ReadsTime.class, method));
  }

  @ParameterizedTest
  @ValueSource(strings = {"unseeded", "secure", "uuid", "threadLocal", "math", "splittable"})
  void unseededRandomnessIsFound(String method) {
    assertThat(violations(EngineRules.determinism(FIXTURE)))
        .anyMatch(at(TakesRandomness.class, method));
  }

  @Test
  void randomnessWithASeedIsAllowed() {
    assertThat(violations(EngineRules.determinism(FIXTURE)))
        .noneMatch(at(TakesRandomness.class, "seeded"));
  }

  @Test
  void classesNamedSystemMayReadTheMachine() {
    assertThat(violations(EngineRules.determinism(FIXTURE)))
        .noneMatch(line -> line.contains("SystemTicks"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "get",
        "timedGet",
        "joinFuture",
        "joinThread",
        "monitor",
        "latch",
        "queue",
        "lock"
      })
  void aWaitIsFound(String method) {
    assertThat(violations(EngineRules.noBlocking(FIXTURE))).anyMatch(at(Waits.class, method));
  }

  @Test
  void aCallbackOnAFutureIsAllowed() {
    assertThat(violations(EngineRules.noBlocking(FIXTURE))).noneMatch(at(Waits.class, "callback"));
  }

  private static Predicate<String> at(Class<?> type, String method) {
    return line -> line.contains(type.getName() + "." + method + "(");
  }

  private static List<String> violations(ArchRule rule) {
    return rule.evaluate(ThetisClasses.fixtures()).getFailureReport().getDetails();
  }
}
