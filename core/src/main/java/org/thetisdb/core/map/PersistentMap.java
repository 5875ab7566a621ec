package org.thetisdb.core.map;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Set;

/**
 * A sorted map that is not changed: {@link #with} and {@link #without} make another one, which
 * shares all but the way to the entry. A look and a change take O(log n). Safe for all threads.
 *
 * <p>It is a balanced tree (AVL): the heights of two neighbours differ by one at most.
 *
 * @param <K> what entries are sorted by; not null
 * @param <V> values; not null
 */
public final class PersistentMap<K extends Comparable<? super K>, V> extends AbstractMap<K, V> {
  private final Node<K, V> root;
  private final int size;

  private PersistentMap(Node<K, V> root, int size) {
    this.root = root;
    this.size = size;
  }

  /** Nothing. */
  public static <K extends Comparable<? super K>, V> PersistentMap<K, V> empty() {
    return new PersistentMap<>(null, 0);
  }

  /** This map with one entry added or replaced. */
  public PersistentMap<K, V> with(K key, V value) {
    if (key == null || value == null) {
      throw new IllegalArgumentException("a map of values that are there");
    }
    boolean isNew = find(key) == null;
    return new PersistentMap<>(put(root, key, value), isNew ? size + 1 : size);
  }

  /** This map without an entry; this one if there is none. */
  public PersistentMap<K, V> without(K key) {
    return find(key) == null ? this : new PersistentMap<>(remove(root, key), size - 1);
  }

  @Override
  @SuppressWarnings("unchecked") // a key of another type is a mistake of the caller
  public V get(Object key) {
    Node<K, V> found = find((K) key);
    return found == null ? null : found.value;
  }

  @Override
  @SuppressWarnings("unchecked") // as above
  public boolean containsKey(Object key) {
    return find((K) key) != null;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public Set<Entry<K, V>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public Iterator<Entry<K, V>> iterator() {
        return new Walk<>(root);
      }

      @Override
      public int size() {
        return size;
      }
    };
  }

  private Node<K, V> find(K key) {
    Node<K, V> node = root;
    while (node != null) {
      int order = key.compareTo(node.key);
      if (order == 0) {
        return node;
      }
      node = order < 0 ? node.left : node.right;
    }
    return null;
  }

  private static <K extends Comparable<? super K>, V> Node<K, V> put(
      Node<K, V> node, K key, V value) {
    if (node == null) {
      return new Node<>(key, value, null, null);
    }
    int order = key.compareTo(node.key);
    if (order == 0) {
      return new Node<>(key, value, node.left, node.right);
    }
    return order < 0
        ? balanced(node, put(node.left, key, value), node.right)
        : balanced(node, node.left, put(node.right, key, value));
  }

  /** Of a tree that has the key. */
  private static <K extends Comparable<? super K>, V> Node<K, V> remove(Node<K, V> node, K key) {
    int order = key.compareTo(node.key);
    if (order < 0) {
      return balanced(node, remove(node.left, key), node.right);
    }
    if (order > 0) {
      return balanced(node, node.left, remove(node.right, key));
    }
    if (node.left == null || node.right == null) {
      return node.left == null ? node.right : node.left;
    }
    Node<K, V> next = node.right;
    while (next.left != null) {
      next = next.left;
    }
    return balanced(next, node.left, remove(node.right, next.key));
  }

  /** The entry of a node over two trees whose heights differ by two at most. */
  private static <K, V> Node<K, V> balanced(Node<K, V> entry, Node<K, V> left, Node<K, V> right) {
    int lean = height(left) - height(right);
    if (lean > 1) {
      return height(left.left) >= height(left.right)
          ? left.over(left.left, entry.over(left.right, right))
          : left.right.over(
              left.over(left.left, left.right.left), entry.over(left.right.right, right));
    }
    if (lean < -1) {
      return height(right.right) >= height(right.left)
          ? right.over(entry.over(left, right.left), right.right)
          : right.left.over(
              entry.over(left, right.left.left), right.over(right.left.right, right.right));
    }
    return entry.over(left, right);
  }

  private static int height(Node<?, ?> node) {
    return node == null ? 0 : node.height;
  }

  /** The height of the tree, for checks whether it is balanced. */
  int height() {
    return height(root);
  }

  private static final class Node<K, V> {
    private final K key;
    private final V value;
    private final Node<K, V> left;
    private final Node<K, V> right;
    private final int height;

    Node(K key, V value, Node<K, V> left, Node<K, V> right) {
      this.key = key;
      this.value = value;
      this.left = left;
      this.right = right;
      this.height = 1 + Math.max(height(left), height(right));
    }

    /** The same entry over these two. */
    Node<K, V> over(Node<K, V> smaller, Node<K, V> larger) {
      return new Node<>(key, value, smaller, larger);
    }
  }

  /** Goes through all entries, the smallest first. */
  private static final class Walk<K, V> implements Iterator<Entry<K, V>> {
    private final Deque<Node<K, V>> path = new ArrayDeque<>();

    Walk(Node<K, V> root) {
      down(root);
    }

    private void down(Node<K, V> from) {
      for (Node<K, V> node = from; node != null; node = node.left) {
        path.push(node);
      }
    }

    @Override
    public boolean hasNext() {
      return !path.isEmpty();
    }

    @Override
    public Entry<K, V> next() {
      if (path.isEmpty()) {
        throw new NoSuchElementException();
      }
      Node<K, V> node = path.pop();
      down(node.right);
      return new SimpleImmutableEntry<>(node.key, node.value);
    }
  }
}
