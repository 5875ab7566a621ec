package org.thetisdb.store.slab;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.thetisdb.core.key.RowKey;

/** A row outgrows its cell beside a reader, by key and by a scan: it is never away. */
@JCStressTest
@Outcome(
    id = {"1, 1", "1, 2", "1, 3", "2, 2", "2, 3", "3, 3"},
    expect = ACCEPTABLE,
    desc = "whole versions in their order")
@Outcome(expect = FORBIDDEN, desc = "torn, lost, or back")
@State
public class SlabMoveStress {
  private final RowStore store = SlabStress.present();
  private final long number = SlabStress.newKeys(1);
  private final RowKey key = SlabStress.key(number);

  /** Begins with one version. */
  public SlabMoveStress() {
    SlabStress.install(store, key, 1, 10, Snapshot.EVERYTHING);
  }

  /** Writes longer rows; the last one stands outside of its cell. */
  @Actor
  public void writer() {
    SlabStress.install(store, key, 2, 300, Snapshot.EVERYTHING);
    SlabStress.install(store, key, 3, 9_000, Snapshot.EVERYTHING);
  }

  /** Reads by key, then by a scan. */
  @Actor
  public void reader(II_Result result) {
    result.r1 = SlabStress.read(store, key, Snapshot.EVERYTHING);
    result.r2 = SlabStress.scan(store, number, 1, false, Snapshot.EVERYTHING);
  }
}
