package org.thetisdb.router.routing.reshape;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.placement.Reshape;
import org.thetisdb.core.time.Clock;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.Placement;

/** Scenarios about tables of three sites whose keys are pairs of numbers. */
final class LoadReshapingTest {
  private static final int TABLE = 20;
  private static final int SITES = 3;
  private static final int STEP_US = 50_000;
  private static final int CALLS_PER_STEP = 100;
  private static final int MOST_RANGES = 100;

  private final Random random = new Random(5);
  private final Time time = new Time();
  private final Placement placement =
      new Placement(
          new Roster(
              new ClusterSettings("test", SITES, 0, ClusterSettings.FirstMaster.FIRST_SITE)));
  private final LoadReshaping reshaping =
      new LoadReshaping(
          placement,
          new AllAtWork(),
          (key, columns) -> columns <= 2 ? 4 * columns : 0,
          time,
          MOST_RANGES,
          random);

  /** Whether the scheme wants no border. */
  private boolean refuses;

  private int asked;

  /** What one call writes: the first key and the last. */
  private interface Work {
    List<RowKey> next(int call);
  }

  @Test
  void warehousesArePartedBeforeTheirDistrictsAre() {
    run(40, call -> one(TABLE, 1 + random.nextInt(100), 1 + random.nextInt(10)));
    List<Owner> ranges = ranges(TABLE);
    assertThat(ranges).hasSizeBetween(24, 99);
    assertThat(ranges).allMatch(range -> range.from().length == 0 || range.from().length == 4);
  }

  @Test
  void aTableOfNewKeysIsSplitLikeOneOfKnownKeys() {
    run(
        40,
        call -> {
          RowKey district = key(TABLE, 1 + random.nextInt(100), 1 + random.nextInt(10));
          byte[] last = Arrays.copyOf(district.bytes(), 9);
          last[8] = (byte) 0xff;
          return List.of(district, new RowKey(TABLE, last));
        });
    assertThat(ranges(TABLE)).hasSizeBetween(24, 99);
    assertThat(ranges(TABLE))
        .allMatch(range -> range.from().length == 0 || range.from().length == 4);
  }

  @Test
  void aRangeOfOneWarehouseIsCutByItsDistricts() {
    run(40, call -> one(TABLE, 1, 1 + random.nextInt(100)));
    assertThat(ranges(TABLE)).hasSizeGreaterThan(8);
    assertThat(ranges(TABLE).get(1).from()).hasSize(8);
  }

  @Test
  void whatIsWrittenTogetherIsNotParted() {
    run(
        40,
        call -> List.of(key(TABLE, 1, random.nextInt(50)), key(TABLE, 1, 50 + random.nextInt(50))));
    assertThat(ranges(TABLE)).isEmpty();
  }

  @Test
  void whatIsWrittenTogetherIsSplitWhereLoadMustSpread() {
    run(
        40,
        call -> {
          reshaping.onNeeded(time.nowUs);
          return List.of(key(TABLE, 1, random.nextInt(50)), key(TABLE, 1, 50 + random.nextInt(50)));
        });
    assertThat(ranges(TABLE)).hasSizeGreaterThan(24);
  }

  @Test
  void keysThatOnlyGrowAreNotPartedEvenThen() {
    run(
        100,
        call -> {
          reshaping.onNeeded(time.nowUs);
          return one(TABLE, call, 0);
        });
    assertThat(ranges(TABLE)).isEmpty();
  }

  @Test
  void keysThatOnlyGrowAreNotParted() {
    run(100, call -> one(TABLE, call, 0));
    assertThat(ranges(TABLE)).isEmpty();
  }

  @Test
  void aClusterWithLittleToDoStaysAsItIs() {
    run(40, call -> call % 50 == 0 ? one(TABLE, random.nextInt(100), 0) : List.of());
    assertThat(ranges(TABLE)).isEmpty();
  }

  @Test
  void aRefusedBorderIsAskedForAFewTimesInASecond() {
    refuses = true;
    run(40, call -> one(TABLE, 1 + random.nextInt(100), 0));
    assertThat(ranges(TABLE)).isEmpty();
    assertThat(asked).isBetween(3, 2 * 4 + 1);
    refuses = false;
    run(40, call -> one(TABLE, 1 + random.nextInt(100), 0));
    assertThat(ranges(TABLE)).hasSizeGreaterThan(8);
  }

  @Test
  void thereAreNeverMoreRangesThanTheSettingSays() {
    for (int table = TABLE; table < TABLE + 200; table++) {
      int written = table;
      run(8, call -> one(written, random.nextInt(1000), random.nextInt(10)));
    }
    assertThat(placement.movedCount()).isBetween(MOST_RANGES, MOST_RANGES + 16);
  }

  @Test
  void whatIsColdBecomesOneAgainUnlessItHasTwoMasters() {
    run(40, call -> one(TABLE, 1 + random.nextInt(24), 0));
    Owner last = ranges(TABLE).get(ranges(TABLE).size() - 1);
    placement.learn(new Owner(last.partition(), last.term() + 1, 2, last.from(), last.to()));
    run(1_600, call -> one(TABLE + 1, random.nextInt(3), random.nextInt(3)));
    assertThat(ranges(TABLE)).hasSize(2);
    assertThat(ranges(TABLE).get(1).site()).isEqualTo(2);
  }

  @Test
  void aContestedRangeIsSplitUntilItsPartsMoveSeldom() {
    for (int step = 0; step < 400; step++) {
      for (int call = 0; call < 10; call++) {
        time.nowUs += STEP_US / 10;
        RowKey one = key(TABLE, 1, random.nextInt(1_000));
        move(one, one);
      }
      reshaping.plan(time.nowUs).forEach(this::make);
    }
    assertThat(ranges(TABLE)).hasSizeBetween(30, 90);
  }

  @Test
  void callsThatWantAWholeRangeDoNotHaveItCut() {
    for (int step = 0; step < 400; step++) {
      for (int call = 0; call < 10; call++) {
        time.nowUs += STEP_US / 10;
        int from = random.nextInt(200);
        int to = call == 0 ? from : 800 + random.nextInt(200);
        move(key(TABLE, 1, from), key(TABLE, 1, to));
      }
      reshaping.plan(time.nowUs).forEach(this::make);
    }
    assertThat(ranges(TABLE)).isEmpty();
  }

  @Test
  void whatMovesSeldomIsNotCut() {
    for (int step = 0; step < 400; step++) {
      time.nowUs += 300_000;
      RowKey one = key(TABLE, 1, random.nextInt(1_000));
      move(one, one);
      reshaping.plan(time.nowUs).forEach(this::make);
    }
    assertThat(ranges(TABLE)).isEmpty();
  }

  private void move(RowKey lowest, RowKey highest) {
    reshaping.onMoved(partitionOf(lowest), lowest, highest);
  }

  private void run(int steps, Work work) {
    for (int step = 0; step < steps; step++) {
      for (int call = 0; call < CALLS_PER_STEP; call++) {
        time.nowUs += STEP_US / CALLS_PER_STEP;
        show(work.next(step * CALLS_PER_STEP + call));
      }
      reshaping.plan(time.nowUs).forEach(refuses ? this::refuse : this::make);
    }
  }

  private void refuse(Reshape change) {
    asked++;
    reshaping.onRefused(change);
  }

  private void show(List<RowKey> keys) {
    if (!keys.isEmpty() && reshaping.wantsCall()) {
      RowKey first = keys.get(0);
      reshaping.onWrite(partitionOf(first), first, keys.get(1));
      keys.stream().skip(2).forEach(key -> reshaping.onWrite(partitionOf(key), key, key));
    }
  }

  private long partitionOf(RowKey key) {
    return placement.partitioning(key.tableId(), null).partitionOf(key.bytes());
  }

  /** As a site would, and tell of it. */
  private void make(Reshape change) {
    int site = placement.master(change.lower());
    if (change.split()) {
      placement.learn(new Owner(change.lower(), change.term(), site, change.from(), change.at()));
      placement.learn(new Owner(change.upper(), change.term(), site, change.at(), change.to()));
    } else {
      placement.learn(new Owner(change.lower(), change.term(), site, change.from(), change.to()));
    }
  }

  private List<Owner> ranges(int table) {
    List<Owner> found = new ArrayList<>();
    placement.forEachMoved(
        owner -> {
          if (PartitionId.table(owner.partition()) == table) {
            found.add(owner);
          }
        });
    return found;
  }

  private static List<RowKey> one(int table, int first, int second) {
    RowKey key = key(table, first, second);
    return List.of(key, key);
  }

  private static RowKey key(int table, int first, int second) {
    return new RowKey(table, ByteBuffer.allocate(8).putInt(first).putInt(second).array());
  }

  private static final class Time implements Clock {
    private long nowUs = 1_000_000;

    @Override
    public long nowUs() {
      return nowUs;
    }

    @Override
    public long wallMs() {
      return nowUs / 1000;
    }
  }

  private static final class AllAtWork implements ClusterView {
    @Override
    public int sites() {
      return SITES;
    }

    @Override
    public boolean isUsable(int site) {
      return true;
    }

    @Override
    public boolean canRelease(int site) {
      return true;
    }

    @Override
    public VersionVector report(int site) {
      return VersionVector.ZERO;
    }
  }
}
