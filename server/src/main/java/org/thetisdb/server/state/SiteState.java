package org.thetisdb.server.state;

import java.util.function.BooleanSupplier;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.commit.CommitProtocol;
import org.thetisdb.server.commit.GroupCommit;
import org.thetisdb.server.commit.RowLogging;
import org.thetisdb.server.lock.LockTable;
import org.thetisdb.server.mastership.MastershipTable;
import org.thetisdb.server.snapshot.Cuts;
import org.thetisdb.sql.call.SqlEngine;

/**
 * All parts that the engine of one site is made of, from which each class gets those that it uses;
 * only what puts others together gets the whole. Everything here is owned by the engine's event
 * loop of execution; only the row store and {@link Cuts#watermark} are used by the refresher, too.
 */
public final class SiteState {
  private final SiteEventLoops lines;
  private final SiteData data;
  private final Cuts cuts;
  private final GroupCommit log;
  private final CommitProtocol commits;
  private final SqlEngine sql;
  private final SiteLife life;
  private final SiteProgress progress;
  private final SiteLimits limits;
  private final CommitBarrier barrier = new CommitBarrier();
  private final LockTable locks = new LockTable();
  private final CallRules rules = new CallRules();
  private final SiteCounters counters = new SiteCounters();

  /**
   * State of a site that has recovered.
   *
   * @param applied what is applied of all logs
   * @param sql compiles statements and plans definitions
   * @param leaseHolds whether nobody can have declared this site dead yet, by its own clock
   */
  public SiteState(
      SiteEventLoops lines,
      SiteData data,
      VersionVector applied,
      Cuts cuts,
      GroupCommit log,
      SqlEngine sql,
      BooleanSupplier leaseHolds,
      SiteLimits limits) {
    this.lines = lines;
    this.data = data;
    this.cuts = cuts;
    this.log = log;
    this.sql = sql;
    this.limits = limits;
    this.life = new SiteLife(leaseHolds);
    int self = data.self();
    this.progress = new SiteProgress(self, log, applied);
    int savingBytes = data.roster().isPartial() ? RowLogging.NEVER : limits.deltaSavingBytes();
    this.commits =
        new CommitProtocol(
            self,
            log,
            new RowLogging(log, data.store(), savingBytes),
            data.store(),
            data.outcomes(),
            cuts::watermark);
  }

  /** The event loop. */
  public SiteEventLoops lines() {
    return lines;
  }

  /** Clock and timers of the engine's event loop. */
  public Scheduler scheduler() {
    return lines.engine();
  }

  /** What the site has of the database. */
  public SiteData data() {
    return data;
  }

  /** Tables, procedures, and whatever else is in system rows. */
  public Catalog catalog() {
    return data.catalog();
  }

  /** Which site masters which partition, as far as the logs applied here say. */
  public MastershipTable mastership() {
    return data.mastership();
  }

  /** What the site may still do. */
  public SiteLife life() {
    return life;
  }

  /** How far the site is. */
  public SiteProgress progress() {
    return progress;
  }

  /** Whether calls may commit one by one. */
  public CommitBarrier barrier() {
    return barrier;
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

  /** Bounds that were set for this site. */
  public SiteLimits limits() {
    return limits;
  }

  /** Locks of rows. */
  public LockTable locks() {
    return locks;
  }

  /** What the scheme in force demands of calls. */
  public CallRules rules() {
    return rules;
  }

  /** Counts of what happened since the site started. */
  public SiteCounters counters() {
    return counters;
  }
}
