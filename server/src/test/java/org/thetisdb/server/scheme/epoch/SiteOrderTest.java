package org.thetisdb.server.scheme.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.testing.FakeConnection;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.KeySet.KeyRange;
import org.thetisdb.core.wire.RouterToSite.AbortInEpoch;
import org.thetisdb.core.wire.RouterToSite.AllLocked;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.RouterToSite.Install;
import org.thetisdb.core.wire.RouterToSite.LockInOrder;
import org.thetisdb.core.wire.RouterToSite.Part;
import org.thetisdb.core.wire.RouterToSite.RowImage;
import org.thetisdb.core.wire.SiteToRouter.Locked;
import org.thetisdb.core.wire.SiteToRouter.Validated;
import org.thetisdb.server.scheme.SiteCalls;
import org.thetisdb.server.scheme.epoch.EpochValidation.Settled;
import org.thetisdb.server.txn.CallState;
import org.thetisdb.server.txn.Transaction;

/** Ordered locks at site 1, step by step; it is the primary of rows with even numbers. */
class SiteOrderTest {
  private static final long EPOCH_VIEW = 7;

  private final List<Transaction> woken = new ArrayList<>();
  private final List<Predicate<Transaction>> sentBack = new ArrayList<>();
  private final FakeConnection router = new FakeConnection();
  private final Overlay overlay = new Overlay();
  private SiteOrder order = order(true);

  private SiteOrder order(boolean waits) {
    return new SiteOrder(1, EPOCH_VIEW, new Even(), overlay, router, new Calls(), waits);
  }

  private final class Calls implements SiteCalls {
    @Override
    public void sendBack(Predicate<Transaction> which) {
      sentBack.add(which);
    }

    @Override
    public void admit(Execute call, Connection from, Part part, CallState state) {}

    @Override
    public void endInteractive(String why) {}

    @Override
    public void onMastersChanged() {}

    @Override
    public void expedite() {}
  }

  private static final class Even implements OwnKeys {
    @Override
    public boolean knowsTables(KeySet touched) {
      return touched.written().stream().allMatch(key -> key.tableId() == 16);
    }

    @Override
    public KeySet ownPart(KeySet touched) {
      return new KeySet(own(touched.written()), own(touched.read()), touched.ranges());
    }

    private static List<RowKey> own(List<RowKey> keys) {
      return keys.stream().filter(key -> key.bytes()[0] % 2 == 0).toList();
    }

    @Override
    public List<KeyRange> ownRanges(List<KeyRange> ranges) {
      return ranges;
    }
  }

  private static KeySet writes(int... rows) {
    List<RowKey> keys = new ArrayList<>();
    for (int row : rows) {
      keys.add(row(row));
    }
    return new KeySet(keys, List.of(), List.of());
  }

  private static RowKey row(int number) {
    return new RowKey(16, new byte[] {(byte) number});
  }

  private void lock(long transaction, int executor, boolean alone, KeySet footprint) {
    order.takes(new LockInOrder(EPOCH_VIEW, transaction, executor, alone, footprint, List.of()));
  }

  private Transaction call(long attempt) {
    Execute call =
        new Execute(
            attempt,
            1,
            1,
            false,
            false,
            false,
            0,
            0,
            1_000,
            VersionVector.ZERO,
            "P",
            1,
            new byte[0],
            List.of(),
            null,
            null);
    return new Transaction(call, router, 1L << 40, woken::add, null, null);
  }

  private Settled settle(long transaction, KeySet touched) {
    return order.settle(transaction, touched, null);
  }

  private static List<RowImage> images(int row) {
    return List.of(new RowImage(row(row), new byte[] {1}));
  }

  @Test
  void aCallOfAnotherSiteIsToldOfWhenItHasItsLocks() {
    lock(1, 2, false, writes(2, 3));
    lock(2, 2, false, writes(3, 4));
    lock(3, 2, false, writes(2));
    assertThat(router.sent()).as("row 3 is locked elsewhere").containsExactly(locked(1), locked(2));
    order.install(new Install(EPOCH_VIEW, 1, 1 << 8, 1, images(2)));
    assertThat(router.sent()).containsExactly(locked(1), locked(2), locked(3));
    assertThat(overlay.find(row(2)).tid()).isEqualTo(1 << 8);
  }

  private static Locked locked(long transaction) {
    return new Locked(EPOCH_VIEW, transaction);
  }

  @Test
  void aCallOfThisSiteIsWokenWhenItHasItsLocksHereAndElsewhere() {
    lock(1, 2, false, writes(2));
    lock(2, 1, false, writes(2, 3));
    Transaction waiting = call(2);
    assertThat(order.knows(waiting)).isTrue();
    assertThat(order.mayRun(waiting)).isFalse();
    order.takes(new AllLocked(EPOCH_VIEW, 2));
    assertThat(woken).as("not here").isEmpty();
    order.takes(new AbortInEpoch(EPOCH_VIEW, 1));
    assertThat(woken).containsExactly(waiting);
    assertThat(order.mayRun(waiting)).isTrue();
    assertThat(router.sent()).as("its executor has nothing to tell").containsExactly(locked(1));
  }

  @Test
  void idsOfDecisionsRiseAboveAllThatWasInstalled() {
    lock(1, 1, true, writes(2));
    order.install(new Install(EPOCH_VIEW, 0, (5 << 8) | 2, 1, images(2)));
    Settled run = settle(1, writes(2));
    assertThat(run.decided()).isTrue();
    assertThat(run.clock()).isEqualTo((6 << 8) | 1);
    order.decide(1, run, images(2));
    assertThat(overlay.find(row(2)).tid()).isEqualTo((6 << 8) | 1);
  }

  @Test
  void whoHasMetMoreKeepsItsLocksUntilItIsForgotten() {
    lock(1, 1, true, writes(2));
    Settled run = settle(1, writes(2, 4));
    assertThat(run.decided()).isFalse();
    assertThat(run.touched()).isEqualTo(writes(2, 4));
    lock(2, 2, false, writes(2));
    assertThat(router.sent()).isEmpty();
    order.takes(new AbortInEpoch(EPOCH_VIEW, 1));
    assertThat(router.sent()).containsExactly(locked(2));
    assertThat(sentBack).as("it has run").isEmpty();
  }

  @Test
  void whoHasNoPlaceOrNoLocksIsNotDecided() {
    assertThat(settle(1, writes(2))).isNull();
    lock(1, 1, false, writes(2));
    assertThat(settle(1, writes(2))).as("others have not told").isNull();
    lock(2, 2, true, writes(4));
    assertThat(settle(2, writes(4))).as("it runs elsewhere").isNull();
    assertThat(order.knows(call(2))).isFalse();
  }

  @Test
  void whoIsCalledOffBeforeItHasRunIsSentBack() {
    lock(1, 1, false, writes(2));
    order.takes(new AbortInEpoch(EPOCH_VIEW, 1));
    order.takes(new AbortInEpoch(EPOCH_VIEW, 1));
    assertThat(sentBack).hasSize(1);
    Transaction called = call(1);
    called.setState(new EpochCallState(EPOCH_VIEW, null));
    assertThat(sentBack.get(0).test(called)).isTrue();
    assertThat(sentBack.get(0).test(call(2))).isFalse();
    assertThat(order.knows(called)).isFalse();
  }

  @Test
  void aRequestThatComesTwiceHasOnePlace() {
    lock(1, 2, false, writes(2));
    lock(1, 2, false, writes(4));
    lock(2, 2, false, writes(4));
    assertThat(router.sent()).containsExactly(locked(1), locked(2));
  }

  @Test
  void aTableThatIsNotKnownHereHasEverythingLocked() {
    lock(1, 2, false, new KeySet(List.of(new RowKey(99, new byte[] {2})), List.of(), List.of()));
    lock(2, 2, false, writes(4));
    assertThat(router.sent()).containsExactly(locked(1));
  }

  @Test
  void whereNobodyWaitsWhoMeetsALockIsRefusedAndKeepsNothing() {
    order = order(false);
    lock(1, 2, false, writes(2));
    lock(2, 2, false, writes(2, 4));
    lock(3, 2, false, writes(4));
    assertThat(router.sent()).containsExactly(locked(1), refused(2), locked(3));
    order.install(new Install(EPOCH_VIEW, 1, 1 << 8, 1, images(2)));
    assertThat(router.sent()).as("nobody waited for that").hasSize(3);
    lock(4, 2, false, writes(2));
    assertThat(router.sent()).last().isEqualTo(locked(4));
  }

  @Test
  void withoutWaitingACallThatMeetsALockIsSentBack() {
    order = order(false);
    lock(1, 2, false, writes(2));
    lock(2, 1, true, writes(2));
    assertThat(router.sent()).as("its executor has nothing to tell").containsExactly(locked(1));
    assertThat(order.knows(call(2))).isFalse();
    order.takes(new AbortInEpoch(EPOCH_VIEW, 2));
    assertThat(sentBack).isEmpty();
    lock(2, 1, true, writes(4));
    assertThat(order.knows(call(2))).as("the request came twice").isFalse();
  }

  private static Validated refused(long transaction) {
    return new Validated(EPOCH_VIEW, transaction, 0, false, 0, 0, 0);
  }

  @Test
  void whenTheEpochViewEndsWhoWaitsGoesOn() {
    lock(1, 2, false, writes(2));
    lock(2, 1, true, writes(2));
    Transaction waiting = call(2);
    order.mayRun(waiting);
    order.end();
    assertThat(woken).containsExactly(waiting);
  }
}
