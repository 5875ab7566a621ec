package org.thetisdb.server.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.placement.ReplicaSets;
import org.thetisdb.store.Snapshot;

/**
 * What a row's place costs at a site with many replicas. Each figure is the best of many rounds.
 */
@Tag("speed")
final class HeldRowCostTest {
  private static final int TABLE = 16;
  private static final int ASKED = 1_000;
  private static final int ROUNDS = 300;

  @Test
  void thousandsOfReplicasCostARowLittle() {
    long few = bestNs(8);
    long many = bestNs(4_000);
    System.out.println("of 8 replicas: " + few + " ns, of 4000: " + many + " ns");
    assertThat(many).as("ns for each row").isLessThan(500);
  }

  private static long bestNs(int replicas) {
    ReplicaSets sets = ReplicaSets.NONE;
    for (int i = 0; i < replicas; i++) {
      sets = sets.with(PartitionId.of(TABLE, 2 * i), PartitionId.of(TABLE, 2 * i), 2);
    }
    for (int i = 0; i < replicas; i++) {
      sets = sets.heldBy(i + 1, 7);
    }
    HeldRanges held = new HeldRanges(2);
    held.onRecord(sets, 1, 1);
    sets.ranges().forEach(each -> held.filled(each.id(), 7));
    long best = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long begin = System.nanoTime();
      int found = 0;
      for (int i = 0; i < ASKED; i++) {
        long partition = PartitionId.of(TABLE, (i * 7_919L) % (2 * replicas));
        found += held.isReadable(partition, partition, Snapshot.EVERYTHING) ? 1 : 0;
      }
      best = Math.min(best, (System.nanoTime() - begin) / ASKED);
      assertThat(found).isEqualTo(ASKED / 2);
    }
    return best;
  }
}
