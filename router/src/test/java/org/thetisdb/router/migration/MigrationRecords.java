package org.thetisdb.router.migration;

import java.util.List;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.placement.AppliedPlacement;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.core.placement.Migration;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.RouterToSite.Release;
import org.thetisdb.core.wire.SiteToRouter;
import org.thetisdb.router.harness.Cluster;
import org.thetisdb.router.harness.FakeSite;

/** Sites that know what the records of migrations say, as real ones have it from their logs. */
final class MigrationRecords {
  private MigrationRecords() {}

  /** From now on all sites of the cluster learn what one of them commits. */
  static void areLearnedIn(Cluster cluster) {
    cluster.sites.forEach(site -> site.onExecute = execute -> commit(cluster, site, execute));
  }

  /** The answer of a site that keeps what is too large to go with its rows. */
  static SiteToRouter tooLarge(FakeSite site, Release release) {
    List<Long> partitions = release.released().stream().map(Mastership::partition).toList();
    return new SiteToRouter.Released(
        release.moveId(),
        site.report,
        partitions.stream().map(partition -> new Owner(partition, 0, site.id)).toList(),
        partitions);
  }

  private static SiteToRouter commit(Cluster cluster, FakeSite site, Execute execute) {
    if (execute.procedure().equals(Migrations.CHANGE_MIGRATION)) {
      Object[] arguments = ValueCodec.decodeArguments(execute.arguments());
      Migration migration = Migration.decode(new ByteReader((byte[]) arguments[0]));
      byte[] placed = (byte[]) arguments[1];
      cluster.sites.forEach(each -> each.migrations.learn(migration));
      if (placed.length > 0) {
        AppliedPlacement placement = AppliedPlacement.decode(new ByteReader(placed));
        cluster.sites.forEach(each -> each.placement = placement);
      }
    }
    return site.commit(execute);
  }
}
