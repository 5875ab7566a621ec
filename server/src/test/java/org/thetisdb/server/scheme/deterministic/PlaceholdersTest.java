package org.thetisdb.server.scheme.deterministic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.KeySet.KeyRange;
import org.thetisdb.procedures.Table;
import org.thetisdb.procedures.runtime.AccessPlan;
import org.thetisdb.procedures.runtime.AccessPlanBuilder;
import org.thetisdb.procedures.runtime.TableRegistry;
import org.thetisdb.server.lock.OrderedLocks;
import org.thetisdb.server.lock.OrderedLocks.Ticket;
import org.thetisdb.store.BufferedRows.Version;

/** Versions in the order of places: examples, and random calls against a serial run. */
class PlaceholdersTest {
  private static final Table ROWS =
      Table.define("rows").key("id", ColumnType.LONG).column("value", ColumnType.LONG).build();
  private static final TableRegistry TABLES = TableRegistry.empty(100).withTable(16, ROWS.schema());

  private final Placeholders versions = new Placeholders();
  private final List<String> heard = new ArrayList<>();
  private long lastPlace;

  private static RowKey key(int row) {
    return new RowKey(16, ROWS.keys().encode((long) row));
  }

  private static KeyRange range(int from, int to) {
    return new KeyRange(16, key(from).bytes(), key(to).bytes());
  }

  private static AccessPlan plan(List<RowKey> written, List<RowKey> read, KeyRange... ranges) {
    return new AccessPlanBuilder()
        .begin(TableRegistry.EMPTY)
        .add(new KeySet(written, read, List.of(ranges)))
        .build();
  }

  private static AccessPlan writes(int... rows) {
    return plan(Arrays.stream(rows).mapToObj(PlaceholdersTest::key).toList(), List.of());
  }

  private Writer insert(String name, AccessPlan plan) {
    return versions.insert(++lastPlace, owner(name), plan);
  }

  private record Owner(List<String> heard, String name) implements Placeholders.Owner {
    @Override
    public void onProduced() {
      heard.add(name + " may read");
    }

    @Override
    public void onRolledBack() {
      heard.add(name + " is rolled back");
    }
  }

  private void fill(Writer writer, List<RowKey> read, int row, int value) {
    versions.fill(writer, read, List.of(), Map.of(key(row), new byte[] {(byte) value}));
  }

  private Integer seen(int row, long place) {
    Version version = versions.find(key(row), place);
    return version == null || version.image() == null ? null : (int) version.image()[0];
  }

  @Test
  void aReaderWaitsForTheLastOneBeforeItsPlaceAndForNobodyElse() {
    Writer a = insert("a", writes(1));
    Writer b = insert("b", writes(1));
    insert("c", writes(1, 2));
    assertThat(versions.producerOf(key(1), 3)).isSameAs(b);
    assertThat(versions.producerOf(key(1), 2)).isSameAs(a);
    assertThat(versions.producerOf(key(1), 1)).as("nobody is before the first").isNull();
    assertThat(versions.producerOf(key(2), 3)).isNull();
    versions.await(b, owner("c"));
    fill(a, List.of(), 1, 10);
    assertThat(heard).isEmpty();
    fill(b, List.of(), 1, 20);
    assertThat(heard).containsExactly("c may read");
    assertThat(List.of(seen(1, 2), seen(1, 3))).containsExactly(10, 20);
    assertThat(versions.find(key(1), 1)).isNull();
  }

  @Test
  void whatWasNamedAndNotWrittenIsReadFromTheOneBefore() {
    Writer a = insert("a", writes(1));
    Writer b = insert("b", writes(1, 2));
    fill(a, List.of(), 1, 10);
    fill(b, List.of(), 2, 20);
    assertThat(seen(1, 3)).isEqualTo(10);
  }

  @Test
  void whoHasReadWhatIsRolledBackIsRolledBackTooAndSoOn() {
    Writer a = insert("a", writes(1));
    Writer b = insert("b", writes(2));
    Writer c = insert("c", writes(3));
    Writer d = insert("d", writes(4));
    fill(a, List.of(), 1, 10);
    fill(b, List.of(key(1)), 2, 20);
    fill(c, List.of(key(2)), 3, 30);
    fill(d, List.of(key(9)), 4, 40);
    versions.rollBack(a);
    assertThat(heard).containsExactly("a is rolled back", "b is rolled back", "c is rolled back");
    assertThat(d.isFilled()).isTrue();
  }

  @Test
  void whoHasReadANewerVersionStays() {
    Writer a = insert("a", writes(1));
    Writer b = insert("b", writes(1));
    Writer c = insert("c", writes(2));
    fill(a, List.of(), 1, 10);
    fill(b, List.of(), 1, 20);
    fill(c, List.of(key(1)), 2, 30);
    versions.leave(a);
    assertThat(heard).isEmpty();
    versions.leave(b);
    assertThat(heard).containsExactly("c is rolled back");
  }

  @Test
  void whoGivesUpItsPlaceKeepsNobodyWaiting() {
    Writer a = insert("a", writes(1));
    insert("b", writes(2));
    versions.await(a, owner("b"));
    versions.leave(a);
    assertThat(heard).containsExactly("b may read");
    assertThat(versions.producerOf(key(1), 2)).isNull();
    assertThat(versions.rowCount()).isEqualTo(1);
  }

  @Test
  void aCommitOfOthersRollsBackWhoHasReadWhatItChanges() {
    Writer a = insert("a", writes(1));
    Writer b = insert("b", writes(2));
    fill(a, List.of(key(7)), 1, 10);
    versions.fill(b, List.of(), List.of(range(4, 6)), Map.of(key(2), new byte[] {20}));
    versions.commit(null, List.of(key(6), key(8)));
    assertThat(heard).isEmpty();
    versions.commit(null, List.of(key(7)));
    versions.commit(null, List.of(key(4)));
    assertThat(heard).containsExactly("a is rolled back", "b is rolled back");
    assertThat(versions.filledBytes()).isZero();
  }

  @Test
  void whatWasReadIsCommittedAndItsReadersStay() {
    Writer a = insert("a", writes(1));
    Writer b = insert("b", writes(2));
    fill(a, List.of(), 1, 10);
    fill(b, List.of(key(1)), 2, 20);
    versions.commit(a, List.of(key(1)));
    versions.leave(a);
    assertThat(heard).isEmpty();
    assertThat(b.isFilled()).isTrue();
    assertThat(versions.find(key(1), 3)).as("the store has it").isNull();
  }

  @Test
  void whoMayWriteWhatItDoesNotNameIsWaitedForInItsRanges() {
    AccessPlanBuilder builder = new AccessPlanBuilder().begin(TABLES);
    builder.writeRange(ROWS.from(3L).to(6L));
    Writer a = insert("a", builder.build());
    Writer b = insert("b", writes(4));
    fill(b, List.of(), 4, 10);
    assertThat(versions.producerOf(key(3), 3)).isSameAs(a);
    assertThat(versions.producerOf(key(4), 3)).as("b is newer").isNull();
    assertThat(versions.producerOf(key(6), 3)).isNull();
    assertThat(versions.producerBetween(key(5), key(8), 3)).isSameAs(a);
    assertThat(versions.producerBetween(key(6), key(8), 3)).isNull();
    Writer all = insert("all", null);
    assertThat(versions.producerOf(key(4), 9)).isSameAs(all);
    assertThatThrownBy(() -> fill(all, List.of(), 3, 1)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> fill(a, List.of(), 7, 1)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void whoHasRunIsKnownToHaveWrittenNothingElseInItsRanges() {
    AccessPlanBuilder builder = new AccessPlanBuilder().begin(TABLES);
    builder.writeRange(ROWS.from(3L).to(6L));
    Writer a = insert("a", builder.build());
    Writer b = insert("b", writes(5));
    Writer c = insert("c", writes(9));
    Writer d = insert("d", writes(8));
    fill(a, List.of(), 5, 10);
    assertThat(versions.producerOf(key(3), 4)).isNull();
    assertThat(versions.find(key(3), 4)).as("the store has it").isNull();
    assertThat(versions.find(key(5), 2).image()).containsExactly(10);
    assertThat(versions.producerOf(key(5), 4)).as("it is older").isSameAs(b);
    fill(b, List.of(), 5, 20);
    fill(c, List.of(key(4)), 9, 30);
    fill(d, List.of(key(6)), 8, 30);
    versions.rollBack(a);
    assertThat(heard).containsExactly("a is rolled back", "c is rolled back");
    assertThat(versions.producerOf(key(3), 4)).isSameAs(a);
    versions.leave(a);
    assertThat(versions.producerOf(key(3), 4)).isNull();
  }

  @Test
  void nothingIsFilledInThatHasNoPlaceholder() {
    Writer a = insert("a", writes(1));
    assertThatThrownBy(() -> fill(a, List.of(), 2, 1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no placeholder");
  }

  private Placeholders.Owner owner(String name) {
    return new Owner(heard, name);
  }

  /**
   * Calls add up what they read, in front of a store; they commit when no earlier one is left that
   * they conflict with. What each has left then is what it would leave if it ran at that moment.
   */
  @Test
  void randomCallsLeaveWhatASerialRunLeaves() {
    for (int seed = 0; seed < 60; seed++) {
      new RandomCalls(seed).run();
    }
  }

  private static final class RandomCalls {
    private final Random random;
    private final Placeholders versions = new Placeholders();
    private final OrderedLocks order = new OrderedLocks();
    private final TreeMap<RowKey, Integer> store = new TreeMap<>();
    private final List<Call> calls = new ArrayList<>();
    private int kept;

    RandomCalls(int seed) {
      random = new Random(seed);
    }

    private final class Call implements Placeholders.Owner {
      private final AccessPlan plan;
      private final Ticket ticket;
      private final Writer writer;
      private boolean isKept;

      Call(AccessPlan plan) {
        this.plan = plan;
        this.ticket = order.ask(() -> {}, plan);
        this.writer = versions.insert(ticket.place(), this, plan);
      }

      @Override
      public void onProduced() {
        // steps are chosen at random
      }

      @Override
      public void onRolledBack() {
        isKept = false;
      }

      private Map<RowKey, Integer> rows(boolean ahead) {
        TreeMap<RowKey, Integer> rows = new TreeMap<>(store);
        if (ahead) {
          versions
              .between(key(0), key(100), false, ticket.place())
              .forEach(
                  row -> {
                    if (row.getValue().image() == null) {
                      rows.remove(row.getKey());
                    } else {
                      rows.put(row.getKey(), (int) row.getValue().image()[0]);
                    }
                  });
        }
        return rows;
      }

      /**
       * What it writes, given what there is; it leaves a row out, or deletes one, by what it reads.
       */
      private Map<RowKey, byte[]> run(Map<RowKey, Integer> rows) {
        int sum = (int) ticket.place();
        for (RowKey each : plan.reads()) {
          sum += rows.getOrDefault(each, 1);
        }
        for (KeyRange range : plan.readRanges()) {
          for (Map.Entry<RowKey, Integer> row : rows.entrySet()) {
            sum += range.contains(row.getKey()) ? row.getValue() : 0;
          }
        }
        Map<RowKey, byte[]> images = new HashMap<>();
        for (RowKey each : plan.writes()) {
          sum = (sum * 7 + 3) % 100;
          if (sum % 5 > 0) {
            images.put(each, sum % 5 == 1 ? null : new byte[] {(byte) sum});
          }
        }
        for (KeyRange range : plan.writeRanges()) {
          sum = (sum * 7 + 3) % 100;
          RowKey found = key(sum % 10);
          if (range.contains(found)) {
            images.put(found, new byte[] {(byte) sum});
          }
        }
        return images;
      }

      void runAhead() {
        if (!isKept && versions.producerOfReads(plan, ticket.place()) == null) {
          versions.fill(writer, plan.reads(), plan.readRanges(), run(rows(true)));
          isKept = true;
          kept++;
        }
      }

      private Map<RowKey, byte[]> left() {
        Map<RowKey, byte[]> left = new HashMap<>();
        for (int row = 0; row < 10; row++) {
          Version version = versions.find(key(row), ticket.place() + 1);
          if (version != null && version.tid() == ticket.place()) {
            left.put(key(row), version.image());
          }
        }
        return left;
      }

      void commit() {
        Map<RowKey, byte[]> expected = run(rows(false));
        if (isKept) {
          assertThat(text(left())).isEqualTo(text(expected));
        }
        versions.commit(writer, List.copyOf(expected.keySet()));
        expected.forEach(
            (row, image) -> {
              if (image == null) {
                store.remove(row);
              } else {
                store.put(row, (int) image[0]);
              }
            });
        leave();
      }

      void leave() {
        calls.remove(this);
        versions.leave(writer);
        order.leave(ticket);
      }
    }

    private static String text(Map<RowKey, byte[]> images) {
      TreeMap<RowKey, String> text = new TreeMap<>();
      images.forEach((row, image) -> text.put(row, Arrays.toString(image)));
      return text.toString();
    }

    private AccessPlan randomPlan() {
      List<RowKey> written = new ArrayList<>();
      List<RowKey> read = new ArrayList<>();
      for (int i = 1 + random.nextInt(4); i > 0; i--) {
        (random.nextBoolean() ? written : read).add(key(random.nextInt(8)));
      }
      int from = random.nextInt(8);
      if (random.nextInt(5) == 0) {
        AccessPlanBuilder builder = new AccessPlanBuilder().begin(TABLES);
        builder.writeRange(ROWS.from((long) from).to(from + 3L));
        return builder.add(new KeySet(written, read, List.of())).build();
      }
      return random.nextInt(5) == 0
          ? plan(written, read, range(from, from + 1 + random.nextInt(3)))
          : plan(written, read);
    }

    void run() {
      for (int step = 0; step < 300; step++) {
        Call call = calls.isEmpty() ? null : calls.get(random.nextInt(calls.size()));
        int choice = random.nextInt(20);
        if (call == null || (choice < 5 && calls.size() < 12)) {
          calls.add(new Call(randomPlan()));
        } else if (choice < 14) {
          call.runAhead();
        } else if (choice < 18 && call.ticket.isGranted()) {
          call.commit();
        } else if (choice == 18) {
          RowKey changed = key(random.nextInt(8));
          store.put(changed, random.nextInt(100));
          versions.commit(null, List.of(changed));
        } else if (choice == 19 && random.nextInt(4) == 0) {
          call.leave();
        }
      }
      while (!calls.isEmpty()) {
        calls.stream().filter(call -> call.ticket.isGranted()).findFirst().orElseThrow().commit();
      }
      assertThat(versions.rowCount()).isZero();
      assertThat(versions.filledBytes()).isZero();
      assertThat(kept).isPositive();
    }
  }
}
