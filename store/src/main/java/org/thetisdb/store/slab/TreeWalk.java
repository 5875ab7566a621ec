package org.thetisdb.store.slab;

import java.util.Arrays;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.RowVersion;
import org.thetisdb.store.Snapshot;
import org.thetisdb.store.slab.memory.Arena;
import org.thetisdb.store.slab.memory.OffHeap;
import org.thetisdb.store.slab.memory.SpinLock;

/**
 * One walk over the rows of a table, without a lock. It stands on a leaf of a known version; when
 * that has changed it looks for the leaf again, from the last row that it visited. What was in the
 * tree before the walk and stays is met, each row once. Not thread-safe.
 *
 * <p>Where the newest version of rows is a delete and the snapshot sees all deletes of the leaf,
 * the walk passes them without a look at the rows.
 */
final class TreeWalk {
  private static final long BASE = OffHeap.BYTES_OFFSET;
  private static final long VERSION_MASK = 0xffff_ffffL;

  /** A walk over more rows than these asks for all of a range; none of them is wanted again. */
  private static final int MOST_TOUCHED = 64;

  private static final int GOES_ON = 0;
  private static final int STOPPED = 1;
  private static final int LOST = 2;

  private final Arena arena;
  private final RowTree tree;
  private final NodeSearch search;
  private final CellReader reader;
  private final Snapshot snapshot;
  private final RowStore.RowVisitor visitor;

  /** Notified of the first rows; null if nothing is. */
  private final Touches touches;

  private final int tableId;
  private int touched;
  private final RowVersion row = new RowVersion();

  private long leaf;
  private int version;

  /** Whether the snapshot sees the leaf's deletes; asked when the first one is met. */
  private boolean isAskedForDeletes;

  private boolean seesDeletes;

  /** The inner node that says where the leaf's range ends, in the walk's direction; 0 if none. */
  private long fenceNode;

  private int fenceVersion;
  private int fencePlace;

  /** Where to go on; null for the table's end. */
  private byte[] reached;

  private boolean reachedToo;

  TreeWalk(
      Arena arena,
      RowTree tree,
      NodeSearch search,
      CellReader reader,
      Snapshot snapshot,
      RowStore.RowVisitor visitor,
      Touches touches,
      int tableId) {
    this.arena = arena;
    this.touches = touches;
    this.tableId = tableId;
    this.tree = tree;
    this.search = search;
    this.reader = reader;
    this.snapshot = snapshot;
    this.visitor = visitor;
  }

  /** Visits rows in the order of their keys, from one on, up to another; null is the end. */
  void ascend(byte[] from, byte[] to) {
    reached = from;
    reachedToo = true;
    boolean ended = to != null && Arrays.compareUnsigned(from, to) >= 0;
    for (int spins = 0; !ended; spins++) {
      if (seek(false)) {
        spins = 0;
        ended = ascendLeaf(to);
      } else {
        SpinLock.pause(spins);
      }
    }
  }

  /** Visits the same rows in reverse order. */
  void descend(byte[] from, byte[] to) {
    reached = to;
    boolean ended = to != null && Arrays.compareUnsigned(from, to) >= 0;
    for (int spins = 0; !ended; spins++) {
      if (seek(true)) {
        spins = 0;
        ended = descendLeaf(from);
      } else {
        SpinLock.pause(spins);
      }
    }
  }

  /** Goes to the leaf where the walk goes on; false if a writer came between. */
  private boolean seek(boolean backwards) {
    fenceNode = 0;
    isAskedForDeletes = false;
    long node = tree.root();
    int seen = TreeNode.version(node);
    if ((seen & 1) != 0 || tree.root() != node) {
      return false;
    }
    while (TreeNode.isInner(node)) {
      int count = TreeNode.count(node);
      int at = placeOfChild(node, count, backwards);
      long child = search.child(node, at);
      if (!TreeNode.isStable(node, seen)) {
        return false;
      }
      int childSeen = TreeNode.version(child);
      if ((childSeen & 1) != 0 || !TreeNode.isStable(node, seen)) {
        return false;
      }
      if (backwards ? at > 0 : at < count) {
        fenceNode = node;
        fenceVersion = seen;
        fencePlace = backwards ? at - 1 : at;
      }
      node = child;
      seen = childSeen;
    }
    leaf = node;
    version = seen;
    return isHere();
  }

  private int placeOfChild(long node, int count, boolean backwards) {
    if (!backwards) {
      return search.upperBound(node, reached, BASE, reached.length);
    }
    return reached == null ? count : search.lowerBound(node, reached, BASE, reached.length);
  }

  /** Whether the leaf is what it was when the walk came to it. */
  private boolean isHere() {
    return TreeNode.isStable(leaf, version);
  }

  /** Visits the rows of a leaf; returns whether the walk has come to its end. */
  private boolean ascendLeaf(byte[] to) {
    int count = TreeNode.count(leaf);
    int first =
        reachedToo
            ? search.lowerBound(leaf, reached, BASE, reached.length)
            : search.upperBound(leaf, reached, BASE, reached.length);
    int end = to == null ? count : search.lowerBound(leaf, to, BASE, to.length);
    if (!isHere()) {
      return false;
    }
    for (int at = first; at < end; at++) {
      int result = visit(at);
      if (result != GOES_ON) {
        return result == STOPPED;
      }
    }
    if (end < count) {
      return true;
    }
    if (fenceNode == 0) {
      return isHere();
    }
    reachedToo |= passFence();
    return to != null && Arrays.compareUnsigned(reached, to) >= 0;
  }

  private boolean descendLeaf(byte[] from) {
    int count = TreeNode.count(leaf);
    int end = reached == null ? count : search.lowerBound(leaf, reached, BASE, reached.length);
    int first = search.lowerBound(leaf, from, BASE, from.length);
    if (!isHere()) {
      return false;
    }
    for (int at = end - 1; at >= first; at--) {
      int result = visit(at);
      if (result != GOES_ON) {
        return result == STOPPED;
      }
    }
    if (first > 0) {
      return true;
    }
    if (fenceNode == 0) {
      return isHere();
    }
    return passFence() && Arrays.compareUnsigned(reached, from) <= 0;
  }

  /** Lets the walk go on where the leaf's range ends; false if a writer came between. */
  private boolean passFence() {
    long cell = search.cell(fenceNode, fencePlace);
    byte[] fence = new byte[TreeNode.keyLength(cell, true)];
    OffHeap.copy(null, TreeNode.key(cell, true), fence, BASE, fence.length);
    if (!TreeNode.isStable(fenceNode, fenceVersion)) {
      return false;
    }
    reached = fence;
    return true;
  }

  private int visit(int at) {
    long reference = TreeNode.reference(leaf, at);
    if (!isHere()) {
      return LOST;
    }
    if (reference < 0 && seesDeletes()) {
      return GOES_ON;
    }
    long cell = arena.address(reference & Arena.PLACE_MASK);
    int result = read(cell);
    if (result != CellReader.FOUND) {
      return result == CellReader.CHANGED ? LOST : GOES_ON;
    }
    byte[] key = RowCell.copyKey(cell);
    if (!isHere()) {
      return LOST;
    }
    reached = key;
    reachedToo = false;
    if (touches != null && touched < MOST_TOUCHED) {
      touched++;
      touches.touched(cell, tableId, key);
    }
    if (!visitor.visit(key, row)) {
      return STOPPED;
    }
    return isHere() ? GOES_ON : LOST;
  }

  private boolean seesDeletes() {
    if (!isAskedForDeletes) {
      long stamp = TreeNode.deletedStamp(leaf);
      long position = TreeNode.deletedPosition(leaf);
      if (!isHere()) {
        return false;
      }
      seesDeletes = stamp != TreeNode.SEVERAL && snapshot.isVisible(stamp, position);
      isAskedForDeletes = true;
    }
    return seesDeletes;
  }

  /** Reads the row; if a writer is in it, waits until it is out, or the leaf leads elsewhere. */
  private int read(long cell) {
    for (int spins = 0; ; spins++) {
      int result = reader.read(cell, leaf, VERSION_MASK, version & VERSION_MASK, snapshot, row);
      if (result != CellReader.CHANGED || !isHere()) {
        return result;
      }
      SpinLock.pause(spins);
    }
  }
}
