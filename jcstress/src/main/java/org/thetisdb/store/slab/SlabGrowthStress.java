package org.thetisdb.store.slab;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.thetisdb.core.key.RowKey;

/** New rows of two writers, while segments and leaves split under them: old ones stay found. */
@JCStressTest
@Outcome(
    id = {"1, 1"},
    expect = ACCEPTABLE,
    desc = "found all the time")
@Outcome(expect = FORBIDDEN, desc = "torn, lost, or back")
@State
public class SlabGrowthStress {
  private final RowStore store = SlabStress.present();
  private static final int ROWS = 40;

  private final long old = SlabStress.newKeys(2 * ROWS + 1);
  private final RowKey key = SlabStress.key(old);

  /** Begins with one row. */
  public SlabGrowthStress() {
    SlabStress.install(store, key, 1, 30, Snapshot.EVERYTHING);
  }

  /** Adds rows behind the old one, then looks for it by key. */
  @Actor
  public void oneWriter(II_Result result) {
    for (int i = 1; i <= ROWS; i++) {
      SlabStress.install(store, SlabStress.key(old + i), 1, 30, Snapshot.EVERYTHING);
    }
    result.r1 = SlabStress.read(store, key, Snapshot.EVERYTHING);
  }

  /** Adds others, then looks for it by a scan. */
  @Actor
  public void otherWriter(II_Result result) {
    for (int i = ROWS + 1; i <= 2 * ROWS; i++) {
      SlabStress.install(store, SlabStress.key(old + i), 1, 30, Snapshot.EVERYTHING);
    }
    result.r2 = SlabStress.scan(store, old, 1, false, Snapshot.EVERYTHING);
  }
}
