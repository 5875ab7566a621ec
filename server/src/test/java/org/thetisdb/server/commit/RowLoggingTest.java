package org.thetisdb.server.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.testing.VirtualTime;
import org.thetisdb.replication.log.LogBatchReader;
import org.thetisdb.replication.log.LogBatchWriter;
import org.thetisdb.server.disk.DiskReserve;
import org.thetisdb.store.OnHeapRowStore;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.Snapshot;
import org.thetisdb.store.StoreConfig;

/** Scenarios about what of a row goes into the log. */
final class RowLoggingTest {
  private static final RowKey ROW = new RowKey(20, new byte[] {1});
  private static final RowKey SYSTEM_ROW = new RowKey(2, new byte[] {1});
  private static final int SAVING_BYTES = 64;

  private final ScriptedLog entries = new ScriptedLog();
  private final GroupCommit log =
      new GroupCommit(
          1,
          entries,
          new LogBatchWriter(1, 1),
          new VirtualTime(),
          0,
          1 << 20,
          DiskReserve.unwatched(),
          5,
          5,
          VersionVector.ZERO,
          new GroupCommit.Listener() {
            @Override
            public void onDurable(long position) {}

            @Override
            public void onAppendFailed(RuntimeException reason) {}
          });
  private final RowStore store = new OnHeapRowStore(StoreConfig.of(1, 64 << 20));
  private final RowLogging rows = new RowLogging(log, store, SAVING_BYTES);

  @AfterEach
  void closeStore() {
    store.close();
  }

  @Test
  void anUpdateOfAWideRowIsLoggedAsWhatItHasChanged() {
    assertThat(logged(ROW, new byte[200], 6)).isEqualTo("row of 200");
    byte[] next = new byte[200];
    next[150] = 1;
    assertThat(logged(ROW, next, 7)).isEqualTo("delta of 7 to " + Stamp.dense(6, 1));
  }

  @Test
  void aRowThatIsNearlyAllNewIsLoggedWhole() {
    logged(ROW, new byte[200], 6);
    byte[] next = new byte[200];
    for (int i = 0; i < 140; i++) {
      next[i] = 1;
    }
    assertThat(logged(ROW, next, 7)).isEqualTo("row of 200");
  }

  @Test
  void aShortRowIsLoggedWhole() {
    logged(ROW, new byte[SAVING_BYTES], 6);
    assertThat(logged(ROW, new byte[SAVING_BYTES], 7)).isEqualTo("row of 64");
  }

  @Test
  void whatComesAfterADeleteIsLoggedWhole() {
    logged(ROW, new byte[200], 6);
    assertThat(logged(ROW, null, 7)).isEqualTo("deleted");
    assertThat(logged(ROW, new byte[200], 8)).isEqualTo("row of 200");
  }

  @Test
  void whatTheSystemKeepsIsLoggedWhole() {
    logged(SYSTEM_ROW, new byte[200], 6);
    assertThat(logged(SYSTEM_ROW, new byte[200], 7)).isEqualTo("row of 200");
  }

  private String logged(RowKey key, byte[] image, long position) {
    long stamp = Stamp.dense(position, 1);
    log.commit(stamp, 0, 0, null, 1);
    rows.write(key, image);
    store.install(
        key, stamp, position, image, 0, image == null ? 0 : image.length, Snapshot.NOTHING);
    log.flush();
    entries.acknowledge();
    LogBatchReader in = new LogBatchReader(entries.entries.get(entries.entries.size() - 1));
    in.next();
    List<String> told = new ArrayList<>();
    in.forEachWrite(
        new LogBatchReader.WriteVisitor() {
          @Override
          public void onWrite(RowKey row, byte[] bytes, int offset, int length) {
            told.add(bytes == null ? "deleted" : "row of " + length);
          }

          @Override
          public void onDelta(RowKey row, long base, byte[] delta, int offset, int length) {
            told.add("delta of " + length + " to " + base);
          }
        });
    return String.join(", ", told);
  }
}
