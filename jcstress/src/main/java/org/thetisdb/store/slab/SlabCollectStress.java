package org.thetisdb.store.slab;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Rows are removed and their cells used again beside walks that pass them: what stays is met. */
@JCStressTest
@Outcome(
    id = {"80, 80"},
    expect = ACCEPTABLE,
    desc = "all that stays, once and in order")
@Outcome(expect = FORBIDDEN, desc = "torn, lost, or back")
@State
public class SlabCollectStress {
  private final RowStore store = SlabStress.present();
  private static final int STAYING = 80;

  private final long first = SlabStress.newKeys(2 * STAYING);

  /** Begins with rows that stay, and one to go behind each. */
  public SlabCollectStress() {
    for (int i = 0; i < 2 * STAYING; i++) {
      SlabStress.install(store, SlabStress.key(first + i), 1, 30, Snapshot.EVERYTHING);
    }
  }

  /** Deletes every second row, removes it, and fills the memory with others at once. */
  @Actor
  public void writer() {
    for (int i = 1; i < 2 * STAYING; i += 2) {
      SlabStress.delete(store, SlabStress.key(first + i), 2, Snapshot.EVERYTHING);
    }
    store.collect(Snapshot.EVERYTHING, STAYING, 0);
    long others = SlabStress.newKeys(STAYING);
    for (int i = 0; i < STAYING; i++) {
      SlabStress.install(store, SlabStress.key(others + i), 7, 30, Snapshot.EVERYTHING);
    }
  }

  /** Counts the rows that stay, forwards and backwards. */
  @Actor
  public void reader(II_Result result) {
    result.r1 = SlabStress.even(store, first, 2 * STAYING, false);
    result.r2 = SlabStress.even(store, first, 2 * STAYING, true);
  }
}
