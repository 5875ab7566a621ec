package org.thetisdb.server.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.testing.VirtualTime;
import org.thetisdb.replication.log.LogBatchReader;
import org.thetisdb.replication.log.LogBatchWriter;
import org.thetisdb.server.commit.CommitProtocol.Rows;
import org.thetisdb.server.disk.DiskReserve;
import org.thetisdb.store.OnHeapRowStore;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.RowVersion;
import org.thetisdb.store.Snapshot;
import org.thetisdb.store.StoreConfig;

/** Scenarios about the record, the rows and the outcome of a commit. */
final class CommitProtocolTest {
  private static final int SELF = 3;
  private static final long LAST = 5;
  private static final RowKey ONE = new RowKey(20, new byte[] {1});
  private static final RowKey TWO = new RowKey(20, new byte[] {2});

  private final ScriptedLog entries = new ScriptedLog();
  private final GroupCommit log =
      new GroupCommit(
          SELF,
          entries,
          new LogBatchWriter(SELF, 1),
          new VirtualTime(),
          0,
          1 << 20,
          DiskReserve.unwatched(),
          LAST,
          5,
          VersionVector.ZERO,
          new GroupCommit.Listener() {
            @Override
            public void onDurable(long position) {}

            @Override
            public void onAppendFailed(RuntimeException reason) {}
          });
  private final RowStore store = new OnHeapRowStore(StoreConfig.of(SELF, 64 << 20));
  private final OutcomeTable outcomes = new OutcomeTable(16, 1 << 20);
  private final CommitProtocol commits =
      new CommitProtocol(
          SELF, log, new RowLogging(log, store, 64), store, outcomes, () -> Snapshot.NOTHING);

  @AfterEach
  void closeStore() {
    store.close();
  }

  private static Rows rows(Map<RowKey, byte[]> images) {
    List<RowKey> keys = List.copyOf(images.keySet());
    return Rows.of(keys, key -> key, images::get);
  }

  private RowVersion newest(RowKey key) {
    RowVersion version = new RowVersion();
    assertThat(store.readNewest(key, version)).isTrue();
    return version;
  }

  /** What the log's newest entry has: positions, and how many rows each commit has. */
  private Map<Long, Integer> logged() {
    log.flush();
    entries.acknowledge();
    Map<Long, Integer> found = new TreeMap<>();
    LogBatchReader in = new LogBatchReader(entries.entries.get(entries.entries.size() - 1));
    while (in.next()) {
      int[] count = {0};
      in.forEachWrite((key, bytes, offset, length) -> count[0]++);
      found.put(in.position(), count[0]);
    }
    return found;
  }

  @Test
  void allRowsOfACommitAreInOneRecordAndHaveOneStamp() {
    Map<RowKey, byte[]> images = new TreeMap<>(Map.of(ONE, new byte[] {7}, TWO, new byte[] {8}));
    assertThat(commits.commit(0, 0, null, rows(images))).isEqualTo(LAST + 1);
    assertThat(newest(ONE).stamp()).isEqualTo(Stamp.dense(LAST + 1, SELF));
    assertThat(newest(TWO).stamp()).isEqualTo(Stamp.dense(LAST + 1, SELF));
    assertThat(logged()).containsExactly(Map.entry(LAST + 1, 2));
  }

  @Test
  void commitsOfTheSystemHaveTheNextPositionsOfTheSameLog() {
    commits.commit(0, 0, null, rows(Map.of(ONE, new byte[] {7})));
    assertThat(commits.commit(List.of(ONE, TWO), null)).isEqualTo(LAST + 2);
    assertThat(newest(ONE).isDeleted()).isTrue();
    assertThat(logged()).containsExactly(Map.entry(LAST + 1, 1), Map.entry(LAST + 2, 2));
  }

  @Test
  void theOutcomeOfACallIsRemembered() {
    commits.commit(71, 4, new byte[] {9}, rows(Map.of(ONE, new byte[] {7})));
    assertThat(outcomes.find(71).sequence()).isEqualTo(4);
    assertThat(outcomes.find(71).position()).isEqualTo(LAST + 1);
    assertThat(outcomes.find(71).site()).isEqualTo(SELF);
    commits.commit(0, 4, new byte[] {9}, rows(Map.of(ONE, new byte[] {7})));
    assertThat(outcomes.find(0)).as("of nobody").isNull();
  }

  @Test
  void aRowForWhichThereIsNoRoomEndsTheSite() {
    try (RowStore small = new OnHeapRowStore(StoreConfig.of(SELF, 64 << 10))) {
      CommitProtocol tight =
          new CommitProtocol(
              SELF, log, new RowLogging(log, small, 64), small, outcomes, () -> Snapshot.NOTHING);
      assertThatThrownBy(() -> tight.commit(0, 0, null, rows(Map.of(ONE, new byte[1 << 20]))))
          .as("its record cannot be taken back")
          .isInstanceOf(IllegalStateException.class);
    }
  }
}
