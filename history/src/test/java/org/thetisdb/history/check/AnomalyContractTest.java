package org.thetisdb.history.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.history.verdict.Level.SERIALIZABLE;
import static org.thetisdb.history.verdict.Level.SI;
import static org.thetisdb.history.verdict.Level.STRICT_SERIALIZABLE;
import static org.thetisdb.history.verdict.Level.STRONG_SESSION_SI;

import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.history.History;
import org.thetisdb.history.verdict.AnomalyKind;
import org.thetisdb.history.verdict.Level;
import org.thetisdb.history.verdict.Verdict;

/** Each anomaly by itself: which levels forbid it, and by which name. */
class AnomalyContractTest {
  private static final Set<Level> ALL = EnumSet.allOf(Level.class);
  private static final Set<Level> SNAPSHOT =
      EnumSet.of(SI, STRONG_SESSION_SI, SERIALIZABLE, STRICT_SERIALIZABLE);
  private static final Set<Level> SESSION = EnumSet.of(STRONG_SESSION_SI, STRICT_SERIALIZABLE);
  private static final Set<Level> SERIAL = EnumSet.of(SERIALIZABLE, STRICT_SERIALIZABLE);
  private static final Set<Level> STRICT = EnumSet.of(STRICT_SERIALIZABLE);

  /** A planted anomaly: the levels that forbid it, its name there, and the history. */
  record Planted(String title, Set<Level> forbidden, AnomalyKind kind, History history) {
    @Override
    public String toString() {
      return title;
    }
  }

  private static Planted planted(
      String title, Set<Level> forbidden, AnomalyKind kind, String... lines) {
    return new Planted(title, forbidden, kind, Scenario.of(lines));
  }

  static Stream<Planted> anomalies() {
    return Stream.of(
        planted(
            "writes of two transactions are interleaved",
            ALL,
            AnomalyKind.DIRTY_WRITE,
            "1: +x1 +y2",
            "2: +x3 +y4",
            "3: x[1 3]",
            "4: y[4 2]"),
        planted("a failed append is read", ALL, AnomalyKind.ABORTED_READ, "1!: +x1", "2: x[1]"),
        planted(
            "half of a transaction is read",
            ALL,
            AnomalyKind.INTERMEDIATE_READ,
            "1: +x1 +x2",
            "2: x[1]",
            "3: x[1 2]"),
        planted(
            "two transactions read each other's appends",
            ALL,
            AnomalyKind.CIRCULAR_INFORMATION_FLOW,
            "1: +x1 y[2]",
            "2: +y2 x[1]"),
        planted(
            "an element is there twice", ALL, AnomalyKind.DUPLICATE_ELEMENT, "1: +x1", "2: x[1 1]"),
        planted(
            "two reads order the elements in two ways",
            ALL,
            AnomalyKind.INCOMPATIBLE_ORDER,
            "1: +x1",
            "2: +x2",
            "3: x[1 2]",
            "4: x[2 1]"),
        planted(
            "a list skips an element that another has",
            ALL,
            AnomalyKind.INCOMPATIBLE_ORDER,
            "1: +x1",
            "2: +x2",
            "3: x[1 2]",
            "4: x[2]"),
        planted(
            "one transaction's appends are turned round",
            ALL,
            AnomalyKind.INCOMPATIBLE_ORDER,
            "1: +x1 +x2",
            "2: x[2 1]"),
        planted(
            "one of a transaction's appends is gone",
            ALL,
            AnomalyKind.LOST_WRITE,
            "1: +x1 +x2",
            "2: x[2]"),
        planted(
            "an element comes from nowhere",
            ALL,
            AnomalyKind.PHANTOM_ELEMENT,
            "1: +x1",
            "2: x[1 9]"),
        planted(
            "a transaction misses its own append",
            ALL,
            AnomalyKind.INTERNAL,
            "1: +x1",
            "2: +x2 x[1]",
            "3: x[1 2]"),
        planted(
            "a transaction reads its append before it appends it",
            ALL,
            AnomalyKind.INTERNAL,
            "1: x[1] +x1"),
        planted(
            "an append of another stands behind the own one",
            ALL,
            AnomalyKind.INTERNAL,
            "1: +x1 x[1 2]",
            "2: +x2"),
        planted(
            "two append to the same version",
            SNAPSHOT,
            AnomalyKind.LOST_UPDATE,
            "1: x[] +x1",
            "2: x[] +x2",
            "3: x[1 2]"),
        planted(
            "two append to the same version, and one append is gone",
            SNAPSHOT,
            AnomalyKind.LOST_UPDATE,
            "1: x[] +x1",
            "2: x[] +x2",
            "3: x[2]"),
        planted(
            "two append to the same version, and nobody looks",
            SNAPSHOT,
            AnomalyKind.LOST_UPDATE,
            "1: x[] +x1",
            "2: x[] +x2"),
        planted(
            "a reader sees one of two appends of a transaction",
            SNAPSHOT,
            AnomalyKind.FRACTURED_READ,
            "1: +x1 +y2",
            "2: x[1] y[]",
            "3: y[2]"),
        planted(
            "a reader sees one of two appends, and nobody the other",
            SNAPSHOT,
            AnomalyKind.FRACTURED_READ,
            "1: +x1 +y2",
            "2: x[1] y[]"),
        planted(
            "a second read of a key shows more",
            SNAPSHOT,
            AnomalyKind.FRACTURED_READ,
            "1: +x1",
            "2: x[] x[1]"),
        planted(
            "a reader sees an effect without its cause",
            SNAPSHOT,
            AnomalyKind.G_SINGLE,
            "1: +x1",
            "2: x[1] +y2",
            "3: y[2] x[]"),
        planted(
            "two readers disagree on which write came first",
            SNAPSHOT,
            AnomalyKind.LONG_FORK,
            "1: +x1",
            "2: +y2",
            "3: x[1] y[]",
            "4: x[] y[2]"),
        planted(
            "readers disagree in a ring of three",
            SNAPSHOT,
            AnomalyKind.LONG_FORK,
            "1: +x1",
            "2: +y2",
            "3: +z3",
            "4: x[1] y[]",
            "5: y[2] z[]",
            "6: z[3] x[]"),
        planted(
            "a session reads an older version than before",
            SESSION,
            AnomalyKind.MONOTONIC_READS,
            "1: +x1",
            "2: x[1]",
            "2: x[]"),
        planted(
            "a session's later write comes first",
            SESSION,
            AnomalyKind.MONOTONIC_WRITES,
            "1: +x1",
            "1: +x2",
            "2: x[2 1]"),
        planted(
            "a session misses its own write",
            SESSION,
            AnomalyKind.READ_YOUR_WRITES,
            "1: +x1",
            "1: x[]",
            "2: x[1]"),
        planted(
            "a session misses its own write, and nobody ever sees it",
            SESSION,
            AnomalyKind.READ_YOUR_WRITES,
            "1: +x1",
            "1: +z1",
            "1: x[]"),
        planted(
            "a fork that only a session can notice",
            SESSION,
            AnomalyKind.SESSION_INVERSION,
            "1: +x1",
            "2: +y2",
            "3: x[1]",
            "3: y[]",
            "4: y[2] x[]"),
        planted(
            "two transactions each miss the other's write",
            SERIAL,
            AnomalyKind.WRITE_SKEW,
            "1: x[] +y1",
            "2: y[] +x2",
            "3: x[2] y[1]"),
        planted(
            "three transactions miss each other's writes in a ring",
            SERIAL,
            AnomalyKind.WRITE_SKEW,
            "1: x[] +y1",
            "2: y[] +z2",
            "3: z[] +x3"),
        planted(
            "a reader sees what makes a skew visible",
            SERIAL,
            AnomalyKind.G2,
            "1: x[] y[] +x1",
            "2: y[] +y2",
            "3: x[] y[2]"),
        planted(
            "a reader misses what was acknowledged",
            STRICT,
            AnomalyKind.STALE_READ,
            "1@0-1: +x1",
            "2@2-3: x[]",
            "3@4-5: x[1]"),
        planted(
            "an acknowledged append is never seen",
            STRICT,
            AnomalyKind.LOST_WRITE,
            "1@0-1: +x1",
            "2@2-3: x[]",
            "3@4-5: x[]"),
        planted(
            "a reader sees what is only begun later",
            STRICT,
            AnomalyKind.REAL_TIME_INVERSION,
            "1@5-6: +x1",
            "2@2-3: x[1]"));
  }

  @ParameterizedTest
  @MethodSource("anomalies")
  void isForbiddenByItsLevelsAndNoOthers(Planted planted) {
    for (Level level : Level.values()) {
      Verdict verdict = Checker.check(planted.history(), level);
      assertThat(verdict.holds())
          .as("%s at %s: %s", planted, level, verdict)
          .isEqualTo(!planted.forbidden().contains(level));
      if (!verdict.holds()) {
        assertThat(verdict.kinds()).as("%s: %s", level, verdict).contains(planted.kind());
      }
    }
  }

  static Stream<History> rightOnes() {
    return Stream.of(
        Scenario.of("1@0-1: +x1", "1@2-3: x[1] +x2", "2@4-5: x[1 2]"),
        Scenario.of("1: +x1 x[1] +x2 x[1 2]", "2: x[1 2]", "3: x[]"),
        Scenario.of("1?: +x1", "2: x[1]"),
        Scenario.of("1?: +x1", "2: x[]"),
        Scenario.of("1?@0-1: +x1", "2@2-3: x[]", "3@4-5: x[1]"),
        Scenario.of("1?@0-1: +x1", "1@2-3: x[]", "1@4-5: x[1]"),
        Scenario.of("1!: +x1 x[7 8]", "2: x[]"),
        Scenario.of("1: +x1", "2: x? +y2"),
        Scenario.of("1: x[] +x1", "2: +x2", "3: +x3"),
        Scenario.of("1: +x1", "2: +x2", "3: +x3 x[3]", "4: x[3] +x4"),
        Scenario.of("1:"));
  }

  @ParameterizedTest
  @MethodSource("rightOnes")
  void whatIsRightHoldsAtEveryLevel(History history) {
    for (Level level : Level.values()) {
      Verdict verdict = Checker.check(history, level);
      assertThat(verdict.holds()).as(verdict.toString()).isTrue();
    }
  }
}
