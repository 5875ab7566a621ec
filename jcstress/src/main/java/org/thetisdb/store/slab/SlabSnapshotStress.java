package org.thetisdb.store.slab;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.thetisdb.core.key.RowKey;

/** Rows are replaced, deleted and written again beside a snapshot, which stands still. */
@JCStressTest
@Outcome(
    id = {"1, 1"},
    expect = ACCEPTABLE,
    desc = "the snapshot stands still")
@Outcome(expect = FORBIDDEN, desc = "torn, lost, or back")
@State
public class SlabSnapshotStress {
  private final RowStore store = SlabStress.present();
  private final long number = SlabStress.newKeys(1);
  private final RowKey key = SlabStress.key(number);

  /** Begins with one version. */
  public SlabSnapshotStress() {
    SlabStress.install(store, key, 1, 60, Snapshot.EVERYTHING);
  }

  /** Replaces in place, deletes, which moves the row, writes again, which moves it once more. */
  @Actor
  public void writer() {
    SlabStress.install(store, key, 2, 60, SlabStress.FIRST);
    SlabStress.delete(store, key, 3, SlabStress.FIRST);
    SlabStress.install(store, key, 4, 500, SlabStress.FIRST);
    store.collect(SlabStress.FIRST, 10, 10);
  }

  /** Reads by key and by a scan under the snapshot. */
  @Actor
  public void reader(II_Result result) {
    result.r1 = SlabStress.read(store, key, SlabStress.FIRST);
    result.r2 = SlabStress.scan(store, number, 1, true, SlabStress.FIRST);
  }
}
