package org.thetisdb.router.scheme.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.testing.VirtualTime;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.KeySet.KeyRange;
import org.thetisdb.core.wire.RouterToSite;
import org.thetisdb.core.wire.RouterToSite.AbortInEpoch;
import org.thetisdb.core.wire.RouterToSite.AllLocked;
import org.thetisdb.core.wire.RouterToSite.LockInOrder;
import org.thetisdb.replication.membership.Membership.SiteInfo;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.site.SiteLink;

/**
 * The order of locks in an epoch view at the router: who is asked, when a call may run, who is
 * late.
 */
class EpochOrderTest {
  private static final long EPOCH_VIEW = 7;
  private static final int CLOSED = 17;

  private final VirtualTime time = new VirtualTime();
  private final TreeMap<Long, EpochAttempt> attempts = new TreeMap<>();
  private final List<Sent> sent = new ArrayList<>();
  private final List<String> late = new ArrayList<>();
  private final SiteLink[] links = {null, link(1), link(2), link(3)};
  private final EpochOrder order =
      new EpochOrder(
          EPOCH_VIEW,
          new ThreeSites(),
          attempts,
          (site, message) -> sent.add(new Sent(site, message)),
          false);
  private final OrderWatch watch = new OrderWatch(time, new EpochViews());
  private long lastAttempt;
  private boolean isOver;

  private record Sent(int site, RouterToSite message) {}

  private final class EpochViews implements OrderWatch.EpochViews {
    @Override
    public EpochOrder present() {
      return isOver ? null : order;
    }

    @Override
    public void onLate(EpochAttempt oldest, boolean isSecond) {
      late.add(oldest.transaction + (isSecond ? " again" : ""));
    }
  }

  /** Nobody writes the table {@link #CLOSED}. */
  private static final class ThreeSites implements EpochOrder.Primaries {
    @Override
    public KeySet openPart(KeySet footprint) {
      return footprint.without(table -> table == CLOSED);
    }

    @Override
    public BitSet primariesOf(KeySet footprint, List<KeyRange> alsoRanges) {
      return EpochOrderTest.primariesOf(footprint, alsoRanges);
    }
  }

  private static SiteLink link(int site) {
    return new SiteLink(new SiteInfo(site, 1, new Address("site", site)), "test", 1, null);
  }

  /** The primary of row n is site n; ranges have site 3. */
  private static BitSet primariesOf(KeySet keys, List<KeyRange> ranges) {
    BitSet all = new BitSet();
    keys.written().forEach(key -> all.set(key.bytes()[0]));
    keys.read().forEach(key -> all.set(key.bytes()[0]));
    if (!keys.ranges().isEmpty() || !ranges.isEmpty()) {
      all.set(3);
    }
    return all;
  }

  private static RowKey row(int number) {
    return new RowKey(16, new byte[] {(byte) number});
  }

  private static final KeyRange RANGE = new KeyRange(16, new byte[] {1}, new byte[] {9});

  private static PendingCall call(int written, int read) {
    PendingCall call =
        new PendingCall(null, 1, 1, false, 1_000, 1L << 40, VersionVector.ZERO, "P", new byte[0]);
    call.noteGathered(
        Footprint.of(new long[0], new long[0]).withKeys(List.of(row(written)), List.of(row(read))));
    return call;
  }

  private EpochAttempt send(PendingCall call, int executor) {
    call.beginAttempt(++lastAttempt, links[executor]);
    EpochAttempt attempt = new EpochAttempt(call, links[executor]);
    attempts.put(lastAttempt, attempt);
    order.ask(attempt);
    watch.onSent();
    return attempt;
  }

  private List<Integer> toldBy(Class<? extends RouterToSite> kind) {
    return sent.stream().filter(each -> kind.isInstance(each.message)).map(Sent::site).toList();
  }

  private LockInOrder lastAsked() {
    return (LockInOrder) sent.get(sent.size() - 1).message;
  }

  @Test
  void allPrimariesAreAskedAndACallMayRunWhenAllOthersHaveLocked() {
    EpochAttempt attempt = send(call(1, 2), 1);
    assertThat(toldBy(LockInOrder.class)).containsExactly(1, 2);
    assertThat(lastAsked().alone()).isFalse();
    assertThat(toldBy(AllLocked.class)).isEmpty();
    order.onLocked(2, attempt.transaction);
    assertThat(toldBy(AllLocked.class)).containsExactly(1);
  }

  @Test
  void whatIsReadOfAClosedTableIsLockedNowhere() {
    PendingCall call = call(1, 2);
    RowKey item = new RowKey(CLOSED, new byte[] {3});
    call.noteGathered(call.planned().withKeys(List.of(row(1)), List.of(item)));
    EpochAttempt attempt = send(call, 1);
    assertThat(attempt.waitsForLocks()).isFalse();
    assertThat(toldBy(LockInOrder.class)).containsExactly(1);
    assertThat(lastAsked().footprint().read()).isEmpty();
  }

  @Test
  void theExecutorIsAskedThoughNothingOfTheCallIsThere() {
    EpochAttempt attempt = send(call(2, 3), 1);
    assertThat(toldBy(LockInOrder.class)).containsExactly(1, 2, 3);
    order.onLocked(3, attempt.transaction);
    assertThat(toldBy(AllLocked.class)).as("site 2 has not told").isEmpty();
    order.onLocked(2, attempt.transaction);
    assertThat(toldBy(AllLocked.class)).containsExactly(1);
  }

  @Test
  void aCallOfOneSiteIsToldSoAndWaitsForNoWord() {
    send(call(2, 2), 2);
    assertThat(toldBy(LockInOrder.class)).containsExactly(2);
    assertThat(lastAsked().alone()).isTrue();
  }

  @Test
  void wordsThatComeTwiceOrOfNobodyAreNotHeard() {
    EpochAttempt attempt = send(call(1, 2), 1);
    order.onLocked(1, attempt.transaction);
    order.onLocked(3, attempt.transaction);
    assertThat(toldBy(AllLocked.class)).as("of sites that were not asked").isEmpty();
    order.onLocked(2, attempt.transaction);
    order.onLocked(2, attempt.transaction);
    order.onLocked(2, 99);
    assertThat(toldBy(AllLocked.class)).containsExactly(1);
  }

  @Test
  void aCallRefusedALockIsForgottenAndItsCoordinatorAwaited() {
    EpochAttempt attempt = send(call(2, 3), 1);
    order.onRefused(3, attempt.transaction);
    assertThat(toldBy(AbortInEpoch.class)).containsExactly(1, 2);
    order.onLocked(2, attempt.transaction);
    order.onRefused(2, attempt.transaction);
    assertThat(toldBy(AllLocked.class)).isEmpty();
    assertThat(toldBy(AbortInEpoch.class)).as("once").hasSize(2);
    assertThat(attempt.locked().isEmpty()).as("all have been told").isTrue();
    assertThat(attempt.silent().stream().boxed()).as("it sends it back").containsExactly(1);
  }

  @Test
  void refusalsOfNobodyOrTooLateAreNotHeard() {
    EpochAttempt attempt = send(call(1, 2), 1);
    order.onRefused(3, attempt.transaction);
    order.onRefused(1, attempt.transaction);
    order.onRefused(2, 99);
    order.onLocked(2, attempt.transaction);
    order.onRefused(2, attempt.transaction);
    assertThat(toldBy(AbortInEpoch.class)).isEmpty();
    assertThat(toldBy(AllLocked.class)).containsExactly(1);
  }

  @Test
  void whatRunsHaveMetIsLockedWithWhatWasPlanned() {
    PendingCall call = call(1, 1);
    call.noteGathered(call.planned().withGrown(new long[0], List.of(RANGE)));
    EpochCall.of(call).meet(new KeySet(List.of(row(2)), List.of(row(1)), List.of()));
    send(call, 1);
    assertThat(toldBy(LockInOrder.class)).containsExactly(1, 2, 3);
    assertThat(lastAsked().footprint().written()).containsExactly(row(1), row(2));
    assertThat(lastAsked().writtenRanges()).containsExactly(RANGE);
  }

  @Test
  void theOldestOneIsLateAndThenItsEpochViewIsOver() {
    EpochAttempt first = send(call(1, 2), 1);
    time.pass(150_000);
    send(call(1, 1), 1);
    time.pass(100_000);
    assertThat(late).containsExactly("1");
    assertThat(first.silent().stream().boxed()).as("it has not locked").containsExactly(2);
    order.callBack(first);
    assertThat(toldBy(AbortInEpoch.class)).containsExactly(1);
    time.pass(200_000);
    assertThat(late).containsExactly("1", "1 again");
    isOver = true;
    time.pass(1_000_000);
    assertThat(late).hasSize(2);
  }

  @Test
  void whoIsNotTheOldestForLongIsNotLate() {
    for (int i = 0; i < 20; i++) {
      EpochAttempt attempt = send(call(1, 1), 1);
      time.pass(90_000);
      attempts.remove(attempt.transaction);
    }
    assertThat(late).isEmpty();
    EpochAttempt stuck = send(call(1, 1), 1);
    time.pass(450_000);
    assertThat(late).as("it is watched again").contains(Long.toString(stuck.transaction));
    assertThat(stuck.silent().stream().boxed()).as("where it runs").containsExactly(1);
  }
}
