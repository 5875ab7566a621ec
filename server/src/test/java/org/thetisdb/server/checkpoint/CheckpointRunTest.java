package org.thetisdb.server.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.time.Clock;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.replication.refresh.LogPoint;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.commit.OutcomeTable.Outcome;
import org.thetisdb.store.OnHeapRowStore;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.Snapshot;
import org.thetisdb.store.StoreConfig;

/** Scenarios about one checkpoint of site 1 at position 5, and about all that can end it early. */
final class CheckpointRunTest {
  private static final int ROWS = 1_000;
  private static final int SYSTEM_TABLE = Catalog.SITES;
  private static final int USER_TABLE = 16;
  private static final CheckpointId OLD = new CheckpointId(1, 1, 1);
  private static final CheckpointId OLDER = new CheckpointId(1, 1, 0);
  private static final CheckpointId NEW = new CheckpointId(1, 2, 1);
  private static final CheckpointId LATER_INCARNATION = new CheckpointId(1, 3, 1);

  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private final Line line = new Line();
  private final RowStore rows = new OnHeapRowStore(StoreConfig.of(1, 64L << 20));
  private final BreakableStore store = new BreakableStore();
  private final Subject subject = new Subject();

  CheckpointRunTest() {
    for (int i = 0; i < ROWS; i++) {
      install(i, 5);
    }
    publishEmpty(OLDER, 10);
    publishEmpty(OLD, 20);
    publishEmpty(LATER_INCARNATION, 5);
    publishEmpty(new CheckpointId(2, 1, 1), 1);
  }

  @Test
  void itHoldsEachRowOfItsVectorOrNewerAndItsEndCoversAll() {
    newRun().start();
    for (int i = 0; !tasks.isEmpty(); i++) {
      tasks.remove().run();
      if (i < ROWS) {
        install(ROWS - i, 11 + i);
      }
    }
    Contents contents = contents(NEW);
    assertThat(contents.rows).hasSizeBetween(ROWS, ROWS + 1);
    assertThat(contents.newest).isGreaterThan(9);
    assertThat(contents.others).hasSize(2 * Subject.ENTRIES);
    assertThat(contents.complete).isEqualTo(VersionVector.of(contents.newest, 2));
    assertThat(subject.events.subList(0, 2)).containsExactly("pin let go", "rows written");
  }

  @Test
  void systemRowsAreOfItsVectorAndUnpinnedBeforeUsersRows() {
    install(SYSTEM_TABLE, 1, 5);
    newRun().start();
    install(SYSTEM_TABLE, 1, 6);
    install(SYSTEM_TABLE, 2, 6);
    runAll();
    assertThat(contents(NEW).rows.subList(0, 2))
        .satisfiesExactly(
            row ->
                assertThat(row).startsWith("" + new RowKey(SYSTEM_TABLE, keyOf(1))).endsWith("5"),
            row -> assertThat(row).startsWith("" + new RowKey(USER_TABLE, keyOf(0))));
    assertThat(subject.events.subList(0, 2)).containsExactly("pin let go", "rows written");
  }

  @Test
  void rowsAsFoundAndTheLogBehindTheVectorGiveTheEnd() {
    for (long seed = 1; seed <= 50; seed++) {
      new CheckpointRunTest().tellOfRedo(new Random(seed));
    }
  }

  /** Writes and deletes go on while the checkpoint is taken; the log keeps them all. */
  private void tellOfRedo(Random random) {
    List<int[]> log = new ArrayList<>();
    newRun().start();
    while (!tasks.isEmpty()) {
      tasks.remove().run();
      for (int i = random.nextInt(6); i > 0; i--) {
        int[] write = {random.nextInt(ROWS + 50), 10 + log.size(), random.nextInt(4)};
        log.add(write);
        apply(rows, write);
      }
    }
    RowStore restored = new OnHeapRowStore(StoreConfig.of(1, 64L << 20));
    Contents contents = contentsInto(restored);
    assertThat(contents.complete.get(1)).isLessThan(10 + log.size());
    log.forEach(write -> apply(restored, write));
    assertThat(dump(restored)).isEqualTo(dump(rows));
    restored.close();
    rows.close();
  }

  private static void apply(RowStore store, int[] write) {
    byte[] row = write[2] == 0 ? null : new byte[] {(byte) write[1], (byte) write[2]};
    store.install(
        new RowKey(USER_TABLE, keyOf(write[0])),
        Stamp.of(0, write[1], 1),
        write[1],
        row,
        0,
        row == null ? 0 : row.length,
        Snapshot.EVERYTHING);
  }

  private Contents contentsInto(RowStore restored) {
    Contents contents = new Contents();
    contents.target = restored;
    read(NEW, contents);
    return contents;
  }

  private static List<String> dump(RowStore store) {
    List<String> dump = new ArrayList<>();
    store.scan(
        USER_TABLE,
        new byte[0],
        null,
        false,
        Snapshot.EVERYTHING,
        (key, version) ->
            dump.add(
                Arrays.toString(key)
                    + Arrays.toString(version.toByteArray())
                    + version.position()));
    return dump;
  }

  @Test
  void olderOnesGoAndThoseOfALaterIncarnationAndOfOtherSitesStay() {
    newRun().start();
    runAll();
    assertThat(store.list())
        .containsExactly(OLD, NEW, LATER_INCARNATION, new CheckpointId(2, 1, 1));
  }

  @Test
  void aKillAfterAnyStepLeavesOldCheckpointsOrAWholeNewOne() {
    int steps = 0;
    boolean published = false;
    while (!published) {
      CheckpointRunTest life = new CheckpointRunTest();
      life.newRun().start();
      for (int i = 0; i < steps; i++) {
        life.tasks.remove().run();
      }
      // Here the process dies: what is left of it is what the store holds.
      published = life.store.list().contains(NEW) && life.tasks.isEmpty();
      if (life.store.list().contains(NEW)) {
        assertThat(life.contents(NEW).rows).hasSize(ROWS);
      }
      assertThat(life.store.list()).contains(OLD);
      steps++;
    }
    assertThat(steps).isGreaterThan(12);
  }

  @Test
  void aDiskThatFailsAtAnyWriteCostsOnlyThisCheckpoint() {
    int writes = 0;
    boolean failed = true;
    while (failed) {
      CheckpointRunTest life = new CheckpointRunTest();
      life.store.writesLeft = writes++;
      life.newRun().start();
      life.runAll();
      failed = life.subject.failure != null;
      assertThat(life.store.list().contains(NEW)).isNotEqualTo(failed);
      assertThat(life.store.list()).contains(OLD);
      assertThat(life.store.openSinks).isZero();
    }
    assertThat(writes).isGreaterThan(4);
  }

  @Test
  void whatTheLogHasNotAcknowledgedIsNotPublished() {
    subject.durable = false;
    newRun().start();
    runAll();
    assertThat(store.list()).doesNotContain(NEW);
    subject.whenDurable.remove(0).run();
    runAll();
    assertThat(store.list()).contains(NEW);
  }

  @Test
  void aCancelledRunPublishesNothingAndReadsNoMoreRows() {
    CheckpointRun run = newRun();
    run.start();
    tasks.remove().run();
    run.cancel();
    rows.close();
    runAll();
    assertThat(store.list()).doesNotContain(NEW);
    assertThat(store.openSinks).isZero();
    assertThat(subject.events).isEmpty();
  }

  @Test
  void aCheckpointThatCannotBeReadBackCostsNoOtherOne() {
    store.damagePublished = true;
    newRun().start();
    runAll();
    assertThat(subject.failure.code()).isEqualTo(ErrorCode.CHECKPOINT_DAMAGED);
    assertThat(store.list()).contains(OLDER, OLD);
  }

  @Test
  void itMakesWayForOtherWorkOfItsSiteAndIsDoneNevertheless() {
    subject.busy = true;
    newRun().start();
    runAll();
    assertThat(store.list()).contains(NEW);
    assertThat(line.restedUs).isGreaterThan(4 * line.workedUs);
  }

  @Test
  void aSiteWithoutOtherWorkIsNotSpared() {
    newRun().start();
    runAll();
    assertThat(store.list()).contains(NEW);
    assertThat(line.restedUs).isZero();
  }

  @Test
  void aRunThatIsCancelledInAPauseReadsNothingMore() {
    subject.busy = true;
    CheckpointRun run = newRun();
    run.start();
    while (line.restedUs == 0) {
      tasks.remove().run();
    }
    run.cancel();
    rows.close();
    runAll();
    assertThat(store.list()).doesNotContain(NEW);
    assertThat(store.openSinks).isZero();
  }

  private CheckpointRun newRun() {
    CheckpointHeader header =
        new CheckpointHeader(
            NEW, "scenarios", VersionVector.of(5, 2), List.of(new LogPoint(30, 2, 4)));
    return new CheckpointRun(
        header,
        new int[] {SYSTEM_TABLE, USER_TABLE},
        rows,
        subject,
        store,
        new CheckpointRun.Options(2, 5),
        line,
        line);
  }

  private void runAll() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
  }

  private static byte[] keyOf(int number) {
    return new byte[] {(byte) (number >> 8), (byte) number};
  }

  private void install(int number, long position) {
    install(USER_TABLE, number, position);
  }

  private void install(int table, int number, long position) {
    rows.install(
        new RowKey(table, keyOf(number)),
        Stamp.dense(position, 1),
        position,
        new byte[] {7},
        0,
        1,
        Snapshot.NOTHING);
  }

  private void publishEmpty(CheckpointId id, long offset) {
    CheckpointHeader header =
        new CheckpointHeader(
            id, "scenarios", VersionVector.of(5), List.of(new LogPoint(offset, 1, 1)));
    try (CheckpointWriter writer = CheckpointWriter.begin(store.memory.create(id), header)) {
      writer.publish(VersionVector.of(5));
    }
  }

  private Contents contents(CheckpointId id) {
    Contents contents = new Contents();
    read(id, contents);
    return contents;
  }

  private void read(CheckpointId id, Contents into) {
    try (CheckpointReader reader = new CheckpointReader(store, id, into)) {
      while (reader.step()) {
        assertThat(into.complete == null || reader.isComplete()).isTrue();
      }
    }
  }

  private static final class Contents implements CheckpointVisitor {
    private final List<String> rows = new ArrayList<>();
    private final List<String> others = new ArrayList<>();
    private VersionVector complete;
    private long newest;
    private RowStore target;

    @Override
    public void row(RowKey key, long stamp, long position, byte[] row, int offset, int length) {
      rows.add(key + " at " + position);
      newest = Math.max(newest, position);
      if (target != null) {
        target.install(key, stamp, position, row, offset, length, Snapshot.EVERYTHING);
      }
    }

    @Override
    public void moved(long partition, byte[] from, int term, int owner) {
      others.add("partition " + partition);
    }

    @Override
    public void outcome(long session, Outcome outcome) {
      others.add("session " + session);
    }

    @Override
    public void end(VersionVector covers) {
      complete = covers;
    }
  }

  private static final class Subject implements CheckpointSubject {
    private static final int ENTRIES = 700;

    private final List<String> events = new ArrayList<>();
    private final List<Runnable> whenDurable = new ArrayList<>();
    private boolean durable = true;
    private boolean busy;
    private ThetisException failure;
    private int next;

    @Override
    public boolean isBusy() {
      return busy;
    }

    @Override
    public void onPinNotNeeded() {
      events.add("pin let go");
    }

    @Override
    public void onRowsWritten() {
      events.add("rows written");
    }

    @Override
    public boolean next(int most, CheckpointSlice slice) {
      int end = Math.min(ENTRIES, next + most);
      for (int each = next; each < end; each++) {
        slice.moved(each, new byte[0], 1, 1);
      }
      for (; next < end; next++) {
        slice.outcome(next + 1, new Outcome(1, 1, 5, new byte[0]));
      }
      return next < ENTRIES;
    }

    @Override
    public VersionVector complete() {
      return VersionVector.of(9, 2);
    }

    @Override
    public void whenDurable(VersionVector reached, Runnable action) {
      if (durable) {
        action.run();
      } else {
        whenDurable.add(action);
      }
    }

    @Override
    public void onPublished(CheckpointSummary summary, long[] neededOffsets) {
      events.add(
          "published %s with %d rows, needs %d"
              .formatted(summary.id(), summary.rows(), neededOffsets[0]));
    }

    @Override
    public void onFailed(RuntimeException reason) {
      failure = (ThetisException) reason;
    }
  }

  /** A disk that can be full, and can spoil what it keeps. */
  private static final class BreakableStore implements CheckpointStore {
    private final MemoryCheckpoints memory = new MemoryCheckpoints();
    private int writesLeft = Integer.MAX_VALUE;
    private int openSinks;
    private boolean damagePublished;

    @Override
    public List<CheckpointId> list() {
      return memory.list();
    }

    @Override
    public Sink create(CheckpointId id) {
      Sink inner = memory.create(id);
      openSinks++;
      return new Sink() {
        private boolean open = true;

        @Override
        public void write(byte[] bytes, int length) {
          spend(id);
          inner.write(bytes, length);
        }

        @Override
        public void publish() {
          spend(id);
          inner.publish();
          if (damagePublished) {
            byte[] damaged = memory.bytes(id);
            damaged[damaged.length / 2] ^= 1;
            memory.replace(id, damaged);
          }
        }

        @Override
        public void close() {
          openSinks -= open ? 1 : 0;
          open = false;
        }
      };
    }

    private void spend(CheckpointId id) {
      if (writesLeft-- <= 0) {
        throw new ThetisException(ErrorCode.CHECKPOINT_NOT_WRITTEN, id, place(), "no space left");
      }
    }

    @Override
    public Source open(CheckpointId id) {
      return memory.open(id);
    }

    @Override
    public void delete(CheckpointId id) {
      memory.delete(id);
    }

    @Override
    public void reject(CheckpointId id) {
      memory.reject(id);
    }

    @Override
    public String place() {
      return memory.place();
    }
  }

  /** Each task takes a millisecond; who rests is woken at once. */
  private final class Line implements Scheduler {
    private static final long TASK_US = 1_000;

    private long workedUs;
    private long restedUs;

    @Override
    public Clock clock() {
      return new Clock() {
        @Override
        public long nowUs() {
          return workedUs;
        }

        @Override
        public long wallMs() {
          throw new UnsupportedOperationException();
        }
      };
    }

    @Override
    public void execute(Runnable task) {
      tasks.add(
          () -> {
            workedUs += TASK_US;
            task.run();
          });
    }

    @Override
    public Timer schedule(long delayUs, Runnable task) {
      restedUs += delayUs;
      execute(task);
      return () -> {};
    }
  }
}
