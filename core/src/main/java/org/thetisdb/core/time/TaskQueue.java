package org.thetisdb.core.time;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A queue of tasks: any number of threads put in, one takes out. A linked list whose end is
 * exchanged by producers (Vyukov). It lives here, and not in a library, because applications load
 * it with the client and should need no options of the JVM for that.
 *
 * <p>Thread-safe in these roles; the taker may change if it hands over by some other
 * happens-before. Unbounded; see {@link EngineThread} for what bounds it.
 */
final class TaskQueue {
  private static final VarHandle TAIL;
  private static final VarHandle NEXT;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      TAIL = lookup.findVarHandle(TaskQueue.class, "tail", Node.class);
      NEXT = lookup.findVarHandle(Node.class, "next", Node.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile Node tail;

  /** The node taken last; its successor is the first in the queue. Owned by the taker. */
  private Node head;

  private static final class Node {
    private Runnable task;
    private volatile Node next;

    Node(Runnable task) {
      this.task = task;
    }
  }

  TaskQueue() {
    head = new Node(null);
    tail = head;
  }

  /**
   * Any thread: puts a task in. A full fence: what the caller reads afterwards is read after the
   * queue has ceased to be {@link #isEmpty empty}.
   */
  void offer(Runnable task) {
    Node node = new Node(task);
    Node before = (Node) TAIL.getAndSet(this, node);
    NEXT.setRelease(before, node);
  }

  /** Taker: takes the first task out; null if the queue is empty. */
  Runnable poll() {
    Node next = head.next;
    if (next == null) {
      if (isEmpty()) {
        return null;
      }
      next = awaitLink();
    }
    Runnable task = next.task;
    next.task = null;
    // The old node may have been promoted by the collector; it must not keep its successors alive.
    NEXT.set(head, (Node) null);
    head = next;
    return task;
  }

  /** Taker: the first task, which stays; null if the queue is empty. */
  Runnable peek() {
    Node next = head.next;
    if (next == null) {
      if (isEmpty()) {
        return null;
      }
      next = awaitLink();
    }
    return next.task;
  }

  /** Taker: whether nothing was put in that was not taken out. */
  @SuppressWarnings("ReferenceEquality") // the same node is meant
  boolean isEmpty() {
    return head == tail;
  }

  /** A producer has exchanged the tail and is about to link its node. */
  private Node awaitLink() {
    Node next = head.next;
    while (next == null) {
      Thread.onSpinWait();
      next = head.next;
    }
    return next;
  }
}
