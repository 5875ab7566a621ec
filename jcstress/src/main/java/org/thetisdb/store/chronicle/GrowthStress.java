package org.thetisdb.store.chronicle;

import org.thetisdb.store.RowStore;
import org.thetisdb.store.Snapshot;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.thetisdb.core.key.RowKey;

/**
 * New rows of two writers, while the shards under them split: each finds an old row all the time,
 * and in the end both new ones are there. Two threads, so that two processors are enough.
 */
@JCStressTest
@Outcome(id = "1, 1, 2, 3", expect = ACCEPTABLE, desc = "all there")
@Outcome(expect = FORBIDDEN, desc = "a row was lost or not found")
@State
public class GrowthStress {
  private final RowStore store = StressStore.present();
  private final RowKey old = StressStore.newKey();
  private final RowKey first = StressStore.newKey();
  private final RowKey second = StressStore.newKey();

  /** Begins with one row. */
  public GrowthStress() {
    StressStore.install(store, old, 1);
  }

  /** Adds a row, and looks for the old one. */
  @Actor
  public void oneWriter(IIII_Result result) {
    StressStore.install(store, first, 2);
    result.r1 = StressStore.read(store, old, Snapshot.EVERYTHING);
  }

  /** Adds another one, and looks for the old one. */
  @Actor
  public void otherWriter(IIII_Result result) {
    StressStore.install(store, second, 3);
    result.r2 = StressStore.read(store, old, Snapshot.EVERYTHING);
  }

  /** Looks for all. */
  @Arbiter
  public void end(IIII_Result result) {
    result.r3 = StressStore.read(store, first, Snapshot.EVERYTHING);
    result.r4 = StressStore.read(store, second, Snapshot.EVERYTHING);
  }
}
