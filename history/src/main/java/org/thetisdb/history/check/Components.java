package org.thetisdb.history.check;

import java.util.Arrays;

/**
 * The strongly connected components of a graph, by Tarjan's algorithm without recursion. Each cycle
 * lies within one component of two events or more.
 */
final class Components {
  private static final int UNSEEN = -1;

  private final EventGraph graph;
  private final int[] order;
  private final int[] low;
  private final int[] component;
  private final int[] nextSlot;
  private final int[] path;
  private final int[] open;
  private int seen;
  private int pathLength;
  private int openCount;
  private int count;
  private int cyclic;

  Components(EventGraph graph) {
    this.graph = graph;
    int events = graph.events();
    this.order = filled(events);
    this.low = new int[events];
    this.component = filled(events);
    this.nextSlot = new int[events];
    this.path = new int[events];
    this.open = new int[events];
    for (int event = 0; event < events; event++) {
      if (order[event] == UNSEEN) {
        walk(event);
      }
    }
  }

  private static int[] filled(int length) {
    int[] array = new int[length];
    Arrays.fill(array, UNSEEN);
    return array;
  }

  private void walk(int root) {
    enter(root);
    while (pathLength > 0) {
      int event = path[pathLength - 1];
      if (nextSlot[event] < graph.endSlot(event)) {
        follow(event, graph.target(nextSlot[event]++));
      } else {
        leave(event);
      }
    }
  }

  private void enter(int event) {
    order[event] = seen;
    low[event] = seen++;
    nextSlot[event] = graph.firstSlot(event);
    path[pathLength++] = event;
    open[openCount++] = event;
  }

  private void follow(int event, int target) {
    if (order[target] == UNSEEN) {
      enter(target);
    } else if (component[target] == UNSEEN) {
      low[event] = Math.min(low[event], order[target]);
    }
  }

  private void leave(int event) {
    pathLength--;
    if (pathLength > 0) {
      int parent = path[pathLength - 1];
      low[parent] = Math.min(low[parent], low[event]);
    }
    if (low[event] == order[event]) {
      close(event);
    }
  }

  private void close(int root) {
    int size = 0;
    int event;
    do {
      event = open[--openCount];
      component[event] = count;
      size++;
    } while (event != root);
    count++;
    cyclic += size > 1 ? 1 : 0;
  }

  /** How many components hold cycles. */
  int cyclic() {
    return cyclic;
  }

  /** The component of an event. */
  int of(int event) {
    return component[event];
  }

  int count() {
    return count;
  }
}
