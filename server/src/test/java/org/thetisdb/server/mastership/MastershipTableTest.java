package org.thetisdb.server.mastership;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.placement.PartitionMap;
import org.thetisdb.core.wire.RouterToSite.TableRights;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.FirstMasters;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.server.ownership.TemporaryOwnership;
import org.thetisdb.server.ownership.TemporaryOwnership.Ownership;

/** Scenarios about terms. */
final class MastershipTableTest {
  private static final long PARTITION = PartitionId.of(20, 4);
  private static final byte[] CELL = {};

  private final Roster roster =
      new Roster(new ClusterSettings("test", 3, 100, ClusterSettings.FirstMaster.SCATTERED));
  private final FirstMasters first = roster.firstMasters();
  private final TemporaryOwnership ownerships = new TemporaryOwnership();
  private final MastershipTable table =
      new MastershipTable(2, PartitionMap.of(100, first), ownerships, roster);

  @Test
  void whatNeverMovedGoesToASuccessorWhenItsMasterLeaves() {
    first.leave(2, List.of(3));
    assertThat(table.owner(PARTITION)).isEqualTo(3);
    assertThat(table.term(PARTITION)).isEqualTo(1);
    first.leave(3, List.of(1));
    assertThat(table.owner(PARTITION)).isEqualTo(1);
    assertThat(table.term(PARTITION)).isEqualTo(2);
    assertThat(table.move(PARTITION, 3, 4)).isTrue();
    assertThat(table.owner(PARTITION)).isEqualTo(4);
  }

  @Test
  void whatHasMovedIsNotLeftToSuccessorsByALateCheckpoint() {
    first.leave(2, List.of(3));
    table.restore(PARTITION, CELL, 1, 1);
    assertThat(table.owner(PARTITION)).isEqualTo(1);
  }

  @Test
  void aPartitionThatNeverMovedHasTheMasterOfTheSettings() {
    assertThat(table.owner(PARTITION)).isEqualTo(2);
    assertThat(table.owner(PartitionId.of(20, -1))).isEqualTo(3);
    assertThat(table.owner(PartitionId.of(1, 7))).isEqualTo(1);
    assertThat(table.term(PARTITION)).isZero();
  }

  @Test
  void aCopyIsReadOnlyWhileThisSiteHasWhatItMasters() {
    table.tables().set(new TableRights(false, List.of(20), List.of(20)));
    assertThat(table.isReadEverywhere(20)).isTrue();
    assertThat(table.isReadEverywhere(21)).isFalse();
    lend(2, 3);
    assertThat(table.isReadEverywhere(20)).as("its borrower may write it").isFalse();
  }

  @Test
  void whatIsClosedIsWrittenByWhoHasWhatAllMaster() {
    table.tables().set(new TableRights(false, List.of(20), List.of()));
    assertThat(table.isOpen(20)).isFalse();
    assertThat(table.isOpen(21)).isTrue();
    lend(1, 2);
    assertThat(table.isOpen(20)).as("site 3 has not lent").isFalse();
    lend(3, 2);
    assertThat(table.isOpen(20)).isTrue();
  }

  @Test
  void withoutPhasesNothingIsClosed() {
    table.tables().begin(this);
    assertThat(table.isOpen(20)).isFalse();
    assertThat(table.isOpen(1)).as("the system's").isTrue();
    table.tables().end(this);
    assertThat(table.isOpen(20)).isTrue();
  }

  private void lend(int lender, int borrower) {
    ownerships.apply(
        TemporaryOwnership.lentKey(lender),
        TemporaryOwnership.encode(new Ownership(borrower, 1, 7)));
  }

  @Test
  void theFirstRecordForATermWins() {
    assertThat(table.move(PARTITION, 1, 3)).isTrue();
    assertThat(table.move(PARTITION, 1, 1)).isFalse();
    assertThat(table.owner(PARTITION)).isEqualTo(3);
  }

  @Test
  void noTermIsLeftOut() {
    assertThat(table.move(PARTITION, 2, 3)).isFalse();
    assertThat(table.owner(PARTITION)).isEqualTo(2);
    assertThat(all()).isEmpty();
  }

  @Test
  void whatMovedIsListed() {
    table.move(PARTITION, 1, 3);
    table.move(PARTITION, 2, 1);
    assertThat(all()).containsExactly(new Owner(PARTITION, 2, 1));
  }

  @Test
  void whatACheckpointSaysCountsUnlessALaterTermIsKnown() {
    table.restore(PARTITION, CELL, 4, 3);
    assertThat(table.owner(PARTITION)).isEqualTo(3);
    table.restore(PARTITION, CELL, 3, 1);
    assertThat(table.owner(PARTITION)).isEqualTo(3);
    assertThat(table.move(PARTITION, 4, 1)).isFalse();
    assertThat(table.move(PARTITION, 5, 1)).isTrue();
  }

  @Test
  void movedPartitionsCanBeWalkedOverWhileMoreMove() {
    table.move(PARTITION, 1, 3);
    PartitionMap.Walk walk = table.walk();
    List<Owner> seen = new ArrayList<>();
    assertThat(walk.step(1, seen::add)).isFalse();
    table.move(PartitionId.of(20, 5), 1, 3);
    table.move(PARTITION, 2, 1);
    walk.step(1, seen::add);
    assertThat(seen)
        .containsExactly(new Owner(PARTITION, 1, 3), new Owner(PartitionId.of(20, 5), 1, 3));
  }

  private List<Owner> all() {
    List<Owner> all = new ArrayList<>();
    table.walk().step(100, all::add);
    return all;
  }
}
