package org.thetisdb.router.scheme.fragments;

import java.util.function.IntPredicate;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.RouterToSite.TableRights;
import org.thetisdb.core.wire.SiteToRouter.SchemeReport;
import org.thetisdb.core.wire.TablesRequest;
import org.thetisdb.replication.membership.FirstMasters;
import org.thetisdb.router.readmostly.PhaseTables;
import org.thetisdb.router.readmostly.ReadMostlyConfig;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.site.CutDrawer;
import org.thetisdb.router.site.SiteTable;

/**
 * Which tables each site reads in its own copy, since nobody writes them (decision 0038). What
 * holds has a number; sites are told it, and answer when they know. A table is written when all
 * know that it is open, and read everywhere when all know that it is closed, and what was written
 * there is applied. Owned by the engine's thread.
 */
final class TablesEverywhere {
  /** So often rights may change while calls come. */
  private static final long STEP_US = 20_000;

  private final String scheme;
  private final PhaseTables tables;
  private final SiteTable sites;
  private final CutDrawer cuts;
  private final Scheduler scheduler;
  private final Runnable onChanged;
  private TableRights told = TableRights.ALL_CLOSED;
  private long number;
  private boolean isOn;
  private boolean stepsSoon;

  /**
   * All tables are closed.
   *
   * @param epoch of the router
   * @param mayServe whether a site may run calls, and nobody has taken its place
   * @param onChanged hears when tables are open that were not
   */
  TablesEverywhere(
      String scheme,
      int epoch,
      ReadMostlyConfig config,
      SiteTable sites,
      CutDrawer cuts,
      Scheduler scheduler,
      IntPredicate mayServe,
      Runnable onChanged) {
    this.scheme = scheme;
    this.number = ((long) epoch << 32) + 1;
    this.tables = new PhaseTables(config, Stamp.MAX_SITE, mayServe::test, number);
    this.sites = sites;
    this.cuts = cuts;
    this.scheduler = scheduler;
    this.onChanged = onChanged;
  }

  /** The scheme is in force from now on: all sites hear anew what holds. */
  void begin() {
    isOn = true;
    number++;
    tables.reset(number);
    told = TableRights.ALL_CLOSED;
    tellAll();
  }

  /** The scheme is not in force any more, or this router leads no more. */
  void end() {
    isOn = false;
  }

  /** Sites have come or gone. */
  void onSitesChanged() {
    if (isOn) {
      tellAll();
      stepSoon();
    }
  }

  private void tellAll() {
    for (int site = 1; site <= sites.sites(); site++) {
      if (sites.isReady(site)) {
        sites.link(site).send(new TablesRequest(number, told, cuts.known()).request(scheme));
      }
    }
  }

  /** A site knows what a number stands for. */
  void onKnown(int site, SchemeReport said) {
    tables.onPhaseSet(site, TablesRequest.known(said));
    if (isOn && tables.isPhaseWanted()) {
      step();
    }
  }

  private void stepSoon() {
    if (!stepsSoon) {
      stepsSoon = true;
      scheduler.schedule(
          STEP_US,
          () -> {
            stepsSoon = false;
            step();
          });
    }
  }

  private void step() {
    if (!isOn) {
      return;
    }
    boolean isWanted = tables.isPhaseWanted(); // a table may pass to a state of the same rights
    tables.onPhase(number + 1, scheduler.clock().nowUs());
    if (isWanted || !tables.rights().equals(told)) {
      number++;
      told = tables.rights();
      tellAll();
      onChanged.run();
    }
  }

  /** Whether what a call writes may be written; else it waits until that is so. */
  boolean mayWrite(Footprint footprint) {
    boolean isOpen = true;
    for (long partition : footprint.written()) {
      int table = PartitionId.table(partition);
      if (isOfUsers(table)) {
        tables.onWrite(table, scheduler.clock().nowUs());
        if (!tables.isOpen(table)) {
          tables.wantOpen(table);
          isOpen = false;
        }
      }
    }
    if (!isOpen) {
      stepSoon();
    }
    return isOpen;
  }

  private static boolean isOfUsers(int table) {
    return table >= FirstMasters.FIRST_USER_TABLE;
  }

  /** Whether the copies of a table are read. */
  boolean isReadEverywhere(long partition) {
    return tables.isReadEverywhere(PartitionId.table(partition));
  }

  /** A call reads its site's copy of a table. */
  void onSaved(long partition) {
    tables.onSaved(PartitionId.table(partition), scheduler.clock().nowUs());
    stepSoon();
  }

  /** A call meets one more master only because of a table; it may be one that nobody writes. */
  void onCrossed(long partition) {
    long nowUs = scheduler.clock().nowUs();
    if (tables.isReadMostly(PartitionId.table(partition), nowUs)) {
      tables.onCrossed(PartitionId.table(partition), nowUs);
      stepSoon();
    }
  }
}
