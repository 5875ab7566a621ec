package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.server.checkpoint.CheckpointHeader;
import org.thetisdb.server.checkpoint.CheckpointId;
import org.thetisdb.server.checkpoint.CheckpointLoader;
import org.thetisdb.server.checkpoint.CheckpointVisitor;

/** Scenarios about checkpoints that take so long that much happens meanwhile. */
final class SlowCheckpointScenariosTest extends SiteFixture {
  private static final long STEP_OF_CHECKPOINT_US = 200_000;

  /** How often each counter was raised. */
  private int raised;

  SlowCheckpointScenariosTest() {
    super(64L << 20, 64L << 20, 2_000, STEP_OF_CHECKPOINT_US);
  }

  /** Each row is written many times before it is read, and none is kept as it was. */
  @Test
  void rowsAreReadAsTheyAreAndTheEndCoversEachOfThem() {
    Contents contents = read(checkpointTakenWhileAllRowsAreWritten());
    assertThat(contents.counters).hasSize(20);
    assertThat(contents.behindTheVector).isNotEmpty();
    assertThat(contents.behindTheEnd(contents.complete)).isEmpty();
  }

  @Test
  void aSiteThatStartsFromRowsAsFoundHasWhatItAcknowledged() {
    CheckpointId taken = checkpointTakenWhileAllRowsAreWritten();
    nodes.get(1).kill();
    assertThat(newest()).isEqualTo(taken);
    checkpointStepUs = 1;
    start(1);
    for (long id = 1; id <= 20; id++) {
      assertThat(valueOf(execute(1, raise(id, 1)))).isEqualTo(raised + 1L);
    }
  }

  /** Raises each of twenty counters again and again until a second checkpoint is there. */
  private CheckpointId checkpointTakenWhileAllRowsAreWritten() {
    raiseAll(3_000);
    cut();
    CheckpointId first = awaitNewest(null);
    while (Objects.equals(newest(), first)) {
      raiseAll(1_500);
      cut();
    }
    return newest();
  }

  private void raiseAll(long stepUs) {
    for (long id = 1; id <= 20; id++) {
      execute(1, raise(id, 1), stepUs);
    }
    raised++;
  }

  /**
   * The checkpoint knows the outcome of a call whose row it does not have: the call committed
   * elsewhere after the rows' vector was taken.
   */
  @Test
  void aSiteServesWhenItHasAppliedAllItsCheckpointKnows() {
    execute(1, raise(1, 5));
    CheckpointId first = awaitNewest(null);
    CheckpointId second = first;
    for (long call = 1; second.equals(first); call++) {
      execute(2, raise(101, 1).session(77, call));
      second = newest();
    }
    Contents contents = read(second);
    assertThat(contents.complete.get(2)).isGreaterThan(contents.header.vector().get(2));
    nodes.get(1).kill();
    log.holdBack(2);
    checkpointStepUs = 1;
    Node again = new Node(1);
    world.runFor(10 * STEP_US);
    assertThat(again.halted).isNull();
    assertThat(again.address).isNull();
    log.release(2);
    world.runFor(STEP_US);
    assertThat(again.address).isNotNull();
  }

  private CheckpointId newest() {
    List<CheckpointId> all = checkpoints.get(1).list();
    return all.isEmpty() ? null : all.get(all.size() - 1);
  }

  private CheckpointId awaitNewest(CheckpointId other) {
    while (Objects.equals(newest(), other)) {
      world.runFor(STEP_US);
    }
    return newest();
  }

  private Contents read(CheckpointId id) {
    Contents contents = new Contents();
    SimulatedProcess.ProcessEventLoop line = world.newProcess("reader").newLine();
    line.execute(
        () ->
            CheckpointLoader.start(
                checkpoints.get(1),
                id.site(),
                "scenarios/first",
                line,
                contents,
                true,
                site -> true,
                contents));
    world.runFor(STEP_US);
    assertThat(contents.complete).isNotNull();
    assertThat(contents.header.id()).isEqualTo(id);
    return contents;
  }

  private static final class Contents implements CheckpointVisitor, CheckpointLoader.Listener {
    private final List<RowKey> counters = new ArrayList<>();
    private final List<RowKey> behindTheVector = new ArrayList<>();
    private final List<long[]> written = new ArrayList<>();
    private CheckpointHeader header;
    private VersionVector complete;

    @Override
    public void header(CheckpointHeader read) {
      header = read;
    }

    @Override
    public void row(RowKey key, long stamp, long position, byte[] row, int offset, int length) {
      if (key.tableId() == 16) {
        counters.add(key);
      }
      if (position > header.vector().get(Stamp.site(stamp))) {
        behindTheVector.add(key);
      }
      written.add(new long[] {Stamp.site(stamp), position});
    }

    /** Positions of rows that a vector does not cover. */
    List<long[]> behindTheEnd(VersionVector end) {
      return written.stream().filter(each -> each[1] > end.get((int) each[0])).toList();
    }

    @Override
    public void onLoaded(CheckpointHeader loaded, VersionVector covers) {
      complete = covers;
    }

    @Override
    public void onNone() {
      throw new AssertionError("no checkpoint");
    }

    @Override
    public void onFailed(RuntimeException reason) {
      throw reason;
    }
  }
}
