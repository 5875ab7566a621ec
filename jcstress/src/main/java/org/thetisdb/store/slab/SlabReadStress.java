package org.thetisdb.store.slab;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.thetisdb.core.key.RowKey;

/** A row is overwritten in place beside a reader: whole versions, none older later. */
@JCStressTest
@Outcome(
    id = {"1, 1", "1, 2", "1, 3", "2, 2", "2, 3", "3, 3"},
    expect = ACCEPTABLE,
    desc = "whole versions in their order")
@Outcome(expect = FORBIDDEN, desc = "torn, lost, or back")
@State
public class SlabReadStress {
  private final RowStore store = SlabStress.present();
  private final RowKey key = SlabStress.key(SlabStress.newKeys(1));

  /** Begins with one version. */
  public SlabReadStress() {
    SlabStress.install(store, key, 1, 90, Snapshot.EVERYTHING);
  }

  /** Writes. */
  @Actor
  public void writer() {
    SlabStress.install(store, key, 2, 40, Snapshot.EVERYTHING);
    SlabStress.install(store, key, 3, 90, Snapshot.EVERYTHING);
  }

  /** Reads twice. */
  @Actor
  public void reader(II_Result result) {
    result.r1 = SlabStress.read(store, key, Snapshot.EVERYTHING);
    result.r2 = SlabStress.read(store, key, Snapshot.EVERYTHING);
  }
}
