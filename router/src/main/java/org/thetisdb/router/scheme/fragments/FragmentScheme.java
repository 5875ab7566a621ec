package org.thetisdb.router.scheme.fragments;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.thetisdb.core.config.SchemeSettings;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.SchemeSpec.Dispatch;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.SiteToRouter;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.InDoubtTimes;
import org.thetisdb.core.wire.SiteToRouter.SchemeReport;
import org.thetisdb.core.wire.SiteToRouter.Voted;
import org.thetisdb.procedures.runtime.ProcedureDefinition;
import org.thetisdb.router.attempt.CallSender;
import org.thetisdb.router.call.CallQueue;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.call.ReadRule;
import org.thetisdb.router.catalog.RouterCatalog;
import org.thetisdb.router.report.SchemeChoices.Choice;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Measures;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.Route;
import org.thetisdb.router.routing.Scheme;
import org.thetisdb.router.scheme.CallPort;
import org.thetisdb.router.scheme.RouterScheme;
import org.thetisdb.router.scheme.SchemeParts;
import org.thetisdb.router.scheme.fragments.ControlChoice.Load;
import org.thetisdb.router.site.SiteLink;
import org.thetisdb.router.site.SiteTable;
import org.thetisdb.router.site.SuccessorChoice;
import org.thetisdb.router.term.SchemeInForce;
import org.thetisdb.router.twophase.TwoPhaseCommit;

/**
 * Sends a call that is written in fragments to all masters of what it plans to meet at once, but
 * for home, the one whose rows are wanted most. Each runs its own; when all have voted, home runs
 * the last one and commits all of them in the same instant. What is not written so, has met more
 * than it had planned, or may have run before, goes the way of the family of two-phase commit: its
 * participants prepare, and it runs at one site. Owned by the engine's thread.
 */
public final class FragmentScheme implements RouterScheme {
  /** Which scheme its sites are told of in messages. */
  private static final String NAME = SchemeRegistry.DTXN.name();

  private final RouterScheme whole;
  private final SchemeInForce inForce;
  private final CallSender sender;
  private final CallPort calls;
  private final RouterCatalog catalog;
  private final Placement placement;
  private final Scheme strategy;
  private final SiteTable sites;
  private final TwoPhaseCommit twoPhase;
  private final TablesEverywhere tables;

  /** Calls that write tables which are closed. */
  private final CallQueue awaitsOpen = new CallQueue();

  private final WantedRows wanted = new WantedRows();
  private final RowMasters masters;
  private final CommittingSite homes;
  private final ControlChoice control;
  private boolean isServing;

  /**
   * The family's part in a term.
   *
   * @param whole the way of calls that run at one site
   */
  public FragmentScheme(SchemeParts parts, RouterScheme whole) {
    this.whole = whole;
    this.catalog = parts.catalog();
    this.placement = parts.engine().placement();
    this.strategy = parts.engine().scheme();
    this.twoPhase = parts.twoPhase();
    this.inForce = parts.engine().inForce();
    this.sender = parts.sender();
    this.calls = parts.calls();
    this.sites = parts.engine().sites();
    this.masters = new RowMasters(catalog, placement);
    this.homes = new CommittingSite(wanted, masters, sites);
    Measures measures = parts.engine().measures();
    this.control =
        new ControlChoice(
            parts.config().control(),
            () -> catalog.sql().version() > 0,
            () -> new Load(sitesReady(), measures.serviceUs(), twoPhase.votedAlone(), inDoubt()),
            parts.engine().scheduler());
    SuccessorChoice successors = parts.engine().successors();
    this.tables =
        new TablesEverywhere(
            NAME,
            parts.epoch(),
            parts.config().readMostly(),
            sites,
            parts.engine().cuts(),
            parts.engine().scheduler(),
            site ->
                sites.isUsable(site)
                    || (sites.roster().counts(site) && !successors.hasSuccessor(site)),
            this::releaseWaiting);
  }

  /** Whether a scheme is of this family. */
  public static boolean isServed(SchemeSpec scheme) {
    return scheme.dispatch() == Dispatch.IN_FRAGMENTS;
  }

  @Override
  public boolean serves(SchemeSpec scheme) {
    return isServed(scheme);
  }

  @Override
  public ReadRule readRule(PendingCall call) {
    return whole.readRule(call);
  }

  /** Sends an update, when all that it writes may be written. */
  @Override
  public void route(PendingCall call) {
    if (!tables.mayWrite(call.footprint())) {
      awaitsOpen.add(call);
      return;
    }
    Route route = strategy.routeKeepingReads(readAtMasters(call));
    if (route.participants().length > 0) {
      begin(call, route);
    } else if (route.isSettled()) {
      sendToOne(call, route.site());
    } else {
      whole.route(call);
    }
  }

  /** A call that may stand on undecided ones has a number. */
  private void sendToOne(PendingCall call, int site) {
    boolean isInFragments = isInFragments(call);
    if (isInFragments) {
      control.onAlone();
    }
    if (!isInFragments || !control.speculates()) {
      sender.sendOrHold(call, site);
      return;
    }
    wanted.begin(call);
    int last = homes.ofThoseBefore(call);
    wanted.setHome(call, last == 0 ? site : last);
    twoPhase.beginAlone(call, site);
  }

  private void begin(PendingCall call, Route route) {
    if (!isInFragments(call)) {
      twoPhase.begin(call, route);
      return;
    }
    int[] all = Arrays.copyOf(route.participants(), route.participants().length + 1);
    all[all.length - 1] = route.site();
    Arrays.sort(all);
    boolean speculates = control.speculates();
    wanted.begin(call);
    control.onDistributed(() -> held(call, all));
    int home = homes.of(call, all, speculates);
    wanted.setHome(call, home);
    int[] others = Arrays.stream(all).filter(master -> master != home).toArray();
    twoPhase.beginInFragments(call, home, others, keysAt(call, home), control.step());
  }

  /** What a call holds until it is decided, if it stands on nobody. */
  private List<RowKey> held(PendingCall call, int[] candidates) {
    int home = homes.whereMostWait(call, candidates);
    return wanted.rowsOf(call).stream().filter(row -> masters.of(row) != home).toList();
  }

  private int sitesReady() {
    return (int) IntStream.rangeClosed(1, sites.sites()).filter(sites::isReady).count();
  }

  /** How long rows were undecided, at all sites together. */
  private InDoubtTimes inDoubt() {
    InDoubtTimes sum = InDoubtTimes.NONE;
    for (int site = 1; site <= sites.sites(); site++) {
      if (sites.isReady(site)) {
        sum = sum.and(sites.link(site).load().inDoubt());
      }
    }
    return sum;
  }

  /** What a call plans to meet at a site. */
  private KeySet keysAt(PendingCall call, int site) {
    List<RowKey> written = keysAt(call.footprint().writtenKeys(), site);
    return new KeySet(written, keysAt(call.footprint().readKeys(), site), List.of());
  }

  private List<RowKey> keysAt(List<RowKey> keys, int site) {
    List<RowKey> found = new ArrayList<>();
    for (RowKey key : keys.subList(0, Math.min(WantedRows.MOST_ROWS, keys.size()))) {
      long partition = masters.partitionOf(key);
      if (partition != RowMasters.UNKNOWN
          && masters.of(partition) == site
          && !tables.isReadEverywhere(partition)) {
        found.add(key);
      }
    }
    return found;
  }

  /**
   * What a call meets, but for what each site reads in its own copy. One that had fragments, and
   * met more there, may have read elsewhere what is mastered where another fragment ran.
   */
  private Footprint readAtMasters(PendingCall call) {
    Footprint footprint = call.footprint();
    Footprint kept = footprint.withoutRead(tables::isReadEverywhere);
    boolean metMore = !TwoPhaseCommit.mayRunInFragments(call);
    for (long partition : footprint.read()) {
      if (tables.isReadEverywhere(partition)) {
        tables.onSaved(partition);
      } else if (metMore || !isMet(kept.written(), placement.master(partition))) {
        tables.onCrossed(partition);
      }
    }
    return kept;
  }

  private boolean isMet(long[] partitions, int master) {
    for (long partition : partitions) {
      if (placement.master(partition) == master) {
        return true;
      }
    }
    return false;
  }

  /** Holds a statement of an interactive transaction until all that it writes may be written. */
  @Override
  public boolean holds(PendingCall statement) {
    boolean mayWait = !statement.isCommit() && !statement.isReconnaissance();
    boolean waits = mayWait && !tables.mayWrite(statement.footprint());
    if (waits) {
      awaitsOpen.add(statement);
    }
    return waits;
  }

  private void releaseWaiting() {
    for (PendingCall call : awaitsOpen.releaseAll()) {
      calls.route(call);
    }
  }

  @Override
  public void onServing() {
    isServing = true;
    onSchemeChanged();
  }

  @Override
  public void onSchemeChanged() {
    if (isServing && serves(inForce.spec())) {
      tables.begin();
    } else {
      tables.end();
    }
    releaseWaiting();
  }

  @Override
  public void onSitesChanged() {
    tables.onSitesChanged();
  }

  @Override
  public void onSiteLost(SiteLink link) {
    tables.onSitesChanged();
  }

  @Override
  public boolean on(SiteLink from, SiteToRouter said) {
    if (said instanceof SchemeReport report && report.scheme().equals(NAME)) {
      tables.onKnown(from.site(), report);
      return true;
    }
    return false;
  }

  @Override
  public void shut() {
    releaseWaiting();
  }

  @Override
  public void close() {
    tables.end();
  }

  private boolean isInFragments(PendingCall call) {
    if (call.repetition || call.mayHaveRun() || call.isFresh()) {
      return false; // it is looked up where it runs as a whole
    }
    ProcedureDefinition procedure =
        call.isStatement() ? null : catalog.procedures().find(call.procedure);
    return procedure != null && procedure.inFragments() && TwoPhaseCommit.mayRunInFragments(call);
  }

  @Override
  public void onAnswered(PendingCall call, boolean hasCommitted) {
    if (!hasCommitted && call.isDistributed() && twoPhase.has(call)) {
      control.onAborted();
    }
    whole.onAnswered(call, hasCommitted);
  }

  @Override
  public List<Choice> choices() {
    return List.of(
        new Choice(SchemeSettings.DTXN_CONTROL.name(), control.name(), control.reason()));
  }

  @Override
  public void onOver(PendingCall call) {
    wanted.end(call);
    whole.onOver(call);
  }

  @Override
  public void read(PendingCall call) {
    whole.read(call);
  }

  @Override
  public void commitOver(PendingCall commit, Route route) {
    whole.commitOver(commit, route);
  }

  @Override
  public void callOff(PendingCall call) {
    whole.callOff(call);
  }

  @Override
  public boolean takes(PendingCall call, Executed executed) {
    return whole.takes(call, executed);
  }

  @Override
  public boolean standsOnOthers(PendingCall call) {
    return twoPhase.standsOnOthers(call);
  }

  @Override
  public void onRolledBack(PendingCall call) {
    whole.onRolledBack(call);
  }

  @Override
  public boolean onLost(PendingCall call, int site) {
    return whole.onLost(call, site);
  }

  @Override
  public void on(PendingCall call, SiteToRouter said) {
    if (said instanceof Voted) {
      twoPhase.leaveFragments(call);
    } else {
      whole.on(call, said);
    }
  }
}
