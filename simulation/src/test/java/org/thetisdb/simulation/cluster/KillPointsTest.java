package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.testing.TestSet;
import org.thetisdb.simulation.cluster.trouble.KillPoint;
import org.thetisdb.simulation.cluster.trouble.RecordKind;

/**
 * Under each scheme processes are killed around the append of each kind of record that occurs
 * there: the writer before the log has it and before it hears of it, the router that leads, both.
 */
@Tag("slow")
final class KillPointsTest {
  /** Each of so many in a row does something else beside calls. */
  private static final int AT_ONCE = 5;

  private static final int SEEDS = Integer.getInteger("thetis.kill-seeds", AT_ONCE);

  /** One scheme in so many is run for a change. */
  private static final int PARTS = 32;

  /** So many times two seeds more may be needed until all kinds are met. */
  private static final int MOST_MORE = 20;

  static Collection<SchemeSpec> schemes() {
    return TestSet.oneIn(PARTS, List.copyOf(SchemeRegistry.all()));
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void everyKindOfRecordIsMetAndPromisesAreKept(SchemeSpec scheme) {
    Set<RecordKind> missing = EnumSet.noneOf(RecordKind.class);
    for (RecordKind kind : RecordKind.values()) {
      if (kind.occursUnder(scheme)) {
        missing.add(kind);
      }
    }
    List<String> broken = new ArrayList<>();
    for (int seed = 1; seed <= SEEDS; seed += AT_ONCE) {
      run(LongStream.range(seed, seed + AT_ONCE), scheme, missing, broken);
    }
    int last = SEEDS / AT_ONCE * AT_ONCE;
    for (int i = 0; i < MOST_MORE && !missing.isEmpty(); i++) {
      long more = last + AT_ONCE * (2L * i + 1) + seedFor(missing.iterator().next());
      run(LongStream.of(more, more + AT_ONCE), scheme, missing, broken);
    }
    assertThat(broken).isEmpty();
    assertThat(missing).as("kinds of records that nobody was killed at").isEmpty();
  }

  /** What is done beside calls follows from the seed. */
  private static int seedFor(RecordKind kind) {
    return switch (kind) {
      case DEFINITION, EXISTENCE, GRANT, SEQUENCE -> 1;
      case SCHEME -> 2;
      case PLACEMENT -> 3;
      case MIGRATION -> 4;
      default -> 0;
    };
  }

  private static void run(
      LongStream seeds, SchemeSpec scheme, Set<RecordKind> missing, List<String> broken) {
    Queue<KillPoint> met = new ConcurrentLinkedQueue<>();
    Queue<String> problems = new ConcurrentLinkedQueue<>();
    seeds
        .parallel()
        .forEach(
            seed ->
                Simulations.runWithKillPoints(seed, scheme, met, line -> {})
                    .problems()
                    .forEach(problem -> problems.add("seed " + seed + ": " + problem)));
    met.forEach(point -> missing.remove(point.kind()));
    broken.addAll(problems);
  }
}
