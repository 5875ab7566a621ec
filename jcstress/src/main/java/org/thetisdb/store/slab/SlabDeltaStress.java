package org.thetisdb.store.slab;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.thetisdb.core.key.RowKey;

/** Bytes of a row are changed in place beside a reader of the newest version and of the first. */
@JCStressTest
@Outcome(
    id = {"1, 1, 1", "1, 2, 1", "1, 3, 1", "2, 2, 1", "2, 3, 1", "3, 3, 1"},
    expect = ACCEPTABLE,
    desc = "whole versions in their order, and the first one stays")
@Outcome(expect = FORBIDDEN, desc = "torn, lost, or back")
@State
public class SlabDeltaStress {
  private final RowStore store = SlabStress.present();
  private final RowKey key = SlabStress.key(SlabStress.newKeys(1));

  /** Begins with one version. */
  public SlabDeltaStress() {
    SlabStress.install(store, key, 1, 90, Snapshot.EVERYTHING);
  }

  /** Changes the row twice. */
  @Actor
  public void writer() {
    SlabStress.change(store, key, 2, 90, SlabStress.FIRST);
    SlabStress.change(store, key, 3, 90, SlabStress.FIRST);
  }

  /** Reads the newest version twice, and what a snapshot sees that was there before. */
  @Actor
  public void reader(III_Result result) {
    result.r1 = SlabStress.read(store, key, Snapshot.EVERYTHING);
    result.r2 = SlabStress.read(store, key, Snapshot.EVERYTHING);
    result.r3 = SlabStress.read(store, key, SlabStress.FIRST);
  }
}
