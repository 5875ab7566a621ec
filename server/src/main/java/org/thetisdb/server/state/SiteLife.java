package org.thetisdb.server.state;

import java.util.function.BooleanSupplier;

/**
 * What a site may still do: whether its engine runs, whether it belongs to the cluster, and whether
 * others may have put somebody in its place. Owned by the engine's event loop.
 */
public final class SiteLife {
  private final BooleanSupplier leaseHolds;
  private boolean stopped;
  private boolean left;
  private boolean snapshotUnderWay;

  /** A site that serves; {@code leaseHolds} says whether nobody can have declared it dead yet. */
  SiteLife(BooleanSupplier leaseHolds) {
    this.leaseHolds = leaseHolds;
  }

  /** Whether nobody can have declared this site dead yet, by its own clock. */
  public boolean leaseHolds() {
    return leaseHolds.getAsBoolean();
  }

  /** The engine has ended: nothing may be begun or answered any more. */
  public void stop() {
    stopped = true;
  }

  /** Whether the engine has ended. */
  public boolean isStopped() {
    return stopped;
  }

  /** This site leaves the cluster; there is no way back. */
  public void leave() {
    left = true;
  }

  /** Whether this site has left the cluster: nothing may follow in its log. */
  public boolean hasLeft() {
    return left;
  }

  /** A copy of this site's state is begun. */
  public void beginSnapshot() {
    snapshotUnderWay = true;
  }

  /** That copy is done, or given up. */
  public void endSnapshot() {
    snapshotUnderWay = false;
  }

  /** Whether a copy of this site's state is taken; there is one at a time. */
  public boolean isSnapshotUnderWay() {
    return snapshotUnderWay;
  }
}
