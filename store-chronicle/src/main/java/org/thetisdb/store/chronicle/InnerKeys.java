package org.thetisdb.store.chronicle;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * An inner node of {@link OrderedKeys}: children, each a {@link KeyLeaf} or another inner node, and
 * the separators between them. A child holds the keys from the separator before it on, up to the
 * one behind it. Which separators there are never changes; a child may be replaced by one that
 * holds the same range, by one writer at a time while others read.
 */
final class InnerKeys {
  /** Most children of a node. */
  static final int MAX_CHILDREN = KeyLeaf.MAX_KEYS;

  private static final VarHandle CHILD = MethodHandles.arrayElementVarHandle(Object[].class);

  /** One less than there are children. */
  private final KeyLeaf separators;

  private final Object[] children;

  private InnerKeys(KeyLeaf separators, Object[] children) {
    this.separators = separators;
    this.children = children;
  }

  /** A node of two children. */
  static InnerKeys of(Object left, byte[] separator, Object right) {
    return new InnerKeys(KeyLeaf.of(separator), new Object[] {left, right});
  }

  int count() {
    return children.length;
  }

  /** The place of the child that holds {@code key}. */
  int placeOf(byte[] key) {
    return separators.firstAfter(key, false, separators.count());
  }

  /** The place of the last child that may hold keys below {@code bound}; null for the last. */
  int placeBefore(byte[] bound) {
    int count = separators.count();
    return bound == null ? count : separators.firstAfter(bound, true, count);
  }

  /** The child at {@code at}. */
  Object child(int at) {
    return CHILD.getAcquire(children, at);
  }

  /** The separator behind the child at {@code at}, which is not the last. */
  byte[] separator(int at) {
    return separators.key(at);
  }

  /** Puts another child in place of one. */
  void replace(int at, Object child) {
    CHILD.setRelease(children, at, child);
  }

  /** A copy in which two children stand in place of the one at {@code at}. */
  InnerKeys with(int at, Object left, byte[] separator, Object right) {
    Object[] more = new Object[children.length + 1];
    System.arraycopy(children, 0, more, 0, at);
    more[at] = left;
    more[at + 1] = right;
    System.arraycopy(children, at + 1, more, at + 2, children.length - at - 1);
    return new InnerKeys(separators.with(at, separator), more);
  }

  /** A copy without the child at {@code at}, whose range falls to a neighbour. */
  InnerKeys without(int at) {
    Object[] fewer = new Object[children.length - 1];
    System.arraycopy(children, 0, fewer, 0, at);
    System.arraycopy(children, at + 1, fewer, at, fewer.length - at);
    return new InnerKeys(separators.without(Math.max(0, at - 1)), fewer);
  }

  /** A copy of the children from {@code first} up to, but not including, {@code end}. */
  InnerKeys slice(int first, int end) {
    return new InnerKeys(
        separators.slice(first, end - 1), Arrays.copyOfRange(children, first, end));
  }
}
