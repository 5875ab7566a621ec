package org.thetisdb.server.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.core.testing.TestSet;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.KeySet.KeyRange;
import org.thetisdb.procedures.Table;
import org.thetisdb.procedures.runtime.AccessPlan;
import org.thetisdb.procedures.runtime.AccessPlanBuilder;
import org.thetisdb.procedures.runtime.TableRegistry;
import org.thetisdb.server.lock.OrderedLocks.Ticket;

/** Locks in the order of places: examples, and random calls against what conflicts by its plan. */
class OrderedLocksTest {
  private static final Table ROWS =
      Table.define("rows").key("id", ColumnType.LONG).column("value", ColumnType.LONG).build();
  private static final TableRegistry TABLES = TableRegistry.empty(100).withTable(16, ROWS.schema());

  private final OrderedLocks locks = new OrderedLocks();
  private final List<String> heard = new ArrayList<>();

  private static RowKey key(int row) {
    return new RowKey(16, ROWS.keys().encode((long) row));
  }

  private static KeyRange range(int from, int to) {
    return new KeyRange(16, key(from).bytes(), to == 0 ? new byte[0] : key(to).bytes());
  }

  private static AccessPlan plan(List<RowKey> writes, List<RowKey> reads, KeyRange... ranges) {
    return new AccessPlanBuilder()
        .begin(TableRegistry.EMPTY)
        .add(new KeySet(writes, reads, List.of(ranges)))
        .build();
  }

  private static AccessPlan writes(int... rows) {
    return plan(keys(rows), List.of());
  }

  private static AccessPlan reads(int... rows) {
    return plan(List.of(), keys(rows));
  }

  private static List<RowKey> keys(int... rows) {
    List<RowKey> keys = new ArrayList<>();
    for (int row : rows) {
      keys.add(key(row));
    }
    return keys;
  }

  private Ticket ask(String name, AccessPlan plan) {
    return locks.ask(() -> heard.add(name), plan);
  }

  @Test
  void whoWritesARowHasItWhenAllBeforeItAreGone() {
    Ticket a = ask("a", writes(1));
    Ticket b = ask("b", writes(1, 2));
    Ticket c = ask("c", writes(2));
    Ticket d = ask("d", writes(3));
    assertThat(List.of(a.isGranted(), b.isGranted(), c.isGranted(), d.isGranted()))
        .as("c waits behind b, though nobody has its row")
        .containsExactly(true, false, false, true);
    locks.leave(a);
    locks.leave(b);
    assertThat(heard).containsExactly("b", "c");
  }

  @Test
  void readersShareARowAndWhoWritesItWaitsForAllOfThem() {
    Ticket a = ask("a", reads(1));
    Ticket b = ask("b", reads(1));
    ask("c", writes(1));
    Ticket d = ask("d", reads(1));
    assertThat(d.isGranted()).as("it comes behind the writer").isFalse();
    locks.leave(b);
    assertThat(heard).isEmpty();
    locks.leave(a);
    assertThat(heard).containsExactly("c");
  }

  @Test
  void whoGivesUpItsPlaceKeepsNobodyWaiting() {
    Ticket a = ask("a", writes(1));
    Ticket b = ask("b", writes(1));
    Ticket c = ask("c", writes(1));
    locks.leave(b);
    assertThat(c.isGranted()).as("a still has the row").isFalse();
    locks.leave(a);
    assertThat(heard).containsExactly("c");
  }

  @Test
  void readersBehindAWriterThatGaveUpReadWithThoseBeforeIt() {
    ask("a", reads(1));
    Ticket b = ask("b", writes(1));
    ask("c", reads(1));
    ask("d", reads(1));
    locks.leave(b);
    assertThat(heard).containsExactly("c", "d");
  }

  @Test
  void aRangeThatIsReadKeepsNewRowsOutAndWaitsForEarlierOnes() {
    Ticket a = ask("a", writes(5));
    Ticket b = ask("b", plan(List.of(), List.of(), range(3, 7)));
    Ticket c = ask("c", writes(6));
    Ticket d = ask("d", writes(7));
    Ticket e = ask("e", plan(List.of(), List.of(), range(5, 0)));
    assertThat(List.of(b.isGranted(), c.isGranted(), d.isGranted(), e.isGranted()))
        .containsExactly(false, false, true, false);
    locks.leave(a);
    locks.leave(b);
    locks.leave(d);
    locks.leave(c);
    assertThat(heard).containsExactly("b", "c", "e");
  }

  @Test
  void whoLocksEverythingWaitsForAllAndAllWaitForIt() {
    Ticket a = ask("a", writes(1));
    Ticket b = ask("b", null);
    Ticket c = ask("c", reads(9));
    assertThat(List.of(b.isGranted(), c.isGranted())).containsExactly(false, false);
    locks.leave(a);
    assertThat(heard).containsExactly("b");
    locks.leave(b);
    assertThat(heard).containsExactly("b", "c");
  }

  @Test
  void thoseWhoGetTheirLocksTogetherHearOfItInTheirOrder() {
    Ticket a = ask("a", writes(9, 1));
    ask("b", writes(9));
    ask("c", writes(1));
    locks.leave(a);
    assertThat(heard).containsExactly("b", "c");
  }

  @Test
  void nobodyLeavesTwice() {
    Ticket a = ask("a", writes(1));
    locks.leave(a);
    assertThatThrownBy(() -> locks.leave(a)).isInstanceOf(IllegalStateException.class);
  }

  /** One has its locks exactly if none of those before it, that are there, conflicts with it. */
  @Test
  void randomCallsHaveTheirLocksWhenNoEarlierOneConflicts() {
    for (long seed : TestSet.seeds(1, 200)) {
      Random random = new Random(seed);
      OrderedLocks order = new OrderedLocks();
      List<Ticket> there = new ArrayList<>();
      List<AccessPlan> plans = new ArrayList<>();
      for (int step = 0; step < 120; step++) {
        if (there.size() < 12 && random.nextInt(5) < 3) {
          AccessPlan plan = randomPlan(random);
          there.add(order.ask(() -> {}, plan));
          plans.add(plan);
        } else if (!there.isEmpty()) {
          int at = random.nextInt(there.size());
          order.leave(there.remove(at));
          plans.remove(at);
        }
        requireOrder(seed, there, plans);
      }
      List.copyOf(there).forEach(order::leave);
      assertThat(order.size() + order.lockedKeys()).isZero();
    }
  }

  private static void requireOrder(long seed, List<Ticket> there, List<AccessPlan> plans) {
    for (int i = 0; i < there.size(); i++) {
      boolean free = true;
      for (int before = 0; before < i; before++) {
        free &= !conflict(plans.get(before), plans.get(i));
      }
      assertThat(there.get(i).isGranted()).as("seed %d, number %d", seed, i).isEqualTo(free);
    }
  }

  private static AccessPlan randomPlan(Random random) {
    if (random.nextInt(20) == 0) {
      return null;
    }
    List<RowKey> written = new ArrayList<>();
    List<RowKey> read = new ArrayList<>();
    List<KeyRange> ranges = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      (random.nextBoolean() ? written : read).add(key(random.nextInt(10)));
    }
    int from = random.nextInt(10);
    int to = from + 1 + random.nextInt(4);
    if (random.nextInt(4) == 0) {
      ranges.add(range(from, random.nextInt(3) == 0 ? 0 : to));
    }
    AccessPlanBuilder builder = new AccessPlanBuilder().begin(TABLES);
    builder.add(new KeySet(written, read, ranges));
    if (random.nextInt(4) == 0) {
      builder.writeRange(ROWS.from((long) from).to((long) to));
    }
    return builder.build();
  }

  private static boolean conflict(AccessPlan one, AccessPlan other) {
    return one == null || other == null || meets(one, other) || meets(other, one);
  }

  /** Whether one writes a row that the other reads or writes; all rows are tried. */
  private static boolean meets(AccessPlan writer, AccessPlan other) {
    for (int row = 0; row < 30; row++) {
      if (writer.coversWrite(key(row)) && other.coversRead(key(row))) {
        return true;
      }
    }
    return false;
  }
}
