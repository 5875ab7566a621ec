package org.thetisdb.server.state;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.time.GuardedRunner;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.server.batch.BatchConfig;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.checkpoint.TrimTable;
import org.thetisdb.server.commit.CommitProtocol;
import org.thetisdb.server.commit.GroupCommit;
import org.thetisdb.server.commit.OutcomeTable;
import org.thetisdb.server.commit.RowLogging;
import org.thetisdb.server.lock.LockTable;
import org.thetisdb.server.mastership.MastershipTable;
import org.thetisdb.server.order.OrderedLocks;
import org.thetisdb.server.order.Placeholders;
import org.thetisdb.server.snapshot.Cuts;
import org.thetisdb.server.store.RowStore;
import org.thetisdb.server.store.Snapshot;
import org.thetisdb.sql.call.SqlEngine;

/**
 * What the parts of one site's engine share. Everything here is owned by the engine's line of
 * execution; only the row store and {@link Cuts#watermark} are used by the refresher, too.
 */
public final class SiteState {
  private final int self;
  private final Scheduler scheduler;
  private final GuardedRunner line;
  private final RowStore store;
  private final Catalog catalog;
  private final MastershipTable mastership;
  private final OutcomeTable outcomes;
  private final TrimTable trimPoints;
  private final Roster roster;
  private final Cuts cuts;
  private final GroupCommit log;
  private final CommitProtocol commits;
  private final SqlEngine sql;
  private final BooleanSupplier leaseHolds;
  private final List<QueryLine> queryLines;
  private final Limits limits;
  private final LockTable locks = new LockTable();
  private final OrderedLocks order = new OrderedLocks();
  private final Placeholders versions = new Placeholders();
  private final SchemeInForce scheme = new SchemeInForce();
  private final Counters counters = new Counters();
  private boolean stopped;
  private boolean left;
  private boolean snapshotUnderWay;
  private RowStore eraRows;
  private long placementPosition;

  /** The report that the router was told last. */
  private VersionVector told = VersionVector.ZERO;

  private final Snapshot appliedRows = this::isApplied;

  private VersionVector applied;
  private VersionVector reached;
  private VersionVector report;

  /**
   * State of a site that has recovered.
   *
   * @param sql compiles statements and plans definitions
   * @param leaseHolds whether nobody can have declared this site dead yet, by its own clock
   * @param queryLines on which long queries are read; at least one
   */
  public SiteState(
      int self,
      Scheduler scheduler,
      GuardedRunner line,
      Recovered recovered,
      Cuts cuts,
      GroupCommit log,
      SqlEngine sql,
      BooleanSupplier leaseHolds,
      List<QueryLine> queryLines,
      Limits limits) {
    this.self = self;
    this.scheduler = scheduler;
    this.line = line;
    this.store = recovered.store();
    this.catalog = recovered.catalog();
    this.mastership = recovered.mastership();
    this.outcomes = recovered.outcomes();
    this.trimPoints = recovered.trimPoints();
    this.roster = recovered.catalog().roster();
    this.applied = recovered.applied();
    this.cuts = cuts;
    this.log = log;
    this.commits =
        new CommitProtocol(
            self,
            log,
            new RowLogging(
                log, store, roster.isPartial() ? RowLogging.NEVER : limits.deltaSavingBytes()),
            store,
            outcomes,
            cuts::watermark);
    this.sql = sql;
    this.leaseHolds = leaseHolds;
    this.queryLines = List.copyOf(queryLines);
    this.limits = limits;
  }

  /** The id of this site. */
  public int self() {
    return self;
  }

  /** Clock and timers of the engine's line. */
  public Scheduler scheduler() {
    return scheduler;
  }

  /** Runs code of procedures on the engine's line, and takes the line away from it. */
  public GuardedRunner line() {
    return line;
  }

  /** The rows, of which others may read what a snapshot shows. */
  public RowStore store() {
    return store;
  }

  /** Tables, procedures, and whatever else is in system rows. */
  public Catalog catalog() {
    return catalog;
  }

  /** Who masters which partition, as far as the logs applied here tell. */
  public MastershipTable mastership() {
    return mastership;
  }

  /** The outcomes of calls, here and at other sites, as far as they are remembered. */
  public OutcomeTable outcomes() {
    return outcomes;
  }

  /** Below which offsets sites need no log any more. */
  public TrimTable trimPoints() {
    return trimPoints;
  }

  /** The cuts that are usable here, and the snapshots that are held. */
  public Cuts cuts() {
    return cuts;
  }

  /** The end of this site's log. */
  public GroupCommit log() {
    return log;
  }

  /** Puts rows into the log and the store. */
  public CommitProtocol commits() {
    return commits;
  }

  /** Compiles statements, and plans definitions. */
  public SqlEngine sql() {
    return sql;
  }

  /** Whether nobody can have declared this site dead yet, by its own clock. */
  public boolean leaseHolds() {
    return leaseHolds.getAsBoolean();
  }

  /** On which long queries are read; at least one. */
  public List<QueryLine> queryLines() {
    return queryLines;
  }

  /** Bounds that were set for this site. */
  public Limits limits() {
    return limits;
  }

  /** Locks of rows. */
  public LockTable locks() {
    return locks;
  }

  /** Locks of calls in the order of their places, where a scheme has that; else empty. */
  public OrderedLocks order() {
    return order;
  }

  /** What those write that run before their turn, where a scheme has that; else empty. */
  public Placeholders versions() {
    return versions;
  }

  /** What the router says of how calls run. */
  public SchemeInForce scheme() {
    return scheme;
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

  /** An era of epochs begins, whose calls see these rows. */
  public void openEra(RowStore rowsOfEra) {
    eraRows = rowsOfEra;
  }

  /** That era is over. */
  public void closeEra() {
    eraRows = null;
  }

  /** Whether an era of epochs is open here: nothing else commits rows of users meanwhile. */
  public boolean isInEra() {
    return eraRows != null;
  }

  /** The rows as calls of that era see them; null if none is open. */
  public RowStore eraRows() {
    return eraRows;
  }

  /** An own record at this position of the log has changed placement or sites. */
  public void placed(long position) {
    placementPosition = position;
  }

  /** Position of the last own record that changed placement or sites. */
  public long placementPosition() {
    return placementPosition;
  }

  /** What the router is told at this moment: the report. */
  public VersionVector tell() {
    told = report();
    return told;
  }

  /** Whether the router has not been told the report yet. */
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
  boolean isApplied(long stamp, long position) {
    int site = Stamp.site(stamp);
    return site == self || position <= applied.get(site);
  }

  /** The logs of other sites are applied up to here; own commits depend on that from now on. */
  public void applied(VersionVector vector) {
    applied = vector;
    reached = null;
    log.dependOn(vector.with(self, 0));
  }

  /** The sites of the cluster. */
  public Roster roster() {
    return roster;
  }

  /** Counts of what happened since the site started. */
  public Counters counters() {
    return counters;
  }

  /** What a site rebuilt from a checkpoint and the logs. */
  public record Recovered(
      RowStore store,
      Catalog catalog,
      MastershipTable mastership,
      OutcomeTable outcomes,
      TrimTable trimPoints,
      VersionVector applied) {}

  /**
   * Bounds.
   *
   * @param waitingCalls calls that may be at the site at once
   * @param procedureMs how long a procedure may run
   * @param writeSetBytes how much one transaction may write
   * @param queryRows how many rows a query may read before it is read on another line
   * @param queryMemoryBytes how much of the heap long queries may keep, all together
   * @param deltaSavingBytes how many bytes a delta has to save to be logged in place of a row
   * @param open bounds on interactive transactions
   * @param batches how calls are run in batches, under a scheme that does so
   */
  public record Limits(
      int waitingCalls,
      long procedureMs,
      int writeSetBytes,
      int queryRows,
      long queryMemoryBytes,
      int deltaSavingBytes,
      OpenLimits open,
      BatchConfig batches) {}

  /** Plain counters, written by the engine only. */
  public static final class Counters {
    /** Calls that committed, and queries that were answered. */
    public long committed;

    /** Calls that were undone, and not to be run again. */
    public long aborted;

    /** Transactions of other sites that were applied. */
    public long refreshed;

    /** Runs that were undone because of others, and run again. */
    public long conflicts;

    /** Runs that took too long, and kept their thread. */
    public long stolen;
  }
}
