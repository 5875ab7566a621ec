package org.thetisdb.server.txn;

/**
 * Cuts the own log where no site needs it any more (hazard 14). Each site says in its log below
 * which offsets it needs none; every site hears of it by reading that log, and cuts its own below
 * the least. A site that has said nothing holds all logs. Owned by the engine's line.
 */
final class LogTrimming {
  private final SiteState state;
  private final CheckpointPorts ports;
  private long trimmed;

  LogTrimming(SiteState state, CheckpointPorts ports) {
    this.state = state;
    this.ports = ports;
  }

  /** Says for this site that it needs logs 1, 2, 3 and so on only from these offsets on. */
  void announce(long[] offsets) {
    long position = state.log.trimPoints(offsets);
    state.log.flush();
    state.log.whenDurable(
        position,
        () -> {
          state.trimPoints.record(state.self, offsets);
          trim();
        });
  }

  /** Cuts the own log, if there is something to cut. */
  void trim() {
    long bound = state.trimPoints.bound(state.self, ports.sites());
    if (bound > trimmed && !state.stopped) {
      trimmed = bound;
      ports.trim().accept(bound);
    }
  }
}
