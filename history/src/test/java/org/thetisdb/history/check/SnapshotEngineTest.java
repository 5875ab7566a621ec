package org.thetisdb.history.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.thetisdb.history.History;
import org.thetisdb.history.check.SnapshotEngine.Fault;
import org.thetisdb.history.verdict.AnomalyKind;
import org.thetisdb.history.verdict.Level;
import org.thetisdb.history.verdict.Verdict;

/** Longer histories of a database that is right, and of the same with one rule left out. */
class SnapshotEngineTest {
  private static final int SEEDS = 120;

  private static History run(long seed, Fault fault) {
    return SnapshotEngine.run(seed, fault, 6, 200, 5);
  }

  @Test
  void whatADatabaseWithSnapshotsDoesHoldsWithSkews() {
    Set<AnomalyKind> serial = EnumSet.noneOf(AnomalyKind.class);
    for (long seed = 0; seed < SEEDS; seed++) {
      History history = run(seed, Fault.NONE);
      Verdict verdict = Checker.check(history, Level.STRONG_SESSION_SI);
      assertThat(verdict.holds()).as("seed %s: %s", seed, verdict).isTrue();
      serial.addAll(Checker.check(history, Level.SERIALIZABLE).kinds());
    }
    assertThat(serial).contains(AnomalyKind.WRITE_SKEW).doesNotContain(AnomalyKind.LONG_FORK);
  }

  @ParameterizedTest
  @CsvSource({
    "NO_CONFLICT_CHECK, LOST_UPDATE, SI",
    "PARALLEL_REPLICAS, LONG_FORK, SI",
    "FORGETS_SESSIONS, MONOTONIC_READS, STRONG_SESSION_SI",
    "FORGETS_SESSIONS, READ_YOUR_WRITES, STRONG_SESSION_SI",
    "NO_SNAPSHOT, FRACTURED_READ, SI",
    "LOSES_COMMITS, READ_YOUR_WRITES, STRONG_SESSION_SI",
    "LOSES_COMMITS, LOST_WRITE, STRICT_SERIALIZABLE",
  })
  void aRuleLeftOutIsFoundAndNamed(Fault fault, AnomalyKind kind, Level level) {
    Map<AnomalyKind, Integer> found = new EnumMap<>(AnomalyKind.class);
    for (long seed = 0; seed < SEEDS; seed++) {
      Checker.check(run(seed, fault), level)
          .kinds()
          .forEach(one -> found.merge(one, 1, Integer::sum));
    }
    assertThat(found.getOrDefault(kind, 0)).as("%s", found).isGreaterThan(SEEDS / 20);
  }

  @Test
  void aDatabaseThatForgetsSessionsStillGivesSnapshots() {
    for (long seed = 0; seed < SEEDS; seed++) {
      Verdict verdict = Checker.check(run(seed, Fault.FORGETS_SESSIONS), Level.SI);
      assertThat(verdict.holds()).as("seed %s: %s", seed, verdict).isTrue();
    }
  }
}
