package org.thetisdb.server.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.thetisdb.procedures.runtime.RowLockMode.KEY_SHARE;
import static org.thetisdb.procedures.runtime.RowLockMode.NO_KEY_UPDATE;
import static org.thetisdb.procedures.runtime.RowLockMode.SHARE;
import static org.thetisdb.procedures.runtime.RowLockMode.UPDATE;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.testing.TestSet;
import org.thetisdb.core.wire.KeySet.KeyRange;
import org.thetisdb.procedures.runtime.RowLockMode;

/** Scenarios about row locks. */
final class LockTableTest {
  private final LockTable locks = new LockTable();
  private final List<String> granted = new ArrayList<>();
  private final List<String> told = new ArrayList<>();
  private final RowKey row = new RowKey(20, new byte[] {1});

  @Test
  void waitersGetTheRowInTheOrderInWhichTheyCame() {
    Named a = owner("a");
    Named b = owner("b");
    Named c = owner("c");
    assertThat(locks.lock(row, a, UPDATE)).isTrue();
    assertThat(locks.lock(row, b, UPDATE)).isFalse();
    assertThat(locks.lock(row, c, UPDATE)).isFalse();
    locks.unlock(row, a);
    locks.unlock(row, b);
    assertThat(granted).containsExactly("b", "c");
    locks.unlock(row, c);
    assertThat(locks.size()).isZero();
  }

  @Test
  void theFirstRowLockedAgainstSharingIsFoundInARange() {
    Named reader = owner("reader");
    locks.lock(row, owner("sharer"), SHARE);
    locks.lock(new RowKey(20, new byte[] {9}), owner("writer"), UPDATE);
    locks.lock(new RowKey(20, new byte[] {7}), owner("writer"), NO_KEY_UPDATE);
    locks.lock(new RowKey(20, new byte[] {5}), reader, UPDATE);
    KeyRange all = new KeyRange(20, new byte[0], new byte[0]);
    assertThat(locks.firstHeldIn(all, reader, SHARE)).isEqualTo(new RowKey(20, new byte[] {7}));
    KeyRange below = new KeyRange(20, new byte[0], new byte[] {7});
    assertThat(locks.firstHeldIn(below, reader, SHARE)).as("shared, or its own").isNull();
  }

  @Test
  void anInteractiveTransactionGoesBeforeTheYoungerOnesThatWait() {
    Named holder = interactive("holder", 1);
    locks.lock(row, holder, UPDATE);
    Named young = interactive("young", 30);
    Named old = interactive("old", 20);
    locks.lock(row, young, UPDATE);
    locks.lock(row, owner("call"), UPDATE);
    locks.lock(row, old, UPDATE);
    locks.unlock(row, holder);
    assertThat(locks.modeOf(row, old)).isEqualTo(UPDATE);
    locks.unlock(row, old);
    assertThat(locks.modeOf(row, young)).isEqualTo(UPDATE);
    locks.unlock(row, young);
    assertThat(granted).containsExactly("old", "young", "call");
  }

  @Test
  void aCallThatCameFirstIsNotPassedByInteractiveTransactions() {
    Named holder = interactive("holder", 1);
    locks.lock(row, holder, UPDATE);
    locks.lock(row, owner("call"), UPDATE);
    locks.lock(row, interactive("old", 2), UPDATE);
    locks.unlock(row, holder);
    assertThat(granted).containsExactly("call");
  }

  @Test
  void whoeverGetsAnotherOneAheadOfItselfIsTold() {
    listen();
    Named holder = interactive("holder", 1);
    Named young = interactive("young", 30);
    Named old = interactive("old", 20);
    Named call = owner("call");
    locks.lock(row, holder, UPDATE);
    locks.lock(row, young, UPDATE);
    locks.lock(row, call, UPDATE);
    locks.lock(row, old, UPDATE);
    assertThat(told)
        .containsExactly(
            "young behind [holder]",
            "call behind [young]",
            "old behind [holder]",
            "young behind [old], too");
    told.clear();
    locks.unlock(row, holder);
    assertThat(told).as("who was next holds the row, all others stand as before").isEmpty();
    locks.forget(row, young);
    assertThat(told).containsExactly("call behind [old]");
  }

  @Test
  void aRowThatIsHeldIsNotLockedAtOnce() {
    Named a = owner("a");
    assertThat(locks.tryLock(row, a, UPDATE)).isTrue();
    assertThat(locks.tryLock(row, a, UPDATE)).isTrue();
    assertThat(locks.tryLock(row, owner("b"), UPDATE)).isFalse();
  }

  @Test
  void whoLeavesTheQueueIsNotGranted() {
    Named a = owner("a");
    Named b = owner("b");
    locks.lock(row, a, UPDATE);
    locks.lock(row, b, UPDATE);
    locks.forget(row, b);
    locks.unlock(row, a);
    assertThat(granted).isEmpty();
    assertThat(locks.size()).isZero();
  }

  @Test
  void nobodyUnlocksWhatAnotherHolds() {
    locks.lock(row, owner("a"), KEY_SHARE);
    assertThatThrownBy(() -> locks.unlock(row, owner("b")))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void whoReadNothingYetStopsNobodyWhoRunsInOneGo() {
    Named holder = owner("a");
    locks.lock(row, holder, SHARE);
    Named runner = owner("b");
    assertThat(locks.isFreeToWrite(row, runner, NO_KEY_UPDATE)).isFalse();
    assertThat(locks.isFreeToWrite(row, runner, SHARE)).isTrue();
    assertThat(locks.isFreeToWrite(row, holder, UPDATE)).isTrue();
    holder.hasReadNothing = true;
    assertThat(locks.isFreeToWrite(row, runner, NO_KEY_UPDATE)).isTrue();
    assertThat(locks.modeOf(row, holder)).isEqualTo(SHARE);
  }

  /** PostgreSQL, "Explicit Locking", table of conflicting row-level locks. */
  @Test
  void twoHoldARowIfTheirModesGoTogether() {
    Set<List<RowLockMode>> together =
        Set.of(
            List.of(KEY_SHARE, KEY_SHARE),
            List.of(KEY_SHARE, SHARE),
            List.of(KEY_SHARE, NO_KEY_UPDATE),
            List.of(SHARE, KEY_SHARE),
            List.of(SHARE, SHARE),
            List.of(NO_KEY_UPDATE, KEY_SHARE));
    for (RowLockMode first : RowLockMode.values()) {
      for (RowLockMode second : RowLockMode.values()) {
        Named a = owner("a");
        Named b = owner("b");
        locks.lock(row, a, first);
        assertThat(locks.tryLock(row, b, second))
            .as("%s beside %s", second, first)
            .isEqualTo(together.contains(List.of(first, second)));
        locks.unlock(row, a);
        if (locks.modeOf(row, b) != null) {
          locks.unlock(row, b);
        }
        assertThat(locks.size()).isZero();
      }
    }
  }

  @Test
  void aStreamOfReadersDoesNotKeepAWriterWaiting() {
    Named first = owner("first");
    locks.lock(row, first, SHARE);
    Named writer = owner("writer");
    assertThat(locks.lock(row, writer, NO_KEY_UPDATE)).isFalse();
    Named second = owner("second");
    assertThat(locks.lock(row, second, SHARE)).as("it waits behind the writer").isFalse();
    assertThat(locks.tryLock(row, owner("third"), SHARE)).as("nor does it pass").isFalse();
    Named key = owner("key");
    assertThat(locks.lock(row, key, KEY_SHARE)).as("it goes with all of them").isTrue();
    locks.unlock(row, first);
    assertThat(granted).containsExactly("writer");
    locks.unlock(row, writer);
    assertThat(granted).containsExactly("writer", "second");
  }

  @Test
  void readersBehindAWriterThatLeavesTheQueueGetTheRow() {
    Named reader = owner("reader");
    Named writer = owner("writer");
    locks.lock(row, reader, SHARE);
    locks.lock(row, writer, UPDATE);
    locks.lock(row, owner("second"), SHARE);
    locks.lock(row, owner("third"), KEY_SHARE);
    assertThat(granted).isEmpty();
    locks.forget(row, writer);
    assertThat(granted).containsExactly("second", "third");
  }

  @Test
  void anOlderReaderPassesAYoungerWriterAndTheWriterIsTold() {
    Named reader = interactive("reader", 10);
    Named writer = interactive("writer", 30);
    Named old = interactive("old", 20);
    Named young = interactive("young", 40);
    listen();
    locks.lock(row, reader, SHARE);
    locks.lock(row, writer, UPDATE);
    assertThat(locks.lock(row, young, SHARE)).isFalse();
    told.clear();
    assertThat(locks.lock(row, old, SHARE)).isTrue();
    assertThat(told).containsExactly("writer behind [old], too");
  }

  @Test
  void whoHoldsARowGetsMoreOfItBeforeThoseWhoWait() {
    Named a = owner("a");
    Named b = owner("b");
    Named writer = owner("writer");
    locks.lock(row, a, SHARE);
    locks.lock(row, b, KEY_SHARE);
    locks.lock(row, writer, UPDATE);
    assertThat(locks.lock(row, a, NO_KEY_UPDATE)).as("it goes with all holders").isTrue();
    assertThat(locks.modeOf(row, a)).isEqualTo(NO_KEY_UPDATE);
    assertThat(locks.lock(row, a, UPDATE)).isFalse();
    assertThat(locks.modeOf(row, a)).as("it keeps what it has").isEqualTo(NO_KEY_UPDATE);
    locks.unlock(row, b);
    assertThat(granted).containsExactly("a");
    assertThat(locks.modeOf(row, a)).isEqualTo(UPDATE);
    locks.unlock(row, a);
    assertThat(granted).containsExactly("a", "writer");
  }

  @Test
  void whoHasMoreKeepsThatWhenItAsksForLess() {
    Named a = owner("a");
    locks.lock(row, a, UPDATE);
    assertThat(locks.lock(row, a, KEY_SHARE)).isTrue();
    assertThat(locks.modeOf(row, a)).isEqualTo(UPDATE);
    assertThat(locks.tryLock(row, owner("b"), KEY_SHARE)).isFalse();
  }

  @Test
  void twoReadersThatBothWantToWriteWaitForEachOther() {
    Named a = interactive("a", 1);
    Named b = interactive("b", 2);
    listen();
    locks.lock(row, a, SHARE);
    locks.lock(row, b, SHARE);
    assertThat(locks.lock(row, a, UPDATE)).isFalse();
    assertThat(locks.lock(row, b, UPDATE)).isFalse();
    assertThat(told).containsExactly("a behind [b]", "b behind [a]");
    assertThat(locks.ahead(row, a)).containsExactly(b);
    assertThat(locks.ahead(row, b)).containsExactly(a);
  }

  @Test
  void whoGivesARowUpWhileItWantsMoreOfItGetsNothing() {
    Named a = owner("a");
    Named b = owner("b");
    locks.lock(row, a, SHARE);
    locks.lock(row, b, SHARE);
    locks.lock(row, a, UPDATE);
    locks.unlock(row, a);
    locks.unlock(row, b);
    assertThat(granted).isEmpty();
    assertThat(locks.size()).isZero();
  }

  @Test
  void aWriterStandsBehindAllWhoShareTheRow() {
    Named a = owner("a");
    Named b = owner("b");
    Named c = owner("c");
    listen();
    locks.lock(row, a, KEY_SHARE);
    locks.lock(row, b, NO_KEY_UPDATE);
    locks.lock(row, c, KEY_SHARE);
    Named reader = owner("reader");
    Named writer = owner("writer");
    Named last = owner("last");
    locks.lock(row, reader, SHARE);
    locks.lock(row, writer, UPDATE);
    locks.lock(row, last, UPDATE);
    assertThat(told)
        .containsExactly(
            "reader behind [b]", "writer behind [reader, a, b, c]", "last behind [writer]");
    told.clear();
    locks.forget(row, writer);
    assertThat(told).containsExactly("last behind [reader, a, b, c]");
  }

  @Test
  void oneMoreThanMayShareARowWaitsItsTurn() {
    LockTable few = new LockTable(2);
    Named a = owner("a");
    few.lock(row, a, SHARE);
    few.lock(row, owner("b"), KEY_SHARE);
    assertThat(few.tryLock(row, owner("c"), SHARE)).isFalse();
    assertThat(few.lock(row, owner("d"), SHARE)).isFalse();
    assertThat(few.lock(row, owner("e"), SHARE)).isFalse();
    assertThat(few.lock(row, a, NO_KEY_UPDATE)).as("it has its place").isTrue();
    few.unlock(row, a);
    assertThat(granted).containsExactly("d");
  }

  @Test
  void onlyWhoIsInTheWayIsWanted() {
    Named key = owner("key");
    Named writer = owner("writer");
    locks.lock(row, key, KEY_SHARE);
    locks.lock(row, writer, NO_KEY_UPDATE);
    locks.lock(row, owner("second"), NO_KEY_UPDATE);
    assertThat(locks.isWanted(row, key)).isFalse();
    assertThat(locks.isWanted(row, writer)).isTrue();
  }

  /**
   * Random steps: at each moment no two hold a row against each other, everybody who could have a
   * row has it, and from one to the next ahead everybody who waits meets all who keep it waiting.
   */
  @Test
  void noTwoHoldARowInConflictAndNobodyWaitsForNothing() {
    for (long seed : TestSet.seeds(0, 300)) {
      new Walk(seed).run(400);
    }
  }

  private final class Walk {
    private final SplittableRandom random;
    private final long seed;
    private final int most;
    private final LockTable table;
    private final Map<Named, RowLockMode> waits = new HashMap<>();
    private final Map<Named, Set<Named>> behind = new HashMap<>();
    private final List<Named> all = new ArrayList<>();

    Walk(long seed) {
      this.seed = seed;
      random = new SplittableRandom(seed);
      most = seed % 3 == 0 ? 3 : 100;
      table = new LockTable(most);
      for (int i = 0; i < 8; i++) {
        Named one =
            new Named("o" + i) {
              @Override
              public void onLockGranted(RowKey key) {
                waits.remove(this);
              }
            };
        one.order = i % 2 == 0 ? 0 : random.nextInt(1, 100);
        all.add(one);
      }
      table.setListener(
          (waiter, ahead, anew) -> {
            Set<Named> known = behind.computeIfAbsent((Named) waiter, w -> new HashSet<>());
            if (anew) {
              known.clear();
            }
            ahead.forEach(each -> known.add((Named) each));
          });
    }

    void run(int steps) {
      for (int i = 0; i < steps; i++) {
        step(all.get(random.nextInt(all.size())));
        all.forEach(this::check);
      }
      all.forEach(
          one -> {
            table.forget(row, one);
            waits.remove(one);
          });
      all.stream().filter(one -> table.modeOf(row, one) != null).forEach(this::unlock);
      assertThat(table.size()).as("seed %d", seed).isZero();
    }

    private void unlock(Named one) {
      waits.remove(one);
      table.unlock(row, one);
    }

    private void step(Named one) {
      boolean holds = table.modeOf(row, one) != null;
      int choice = random.nextInt(10);
      if (waits.containsKey(one)) {
        if (choice == 0 && holds) {
          unlock(one);
        } else if (choice <= 2) {
          waits.remove(one);
          table.forget(row, one);
        }
      } else if (holds && choice < 4) {
        unlock(one);
      } else {
        RowLockMode mode = List.of(RowLockMode.values()).get(random.nextInt(4));
        if (choice < 6) {
          table.tryLock(row, one, mode);
        } else if (!table.lock(row, one, mode)) {
          waits.put(one, mode);
        }
      }
    }

    private void check(Named one) {
      RowLockMode held = table.modeOf(row, one);
      RowLockMode wanted = waits.get(one);
      List<Named> against = new ArrayList<>();
      for (Named other : all) {
        RowLockMode has = table.modeOf(row, other);
        if (other != one && has != null) {
          assertThat(held != null && held.conflictsWith(has)).as("seed %d", seed).isFalse();
          if (wanted != null && wanted.conflictsWith(has)) {
            against.add(other);
          }
        }
      }
      if (wanted == null) {
        return;
      }
      Set<Named> met = new HashSet<>();
      follow(one, met);
      assertThat(met).as("seed %d, %s", seed, one).containsAll(against);
      boolean full = most <= all.stream().filter(o -> table.modeOf(row, o) != null).count();
      assertThat(full || !met.isEmpty()).as("seed %d, %s waits for nobody", seed, one).isTrue();
      Set<Named> asked = new HashSet<>();
      followAsked(one, asked);
      assertThat(asked).as("seed %d, %s asked", seed, one).containsAll(against);
    }

    private void follow(Named one, Set<Named> met) {
      if (waits.containsKey(one)) {
        for (Named next : behind.getOrDefault(one, Set.of())) {
          boolean alive = waits.containsKey(next) || table.modeOf(row, next) != null;
          if (alive && met.add(next)) {
            follow(next, met);
          }
        }
      }
    }

    private void followAsked(Named one, Set<Named> met) {
      for (LockTable.Owner next : table.ahead(row, one)) {
        if (met.add((Named) next)) {
          followAsked((Named) next, met);
        }
      }
    }
  }

  private void listen() {
    locks.setListener(
        (waiter, ahead, anew) -> told.add(waiter + " behind " + ahead + (anew ? "" : ", too")));
  }

  private Named owner(String name) {
    return new Named(name);
  }

  private Named interactive(String name, long order) {
    Named owner = new Named(name);
    owner.order = order;
    return owner;
  }

  private class Named implements LockTable.Owner {
    private final String name;
    private boolean hasReadNothing;
    long order;

    Named(String name) {
      this.name = name;
    }

    @Override
    public void onLockGranted(RowKey key) {
      granted.add(name);
    }

    @Override
    public String toString() {
      return name;
    }

    @Override
    public boolean hasReadNothing() {
      return hasReadNothing;
    }

    @Override
    public long order() {
      return order;
    }
  }
}
