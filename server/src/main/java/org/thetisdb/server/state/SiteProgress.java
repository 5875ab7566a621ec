package org.thetisdb.server.state;

import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.server.commit.GroupCommit;
import org.thetisdb.store.Snapshot;

/**
 * How far a site is: what is applied of other logs, what is acknowledged of the own one, and what
 * routers may hear of that. Owned by the engine's event loop.
 */
public final class SiteProgress {
  private final int self;
  private final GroupCommit log;
  private final Snapshot appliedRows = this::isApplied;
  private VersionVector applied;
  private VersionVector reached;
  private VersionVector report;

  /** The report that the router got last. */
  private VersionVector told = VersionVector.ZERO;

  private long placementPosition;

  SiteProgress(int self, GroupCommit log, VersionVector applied) {
    this.self = self;
    this.log = log;
    this.applied = applied;
  }

  /** The id of this site. */
  public int self() {
    return self;
  }

  /** What the router gets at this moment: the report. */
  public VersionVector tell() {
    told = report();
    return told;
  }

  /** Whether the router has not been sent the report yet. */
  public boolean hasNews() {
    return !report().equals(told);
  }

  /** Shows what {@link #isApplied}. */
  public Snapshot appliedRows() {
    return appliedRows;
  }

  /** What is applied of other logs, and the acknowledged position of the own one. */
  public VersionVector reached() {
    refreshVectors();
    return reached;
  }

  /** What this site may tell others: closed under dependency (decision 0001). */
  public VersionVector report() {
    refreshVectors();
    return report;
  }

  /** What is applied of other logs, and all of the own one, acknowledged or not. */
  public VersionVector everything() {
    return applied.with(self, log.position());
  }

  /** Both vectors change rarely compared with how often they are asked for. */
  private void refreshVectors() {
    if (reached == null || reached.get(self) != log.durable()) {
      reached = applied.with(self, log.durable());
      report = reached.max(log.durableDependencies());
    }
  }

  /** Whether a version is applied or was committed here, so that own commits depend on it. */
  private boolean isApplied(long stamp, long position) {
    int site = Stamp.site(stamp);
    return site == self || position <= applied.get(site);
  }

  /** The logs of other sites are applied up to here; own commits depend on that from now on. */
  public void applied(VersionVector vector) {
    applied = vector;
    reached = null;
    log.dependOn(vector.with(self, 0));
  }

  /** An own record at this position of the log has changed placement or sites. */
  public void placed(long position) {
    placementPosition = position;
  }

  /** Position of the last own record that changed placement or sites. */
  public long placementPosition() {
    return placementPosition;
  }
}
