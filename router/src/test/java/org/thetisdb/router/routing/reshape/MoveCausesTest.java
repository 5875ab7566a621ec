package org.thetisdb.router.routing.reshape;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.placement.Reshape;
import org.thetisdb.core.wire.KeySet.KeyRange;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Placement;

/** Scenarios about a table with keys of one byte, which has been cut at 40 and at 80. */
final class MoveCausesTest {
  private static final int TABLE = 20;
  private static final int OTHER_TABLE = 21;

  private final Placement placement =
      new Placement(
          new Roster(new ClusterSettings("test", 2, 0, ClusterSettings.FirstMaster.FIRST_SITE)));
  private final List<String> told = new ArrayList<>();
  private final MoveCauses causes = new MoveCauses(placement, new Reported());

  @BeforeEach
  void cut() {
    long whole = partitionOf(0);
    Reshape first = new Reshape(true, TABLE, new byte[0], bytes(40), new byte[0], 1);
    Reshape second = new Reshape(true, TABLE, bytes(40), bytes(80), new byte[0], 2);
    assertThat(first.lower()).isEqualTo(whole);
    placement.learn(new Owner(first.lower(), 1, 1, new byte[0], bytes(40)));
    placement.learn(new Owner(second.lower(), 2, 1, bytes(40), bytes(80)));
    placement.learn(new Owner(second.upper(), 2, 1, bytes(80), new byte[0]));
  }

  @Test
  void onlyWhatIsWrittenInTheMovedPartIsToldOf() {
    causes.note(writes(List.of(key(10), key(41), key(60), key(80))), partitionOf(50));
    assertThat(told).containsExactly("41 to 60");
  }

  @Test
  void keysOfOtherTablesAreNoCause() {
    causes.note(writes(List.of(new RowKey(OTHER_TABLE, bytes(50)))), partitionOf(50));
    causes.note(writes(List.of(), range(OTHER_TABLE, 45, 55)), partitionOf(50));
    assertThat(told).isEmpty();
  }

  @Test
  void aRangeThatBeginsBeforeAPartAndEndsBehindItWantsTheWholeOfIt() {
    causes.note(writes(List.of(), range(TABLE, 10, 90)), partitionOf(50));
    assertThat(told).containsExactly("10 to 89");
  }

  @Test
  void rangesThatOnlyReachIntoAPartWantThatMuchOfIt() {
    causes.note(writes(List.of(), range(TABLE, 10, 45)), partitionOf(50));
    causes.note(writes(List.of(), range(TABLE, 70, 90)), partitionOf(50));
    assertThat(told).containsExactly("10 to 44", "70 to 89");
  }

  @Test
  void rangesThatEndWhereAPartBeginsOrBeginWhereItEndsAreNoCause() {
    causes.note(writes(List.of(), range(TABLE, 10, 40)), partitionOf(50));
    causes.note(writes(List.of(), range(TABLE, 80, 90)), partitionOf(50));
    assertThat(told).isEmpty();
  }

  @Test
  void aCallWithKeysAndRangesInOnePartIsToldOfOnce() {
    Footprint call = writes(List.of(key(60)), range(TABLE, 42, 44), range(TABLE, 50, 52));
    causes.note(call, partitionOf(50));
    assertThat(told).containsExactly("42 to 60");
  }

  @Test
  void aCallThatIsNotKnownAnyMoreIsNoCause() {
    causes.note(null, partitionOf(50));
    assertThat(told).isEmpty();
  }

  private long partitionOf(int key) {
    return placement.partitioning(TABLE, null).partitionOf(bytes(key));
  }

  private static Footprint writes(List<RowKey> keys, KeyRange... ranges) {
    return Footprint.NONE.withKeys(keys, List.of()).withGrown(new long[0], List.of(ranges));
  }

  private static KeyRange range(int table, int from, int to) {
    return new KeyRange(table, bytes(from), bytes(to));
  }

  private static RowKey key(int value) {
    return new RowKey(TABLE, bytes(value));
  }

  private static byte[] bytes(int value) {
    return new byte[] {(byte) value};
  }

  /** Keeps what the policy is told. */
  private final class Reported implements ReshapePolicy {
    @Override
    public boolean wantsCall() {
      return false;
    }

    @Override
    public void onWrite(long partition, RowKey lowest, RowKey highest) {
      throw new IllegalStateException("a move is no write that was sampled");
    }

    @Override
    public List<Reshape> plan(long nowUs) {
      return List.of();
    }

    @Override
    public void onMoved(long partition, RowKey lowest, RowKey highest) {
      told.add(lowest.bytes()[0] + " to " + highest.bytes()[0]);
    }
  }
}
