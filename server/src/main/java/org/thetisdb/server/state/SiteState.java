package org.thetisdb.server.state;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.SchemeSpec.ConcurrencyControl;
import org.thetisdb.core.scheme.SchemeSpec.Isolation;
import org.thetisdb.core.time.GuardedRunner;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.server.batch.BatchConfig;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.checkpoint.TrimTable;
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
  public final int self;
  public final Scheduler scheduler;
  public final GuardedRunner line;
  public final RowStore store;
  public final Catalog catalog;
  public final MastershipTable mastership;
  public final OutcomeTable outcomes;
  public final TrimTable trimPoints;
  public final Roster roster;
  public final Cuts cuts;
  public final GroupCommit log;

  /** Puts the rows of users into the log. */
  public final RowLogging rows;

  public final SqlEngine sql;
  public final BooleanSupplier leaseHolds;
  public final List<QueryLine> queryLines;
  public final Limits limits;
  public final LockTable locks = new LockTable();

  /** Locks of calls in the order of their places, where a scheme has that; else empty. */
  public final OrderedLocks order = new OrderedLocks();

  /** What those write that run before their turn, where a scheme has that; else empty. */
  public final Placeholders versions = new Placeholders();

  public final Counters counters = new Counters();
  public boolean stopped;

  /** Whether this site has left the cluster: nothing may follow in its log. */
  public boolean left;

  /** Whether a copy of this site's state is taken; there is one at a time. */
  public boolean snapshotUnderWay;

  /** Whether the router that leads has told a phase; then calls are serializable. */
  public boolean runsInPhases;

  /** Whether an era of epochs is open here: nothing else commits rows of users meanwhile. */
  public boolean inEra;

  /** The rows as calls of that era see them; null if none is open. */
  public RowStore eraRows;

  /** Position of the last own record that changed placement or sites. */
  public long placementPosition;

  /** The report that the router was told last. */
  public VersionVector told = VersionVector.ZERO;

  /** Shows what {@link #isApplied}. */
  public final Snapshot appliedRows = this::isApplied;

  /** What the router says is in force; row locks until it says anything. */
  private ConcurrencyControl concurrency = ConcurrencyControl.ROW_LOCKS;

  private boolean callsAreSerializable;

  /** Whether the router that leads has said that calls which only read may do so at any site. */
  private boolean readsAnywhere;

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
    this.rows =
        new RowLogging(
            log, store, roster.isPartial() ? RowLogging.NEVER : limits.deltaSavingBytes());
    this.sql = sql;
    this.leaseHolds = leaseHolds;
    this.queryLines = List.copyOf(queryLines);
    this.limits = limits;
  }

  /** Another scheme is in force for all calls that come from now on. */
  public void follow(SchemeSpec scheme) {
    concurrency = scheme.concurrency();
    callsAreSerializable = scheme.claims() == Isolation.SERIALIZABLE;
    readsAnywhere = scheme.readsAnywhere();
  }

  /** Whether calls run in batches and without locks. */
  public boolean runsInBatches() {
    return concurrency == ConcurrencyControl.BATCH_RESERVATIONS;
  }

  /** Whether calls commit in the order in which they came, as far as they conflict. */
  public boolean runsInOrder() {
    return concurrency == ConcurrencyControl.ORDERED_LOCKS || runsAhead();
  }

  /** Whether these may run before it is their turn to commit. */
  public boolean runsAhead() {
    return concurrency == ConcurrencyControl.PLACEHOLDERS || runsInPieces();
  }

  /** Whether what they write may be seen by later ones piece by piece. */
  public boolean runsInPieces() {
    return concurrency == ConcurrencyControl.PIECES;
  }

  /** Whether calls keep what they read from being changed, too, and nobody waits for a lock. */
  public boolean locksReads() {
    return switch (concurrency) {
      case READ_WRITE_LOCKS, VALIDATION, LOGICAL_TIME, BATCHES_OVER_SITES -> true;
      case ROW_LOCKS, BATCH_RESERVATIONS, ORDERED_LOCKS, PLACEHOLDERS, PIECES -> false;
    };
  }

  /**
   * Whether calls commit only where all that they have read is mastered, or was locked for them.
   */
  public boolean callsAreSerializable() {
    return callsAreSerializable || runsInPhases;
  }

  /** Whether a call that only reads may do so here at any cut that its session may see. */
  public boolean readsAnywhere() {
    return readsAnywhere && !callsAreSerializable();
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
    public long committed;
    public long aborted;
    public long refreshed;
    public long conflicts;
    public long stolen;
  }
}
