package org.thetisdb.migration.move;

import java.util.HashMap;
import java.util.Map;

/**
 * Whether targets have caught up with the logs of the sites that give them ranges: each as far as
 * that log was when this was asked first. One that does not is waited for no longer than a second.
 * Owned by the engine's thread.
 */
final class CatchUps {
  private static final long PATIENCE_US = 1_000_000;

  private final MigrationPorts ports;
  private final Map<SitePair, CatchUp> waiting = new HashMap<>();

  private record CatchUp(long position, long sinceUs) {}

  CatchUps(MigrationPorts ports) {
    this.ports = ports;
  }

  boolean isDone(SitePair route) {
    CatchUp since =
        waiting.computeIfAbsent(
            route, each -> new CatchUp(ports.logPosition(each.from()), ports.nowUs()));
    return ports.hasApplied(route.to(), route.from(), since.position())
        || ports.nowUs() - since.sinceUs() >= PATIENCE_US;
  }

  /** What goes next has to be waited for anew. */
  void forget(SitePair route) {
    waiting.remove(route);
  }

  void forgetAll() {
    waiting.clear();
  }
}
