package org.thetisdb.store.slab;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.store.MemoryBudget;
import org.thetisdb.store.slab.memory.Arena;
import org.thetisdb.store.slab.memory.OffHeap;
import org.thetisdb.store.slab.memory.SizeClasses;
import org.thetisdb.store.slab.memory.SpinLock;

/**
 * The rows of one table in the order of their keys: a B+-tree with prefix truncation (Graefe,
 * Modern B-Tree Techniques, section 3) whose leaves lead to the rows' cells. Writers take turns;
 * readers take no lock, they check the versions of the nodes that they read (optimistic lock
 * coupling, Leis et al., DaMoN 2016), see {@link TreeWalk}. Keys are changed in place. Thread-safe.
 *
 * <p>A node that a change touches is marked before the first of them is changed, until all are. An
 * empty leaf is taken out at once; others are not merged.
 */
final class RowTree {
  /** A tree of all rows that 36 bits can name is not half as high. */
  private static final int MAX_LEVELS = 16;

  private final Arena arena;
  private final MemoryBudget budget;
  private final NodeSearch search;
  private final NodeKeys keys;
  private final SpinLock writing = new SpinLock();

  /** The writer's: the way to the leaf, and which child was taken. */
  private final long[] path = new long[MAX_LEVELS];

  private final int[] taken = new int[MAX_LEVELS];
  private int levels;

  /** Cells that were taken before a change, so that it cannot fail half way. */
  private final long[] spare = new long[2 * MAX_LEVELS + 2];

  /**
   * The leaf where a row came in last; 0 if there was none, or leaves have come or gone since. The
   * writer's.
   */
  private long lastLeaf;

  private int spares;
  private final InnerDraft draft = new InnerDraft();
  private volatile long root;
  private volatile long rows;

  RowTree(Arena arena, MemoryBudget budget, NodeSearch search) {
    this.arena = arena;
    this.budget = budget;
    this.search = search;
    this.keys = new NodeKeys(search);
    this.root = allocate(TreeNode.LEAF_BYTES);
    TreeNode.create(root, false);
  }

  /** The root's address. */
  long root() {
    return root;
  }

  /** Number of rows. */
  long rows() {
    return rows;
  }

  private long allocate(int bytes) {
    long cell = arena.allocate(SizeClasses.of(bytes), true);
    if (cell == 0) {
      throw budget.full();
    }
    return cell;
  }

  private static void begin(long node) {
    OffHeap.putInt(node, OffHeap.getInt(node) + 1);
    OffHeap.storeFence();
  }

  private static void end(long node) {
    OffHeap.putIntRelease(node, OffHeap.getInt(node) + 1);
  }

  /** Goes to the leaf of a row's key, and remembers the way. */
  private long descend(long row) {
    long key = RowCell.key(row);
    int length = RowCell.keyLength(row);
    long node = root;
    levels = 0;
    while (TreeNode.isInner(node)) {
      int at = search.upperBound(node, null, key, length);
      path[levels] = node;
      taken[levels++] = at;
      node = search.child(node, at);
    }
    return node;
  }

  private int placeIn(long leaf, long row) {
    return search.lowerBound(leaf, null, RowCell.key(row), RowCell.keyLength(row));
  }

  /** The place of a row that is known to be in the leaf. */
  private int find(long leaf, long row) {
    int at = placeIn(leaf, row);
    if (at >= TreeNode.count(leaf) || search.cell(leaf, at) != row) {
      throw new IllegalStateException(
          "a row of table " + RowCell.tableId(row) + " is not in its leaf");
    }
    return at;
  }

  /**
   * Adds a row, whose key is not there.
   *
   * @throws org.thetisdb.core.error.ThetisException with MEMORY_FULL; then nothing has changed
   */
  void add(long row) {
    writing.lock();
    try {
      if (!addBehindLast(row)) {
        long leaf = descend(row);
        addTo(leaf, placeIn(leaf, row), row);
      }
      count(1);
    } finally {
      writing.unlock();
    }
  }

  private void addTo(long leaf, int at, long row) {
    if (TreeNode.count(leaf) == TreeNode.MAX_ENTRIES) {
      lastLeaf = 0;
      splitLeaf(leaf, at, row);
      return;
    }
    begin(leaf);
    insert(leaf, at, row);
    end(leaf);
    lastLeaf = leaf;
  }

  /**
   * Adds a row without a way down the tree, if its key comes right behind that of the last one: it
   * belongs to the same leaf if that has a greater key, too.
   */
  private boolean addBehindLast(long row) {
    if (lastLeaf == 0) {
      return false;
    }
    int at = TreeNode.insertedAt(lastLeaf) + 1;
    int count = TreeNode.count(lastLeaf);
    if (at == 0 || at >= count || count == TreeNode.MAX_ENTRIES) {
      return false;
    }
    long key = RowCell.key(row);
    int length = RowCell.keyLength(row);
    if (search.compare(lastLeaf, at - 1, key, length) >= 0
        || search.compare(lastLeaf, at, key, length) <= 0) {
      return false;
    }
    addTo(lastLeaf, at, row);
    return true;
  }

  private void insert(long leaf, int at, long row) {
    int count = TreeNode.count(leaf);
    keys.admit(leaf, RowCell.key(row), RowCell.keyLength(row));
    TreeNode.move(leaf, at, leaf, at + 1, count - at);
    TreeNode.word(
        leaf,
        at,
        Keys.word(null, RowCell.key(row), RowCell.keyLength(row), TreeNode.prefixLength(leaf)));
    TreeNode.reference(leaf, at, arena.place(row));
    TreeNode.count(leaf, count + 1);
    TreeNode.insertedAt(leaf, at);
    if (RowCell.isDeleted(row)) {
      noteDelete(leaf, at, row);
    }
  }

  private static void noteDelete(long leaf, int at, long row) {
    int deleted = TreeNode.deleted(leaf);
    long stamp = RowCell.stamp(row);
    long bound = TreeNode.deletedStamp(leaf);
    if (deleted == 0) {
      TreeNode.deletedBound(leaf, stamp, RowCell.position(row));
    } else if (bound == TreeNode.SEVERAL || Stamp.site(bound) != Stamp.site(stamp)) {
      TreeNode.deletedBound(leaf, TreeNode.SEVERAL, 0);
    } else {
      TreeNode.deletedBound(
          leaf,
          Math.max(bound, stamp),
          Math.max(TreeNode.deletedPosition(leaf), RowCell.position(row)));
    }
    if ((TreeNode.reference(leaf, at) & TreeNode.DELETED) == 0) {
      TreeNode.reference(leaf, at, TreeNode.reference(leaf, at) | TreeNode.DELETED);
      TreeNode.deleted(leaf, deleted + 1);
    }
  }

  /** Notes that the row's newest version, which is in place, is a delete. */
  void markDeleted(long row) {
    writing.lock();
    try {
      long leaf = descend(row);
      int at = find(leaf, row);
      begin(leaf);
      noteDelete(leaf, at, row);
      end(leaf);
    } finally {
      writing.unlock();
    }
  }

  /** Notes that the row's newest version will be no delete. */
  void markAlive(long row) {
    writing.lock();
    try {
      long leaf = descend(row);
      int at = find(leaf, row);
      long reference = TreeNode.reference(leaf, at);
      if ((reference & TreeNode.DELETED) != 0) {
        begin(leaf);
        TreeNode.reference(leaf, at, reference & ~TreeNode.DELETED);
        TreeNode.deleted(leaf, TreeNode.deleted(leaf) - 1);
        end(leaf);
      }
    } finally {
      writing.unlock();
    }
  }

  /** Lets a key lead to another cell with the same key. */
  void replace(long row, long by) {
    writing.lock();
    try {
      long leaf = descend(row);
      int at = find(leaf, row);
      begin(leaf);
      long flag = TreeNode.reference(leaf, at) & TreeNode.DELETED;
      TreeNode.reference(leaf, at, flag | arena.place(by));
      end(leaf);
    } finally {
      writing.unlock();
    }
  }

  /** Copies of the first keys, at most those of one leaf; none if the table has no row. */
  List<byte[]> firstKeys(int most) {
    writing.lock();
    try {
      long leaf = root;
      while (TreeNode.isInner(leaf)) {
        leaf = search.child(leaf, 0);
      }
      int count = Math.min(most, TreeNode.count(leaf));
      List<byte[]> first = new ArrayList<>(count);
      for (int at = 0; at < count; at++) {
        first.add(RowCell.copyKey(search.cell(leaf, at)));
      }
      return first;
    } finally {
      writing.unlock();
    }
  }

  /** Removes a row. */
  void remove(long row) {
    writing.lock();
    try {
      long leaf = descend(row);
      int at = find(leaf, row);
      int count = TreeNode.count(leaf);
      if (count == 1 && levels > 0) {
        cut(leaf);
      } else {
        begin(leaf);
        if ((TreeNode.reference(leaf, at) & TreeNode.DELETED) != 0) {
          TreeNode.deleted(leaf, TreeNode.deleted(leaf) - 1);
        }
        TreeNode.move(leaf, at + 1, leaf, at, count - at - 1);
        TreeNode.count(leaf, count - 1);
        TreeNode.insertedAt(leaf, -1);
        end(leaf);
      }
      count(-1);
    } finally {
      writing.unlock();
    }
  }

  /** Takes an empty leaf out, and what above it would be empty then. */
  private void cut(long leaf) {
    lastLeaf = 0;
    int level = levels - 1;
    while (TreeNode.count(path[level]) == 0) {
      level--; // never below the root, which has a separator if it has children
    }
    path[levels] = leaf;
    for (int i = level; i <= levels; i++) {
      begin(path[i]);
    }
    removeChild(path[level], taken[level]);
    for (int i = level + 1; i <= levels; i++) {
      arena.free(path[i]);
    }
    end(path[level]);
    lowerRoot();
  }

  /** A root with one child gives way to it. */
  private void lowerRoot() {
    while (TreeNode.isInner(root) && TreeNode.count(root) == 0) {
      long needless = root;
      root = search.child(needless, 0);
      arena.free(needless);
    }
  }

  private void removeChild(long node, int at) {
    int count = TreeNode.count(node);
    int separator = Math.max(0, at - 1);
    arena.free(search.cell(node, separator));
    TreeNode.move(node, separator + 1, node, separator, count - separator - 1);
    TreeNode.moveChildren(node, at + 1, node, at, count - at);
    TreeNode.count(node, count - 1);
  }

  /** The caller holds the lock for writing; readers see one number or the other. */
  private void count(int more) {
    long before = rows;
    rows = before + more;
  }

  /** Puts two leaves in place of a full one. */
  private void splitLeaf(long leaf, int at, long row) {
    int count = TreeNode.count(leaf);
    boolean goesOn = TreeNode.insertedAt(leaf) >= 0 && at == TreeNode.insertedAt(leaf) + 1;
    // Keys that come one behind the other go on so: what is before them stays together, and full.
    int middle = at == count || goesOn ? at : count / 2;
    long last = at == middle && at < count ? row : search.cell(leaf, middle - 1);
    long first = at == count ? row : search.cell(leaf, middle);
    int level = levels - 1;
    while (level >= 0 && TreeNode.count(path[level]) == TreeNode.MAX_ENTRIES) {
      level--;
    }
    prepareSplit(levels - 1 - level + (level < 0 ? 1 : 0), last, first);
    for (int i = Math.max(level, 0); i < levels; i++) {
      begin(path[i]);
    }
    begin(leaf);
    long right = spare[--spares];
    splitRows(leaf, right, middle);
    if (first != row && at <= middle) {
      insert(leaf, at, row);
    } else {
      insert(right, at - middle, row);
    }
    keys.compact(leaf);
    keys.compact(right);
    insertAbove(levels - 1, leaf, spare[--spares], right);
    end(leaf);
    for (int i = Math.max(level, 0); i < levels; i++) {
      end(path[i]);
    }
  }

  /** Takes the cells for a split: those that are used first come last. */
  private void prepareSplit(int inner, long last, long first) {
    spares = 0;
    try {
      for (int i = 0; i < inner; i++) {
        addSpare(TreeNode.INNER_BYTES);
      }
      int length = separatorLength(last, first);
      addSpare(TreeNode.separatorBytes(length));
      TreeNode.separator(spare[spares - 1], RowCell.key(first), length);
      addSpare(TreeNode.LEAF_BYTES);
    } catch (RuntimeException full) {
      while (spares > 0) {
        arena.free(spare[--spares]);
      }
      throw full;
    }
  }

  private void addSpare(int bytes) {
    spare[spares] = allocate(bytes);
    spares++;
  }

  /** The shortest part of a key that is greater than the one before. */
  private static int separatorLength(long last, long first) {
    int shorter = Math.min(RowCell.keyLength(last), RowCell.keyLength(first));
    return 1 + Keys.commonPrefix(null, RowCell.key(last), null, RowCell.key(first), shorter);
  }

  private static void splitRows(long leaf, long right, int middle) {
    TreeNode.create(right, false);
    int count = TreeNode.count(leaf);
    TreeNode.move(leaf, middle, right, 0, count - middle);
    TreeNode.count(right, count - middle);
    TreeNode.count(leaf, middle);
    copyPrefix(leaf, right);
    shareDeletes(leaf, right);
  }

  private static void copyPrefix(long from, long to) {
    TreeNode.prefixLength(to, TreeNode.prefixLength(from));
    OffHeap.copy(TreeNode.prefix(from), TreeNode.prefix(to), TreeNode.MAX_PREFIX);
  }

  private static void shareDeletes(long leaf, long right) {
    TreeNode.deletedBound(right, TreeNode.deletedStamp(leaf), TreeNode.deletedPosition(leaf));
    TreeNode.deleted(right, countDeleted(right));
    TreeNode.deleted(leaf, countDeleted(leaf));
  }

  private static int countDeleted(long leaf) {
    int deleted = 0;
    for (int i = TreeNode.count(leaf) - 1; i >= 0; i--) {
      deleted += TreeNode.reference(leaf, i) < 0 ? 1 : 0;
    }
    return deleted;
  }

  /** Puts a separator and the node behind it above a node that was split. */
  private void insertAbove(int level, long left, long separator, long right) {
    if (level < 0) {
      long top = spare[--spares];
      TreeNode.create(top, true);
      draft.begin(arena.place(left));
      draft.insert(0, arena.place(separator), arena.place(right));
      draft.fill(top, 0, 1);
      keys.compact(top);
      root = top;
      return;
    }
    long node = path[level];
    int at = taken[level];
    draft.load(node);
    draft.insert(at, arena.place(separator), arena.place(right));
    int count = draft.count();
    if (count <= TreeNode.MAX_ENTRIES) {
      draft.fill(node, 0, count);
      keys.compact(node);
      return;
    }
    long sibling = spare[--spares];
    TreeNode.create(sibling, true);
    // Where keys rise, nodes stay full, too.
    int middle = at == count - 1 ? count - 2 : count / 2;
    draft.fill(node, 0, middle);
    draft.fill(sibling, middle + 1, count);
    keys.compact(node);
    keys.compact(sibling);
    insertAbove(level - 1, node, arena.address(draft.separator(middle)), sibling);
  }
}
