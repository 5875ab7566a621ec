package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite.DigestRequest;
import org.thetisdb.core.wire.RouterToSite.FailoverSuccessor;
import org.thetisdb.core.wire.RouterToSite.FollowScheme;
import org.thetisdb.core.wire.RouterToSite.Release;
import org.thetisdb.core.wire.SiteToRouter.Digest;
import org.thetisdb.core.wire.SiteToRouter.Released;
import org.thetisdb.core.wire.SiteToRouter.Replan;
import org.thetisdb.store.RowVersion;
import org.thetisdb.store.Snapshot;

/**
 * Scenarios about rows that go with their mastership (decision 0082): site 1 holds every row, site
 * 2 what it masters. Both take checkpoints from time to time. The router is played by the test.
 */
final class ShippingScenariosTest extends SiteFixture {
  private static final long SETTLED_US = 1_000_000;
  private static final long SOON_US = 2_000;

  private static final long PICTURES = PartitionId.of(17, 0);

  /** The term in which each partition is mastered that has moved. */
  private final Map<Long, Integer> terms = new HashMap<>();

  private long moves;

  ShippingScenariosTest() {
    super(200, 1);
    follow("leap");
  }

  private void follow(String scheme) {
    nodes.values().forEach(node -> node.send(new FollowScheme(scheme)));
    world.runFor(STEP_US);
  }

  @Test
  void aPartitionComesWithItsRowsToASiteThatDidNotHoldThem() {
    execute(1, raise(1, 5));
    execute(1, raise(2, 6));
    assertThat(rowsAt(2)).isZero();
    move(P0, 1, 2);
    assertThat(valueOf(execute(2, mine(1, 1)))).isEqualTo(6L);
    assertThat(valueOf(execute(2, mine(2, 1)))).isEqualTo(7L);
    assertThat(rowsAt(2)).isEqualTo(2);
  }

  @Test
  void whoGivesAPartitionUpHoldsItNoMoreAndItsRowsGo() {
    execute(2, raise(101, 7));
    move(P1, 2, 1);
    cut();
    assertThat(sumAt(2, 101L)).as("no answer says that there is no row").isInstanceOf(Replan.class);
    world.runFor(SETTLED_US);
    cut();
    world.runFor(SETTLED_US);
    assertThat(rowsAt(2)).isZero();
    assertThat(valueOf(execute(1, mine(101, 1)))).isEqualTo(8L);
  }

  /** Under fixed masters the first master goes on to hold what is elsewhere for a while. */
  @Test
  void whereMastersAreFixedTheFirstMasterKeepsItsRows() {
    follow("partition-store");
    execute(2, raise(101, 7));
    move(P1, 2, 1);
    execute(1, mine(101, 1));
    cut();
    assertThat(valueOf(sumAt(2, 101L))).isEqualTo(8L);
    move(P1, 1, 2);
    assertThat(valueOf(execute(2, mine(101, 1)))).isEqualTo(9L);
  }

  /** The change to fixed masters finds it elsewhere: its first master gets its rows with it. */
  @Test
  void aPartitionThatReturnsUnderFixedMastersBringsItsRows() {
    execute(2, raise(101, 7));
    move(P1, 2, 1);
    world.runFor(SETTLED_US);
    follow("partition-store");
    execute(1, mine(101, 1));
    move(P1, 1, 2);
    assertThat(valueOf(execute(2, mine(101, 1)))).isEqualTo(9L);
    move(P1, 2, 1);
    cut();
    assertThat(valueOf(sumAt(2, 101L))).as("it keeps them again").isEqualTo(9L);
  }

  @Test
  void aSnapshotFromBeforeTheReleaseDoesNotReadThePartition() {
    execute(1, raise(1, 5));
    cut();
    long before = (Long) valueOf(execute(2, call("Sum", 1, 101L, 102L).in(77, 1, true, 0)));
    assertThat(before).isZero();
    move(P0, 1, 2);
    cut();
    Message answer = execute(2, call("Sum", 1, 1L, 2L).in(77, 1, false, 0));
    assertThat(answer).as("it reads what was there when it began").isInstanceOf(Replan.class);
    assertThat(valueOf(sumAt(2, 1L, 101L))).as("a call that comes now").isEqualTo(5L);
  }

  /** What is left of its rows from the first time is neither read nor taken for what came. */
  @Test
  void aPartitionThatComesBackHasWhatWasWrittenMeanwhile() {
    for (long id = 101; id <= 104; id++) {
      execute(2, raise(id, 5));
    }
    for (int round = 1; round <= 3; round++) {
      move(P1, 2, 1, SOON_US);
      execute(1, mine(101, 1), SOON_US);
      execute(1, call("Drop", 1, 101L + round, 1L).writes(P1, term(P1)), SOON_US);
      move(P1, 1, 2, SOON_US);
      execute(2, mine(101, 0), 5 * SOON_US);
      assertThat(whatIsAt(2)).as("round " + round).hasSize(4 - round);
    }
    world.runFor(SETTLED_US);
    assertThat(valueOf(execute(2, mine(101, 1)))).isEqualTo(9L);
    cut();
    assertThat(valueOf(sumAt(2, 101L, 102L))).isEqualTo(9L);
    assertThat(valueOf(sumAt(2, 103L, 104L))).as("they were dropped").isEqualTo(0L);
    assertThat(whatIsAt(2)).isEqualTo(List.of("101"));
  }

  @Test
  void aSiteKilledBeforeTheReleaseGetsTheRowsWhenItIsBack() {
    execute(1, raise(1, 5));
    log.holdBack(1);
    move(P0, 1, 2);
    restart(2);
    log.release(1);
    world.runFor(STEP_US);
    assertThat(valueOf(execute(2, mine(1, 1)))).isEqualTo(6L);
  }

  @Test
  void aSiteKilledBehindTheReleaseHasTheRowsAtEachCheckpoint() {
    execute(1, raise(1, 5));
    move(P0, 1, 2);
    execute(2, mine(1, 1));
    restart(2);
    assertThat(valueOf(execute(2, mine(1, 1)))).as("from the logs").isEqualTo(7L);
    settle();
    restart(2);
    assertThat(log.beginning(1)).as("the release may be cut off").isPositive();
    assertThat(valueOf(execute(2, mine(1, 1)))).as("from the checkpoint").isEqualTo(8L);
  }

  @Test
  void aSiteThatGaveAPartitionUpDoesNotHoldItWhenItIsBack() {
    execute(2, raise(101, 7));
    settle();
    move(P1, 2, 1);
    restart(2);
    execute(1, mine(101, 1));
    cut();
    assertThat(sumAt(2, 101L)).isInstanceOf(Replan.class);
    settle();
    assertThat(whatIsAt(2)).isEmpty();
    restart(2);
    cut();
    assertThat(sumAt(2, 101L)).as("nor from a later checkpoint").isInstanceOf(Replan.class);
    move(P1, 1, 2);
    assertThat(valueOf(execute(2, mine(101, 1)))).isEqualTo(9L);
  }

  /** Who holds every row has what the lost site wrote, and gives nothing to who does not. */
  @Test
  void aSiteThatIsLostLeavesItsPartitionsToOneThatHoldsEveryRow() {
    execute(1, raise(1, 5));
    move(P0, 1, 2);
    execute(2, mine(1, 1));
    nodes.get(2).kill();
    ask(1, new FailoverSuccessor(2));
    Release request = new Release(++moves, List.of(new Mastership(P0, term(P0) + 1)), 1, 1, 2);
    assertThat(((Released) ask(1, request)).refused()).isEmpty();
    terms.merge(P0, 1, Integer::sum);
    assertThat(valueOf(execute(1, mine(1, 1)))).isEqualTo(7L);
    start(2);
    follow("leap");
    cut();
    assertThat(sumAt(2, 1L)).isInstanceOf(Replan.class);
    move(P0, 1, 2);
    assertThat(valueOf(execute(2, mine(1, 1)))).isEqualTo(8L);
  }

  @Test
  void aPartitionOfTooManyBytesStaysWhereItIsAndTheRouterHearsWhy() {
    for (long id = 1; id <= 3; id++) {
      execute(1, paint(id, 100L << 10));
    }
    Released answer = release(PICTURES, 1, 2, STEP_US);
    assertThat(answer.refused()).hasSize(1);
    assertThat(answer.tooLarge()).containsExactly(PICTURES);
    assertThat(valueOf(execute(1, paint(3, 10)))).as("it goes on there").isEqualTo(10L);
    move(PICTURES, 1, 2);
    assertThat(nodes.get(2).store.rowCount(PartitionId.table(PICTURES))).isEqualTo(3);
  }

  @Test
  void aPullTakesALargePartitionButNoSecondOneBeyondItsBytes() {
    for (long id = 1; id <= 3; id++) {
      execute(1, paint(id, 100L << 10));
    }
    execute(1, mine(1, 5));
    Released answer = pull(10 << 10, PICTURES, P0);
    assertThat(answer.refused()).extracting(Owner::partition).containsExactly(P0);
    assertThat(answer.tooLarge()).as("it goes with the next request").isEmpty();
    terms.merge(PICTURES, 1, Integer::sum);
    world.runFor(STEP_US);
    assertThat(nodes.get(2).store.rowCount(PartitionId.table(PICTURES))).isEqualTo(3);
  }

  private Released pull(int bytes, long... partitions) {
    List<Mastership> next = new ArrayList<>();
    for (long partition : partitions) {
      next.add(new Mastership(partition, term(partition) + 1));
    }
    return (Released) ask(1, new Release(++moves, next, 2, 1, 0, false, bytes));
  }

  private CallBuilder paint(long id, long bytes) {
    return call("Paint", 1, id, bytes).writes(PICTURES, 0);
  }

  @Test
  void sitesTellTheSameDigestsOfWhatBothHoldAsOfACut() {
    execute(1, raise(1, 5));
    execute(2, raise(101, 7));
    move(P0, 1, 2);
    move(P1, 2, 1);
    assertThat(digest(1)).containsAll(digest(2)).hasSize(digest(2).size() + 1);
    move(P0, 2, 1);
    assertThat(digest(1)).containsAll(digest(2));
  }

  private List<String> digest(int site) {
    VersionVector now = reports();
    cutAt(now);
    nodes.get(site).answers.clear();
    nodes.get(site).send(new DigestRequest(site, now));
    world.runFor(10 * STEP_US);
    Digest digest = (Digest) nodes.get(site).answers.get(0);
    assertThat(digest.problem()).isEmpty();
    return digest.tables().stream()
        .map(each -> each.tableId() + " " + each.holders() + " " + List.of(each.sha256()[0]))
        .toList();
  }

  private void restart(int site) {
    nodes.get(site).kill();
    world.runFor(STEP_US);
    start(site);
    follow("leap");
  }

  private void settle() {
    for (int round = 0; round < 4; round++) {
      world.runFor(SETTLED_US / 4);
      cut();
    }
  }

  private void move(long partition, int from, int to) {
    move(partition, from, to, STEP_US);
  }

  private void move(long partition, int from, int to, long waitUs) {
    assertThat(release(partition, from, to, waitUs).refused()).isEmpty();
    terms.merge(partition, 1, Integer::sum);
  }

  private Released release(long partition, int from, int to, long waitUs) {
    nodes.get(from).answers.clear();
    Mastership next = new Mastership(partition, term(partition) + 1);
    nodes.get(from).send(new Release(++moves, List.of(next), to, 1, 0));
    world.runFor(waitUs);
    return (Released) nodes.get(from).answers.get(0);
  }

  private int term(long partition) {
    return terms.getOrDefault(partition, 0);
  }

  /** Raises a counter in the term that its partition has by now. */
  private CallBuilder mine(long id, long by) {
    long partition = id < 100 ? P0 : P1;
    return call("Raise", 1, id, by).writes(partition, term(partition));
  }

  private Message sumAt(int site, long... ids) {
    long first = ids[0];
    return execute(site, call("Sum", 1, first, ids.length > 1 ? ids[1] : first + 50));
  }

  private long rowsAt(int site) {
    return nodes.get(site).store.rowCount(PartitionId.table(P0));
  }

  private List<String> whatIsAt(int site) {
    List<String> found = new ArrayList<>();
    nodes
        .get(site)
        .store
        .scan(
            PartitionId.table(P0),
            new byte[0],
            null,
            false,
            Snapshot.EVERYTHING,
            (byte[] key, RowVersion version) ->
                found.add(String.valueOf(key[key.length - 1] & 0xff)));
    return found;
  }
}
