package org.thetisdb.router.dispatch;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.time.Clock;
import org.thetisdb.core.wire.SiteToRouter.RowWait;
import org.thetisdb.router.attempt.CallSender;
import org.thetisdb.router.attempt.Retries;
import org.thetisdb.router.call.AwaitedMoves;
import org.thetisdb.router.call.Contender;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.call.SqlTransaction;
import org.thetisdb.router.move.MoveGroup;
import org.thetisdb.router.move.Moves;
import org.thetisdb.router.routing.Beginning;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.Route;
import org.thetisdb.router.routing.Scheme;
import org.thetisdb.router.scheme.SchemesOfTerm;
import org.thetisdb.router.site.SiteTable;
import org.thetisdb.router.term.EngineParts;

/**
 * Routes the statements of interactive transactions: each of these stays at one site, and what it
 * writes is gathered there. Where masters are fixed it is not: what is mastered elsewhere is
 * prepared there when the transaction commits (decision 0037). Owned by the engine's thread.
 */
public final class TransactionRouter {
  /** How often groups give way to one transaction; then a cycle ends the youngest in any case. */
  private static final int MOST_PASSED = 8;

  /**
   * More cycles than these are not opened at once: one that is idle and wanted ends after a second.
   */
  private static final int MOST_CYCLES = 1_000;

  private final Scheme scheme;
  private final Placement placement;
  private final SiteTable sites;
  private final Clock clock;
  private final CallHandler handler;
  private final Moves moves;
  private final CallSender sender;
  private final SchemesOfTerm schemes;
  private final ReadGathering reads;
  private final KeptPartitions kept = new KeptPartitions();

  TransactionRouter(
      EngineParts parts,
      CallHandler handler,
      Moves moves,
      CallSender sender,
      Retries retries,
      SchemesOfTerm schemes) {
    this.schemes = schemes;
    this.scheme = parts.scheme();
    this.placement = parts.placement();
    this.sites = parts.sites();
    this.clock = parts.scheduler().clock();
    this.handler = handler;
    this.moves = moves;
    this.sender = sender;
    this.reads = new ReadGathering(parts, this, moves, sender, retries);
  }

  /**
   * A statement of an interactive transaction goes to the transaction's site, and what it writes is
   * moved there. The first one chooses the site: where its scheme has an update run, or where what
   * it reads is mastered, since that is likely to be written next. A transaction that writes
   * nothing reads where any read would.
   */
  void route(PendingCall call) {
    SqlTransaction transaction = call.transaction();
    transaction.goOn();
    transaction.forgetUnusedSite();
    if (transaction.hasSite() && !transaction.isOpenAt(sites)) {
      fail(call, "its site was lost");
      return;
    }
    if (!transaction.hasSite()) {
      if (call.isReconnaissance()) {
        sender.sendOrHoldForAny(call, scheme.routeRead(Footprint.NONE, call.vector));
        return;
      }
      chooseSite(call);
    }
    if (!transaction.hasSite()) {
      return;
    }
    if (reads.gathers(call, transaction)) {
      return;
    }
    transaction.goOverSites(scheme.mastersAreFixed() && !transaction.isReadOnly());
    if (call.changesNothing()) {
      sender.send(call, transaction.site());
    } else if (!transaction.isOverSites() || Placement.isAnyPinned(call.footprint().written())) {
      gather(call, transaction, call.footprint().written());
    } else if (call.isCommit()) {
      commitOver(call, transaction);
    } else {
      // The rest stays where it is; its masters hear of it when the transaction commits.
      gather(call, transaction, masteredAt(transaction.site(), call.footprint().written()));
    }
  }

  private void chooseSite(PendingCall call) {
    SqlTransaction transaction = call.transaction();
    if (!transaction.isReadOnly()) {
      Beginning beginning = new Beginning(call.footprint(), call.template(), call.values());
      transaction.beginWith(beginning, scheme.predictWrites(beginning));
    }
    int site = siteFor(call);
    if (site == 0) {
      sender.holdForAny(call);
    } else if (!sites.isUsable(site)) {
      sender.hold(call, site);
    } else {
      transaction.runAt(sites.link(site).info());
    }
  }

  /** What its later statements read nobody knows, so it is a site that holds every row. */
  private int siteFor(PendingCall call) {
    if (sites.roster().isPartial() && !sites.roster().lacksFullSite()) {
      int all = call.transaction().isReadOnly() ? 0 : scheme.gathersAt();
      return all == 0 ? scheme.routeRead(Footprint.NONE, call.vector) : all;
    }
    int copied = reads.siteWithCopies(call);
    if (copied != 0) {
      return copied;
    }
    int site = call.transaction().predicted().length == 0 ? siteToRead(call) : siteToWrite(call);
    return site == 0 ? scheme.routeRead(Footprint.NONE, call.vector) : site;
  }

  /** Where all that it will most likely write had best be. */
  private int siteToWrite(PendingCall call) {
    int gathersAt = scheme.gathersAt();
    boolean pinned = Placement.isAnyPinned(call.footprint().written());
    if (gathersAt != 0 && !pinned && sites.takesNewWork(gathersAt)) {
      return gathersAt;
    }
    Footprint expected = Footprint.of(call.transaction().predicted().clone(), new long[0]);
    return scheme.routeFrom(call.session, expected, call.vector, clock.nowUs()).site();
  }

  private int siteToRead(PendingCall call) {
    if (call.transaction().isReadOnly()) {
      // It reads a snapshot, which is nowhere newer, and what it reads next nobody knows.
      return scheme.routeRead(Footprint.NONE, call.vector);
    }
    int gathersAt = scheme.gathersAt();
    if (gathersAt != 0 && sites.takesNewWork(gathersAt)) {
      return gathersAt;
    }
    long[] read = call.footprint().read();
    int master = read.length == 0 ? 0 : placement.master(read[0]);
    return master != 0 && sites.takesNewWork(master)
        ? master
        : scheme.routeRead(call.footprint(), call.vector);
  }

  /**
   * Has masters prepare what a transaction has written there, and what it has read if it is
   * serializable; and then its site commit it all.
   */
  private void commitOver(PendingCall call, SqlTransaction transaction) {
    long[] met = call.footprint().all();
    MoveGroup blocking = moves.blocking(met);
    if (blocking != null) {
      blocking.waiting.add(call);
      await(call, blocking);
      return;
    }
    if (!sites.takesNewWork(transaction.site())) {
      rollback(transaction);
      fail(call, "its site leaves the cluster");
      return;
    }
    BitSet masters = new BitSet();
    for (long partition : met) {
      masters.set(placement.master(partition));
    }
    masters.clear(transaction.site());
    for (int site = masters.nextSetBit(0); site >= 0; site = masters.nextSetBit(site + 1)) {
      if (!sites.isUsable(site)) {
        gather(call, transaction, masteredAt(site, met)); // it promotes the copies at its site
        return;
      }
    }
    if (masters.isEmpty()) {
      sender.send(call, transaction.site());
    } else {
      schemes
          .current()
          .commitOver(call, Route.over(transaction.site(), masters.stream().toArray()));
    }
  }

  private long[] masteredAt(int site, long[] partitions) {
    return Arrays.stream(partitions).filter(each -> placement.master(each) == site).toArray();
  }

  private void gather(PendingCall call, SqlTransaction transaction, long[] written) {
    // What a COMMIT needs for what was read is not kept: it is looked at when the COMMIT runs.
    long[] wanted = call.isCommit() ? written : transaction.notKept(written);
    MoveGroup blocking = moves.blocking(wanted);
    if (blocking != null
        && blocking.waitsFor(transaction)
        && movesNothing(wanted, transaction.site())) {
      sendOn(call, wanted); // its site lets it write what goes only after its end
      return;
    }
    if (blocking != null) {
      blocking.waiting.add(call);
      await(call, blocking);
      return;
    }
    boolean alone =
        call.isCommit() || transaction.isOverSites() || !sites.takesNewWork(transaction.site());
    long[] going = alone ? wanted : withPredicted(wanted, transaction);
    Route route =
        movesNothing(going, transaction.site())
            ? null
            : scheme.routeTo(transaction.site(), going, call.vector, clock.nowUs());
    boolean waits = !movesNothing(wanted, transaction.site());
    if (!waits && (route == null || moves.startable(route.moves()).isEmpty())) {
      sendOn(call, wanted);
    } else if (!sites.takesNewWork(transaction.site())) {
      rollback(transaction);
      fail(call, "its site leaves the cluster");
    } else {
      MoveGroup begun = sender.move(call, route);
      if (begun != null) {
        await(call, begun);
      }
    }
  }

  void await(PendingCall call, MoveGroup group) {
    call.transaction().await(call, group);
    openCycles(call.transaction());
  }

  /** A call waits at its site for a row, directly behind another call, or a transaction. */
  public void onRowWait(PendingCall call, PendingCall ahead, RowWait wait) {
    Contender waiter = kept.waits(call, ahead, wait);
    if (waiter != null) {
      openCycles(waiter);
    }
  }

  /**
   * One that begins to wait may close several cycles at once, each through another epoch
   * coordinator.
   */
  private void openCycles(Contender waiter) {
    List<Contender> cycle = kept.cycleOf(waiter);
    for (int opened = 0; !cycle.isEmpty() && opened < MOST_CYCLES; opened++) {
      open(cycle);
      cycle = kept.cycleOf(waiter);
    }
  }

  /**
   * Opens a cycle. Where somebody only stands in line behind a group that waits itself, the group
   * gives way. Where all wait for what others keep or lock, the youngest transaction ends.
   */
  private void open(List<Contender> cycle) {
    SqlTransaction youngest = null;
    for (int i = 0; i < cycle.size(); i++) {
      if (cycle.get(i) instanceof SqlTransaction each) {
        if (givesWay(each, cycle.get((i + 1) % cycle.size()))) {
          return;
        }
        youngest = youngest == null || each.order > youngest.order ? each : youngest;
      }
    }
    if (youngest != null) {
      end(youngest);
    }
  }

  /**
   * Whether the group behind which a transaction stands in line lets it go first. That helps only
   * if the next in the cycle keeps nothing of what it wants.
   */
  private boolean givesWay(SqlTransaction transaction, Contender next) {
    AwaitedMoves group = transaction.awaitedMoves();
    boolean isQueued =
        group != null
            && group.cause() != transaction.waiter()
            && transaction.passed() < MOST_PASSED
            && !keepsOneOf(next, transaction.waiter().footprint().written());
    if (isQueued) {
      transaction.countPassed();
      group.giveWayTo(transaction.waiter());
    }
    return isQueued;
  }

  private boolean keepsOneOf(Contender party, long[] wanted) {
    for (long partition : wanted) {
      if (party.keeps(placement.master(partition), partition)) {
        return true;
      }
    }
    return false;
  }

  private void end(SqlTransaction youngest) {
    PendingCall statement = youngest.waiter();
    AwaitedMoves group = youngest.awaitedMoves();
    if (group != null && group.cause() == statement) {
      group.withdraw();
    }
    rollback(youngest);
    fail(statement, "it and others waited for each other's rows (a deadlock)");
  }

  /**
   * Rolls back a transaction.
   *
   * @param asked the one that is under way, or repeats it; null if none is
   */
  void rollBack(SqlTransaction transaction, PendingCall asked, String why) {
    PendingCall statement = asked == null ? null : asked.underWay();
    if (statement != null) {
      withdraw(statement);
    }
    rollback(transaction);
    transaction.forgetKept();
    if (statement != null && !statement.isDone()) {
      fail(statement, why);
    }
  }

  /** What moves for a statement alone need not move any more. */
  void withdraw(PendingCall statement) {
    AwaitedMoves group = statement.transaction().awaitedMoves();
    if (group != null && group.cause() == statement) {
      group.withdraw();
    }
  }

  /** Has the site of a transaction forget it. */
  void rollback(SqlTransaction transaction) {
    ended(transaction);
    sender.rollback(transaction);
  }

  /** A transaction keeps nothing any more. */
  void ended(SqlTransaction transaction) {
    kept.ended(transaction);
  }

  /** What else it will write comes along, so that no later statement has to wait for it. */
  private static long[] withPredicted(long[] wanted, SqlTransaction transaction) {
    long[] predicted = transaction.takePredicted();
    if (predicted.length == 0) {
      return wanted;
    }
    long[] both = Arrays.copyOf(wanted, wanted.length + predicted.length);
    System.arraycopy(predicted, 0, both, wanted.length, predicted.length);
    return Footprint.of(both, new long[0]).written();
  }

  private boolean movesNothing(long[] partitions, int site) {
    for (long partition : partitions) {
      if (placement.master(partition) != site) {
        return false;
      }
    }
    return true;
  }

  private void sendOn(PendingCall call, long[] wanted) {
    if (!call.isCommit()) {
      long[] all = call.transaction().isOverSites() ? call.footprint().written() : wanted;
      call.transaction().keep(all, call.footprint().writtenKeys());
      kept.keeps(call.transaction());
    }
    sender.send(call, call.transaction().site());
  }

  /** Ends a statement; its transaction cannot go on. */
  void fail(PendingCall call, String why) {
    ErrorCode code =
        call.mayHaveRun() ? ErrorCode.OUTCOME_UNKNOWN : ErrorCode.SERIALIZATION_FAILURE;
    handler.fail(call, new ThetisException(code, why));
  }
}
