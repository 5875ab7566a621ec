package org.thetisdb.store.slab;

/** The children and separators of an inner node, one more than it can hold. Not thread-safe. */
final class InnerDraft {
  private final long[] separators = new long[TreeNode.MAX_ENTRIES + 1];
  private final long[] children = new long[TreeNode.MAX_ENTRIES + 2];
  private int count;

  /** Number of separators. */
  int count() {
    return count;
  }

  long separator(int at) {
    return separators[at];
  }

  /** Begins with one child. */
  void begin(long child) {
    count = 0;
    children[0] = child;
  }

  /** Takes over what a node holds. */
  void load(long node) {
    count = TreeNode.count(node);
    for (int i = 0; i < count; i++) {
      separators[i] = TreeNode.reference(node, i);
    }
    for (int i = 0; i <= count; i++) {
      children[i] = TreeNode.child(node, i);
    }
  }

  /** Puts a separator and the child behind it at a place. */
  void insert(int at, long separator, long child) {
    System.arraycopy(separators, at, separators, at + 1, count - at);
    System.arraycopy(children, at + 1, children, at + 2, count - at);
    separators[at] = separator;
    children[at + 1] = child;
    count++;
  }

  /** Lets a node hold the separators from {@code first} up to {@code end}, and their children. */
  void fill(long node, int first, int end) {
    TreeNode.count(node, end - first);
    for (int i = first; i < end; i++) {
      TreeNode.reference(node, i - first, separators[i]);
    }
    for (int i = first; i <= end; i++) {
      TreeNode.child(node, i - first, children[i]);
    }
  }
}
