package org.thetisdb.store.chronicle;

import org.thetisdb.store.RowStore;
import org.thetisdb.store.Snapshot;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.thetisdb.core.key.RowKey;

/** A reader beside the writer of a row sees whole versions, and never an older one later. */
@JCStressTest
@Outcome(
    id = {"1, 1", "1, 2", "1, 3", "2, 2", "2, 3", "3, 3"},
    expect = ACCEPTABLE,
    desc = "whole versions in their order")
@Outcome(expect = org.openjdk.jcstress.annotations.Expect.FORBIDDEN, desc = "torn, lost, or back")
@State
public class ChainReadStress {
  private final RowStore store = StressStore.present();
  private final RowKey key = StressStore.newKey();

  /** Begins with one version. */
  public ChainReadStress() {
    StressStore.install(store, key, 1);
  }

  /** Writes. */
  @Actor
  public void writer() {
    StressStore.install(store, key, 2);
    StressStore.install(store, key, 3);
  }

  /** Reads twice. */
  @Actor
  public void reader(II_Result result) {
    result.r1 = StressStore.read(store, key, Snapshot.EVERYTHING);
    result.r2 = StressStore.read(store, key, Snapshot.EVERYTHING);
  }
}
