package org.thetisdb.migration.move;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.placement.KeyInterval;
import org.thetisdb.core.placement.Migration;
import org.thetisdb.core.placement.Migration.Details;
import org.thetisdb.core.placement.Migration.State;
import org.thetisdb.core.placement.Migration.Way;

/** A range that is promoted, step by step; the router is played by the test. */
class RangeMigrationTest {
  private static final int TARGET = 3;

  private final Ports ports = new Ports();
  private final RangeMigration moving = new RangeMigration(begun(0), ports);

  private static Migration begun(long cellKeys) {
    return new Migration(
        1,
        1,
        Way.PROMOTE,
        State.RUNNING,
        new KeyInterval(16, new byte[0], new byte[0]),
        0,
        TARGET,
        Details.of(List.of(), cellKeys, List.of()));
  }

  @Test
  void bordersComeFirst() {
    ports.masters = null;
    moving.step();
    assertThat(moving.waitsFor()).isEqualTo("borders");
    ports.masters = new TreeMap<>(Map.of(10L, 1));
    moving.step();
    assertThat(ports.begun).containsExactly(List.of(10L));
  }

  @Test
  void theTargetCatchesUpWhileCallsGoOn() {
    ports.hasCaughtUp = false;
    moving.step();
    assertThat(ports.begun).isEmpty();
    assertThat(moving.waitsFor()).contains("site 3 to catch up with site");
    ports.hasCaughtUp = true;
    moving.step();
    assertThat(ports.begun).as("a group for each source").hasSize(2);
  }

  @Test
  void aTargetThatDoesNotCatchUpGetsItAllTheSame() {
    ports.hasCaughtUp = false;
    moving.step();
    ports.nowUs += 1_000_000;
    moving.step();
    assertThat(ports.begun).hasSize(2);
  }

  @Test
  void whenAllIsAtTheTargetItIsDone() {
    moving.step();
    ports.nowUs += 700;
    ports.endGroups();
    assertThat(ports.recorded.state()).isEqualTo(State.DONE);
    assertThat(ports.recorded.change()).isEqualTo(2);
    assertThat(ports.recorded.details().partitions()).isEqualTo(3);
    assertThat(ports.recorded.details().longestUs()).isEqualTo(700);
  }

  @Test
  void whatDidNotMoveIsAskedForAgain() {
    moving.step();
    ports.refusing = true;
    ports.endGroups();
    ports.refusing = false;
    moving.step();
    ports.endGroups();
    assertThat(ports.recorded.state()).isEqualTo(State.DONE);
    assertThat(ports.masters.values()).containsOnly(TARGET);
  }

  @Test
  void whereMastersDoNotStayWhatMovesOnIsLeftAlone() {
    moving.step();
    ports.onMoved = partition -> ports.masters.put(partition, 2); // its strategy moves it on
    ports.endGroups();
    assertThat(ports.recorded.state()).isEqualTo(State.DONE);
  }

  @Test
  void wherePlacedItMovesUntilItIsThere() {
    RangeMigration placed = new RangeMigration(begun(1), ports);
    placed.step();
    ports.onMoved = partition -> ports.masters.put(partition, 2);
    ports.endGroups();
    assertThat(ports.recorded).as("it is away again").isNull();
    ports.onMoved = partition -> {};
    ports.endGroups();
    assertThat(ports.recorded.state()).isEqualTo(State.DONE);
  }

  @Test
  void interactiveTransactionsThatKeepItHaveTheirTime() {
    moving.step();
    ports.nowUs += 99_000;
    moving.step();
    assertThat(ports.holdersEnded).isZero();
    ports.nowUs += 1_000;
    moving.step();
    moving.step();
    assertThat(ports.holdersEnded).as("once for each group").isEqualTo(2);
  }

  @Test
  void cancelledItTakesReleasesBackAndReturns() {
    moving.step();
    Migration cancelling = moving.migration().next(State.CANCELLING, moving.migration().details());
    moving.learn(cancelling);
    assertThat(ports.withdrawn).isEqualTo(2);
    ports.goals.putAll(Map.of(10L, 1, 20L, 1, 30L, 2));
    ports.refusing = true; // they were taken back
    ports.masters.put(20L, TARGET); // but for one, which was released by then
    ports.endGroups();
    ports.refusing = false;
    moving.step();
    ports.endGroups();
    assertThat(ports.masters).containsEntry(20L, 1);
    assertThat(ports.recorded.state()).isEqualTo(State.CANCELLED);
  }

  private RangeMigration copying(Way way) {
    Migration begun =
        new Migration(
            1,
            1,
            way,
            State.COPYING,
            new KeyInterval(16, new byte[0], new byte[0]),
            0,
            TARGET,
            Details.of(List.of(), 0, List.of()));
    ports.awaited = "rows";
    return new RangeMigration(begun, ports);
  }

  private void comeRowsTo(RangeMigration machine) {
    ports.awaited = "";
    machine.step();
    assertThat(ports.recorded.state()).isEqualTo(State.RUNNING);
    machine.learn(ports.recorded);
    ports.answer.run();
  }

  @Test
  void stopAndCopyHasCallsWaitFromTheBeginning() {
    RangeMigration machine = copying(Way.STOP);
    machine.step();
    assertThat(ports.stopped).containsExactly(10L, 20L, 30L);
    assertThat(ports.begun).isEmpty();
    ports.nowUs += 5_000_000;
    comeRowsTo(machine);
    machine.step();
    assertThat(ports.begun).as("all of it together").containsExactly(List.of(10L, 20L, 30L));
    ports.endGroups();
    assertThat(ports.recorded.state()).isEqualTo(State.DONE);
    assertThat(ports.recorded.details().longestUs()).isEqualTo(5_000_000);
  }

  @Test
  void failoverHasCallsWaitOnlyWhenTheImageIsThere() {
    RangeMigration machine = copying(Way.FAILOVER);
    machine.step();
    assertThat(ports.stopped).as("calls go on").isEmpty();
    ports.hasCaughtUp = false;
    comeRowsTo(machine);
    machine.step();
    assertThat(ports.stopped).containsExactly(10L, 20L, 30L);
    assertThat(ports.begun).as("it catches up").isEmpty();
    ports.hasCaughtUp = true;
    machine.step();
    assertThat(ports.begun).hasSize(1);
    ports.endGroups();
    assertThat(ports.recorded.state()).isEqualTo(State.DONE);
  }

  @Test
  void cancelledWhileCallsWaitItLetsThemGoOn() {
    RangeMigration machine = copying(Way.STOP);
    machine.step();
    ports.goals.putAll(Map.of(10L, 1, 20L, 1, 30L, 2));
    machine.learn(machine.migration().next(State.CANCELLING, machine.migration().details()));
    assertThat(ports.stopped).isEmpty();
    machine.step();
    assertThat(ports.recorded.state()).isEqualTo(State.CANCELLED);
  }

  @Test
  void whatCannotGoOnWhileCallsWaitLetsThemGoOn() {
    RangeMigration machine = copying(Way.FAILOVER);
    ports.hasCaughtUp = false;
    comeRowsTo(machine);
    machine.step();
    assertThat(ports.stopped).isNotEmpty();
    ports.obstacle = "there is no site 3 that stays";
    machine.step();
    assertThat(ports.stopped).isEmpty();
    assertThat(ports.recorded.state()).isEqualTo(State.FAILED);
  }

  @Test
  void whatCannotGoOnFailsWhenNothingIsOnItsWay() {
    moving.step();
    ports.obstacle = "its table was dropped";
    moving.step();
    assertThat(ports.recorded).isNull();
    ports.endGroups();
    assertThat(ports.recorded.state()).isEqualTo(State.FAILED);
    assertThat(ports.recorded.details().problem()).isEqualTo("its table was dropped");
  }

  @Test
  void anEndThatWasNotRecordedIsRecordedAgain() {
    ports.masters.replaceAll((partition, master) -> TARGET);
    moving.step();
    assertThat(ports.records).isEqualTo(1);
    moving.step();
    assertThat(ports.records).as("one is under way").isEqualTo(1);
    ports.answer.run();
    moving.step();
    assertThat(ports.records).isEqualTo(2);
    moving.learn(ports.recorded);
    ports.answer.run();
    moving.step();
    assertThat(ports.records).as("it is over").isEqualTo(2);
  }

  @Test
  void whatLacksRowsGetsThemBeforeItIsPromoted() {
    Migration copying = begun(0).next(State.COPYING, begun(0).details());
    RangeMigration copied = new RangeMigration(copying, ports);
    ports.awaited = "rows, 10 are there";
    copied.step();
    assertThat(copied.waitsFor()).isEqualTo("rows, 10 are there");
    assertThat(ports.recorded).isNull();
    ports.awaited = "";
    copied.step();
    assertThat(ports.recorded.state()).isEqualTo(State.RUNNING);
    assertThat(ports.begun).as("not before the log has it").isEmpty();
    copied.learn(ports.recorded);
    ports.answer.run();
    copied.step();
    ports.endGroups();
    assertThat(ports.recorded.state()).isEqualTo(State.DONE);
  }

  @Test
  void aTargetThatHasLostItsRowsIsWaitedFor() {
    ports.awaited = "rows, 0 are there"; // it has started again from an old checkpoint
    moving.step();
    assertThat(ports.begun).isEmpty();
    ports.awaited = "";
    moving.step();
    assertThat(ports.begun).hasSize(2);
  }

  @Test
  void whereRowsGoWithTheirMastershipFewGoTogether() {
    ports.masters.clear();
    for (long partition = 0; partition < 40; partition++) {
      ports.masters.put(partition, 1);
    }
    RangeMigration shipped = new RangeMigration(shipped(), ports);
    shipped.step();
    while (ports.recorded == null) {
      ports.endGroups();
    }
    assertThat(ports.begun.stream().map(List::size)).containsExactly(16, 16, 8);
    assertThat(ports.recorded.state()).isEqualTo(State.DONE);
  }

  @Test
  void aPartitionThatIsTooLargeToGoWithItsRowsTakesTheRangeBack() {
    RangeMigration shipped = new RangeMigration(shipped(), ports);
    ports.tooLarge = 20;
    shipped.step();
    ports.endGroups();
    assertThat(ports.recorded.state()).isEqualTo(State.CANCELLING);
    assertThat(ports.recorded.details().problem()).contains("too many rows", "by copy");
    ports.goals.putAll(Map.of(10L, 1, 20L, 1, 30L, 2));
    ports.tooLarge = -1;
    shipped.learn(ports.recorded);
    ports.answer.run();
    shipped.step();
    ports.endGroups();
    assertThat(ports.masters).containsEntry(10L, 1).containsEntry(30L, 2);
    assertThat(ports.recorded.state()).isEqualTo(State.CANCELLED);
    assertThat(ports.recorded.details().problem()).contains("too many rows");
  }

  @Test
  void onDemandWhatACallWritesGoesFirstAndTheRestAtAPace() {
    for (long partition = 100; partition < 140; partition++) {
      ports.masters.put(partition, 2);
    }
    RangeMigration lazy = new RangeMigration(by(Way.ON_DEMAND), ports);
    lazy.demand(new long[] {30, 139, 7});
    assertThat(ports.begun).as("7 is none of its own").containsExactly(List.of(30L, 139L));
    ports.endGroups(); // and then it goes on by itself
    assertThat(ports.begun.stream().map(List::size)).containsExactly(2, 2, 16);
    ports.endGroups();
    lazy.step();
    assertThat(lazy.waitsFor()).isEqualTo("its pace");
    assertThat(ports.begun).hasSize(3);
    lazy.demand(new long[] {138, 30});
    assertThat(ports.begun).last().as("a call does not wait for that").isEqualTo(List.of(138L));
    while (ports.recorded == null) {
      ports.nowUs += 20_000;
      lazy.step();
      ports.endGroups();
    }
    assertThat(ports.recorded.state()).isEqualTo(State.DONE);
    assertThat(ports.masters.values()).containsOnly(TARGET);
  }

  /** Partitions 100 to 119 of site 2 to site 3, by sub-plans of ten and chunks of four. */
  private RangeMigration bySquall() {
    ports.masters.clear();
    for (long partition = 100; partition < 120; partition++) {
      ports.masters.put(partition, 2);
    }
    RangeMigration pulled = new RangeMigration(by(Way.SQUALL), ports);
    pulled.step();
    return pulled;
  }

  @Test
  void aCallPullsTheChunkOfWhatItWrites() {
    RangeMigration pulled = bySquall();
    assertThat(ports.begun).as("unasked").containsExactly(List.of(100L, 101L, 102L, 103L));
    pulled.demand(new long[] {106});
    assertThat(ports.begun).last().isEqualTo(List.of(104L, 105L, 106L, 107L));
  }

  @Test
  void aCallThatWritesTwoPartitionsOfAChunkPullsItOnce() {
    RangeMigration pulled = bySquall();
    pulled.demand(new long[] {104, 106, 108});
    assertThat(ports.begun).last().isEqualTo(List.of(104L, 105L, 106L, 107L, 108L, 109L));
  }

  @Test
  void ofALaterSubPlanNothingIsPulled() {
    RangeMigration pulled = bySquall();
    pulled.demand(new long[] {110});
    assertThat(ports.begun).hasSize(1);
    pulled.demand(new long[] {104, 108});
    ports.endGroups();
    pulled.demand(new long[] {110});
    assertThat(ports.begun)
        .last()
        .as("now it is in force")
        .isEqualTo(List.of(110L, 111L, 112L, 113L));
  }

  @Test
  void chunksThatNobodyWaitsForComeAtIntervals() {
    RangeMigration pulled = bySquall();
    ports.nowUs += 5_000;
    ports.endGroups();
    ports.nowUs += 194_999;
    pulled.step();
    assertThat(ports.begun).hasSize(1);
    assertThat(pulled.waitsFor()).isEqualTo("its pace");
    ports.nowUs += 1;
    pulled.step();
    assertThat(ports.begun).hasSize(2);
  }

  @Test
  void theNextRouterGoesOnWithTheSameSubPlan() {
    bySquall();
    ports.endGroups();
    new RangeMigration(by(Way.SQUALL), ports).step();
    assertThat(ports.begun).last().isEqualTo(List.of(104L, 105L, 106L, 107L));
  }

  @Test
  void shortRunsOfASubPlanAreMerged() {
    ports.masters.clear();
    for (long partition = 100; partition < 120; partition++) {
      ports.masters.put(partition, partition % 2 == 0 ? 2 : TARGET);
    }
    new RangeMigration(by(Way.SQUALL), ports).step();
    assertThat(ports.begun).as("up to half a chunk").containsExactly(List.of(100L, 102L));
  }

  @Test
  void onlyWhatMovesOnDemandIsAskedFor() {
    moving.demand(new long[] {10});
    assertThat(ports.begun).isEmpty();
    RangeMigration lazy = new RangeMigration(by(Way.ON_DEMAND), ports);
    lazy.learn(lazy.migration().next(State.CANCELLING, lazy.migration().details()));
    lazy.demand(new long[] {10});
    assertThat(ports.begun).as("it returns").isEmpty();
  }

  @Test
  void whatHasGrownTooLargeToReturnStaysAndTheRestReturns() {
    Migration begun = shipped();
    RangeMigration back = new RangeMigration(begun.next(State.CANCELLING, begun.details()), ports);
    ports.masters.replaceAll((partition, master) -> TARGET);
    ports.goals.putAll(Map.of(10L, 1, 20L, 1, 30L, 2));
    ports.tooLarge = 20;
    back.step();
    ports.endGroups();
    assertThat(ports.masters)
        .containsEntry(10L, 1)
        .containsEntry(20L, TARGET)
        .containsEntry(30L, 2);
    assertThat(ports.recorded.state()).isEqualTo(State.CANCELLED);
    assertThat(ports.recorded.details().problem()).contains("too many rows to return");
  }

  private static Migration shipped() {
    return by(Way.SHIP);
  }

  private static Migration by(Way way) {
    Migration all = begun(1);
    return new Migration(
        1, 1, way, State.RUNNING, all.range(), all.source(), all.target(), all.details());
  }

  @Test
  void manyPartitionsGoInGroups() {
    ports.masters.clear();
    for (long partition = 0; partition < 600; partition++) {
      ports.masters.put(partition, 1);
    }
    moving.step();
    while (ports.recorded == null) {
      ports.endGroups();
    }
    assertThat(ports.begun).hasSize(3);
    assertThat(ports.begun.get(0)).hasSize(RangeMigration.MOST_TOGETHER);
  }

  /** Partitions with their masters, and groups that end when the test says so. */
  private static final class Ports implements MigrationPorts {
    Map<Long, Integer> masters = new TreeMap<>(Map.of(10L, 1, 20L, 1, 30L, 2));
    final Map<Long, Integer> goals = new HashMap<>();
    final List<List<Long>> begun = new ArrayList<>();
    final List<Long> stopped = new ArrayList<>();
    final List<Runnable> ends = new ArrayList<>();
    String obstacle = "";
    String awaited = "";
    boolean hasCaughtUp = true;
    boolean refusing;
    long tooLarge = -1;
    long nowUs;
    Pulls pulls = new Pulls(2, 4, 200_000);
    int withdrawn;
    int holdersEnded;
    int records;
    Migration recorded;
    Runnable answer;
    LongConsumer onMoved = partition -> {};

    void endGroups() {
      List<Runnable> now = List.copyOf(ends);
      ends.clear();
      now.forEach(Runnable::run);
    }

    @Override
    public long nowUs() {
      return nowUs;
    }

    @Override
    public String obstacle(Migration migration) {
      return obstacle;
    }

    @Override
    public String awaited(Migration migration) {
      return awaited;
    }

    @Override
    public Migration switched(Migration migration) {
      return migration.next(State.RUNNING, migration.details());
    }

    @Override
    public List<Piece> pieces(Migration migration) {
      if (masters == null) {
        return null;
      }
      List<Piece> pieces = new ArrayList<>();
      masters.forEach(
          (id, master) ->
              pieces.add(
                  new Piece(id, new byte[0], master, goals.getOrDefault(id, migration.target()))));
      return pieces;
    }

    @Override
    public Piece piece(Migration migration, long partition) {
      return masters.containsKey(partition)
          ? new Piece(
              partition,
              new byte[0],
              masters.get(partition),
              goals.getOrDefault(partition, migration.target()))
          : null;
    }

    @Override
    public Pulls pulls(Migration migration) {
      return pulls;
    }

    @Override
    public long logPosition(int site) {
      return 40;
    }

    @Override
    public boolean hasApplied(int site, int log, long position) {
      return hasCaughtUp;
    }

    @Override
    public Group stop(Migration migration, List<Piece> pieces, GroupListener listener) {
      stopped.addAll(pieces.stream().map(Piece::id).toList());
      return new Group() {
        @Override
        public void go() {
          begin(migration, pieces, listener);
        }

        @Override
        public void withdraw() {
          stopped.clear();
          listener.onDone();
        }

        @Override
        public void endHolders() {
          holdersEnded++;
        }
      };
    }

    @Override
    public Group begin(Migration migration, List<Piece> pieces, GroupListener listener) {
      begun.add(pieces.stream().map(Piece::id).toList());
      ends.add(
          () -> {
            for (Piece piece : refusing ? List.<Piece>of() : pieces) {
              if (piece.id() == tooLarge) {
                listener.onTooLarge(tooLarge);
                continue;
              }
              masters.put(piece.id(), piece.goal());
              listener.onMoved(piece.id());
              onMoved.accept(piece.id());
            }
            listener.onDone();
          });
      return new Group() {
        @Override
        public void go() {}

        @Override
        public void withdraw() {
          withdrawn++;
        }

        @Override
        public void endHolders() {
          holdersEnded++;
        }
      };
    }

    @Override
    public void record(Migration next, Runnable whenAnswered) {
      records++;
      recorded = next;
      answer = whenAnswered;
    }
  }
}
