package org.thetisdb.router.dispatch;

import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.RouterToSite.CancelAttempt;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.router.attempt.CallSender;
import org.thetisdb.router.attempt.Retries;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.call.SqlCursor;
import org.thetisdb.router.call.SqlTransaction;
import org.thetisdb.router.call.WaitPriority;
import org.thetisdb.router.catalog.CallPlanner;
import org.thetisdb.router.catalog.Footprints;
import org.thetisdb.router.catalog.RouterCatalog;
import org.thetisdb.router.catalog.TracedCells;
import org.thetisdb.router.config.RouterConfig;
import org.thetisdb.router.move.MoveGroup;
import org.thetisdb.router.move.Moves;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.Scheme;
import org.thetisdb.router.scheme.CallPort;
import org.thetisdb.router.scheme.RouterScheme;
import org.thetisdb.router.scheme.SchemeParts;
import org.thetisdb.router.scheme.SchemesOfTerm;
import org.thetisdb.router.scheme.registry.RouterSchemes;
import org.thetisdb.router.site.CutDrawer;
import org.thetisdb.router.site.SiteLink;
import org.thetisdb.router.site.SiteTable;
import org.thetisdb.router.term.EngineParts;
import org.thetisdb.router.term.SchemeInForce;
import org.thetisdb.router.twophase.TwoPhaseCommit;
import org.thetisdb.sql.call.SystemCall;

/**
 * Takes a planned call to the site where it runs: asks the scheme, holds the call behind moves of
 * others, and has it sent. What becomes of it then is for its {@link CallAnswers}. Owned by the
 * engine's thread.
 */
public final class CallRouter {
  private static final long BYTES_PER_MIB = 1 << 20;

  private final SchemeInForce inForce;
  private final Scheme scheme;
  private final ClientObservations observations;
  private final Placement placement;
  private final SiteTable sites;
  private final CutDrawer cuts;
  private final Scheduler scheduler;
  private final CallPlanner planner;
  private final CallHandler handler;
  private final Moves moves;
  private final CallSender sender;
  private final TransactionRouter transactions;
  private final Retries retries;
  private final WaitPriority precedence;
  private final Gate gate = new Gate();
  private final SchemesOfTerm schemes;
  private final CallAnswers answers;

  /** Routes the calls of one epoch, which {@code handler} has taken. */
  public CallRouter(
      EngineParts parts,
      RouterCatalog catalog,
      CallPlanner planner,
      CallHandler handler,
      Moves moves,
      WaitPriority precedence,
      RouterConfig config,
      RouterSchemes families,
      int epoch) {
    this.precedence = precedence;
    this.inForce = parts.inForce();
    this.scheme = parts.scheme();
    this.observations = new ClientObservations(parts, new TracedCells(parts.placement(), catalog));
    this.placement = parts.placement();
    this.sites = parts.sites();
    this.cuts = parts.cuts();
    this.scheduler = parts.scheduler();
    this.planner = planner;
    this.handler = handler;
    this.moves = moves;
    this.sender = new CallSender(parts, handler, moves);
    this.retries = new Retries(parts, handler, precedence, this::route);
    this.schemes =
        new SchemesOfTerm(
            inForce,
            families.begin(
                new SchemeParts(
                    epoch,
                    parts,
                    config,
                    catalog,
                    moves,
                    handler,
                    precedence,
                    new SchemeParts.Senders(sender, retries),
                    new TwoPhaseCommit(epoch, parts, handler, sender, retries),
                    new Port())));
    this.transactions = new TransactionRouter(parts, handler, moves, sender, retries, schemes);
    this.answers =
        new CallAnswers(
            this, parts, planner, handler, observations, sender, retries, transactions, schemes);
  }

  /** Routes a call for the first time. */
  void begin(PendingCall call) {
    if (hasSeenWhatNeverWas(call)) {
      handler.fail(call, vectorAhead(call.vector));
      return;
    }
    SiteLink full = writesAnew(call) ? sites.fullestIfAllAreShort() : null;
    if (full != null) {
      handler.fail(call, diskFull(full));
      return;
    }
    observations.onBegun(call);
    route(call);
  }

  /**
   * Where no site writes, no mastership has to move for what will be refused: moves are records,
   * too. A repeated call may have committed, and a commit ends what has begun. Some definitions
   * make room: the site says which.
   */
  private static boolean writesAnew(PendingCall call) {
    return call.footprint() != null
        && !call.footprint().isReadOnly()
        && !call.repetition
        && !call.isCommit()
        && !SystemCall.mayMakeRoom(call.procedure);
  }

  private static ThetisException diskFull(SiteLink at) {
    return new ThetisException(
        ErrorCode.DISK_FULL, at.site(), at.load().diskFreeBytes() / BYTES_PER_MIB);
  }

  /**
   * Whether the call's session has seen what no site has: it is of a cluster that was here before,
   * or its client has errors. Were its writes to depend on that, every site would wait for what
   * never comes. A router serves when every site has reported what it has, or another one has
   * reported what is in its log; so what is not known by now never was.
   */
  private boolean hasSeenWhatNeverWas(PendingCall call) {
    return !cuts.known().covers(call.vector);
  }

  private ThetisException vectorAhead(VersionVector seen) {
    int site = 1;
    while (seen.get(site) <= cuts.known().get(site)) {
      site++;
    }
    return new ThetisException(
        ErrorCode.VECTOR_AHEAD, seen.get(site), site, cuts.known().get(site));
  }

  /** What becomes of calls that were sent. */
  public CallAnswers answers() {
    return answers;
  }

  /** The schemes of this term. */
  public SchemesOfTerm schemes() {
    return schemes;
  }

  /**
   * Gives up a call if it waits, here or at its site; one that runs there goes on. It is not sent
   * to a site again.
   */
  public void cancel(PendingCall asked) {
    PendingCall call = asked.underWay();
    if (call.isDone()) {
      return;
    }
    call.setCanceled();
    if (call.sentTo() != null) {
      schemes.current().callOff(call);
      call.sentTo().send(new CancelAttempt(call.attemptId()));
    } else if (!call.mayHaveRun()) {
      endCanceled(call);
    }
  }

  /** A repetition was not looked up yet: what it repeats may have committed. */
  private void endCanceled(PendingCall call) {
    if (call.transaction() != null) {
      transactions.withdraw(call);
    }
    handler.fail(
        call,
        call.repetition
            ? new ThetisException(ErrorCode.OUTCOME_UNKNOWN, "the repetition was canceled")
            : new ThetisException(ErrorCode.QUERY_CANCELED));
  }

  /** Has the site of an interactive transaction forget it. */
  public void rollback(SqlTransaction transaction) {
    transactions.rollback(transaction);
  }

  /** Rolls back an interactive transaction, and ends the statement of it that is under way. */
  public void rollBack(SqlTransaction transaction, PendingCall statement, String why) {
    transactions.rollBack(transaction, statement, why);
  }

  /** An interactive transaction is over, and keeps nothing at its site. */
  public void ended(SqlTransaction transaction) {
    transactions.ended(transaction);
  }

  /** The part that routes the statements of interactive transactions. */
  public TransactionRouter transactions() {
    return transactions;
  }

  /**
   * A group of partitions has moved, or could not. The call that it moved for goes first: no
   * livelock.
   */
  public void onGroupDone(MoveGroup group) {
    for (PendingCall first : group.ahead.releaseAll()) {
      route(first);
    }
    PendingCall cause = group.cause();
    if (cause != null && !cause.isDone()) {
      cause.become(PendingCall.State.ROUTING);
      if (group.isIncomplete() && !group.gaveWay()) {
        // A site that refuses again has not applied yet what makes it the master: it needs a
        // moment.
        retries.again(cause, cause.reroutes() == 0);
      } else if (group.gaveWay() || cause.transaction() != null) {
        route(cause);
      } else if (!isStale(cause)
          && schemes.current().followsMoves()
          && placement.commonMaster(cause.footprint().written()) == group.target) {
        sender.sendOrHold(cause, group.target);
      } else {
        route(cause);
      }
    }
    for (PendingCall waiting : group.waiting.releaseAll()) {
      route(waiting);
    }
  }

  /**
   * Calls that waited for a site go on: it is there, or has a failover successor, or it has left
   * and others have what it mastered.
   */
  public void onSiteReady(int site) {
    for (PendingCall call : sender.releaseHeldFor(site)) {
      route(call);
    }
    for (PendingCall call : sender.releaseHeldForAny()) {
      route(call);
    }
  }

  /**
   * What is to be mastered where a call runs, and what it reads beside that.
   *
   * @param footprint null if it is not known yet
   * @throws ThetisException READS_TOO_LARGE if it reads more partitions than can be gathered
   */
  Footprint toMaster(PendingCall call, Footprint footprint) {
    observations.onPlanned(call, footprint);
    if (call.isCommitOverSites()) {
      return Footprints.requireListed(footprint);
    }
    if (call.gathersReads()) {
      call.noteGathered(footprint);
      return Footprints.gathered(footprint);
    }
    return footprint == null || call.transaction() != null
        ? footprint
        : scheme.localized(call.session, footprint, scheduler.clock().nowUs());
  }

  /** How the placement's keys are cut into partitions now. */
  long shape() {
    return placement.shape();
  }

  /**
   * Whether borders have changed since the call's partitions were found, so that they may be others
   * now; or the scheme, which may want others. A site that is asked for too few refuses; this only
   * saves the way.
   */
  private boolean isStale(PendingCall call) {
    boolean isOfOtherScheme =
        call.plannedUnder() != inForce.record().number() && call.transaction() == null;
    return (call.shape() != placement.shape() || isOfOtherScheme)
        && call.canFindPartitions()
        && call.footprint() != null
        && !call.isCommit();
  }

  private void findPartitionsAgain(PendingCall call) {
    call.forgetPartitions();
    if (call.plan() == null) {
      call.findPartitions();
      return;
    }
    try {
      handler.begin(call, planner.footprintOf(call.plan()));
    } catch (ThetisException e) {
      handler.fail(call, e);
    }
  }

  /** Holds calls that are about to be routed, while it is shut. */
  public Gate gate() {
    return gate;
  }

  /** Holds back calls that are about to be routed, and those that wait for their scheme. */
  public void shutGate() {
    gate.shut();
    schemes.tellAll(RouterScheme::shut);
  }

  /** Calls that were held at the gate go on. */
  public void openGate() {
    schemes.tellAll(RouterScheme::open);
    for (PendingCall held : gate.open()) {
      route(held);
    }
  }

  /** Takes a call that is planned to where it runs, or has it wait. */
  void route(PendingCall call) {
    if (call.isCanceled() && !call.mayHaveRun()) {
      endCanceled(call);
      return;
    }
    if (gate.holds(call)) {
      return;
    }
    if (isStale(call)) {
      findPartitionsAgain(call);
      return;
    }
    if (call.pinnedTo() != null) {
      sender.sendPinned(call);
      return;
    }
    if (call.transaction() != null) {
      if (!schemes.current().holds(call)) {
        transactions.route(call);
      }
      return;
    }
    if (call.changesNothing()) {
      schemes.current().read(call);
      return;
    }
    moves.demand(call.footprint().written());
    MoveGroup blocking = moves.blocking(call.footprint().written());
    if (blocking != null) {
      blocking.waiting.add(call);
      return;
    }
    schemes.current().route(call);
  }

  /** The age of a transaction that begins now. */
  public long nextOrder() {
    return precedence.nextOrder();
  }

  /** A call is over: those that waited until it has run go on. */
  void onOver(PendingCall call) {
    schemes.current().onOver(call);
    WaitPriority.Claim claim = precedence.remove(call);
    if (claim != null && !claim.followers.isEmpty()) {
      scheduler.execute(
          () -> {
            for (PendingCall follower : claim.followers.releaseAll()) {
              route(follower);
            }
          });
    }
  }

  /** Has a site forget the rest of a result. */
  public void closeCursor(SqlCursor cursor, long session) {
    sender.closeCursor(cursor, session);
  }

  /** What schemes ask of the router. */
  private final class Port implements CallPort {
    @Override
    public void route(PendingCall call) {
      CallRouter.this.route(call);
    }

    @Override
    public void meet(PendingCall call, KeySet touched) {
      answers.meet(call, touched);
    }

    @Override
    public void onUnknownKeys(PendingCall call, ThetisException problem) {
      answers.onUnknownKeys(call, problem);
    }

    @Override
    public void onCommitted(PendingCall call, Executed executed) {
      answers.onCommitted(call, executed);
    }
  }
}
