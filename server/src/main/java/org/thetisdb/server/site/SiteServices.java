package org.thetisdb.server.site;

import java.util.List;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.time.GuardedRunner;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.replication.log.CommitLog;
import org.thetisdb.replication.log.stream.LogStreamCounters;
import org.thetisdb.replication.membership.Membership;
import org.thetisdb.server.catalog.JarReader;
import org.thetisdb.server.checkpoint.CheckpointStore;
import org.thetisdb.server.disk.DiskSpace;
import org.thetisdb.server.lane.Lane;
import org.thetisdb.server.scheme.site.SiteFamilies;
import org.thetisdb.server.state.QueryEventLoop;
import org.thetisdb.sql.call.SqlServices;

/**
 * What a site is given from outside. The site closes none of it but its lane.
 *
 * @param engine the event loop of the site's engine
 * @param guard the same event loop, as the one that runs procedures
 * @param refresher the event loop that applies other logs; may be the engine's
 * @param transport how routers reach it
 * @param log the logs of all sites
 * @param membership where it registers
 * @param lane an empty row store, and what shares it
 * @param jars loads uploaded jars
 * @param sql how SQL is compiled
 * @param queries the event loop on which long queries are read; at least one
 * @param checkpointer the event loop that reads and writes checkpoints; it may block
 * @param checkpoints where they are kept
 * @param disk the disk that log, checkpoints and cold rows are written to
 * @param logStreamCounters counts entries of other logs
 * @param families the schemes that there are
 */
public record SiteServices(
    Scheduler engine,
    GuardedRunner guard,
    Scheduler refresher,
    Transport transport,
    CommitLog log,
    Membership membership,
    Lane lane,
    JarReader jars,
    SqlServices sql,
    List<QueryEventLoop> queries,
    Scheduler checkpointer,
    CheckpointStore checkpoints,
    DiskSpace disk,
    LogStreamCounters logStreamCounters,
    SiteFamilies families) {
  /** The same with the schemes that are shipped. */
  public SiteServices(
      Scheduler engine,
      GuardedRunner guard,
      Scheduler refresher,
      Transport transport,
      CommitLog log,
      Membership membership,
      Lane lane,
      JarReader jars,
      SqlServices sql,
      List<QueryEventLoop> queries,
      Scheduler checkpointer,
      CheckpointStore checkpoints,
      DiskSpace disk,
      LogStreamCounters logStreamCounters) {
    this(
        engine,
        guard,
        refresher,
        transport,
        log,
        membership,
        lane,
        jars,
        sql,
        queries,
        checkpointer,
        checkpoints,
        disk,
        logStreamCounters,
        SiteFamilies.SHIPPED);
  }

  /** The same with other schemes. */
  public SiteServices withFamilies(SiteFamilies wanted) {
    return new SiteServices(
        engine,
        guard,
        refresher,
        transport,
        log,
        membership,
        lane,
        jars,
        sql,
        queries,
        checkpointer,
        checkpoints,
        disk,
        logStreamCounters,
        wanted);
  }
}
