package org.thetisdb.server.catalog;

import org.thetisdb.core.placement.ReplicaRange;
import org.thetisdb.core.placement.ReplicaSets;
import org.thetisdb.core.wire.RouterToSite.Release;

/**
 * Replicas by which a site may master a partition without getting its rows: every checkpoint that
 * the site keeps has them, so that it finds them again, though no log has them. Stateless.
 */
public final class SavedReplicas {
  private SavedReplicas() {}

  /**
   * Whether the grantee of a release has all rows of a partition so, and the router vouches for it:
   * else the replica may be dropped by a record that has not come here yet (hazard 26).
   */
  public static boolean hasAll(ReplicaSets replicas, long partition, Release request) {
    ReplicaRange range = request.granteeHolds() ? replicas.at(request.grantee(), partition) : null;
    return range != null && range.saved() && range.incarnation() == request.granteeIncarnation();
  }
}
