package org.thetisdb.history.check;

import java.util.HashSet;
import java.util.Set;
import org.agrona.collections.IntArrayList;
import org.thetisdb.history.verdict.AnomalyKind;

/** Runs the passes of a level, and reports the cycles that they find. */
final class CycleSearch {
  /** Cycles that are looked at in one pass; they are spread over all that there are. */
  private static final int MOST_CYCLES = 256;

  /** Events that are looked at in one pass before it is content with the cycles that it has. */
  private static final long MOST_VISITS = 10_000_000;

  private final Dependencies edges;
  private final Findings findings;
  private final CycleText text;

  CycleSearch(Dependencies edges, Findings findings, Describer describer) {
    this.edges = edges;
    this.findings = findings;
    this.text = new CycleText(describer);
  }

  /** Runs one pass. */
  void run(CyclePass pass) {
    EventGraph graph = pass.graph(edges);
    Components components = new Components(graph);
    if (components.cyclic() > 0) {
      tell(pass, new CycleFinder(graph, edges, components), graph);
      if (findings.isEmpty()) {
        throw new IllegalStateException("a cycle was found that cannot be told");
      }
    }
  }

  private void tell(CyclePass pass, CycleFinder finder, EventGraph graph) {
    IntArrayList seeds = new IntArrayList();
    for (int edge = 0; edge < edges.edges(); edge++) {
      if (pass.isSeed(edges.kind(edge)) && graph.isWanted(edge) && finder.isOnCycle(edge)) {
        seeds.addInt(edge);
      }
    }
    Set<AnomalyKind> known = findings.kinds();
    Set<Set<Integer>> told = new HashSet<>();
    int stride = Math.max(1, seeds.size() / MOST_CYCLES);
    for (int i = 0; i < seeds.size() && finder.visits() < MOST_VISITS; i += stride) {
      Cycle cycle = Cycle.of(finder.shortest(seeds.getInt(i)), edges);
      AnomalyKind kind = CycleNames.of(cycle);
      if (!known.contains(kind) && told.add(cycle.transactions())) {
        findings.add(kind, cycle.size(), () -> text.of(cycle));
      }
    }
  }
}
