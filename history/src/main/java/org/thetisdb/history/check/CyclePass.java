package org.thetisdb.history.check;

import java.util.EnumSet;
import java.util.Set;
import org.thetisdb.history.verdict.Level;

/**
 * One look for cycles. Each pass adds a sort of edge, or a sort of adjacency, to those before it;
 * so a cycle that only it finds goes through an edge of its {@code seeds}, and what it finds bears
 * the name of the weakest level that forbids it.
 */
enum CyclePass {
  WRITES(false, EnumSet.of(EdgeKind.WW), EnumSet.of(EdgeKind.WW)),
  INFORMATION(false, EnumSet.of(EdgeKind.WW, EdgeKind.WR), EnumSet.of(EdgeKind.WR)),
  SNAPSHOTS(true, Sets.DEPENDENCIES, Sets.MISSES),
  SESSIONS(true, Sets.with(EdgeKind.SESSION), EnumSet.of(EdgeKind.SESSION)),
  SERIAL(false, Sets.DEPENDENCIES, Sets.MISSES),
  STRICT(
      false,
      Sets.with(EdgeKind.SESSION, EdgeKind.TIME_IN, EdgeKind.TIME, EdgeKind.TIME_OUT),
      EnumSet.of(EdgeKind.SESSION, EdgeKind.TIME_OUT));

  private final boolean split;

  @SuppressWarnings("ImmutableEnumChecker") // Set.copyOf cannot be changed.
  private final Set<EdgeKind> kinds;

  @SuppressWarnings("ImmutableEnumChecker")
  private final Set<EdgeKind> seeds;

  CyclePass(boolean split, Set<EdgeKind> kinds, Set<EdgeKind> seeds) {
    this.split = split;
    this.kinds = Set.copyOf(kinds);
    this.seeds = Set.copyOf(seeds);
  }

  /** What a level forbids, the weakest first. */
  static Set<CyclePass> of(Level level) {
    return switch (level) {
      case READ_COMMITTED -> EnumSet.of(WRITES, INFORMATION);
      case SI -> EnumSet.of(WRITES, INFORMATION, SNAPSHOTS);
      case STRONG_SESSION_SI -> EnumSet.of(WRITES, INFORMATION, SNAPSHOTS, SESSIONS);
      case SERIALIZABLE -> EnumSet.of(WRITES, INFORMATION, SNAPSHOTS, SERIAL);
      case STRICT_SERIALIZABLE -> EnumSet.allOf(CyclePass.class);
    };
  }

  /** The graph that is searched. */
  EventGraph graph(Dependencies edges) {
    return new EventGraph(edges, kinds, split);
  }

  boolean isSeed(EdgeKind kind) {
    return seeds.contains(kind);
  }

  /** Sets of edges. */
  private static final class Sets {
    static final Set<EdgeKind> MISSES =
        EnumSet.of(EdgeKind.RW, EdgeKind.RW_FROM_TAIL, EdgeKind.WW_LEADER);
    static final Set<EdgeKind> DEPENDENCIES =
        EnumSet.of(
            EdgeKind.WW,
            EdgeKind.WW_LEADER,
            EdgeKind.WR,
            EdgeKind.RW,
            EdgeKind.RW_TO_TAIL,
            EdgeKind.RW_FROM_TAIL);

    static Set<EdgeKind> with(EdgeKind... more) {
      EnumSet<EdgeKind> kinds = EnumSet.copyOf(DEPENDENCIES);
      kinds.addAll(Set.of(more));
      return kinds;
    }
  }
}
