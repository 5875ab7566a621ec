package org.thetisdb.lab.engines;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.time.EngineThread;

/**
 * How much of the time engines' threads had a processor, looked at from time to time. For one
 * thread.
 */
final class BusyTimes {
  private final List<EngineThread> engines;
  private final List<Look> looks = new ArrayList<>();
  private String text = "";

  private record Look(long atNs, long[] usedUs) {}

  BusyTimes(List<EngineThread> engines) {
    this.engines = engines;
  }

  void look() {
    looks.add(
        new Look(System.nanoTime(), engines.stream().mapToLong(EngineThread::usedUs).toArray()));
  }

  /** All looks were made; the last so many intervals count. */
  void end(int intervals) {
    if (looks.size() < 2) {
      return;
    }
    Look first = looks.get(Math.max(0, looks.size() - 1 - intervals));
    Look last = looks.get(looks.size() - 1);
    StringBuilder told = new StringBuilder("Engines were busy:");
    for (int i = 0; i < engines.size(); i++) {
      double share = (last.usedUs[i] - first.usedUs[i]) * 1e3 / Math.max(1, last.atNs - first.atNs);
      told.append("%s site %d %.0f %%".formatted(i == 0 ? "" : ",", i + 1, 100 * share));
    }
    text = told.append(" of the time.\n").toString();
  }

  /** For people; empty if there were no looks. */
  String text() {
    return text;
  }
}
