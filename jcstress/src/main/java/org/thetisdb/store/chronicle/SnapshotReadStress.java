package org.thetisdb.store.chronicle;

import org.thetisdb.store.RowStore;
import org.thetisdb.store.Snapshot;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.key.RowKey;

/** What a snapshot needs stays while newer versions are put in front of it. */
@JCStressTest
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "the snapshot stands still")
@Outcome(expect = FORBIDDEN, desc = "it moved")
@State
public class SnapshotReadStress {
  private static final Snapshot FIRST = (stamp, position) -> position <= 1;

  private final RowStore store = StressStore.present();
  private final RowKey key = StressStore.newKey();

  /** Begins with one version. */
  public SnapshotReadStress() {
    StressStore.install(store, key, 1);
  }

  /** Writes more versions than are kept without need. */
  @Actor
  public void writer() {
    for (int version = 2; version <= 7; version++) {
      byte[] row = StressStore.row(version);
      store.install(key, Stamp.dense(version, 1), version, row, 0, row.length, FIRST);
    }
  }

  /** Reads twice under the snapshot. */
  @Actor
  public void reader(II_Result result) {
    result.r1 = StressStore.read(store, key, FIRST);
    result.r2 = StressStore.read(store, key, FIRST);
  }
}
