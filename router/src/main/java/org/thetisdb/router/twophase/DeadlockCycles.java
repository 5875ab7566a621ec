package org.thetisdb.router.twophase;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.thetisdb.core.wire.SiteToRouter.AwaitedRow;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.call.SqlTransaction;

/**
 * Cycles of transactions over several sites that wait for each other's rows (decision 0078). Each
 * site reports from time to time which waits for which there; in a cycle none goes on by itself, so
 * that it is seen when all its sites have reported. The youngest gives way; since a transaction
 * keeps its age over all its attempts, it is the oldest at last, and then nobody takes anything
 * from it. Not thread-safe.
 */
final class DeadlockCycles {
  /** So many give way at once; more do when sites tell the next time. */
  private static final int MOST_AT_ONCE = 100;

  private final Map<Integer, List<AwaitedRow>> bySite = new HashMap<>();

  /**
   * One step of a cycle.
   *
   * @param call that is waited for
   * @param keeps whether it is waited for since it is an interactive transaction, which keeps what
   *     its statements have locked even if it gives way
   */
  record Step(PendingCall call, boolean keeps) {}

  /** A site reports all the waits that there are. */
  void learn(int site, List<AwaitedRow> waits) {
    bySite.put(site, waits);
  }

  /**
   * Those that are to give way, so that no cycle is left.
   *
   * @param underWay the attempts that may wait; what is reported of others is old
   */
  List<Step> toGiveWay(Map<Long, PendingCall> underWay) {
    Graph graph = new Graph(underWay);
    bySite.forEach(graph::add);
    List<Step> yielding = new ArrayList<>(0);
    List<Step> cycle = graph.cycle();
    while (!cycle.isEmpty() && yielding.size() < MOST_AT_ONCE) {
      Step youngest = youngest(cycle);
      yielding.add(youngest);
      graph.remove(youngest.call);
      cycle = graph.cycle();
    }
    return yielding;
  }

  /**
   * A call by itself loses nothing but time, and the COMMIT of an interactive transaction may end
   * it; one that keeps what others wait for would give way for nothing.
   */
  private static Step youngest(List<Step> cycle) {
    Step best = cycle.get(0);
    for (Step each : cycle) {
      if (compare(each, best) > 0) {
        best = each;
      }
    }
    return best;
  }

  private static int compare(Step one, Step other) {
    if (one.keeps != other.keeps) {
      return one.keeps ? -1 : 1;
    }
    if (one.call.isCommit() != other.call.isCommit()) {
      return one.call.isCommit() ? -1 : 1;
    }
    return Long.compare(CallOverSites.of(one.call).age(), CallOverSites.of(other.call).age());
  }

  /** Which waits for which at this moment, as far as it was reported. */
  private static final class Graph {
    private final Map<Long, PendingCall> underWay;
    private final Map<Long, List<Edge>> waits = new HashMap<>();
    private final List<Long> waiters = new ArrayList<>();
    private Map<Kept, Long> commits;

    private record Edge(long ahead, boolean keeps) {}

    private record Kept(long session, long number) {}

    Graph(Map<Long, PendingCall> underWay) {
      this.underWay = underWay;
    }

    /** Adds what is still so, as far as is known here. */
    void add(int site, List<AwaitedRow> told) {
      for (AwaitedRow each : told) {
        PendingCall waiter = underWay.get(each.transaction());
        long ahead = each.ahead() != 0 ? each.ahead() : commitOf(each);
        if (waiter != null
            && CallOverSites.attemptOf(waiter).isAt(site)
            && underWay.containsKey(ahead)) {
          add(each.transaction(), new Edge(ahead, each.ahead() == 0));
        }
      }
    }

    private void add(long waiter, Edge edge) {
      List<Edge> edges = waits.get(waiter);
      if (edges == null) {
        edges = new ArrayList<>(2);
        waits.put(waiter, edges);
        waiters.add(waiter);
      }
      edges.add(edge);
    }

    /** The attempt of an interactive transaction to commit; 0 if it makes none. */
    private long commitOf(AwaitedRow wait) {
      if (commits == null) {
        commits = commits(underWay.entrySet());
      }
      return commits.getOrDefault(new Kept(wait.session(), wait.number()), 0L);
    }

    private static Map<Kept, Long> commits(Collection<Map.Entry<Long, PendingCall>> all) {
      Map<Kept, Long> commits = new HashMap<>();
      for (Map.Entry<Long, PendingCall> each : all) {
        SqlTransaction transaction = each.getValue().transaction();
        if (transaction != null) {
          commits.put(new Kept(transaction.session, transaction.number), each.getKey());
        }
      }
      return commits;
    }

    void remove(PendingCall call) {
      waits.remove(CallOverSites.attemptOf(call).id);
    }

    /** One cycle, each of which waits for the next; empty if there is none. */
    List<Step> cycle() {
      Set<Long> done = new HashSet<>();
      for (long waiter : waiters) {
        List<Step> cycle = new Path(done).from(waiter);
        if (!cycle.isEmpty()) {
          return cycle;
        }
      }
      return List.of();
    }

    /** A way through the graph, deeper and deeper, that never comes to those that are done. */
    private final class Path {
      private final Set<Long> done;
      private final ArrayDeque<Edge> steps = new ArrayDeque<>();
      private final ArrayDeque<Integer> next = new ArrayDeque<>();
      private final Set<Long> on = new HashSet<>();

      Path(Set<Long> done) {
        this.done = done;
      }

      List<Step> from(long start) {
        enter(new Edge(start, false));
        while (!steps.isEmpty()) {
          long last = steps.getLast().ahead;
          List<Edge> edges = waits.getOrDefault(last, List.of());
          int place = next.removeLast();
          if (place == edges.size()) {
            steps.removeLast();
            on.remove(last);
            continue;
          }
          next.addLast(place + 1);
          Edge edge = edges.get(place);
          if (on.contains(edge.ahead)) {
            return closedBy(edge);
          }
          enter(edge);
        }
        return List.of();
      }

      private void enter(Edge edge) {
        if (done.add(edge.ahead)) {
          steps.addLast(edge);
          next.addLast(0);
          on.add(edge.ahead);
        }
      }

      private List<Step> closedBy(Edge last) {
        List<Step> cycle = new ArrayList<>(steps.size());
        cycle.add(new Step(underWay.get(last.ahead), last.keeps));
        boolean begun = false;
        for (Edge step : steps) {
          if (begun) {
            cycle.add(new Step(underWay.get(step.ahead), step.keeps));
          }
          begun |= step.ahead == last.ahead;
        }
        return cycle;
      }
    }
  }
}
