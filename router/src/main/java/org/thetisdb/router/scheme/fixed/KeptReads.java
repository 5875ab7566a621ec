package org.thetisdb.router.scheme.fixed;

import java.util.BitSet;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.ReadRouting;
import org.thetisdb.router.routing.Route;
import org.thetisdb.router.routing.fixed.FixedMasters;

/**
 * Where an update runs for which the masters of all that it reads or writes keep that, until it is
 * decided: at one of them, with all others as participants (decisions 0042, 0083). A lock at a
 * backup would exclude no writer (hazard 10), so a master that cannot be reached now is waited for.
 * Not thread-safe.
 */
final class KeptReads {
  private final Placement placement;
  private final ClusterView cluster;
  private final FixedMasters masters;
  private final ReadRouting anywhere;

  /** {@code anywhere} chooses a site for what meets no master at all. */
  KeptReads(Placement placement, ClusterView cluster, FixedMasters masters, ReadRouting anywhere) {
    this.placement = placement;
    this.cluster = cluster;
    this.masters = masters;
    this.anywhere = anywhere;
  }

  /** Where an update runs, and which sites take part. */
  Route route(Footprint footprint) {
    Route exception = masters.exceptionWithReads(footprint);
    if (exception != null) {
      return exception;
    }
    int[] writers = masters.mastersOf(footprint.written());
    BitSet others = mastersOfAll(footprint, writers);
    if (cluster.isPartial()) {
      return masters.overPartial(footprint, others);
    }
    if (others.isEmpty()) {
      others.set(Math.max(1, anywhere.routeFresh(VersionVector.ZERO)));
    }
    int coordinator =
        writers.length == 0 ? others.length() - 1 : masters.coordinator(footprint, writers);
    others.clear(coordinator);
    return others.isEmpty()
        ? masters.settled(coordinator)
        : Route.over(coordinator, others.stream().toArray());
  }

  /** Which sites take part in an update that has run at a site; null if it is to be routed anew. */
  int[] participants(Footprint footprint, int site) {
    if (masters.exceptionWithReads(footprint) != null) {
      return null;
    }
    BitSet others = mastersOfAll(footprint, masters.mastersOf(footprint.written()));
    others.clear(site);
    return others.stream().toArray();
  }

  private BitSet mastersOfAll(Footprint footprint, int[] writers) {
    BitSet all = new BitSet();
    for (long partition : footprint.read()) {
      all.set(placement.master(partition));
    }
    for (int site = 1; footprint.readsMore() && site <= cluster.sites(); site++) {
      all.set(site, cluster.mayMaster(site));
    }
    for (int writer : writers) {
      all.set(writer);
    }
    return all;
  }
}
