package org.thetisdb.store;

import java.util.Arrays;
import org.thetisdb.store.RowStore.RowVisitor;

/**
 * Puts rows in front of those of a store into one order with them, as a walk brings these: a row in
 * front takes the place of the store's with the same key. After the walk {@link #finish} brings
 * those behind the last one of the store. For one thread.
 */
abstract class MergedScan implements RowVisitor {
  private final RowVisitor visitor;
  private final boolean backwards;
  private boolean goesOn = true;

  /** A merge that hands all rows to {@code visitor}. */
  MergedScan(RowVisitor visitor, boolean backwards) {
    this.visitor = visitor;
    this.backwards = backwards;
  }

  /** The key of the next row in front, in the order of the walk; null if there is none. */
  protected abstract byte[] nextKey();

  /** Takes the next row in front; null if it is deleted. */
  protected abstract RowVersion takeNext();

  @Override
  public final boolean visit(byte[] key, RowVersion stored) {
    boolean replaced = false;
    byte[] front = nextKey();
    while (goesOn && front != null) {
      int order = Arrays.compareUnsigned(front, key);
      if (backwards ? order < 0 : order > 0) {
        break;
      }
      replaced |= order == 0;
      visitNext(front);
      front = nextKey();
    }
    if (goesOn && !replaced) {
      goesOn = visitor.visit(key, stored);
    }
    return goesOn;
  }

  /** Brings the rows behind the last one of the store, unless the visitor has seen enough. */
  final void finish() {
    byte[] front = nextKey();
    while (goesOn && front != null) {
      visitNext(front);
      front = nextKey();
    }
  }

  private void visitNext(byte[] key) {
    RowVersion version = takeNext();
    if (version != null) {
      goesOn = visitor.visit(key, version);
    }
  }
}
