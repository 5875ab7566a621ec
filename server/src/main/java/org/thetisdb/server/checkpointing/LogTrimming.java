package org.thetisdb.server.checkpointing;

import java.util.List;
import org.agrona.collections.Int2ObjectHashMap;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.server.checkpoint.TrimTable;
import org.thetisdb.server.commit.GroupCommit;
import org.thetisdb.server.state.SiteLife;

/**
 * Cuts logs where no site needs them any more (hazard 14). Each site says in its log below which
 * offsets it needs none; every site hears of it by reading that log, and cuts its own below the
 * least. A site that has said nothing holds all logs. The log of a site that has left is cut by the
 * first of those that stay. Owned by the engine's event loop.
 */
final class LogTrimming {
  private final TrimTable trimPoints;
  private final Roster roster;
  private final SiteLife life;
  private final GroupCommit log;
  private final int self;
  private final CheckpointPorts ports;
  private final Int2ObjectHashMap<Long> trimmed = new Int2ObjectHashMap<>();

  LogTrimming(
      TrimTable trimPoints,
      Roster roster,
      SiteLife life,
      GroupCommit log,
      int self,
      CheckpointPorts ports) {
    this.trimPoints = trimPoints;
    this.roster = roster;
    this.life = life;
    this.log = log;
    this.self = self;
    this.ports = ports;
  }

  /** Says for this site that it needs logs 1, 2, 3 and so on only from these offsets on. */
  void announce(long[] offsets) {
    long position = log.trimPoints(offsets);
    log.whenDurable(
        position,
        () -> {
          trimPoints.record(self, offsets);
          trim();
        });
  }

  /** Cuts the logs that are this site's to cut, if there is something to cut. */
  void trim() {
    trim(self);
    List<Integer> staying = roster.staying();
    if (!staying.isEmpty() && staying.get(0) == self) {
      roster.in(SiteStanding.GONE).forEach(this::trim);
    }
  }

  private void trim(int site) {
    long bound = trimPoints.bound(site, roster);
    Long before = trimmed.get(site);
    if (bound > (before == null ? 0 : before) && !life.isStopped()) {
      trimmed.put(site, Long.valueOf(bound));
      ports.trim().trim(site, bound);
    }
  }
}
