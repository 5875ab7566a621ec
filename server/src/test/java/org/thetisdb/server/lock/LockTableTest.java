package org.thetisdb.server.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.key.RowKey;

/** Stories about row locks. */
final class LockTableTest {
  private final LockTable locks = new LockTable();
  private final List<String> granted = new ArrayList<>();
  private final RowKey row = new RowKey(20, new byte[] {1});

  @Test
  void waitersGetTheRowInTheOrderInWhichTheyCame() {
    Named a = owner("a");
    Named b = owner("b");
    Named c = owner("c");
    assertThat(locks.lock(row, a)).isTrue();
    assertThat(locks.lock(row, b)).isFalse();
    assertThat(locks.lock(row, c)).isFalse();
    locks.unlock(row, a);
    locks.unlock(row, b);
    assertThat(granted).containsExactly("b", "c");
    locks.unlock(row, c);
    assertThat(locks.size()).isZero();
  }

  @Test
  void anInteractiveTransactionGoesBeforeTheYoungerOnesThatWait() {
    Named holder = interactive("holder", 1);
    locks.lock(row, holder);
    Named young = interactive("young", 30);
    Named old = interactive("old", 20);
    locks.lock(row, young);
    locks.lock(row, owner("call"));
    locks.lock(row, old);
    locks.unlock(row, holder);
    assertThat(locks.holder(row)).isSameAs(old);
    locks.unlock(row, old);
    assertThat(locks.holder(row)).isSameAs(young);
    locks.unlock(row, young);
    assertThat(granted).containsExactly("old", "young", "call");
  }

  @Test
  void aCallThatCameFirstIsNotPassedByInteractiveTransactions() {
    Named holder = interactive("holder", 1);
    locks.lock(row, holder);
    locks.lock(row, owner("call"));
    locks.lock(row, interactive("old", 2));
    locks.unlock(row, holder);
    assertThat(granted).containsExactly("call");
  }

  @Test
  void whoeverGetsAnotherOneAheadOfItselfIsTold() {
    List<String> told = new ArrayList<>();
    locks.setListener((waiter, ahead) -> told.add(waiter + " behind " + ahead));
    Named holder = interactive("holder", 1);
    Named young = interactive("young", 30);
    Named old = interactive("old", 20);
    Named call = owner("call");
    locks.lock(row, holder);
    locks.lock(row, young);
    locks.lock(row, call);
    locks.lock(row, old);
    assertThat(told)
        .containsExactly(
            "young behind holder", "call behind young", "old behind holder", "young behind old");
    told.clear();
    locks.unlock(row, holder);
    assertThat(told).as("who was next holds the row, all others stand as before").isEmpty();
    locks.forget(row, young);
    assertThat(told).containsExactly("call behind old");
  }

  @Test
  void aRowThatIsHeldIsNotLockedAtOnce() {
    Named a = owner("a");
    assertThat(locks.tryLock(row, a)).isTrue();
    assertThat(locks.tryLock(row, a)).isTrue();
    assertThat(locks.tryLock(row, owner("b"))).isFalse();
  }

  @Test
  void whoLeavesTheQueueIsNotGranted() {
    Named a = owner("a");
    Named b = owner("b");
    locks.lock(row, a);
    locks.lock(row, b);
    locks.forget(row, b);
    locks.unlock(row, a);
    assertThat(granted).isEmpty();
    assertThat(locks.size()).isZero();
  }

  @Test
  void nobodyUnlocksWhatAnotherHolds() {
    locks.lock(row, owner("a"));
    assertThatThrownBy(() -> locks.unlock(row, owner("b")))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void whoReadNothingYetStopsNobodyWhoRunsInOneGo() {
    Named holder = owner("a");
    locks.lock(row, holder);
    Named runner = owner("b");
    assertThat(locks.isFreeToWrite(row, runner)).isFalse();
    assertThat(locks.isFreeToWrite(row, holder)).isTrue();
    holder.hasReadNothing = true;
    assertThat(locks.isFreeToWrite(row, runner)).isTrue();
    assertThat(locks.holder(row)).isSameAs(holder);
  }

  private Named owner(String name) {
    return new Named(name);
  }

  private Named interactive(String name, long order) {
    Named owner = new Named(name);
    owner.order = order;
    return owner;
  }

  private final class Named implements LockTable.Owner {
    private final String name;
    private boolean hasReadNothing;
    private long order;

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
