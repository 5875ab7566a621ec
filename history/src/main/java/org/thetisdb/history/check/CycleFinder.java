package org.thetisdb.history.check;

import java.util.ArrayDeque;
import java.util.Arrays;
import org.agrona.collections.IntArrayList;

/**
 * Finds a short cycle through an edge: breadth first from its end to its beginning, without leaving
 * the component. Steps that are not described, such as those between moments, cost nothing.
 */
final class CycleFinder {
  private static final int UNSEEN = Integer.MAX_VALUE;

  private final EventGraph graph;
  private final Dependencies edges;
  private final Components components;
  private final int[] distance;
  private final int[] cameFrom;
  private final int[] cameBy;
  private final IntArrayList touched = new IntArrayList();
  private long visits;

  CycleFinder(EventGraph graph, Dependencies edges, Components components) {
    this.graph = graph;
    this.edges = edges;
    this.components = components;
    this.distance = new int[graph.events()];
    this.cameFrom = new int[graph.events()];
    this.cameBy = new int[graph.events()];
    Arrays.fill(distance, UNSEEN);
  }

  /** Whether some cycle goes through an edge of the graph. */
  boolean isOnCycle(int edge) {
    return components.of(graph.from(edge)) == components.of(graph.to(edge));
  }

  /** The edges of a cycle that begins with this one, which must be on one. */
  int[] shortest(int edge) {
    int start = graph.to(edge);
    int goal = graph.from(edge);
    search(start, goal);
    IntArrayList backwards = new IntArrayList();
    for (int event = goal; event != start; event = cameFrom[event]) {
      if (cameBy[event] != EventGraph.PROGRAM) {
        backwards.addInt(cameBy[event]);
      }
    }
    forget();
    int[] cycle = new int[backwards.size() + 1];
    cycle[0] = edge;
    for (int i = 1; i < cycle.length; i++) {
      cycle[i] = backwards.getInt(cycle.length - 1 - i);
    }
    return cycle;
  }

  /** How many events were looked at so far. */
  long visits() {
    return visits;
  }

  private void search(int start, int goal) {
    ArrayDeque<Integer> queue = new ArrayDeque<>();
    reach(start, 0, start, EventGraph.PROGRAM);
    queue.add(start);
    while (!queue.isEmpty()) {
      int event = queue.removeFirst();
      visits++;
      if (event == goal) {
        return;
      }
      for (int slot = graph.firstSlot(event); slot < graph.endSlot(event); slot++) {
        int target = graph.target(slot);
        int cost = cost(graph.origin(slot));
        if (components.of(target) == components.of(start)
            && distance[event] + cost < distance[target]) {
          reach(target, distance[event] + cost, event, graph.origin(slot));
          if (cost == 0) {
            queue.addFirst(target);
          } else {
            queue.addLast(target);
          }
        }
      }
    }
    throw new IllegalStateException("a component is not connected");
  }

  private int cost(int edge) {
    return edge == EventGraph.PROGRAM || !edges.kind(edge).beginsStep() ? 0 : 1;
  }

  private void reach(int event, int newDistance, int from, int by) {
    if (distance[event] == UNSEEN) {
      touched.addInt(event);
    }
    distance[event] = newDistance;
    cameFrom[event] = from;
    cameBy[event] = by;
  }

  private void forget() {
    for (int i = 0; i < touched.size(); i++) {
      distance[touched.getInt(i)] = UNSEEN;
    }
    touched.clear();
  }
}
