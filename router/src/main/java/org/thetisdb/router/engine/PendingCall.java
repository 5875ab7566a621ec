package org.thetisdb.router.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.Ran;
import org.thetisdb.core.wire.SiteToRouter.Replan;
import org.thetisdb.core.wire.SiteToRouter.RowWait;
import org.thetisdb.core.wire.SiteToRouter.Unsettled;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.sql.call.ControlCall;

/**
 * A call on its way through the router. Owned by the engine's thread.
 *
 * <table>
 * <caption>States; every other move throws</caption>
 * <tr><th>from</th><th>to</th><th>when</th></tr>
 * <tr><td>ROUTING</td><td>HELD</td><td>it waits: for the router to serve, a move of others, a site, a
 * pause before it is tried again</td></tr>
 * <tr><td>ROUTING</td><td>MOVING</td><td>partitions move for it</td></tr>
 * <tr><td>ROUTING, MOVING</td><td>SENT</td><td>a site has it</td></tr>
 * <tr><td>HELD, MOVING</td><td>ROUTING</td><td>what it waited for is there</td></tr>
 * <tr><td>SENT</td><td>ROUTING</td><td>the site wants it planned again, or is lost</td></tr>
 * <tr><td>any</td><td>DONE</td><td>it was answered; never left</td></tr>
 * </table>
 */
final class PendingCall extends TimerWheel.Entry implements Attempt {
  static final long[] NO_VALUES = {};

  /** Where a call is on its way. */
  enum State {
    ROUTING,
    HELD,
    MOVING,
    SENT,
    DONE
  }

  final long session;
  final long sequence;
  final boolean repetition;
  final int timeoutMs;
  final long deadlineUs;
  final VersionVector vector;
  final String procedure;
  final byte[] arguments;

  /** The version of the procedure's jar with which the call was planned. */
  int jarVersion;

  /** Keys found by reconnaissance; null while the procedure's own plan holds. */
  KeySet plan;

  /** The partitions; null as long as only reconnaissance can tell them. */
  Footprint footprint;

  /** The shape of the placement for which the partitions were found. */
  long shape;

  /** An attempt that could write was sent and its answer will never come. */
  boolean mayHaveRun;

  /** Whether it is to run behind all that was acknowledged, since it missed a row that may be. */
  boolean fresh;

  /** How often it was routed again because a plan or a placement was wrong. */
  int reroutes;

  /** Its age, lower if older, if it has lost rounds by itself; else 0. */
  long order;

  /** The queue it is held in; null if it is in none. */
  CallQueue heldIn;

  /** How its partitions are found, when it is first looked at. */
  Consumer<PendingCall> planning;

  /** The interactive transaction that it is part of; null if it is one by itself. */
  SqlTransaction transaction;

  /** The only connection on which it can be sent; null if it may run at any site. */
  SiteLink pinnedTo;

  /** The site that answered it; null before. */
  SiteLink answeredBy;

  /** Whether it asks to be serializable, whatever the scheme claims. */
  boolean asksSerializable;

  /** Whether its code may write. */
  boolean mayWrite;

  /** The change of the scheme that was the last when its partitions were found. */
  long plannedUnder;

  /** Whether what it reads is to be mastered where it runs, as what it writes is. */
  boolean gathersReads;

  /** Whether what it reads is locked where it is mastered, since it may write. */
  boolean locksReads;

  /** Whether it runs before its participants prepare, and what it has read is validated then. */
  boolean validates;

  /** Why it waits, for the time-out's sentence: the site that is missing, 0 if none is. */
  int missingSite;

  /** The site that has the present attempt; null while none has. */
  SiteLink sentTo;

  /** The present attempt's number at that site. */
  long attemptId;

  /** Whether it runs in a phase, even if its plan writes nothing: it may find what it writes. */
  boolean inPhase;

  /** What it counts as while it is under way in a phase; see {@link PhasedCalls}. */
  byte kind;

  /** Whether its present attempt runs in an era of epochs, and was not answered. */
  boolean inEra;

  /** Keys that it writes, as far as they are known; they choose where it runs in an era. */
  List<RowKey> writtenKeys = List.of();

  /** Whether it is to run when no era is open. */
  boolean runsAlone;

  /** Whether it counts as under way while no era is open; see {@link EpochCalls}. */
  boolean countsAlone;

  /** Its present attempt to run over several sites; null if it runs at one. */
  DistributedAttempt distributed;

  /** Whether it was ever sent to several sites. */
  boolean wasDistributed;

  /** Whether the scheme took note of it. */
  boolean observed;

  /** Whether something was moved for it. */
  boolean remastered;

  /** Whether something that it writes was moved for it. */
  boolean movedWritten;

  /** Stands for the text of its statement; 0 if it is none. */
  long template;

  /** Stand for its first parameters, if it may be a transaction's first statement. */
  long[] values = NO_VALUES;

  /** When the present attempt was sent, if its time is taken; else 0. */
  long timedFromUs;

  /** Whether the present attempt reads what another site masters. */
  boolean readsElsewhere;

  /** The next call of the same session in the table; see {@link CallTable}. */
  PendingCall nextOfSession;

  private final CallEvents events;
  private State state = State.ROUTING;
  private final List<Answer> answers = new ArrayList<>(1);

  /** A call; {@code events} hear what sites say of it. */
  PendingCall(
      CallEvents events,
      long session,
      long sequence,
      boolean repetition,
      int timeoutMs,
      long deadlineUs,
      VersionVector vector,
      String procedure,
      byte[] arguments) {
    this.events = events;
    this.session = session;
    this.sequence = sequence;
    this.repetition = repetition;
    this.timeoutMs = timeoutMs;
    this.deadlineUs = deadlineUs;
    this.vector = vector;
    this.procedure = procedure;
    this.arguments = arguments;
  }

  State state() {
    return state;
  }

  /**
   * Whether it may have run, and another attempt is made to find out. What a transaction's COMMIT
   * is told stands: it is sent once.
   */
  boolean isInDoubt() {
    return mayHaveRun && transaction == null;
  }

  /** Whether a site has this attempt, and has not answered it. */
  boolean isUnderWay(long attempt) {
    return state == State.SENT && attemptId == attempt;
  }

  /** Whether it was answered. */
  boolean isDone() {
    return state == State.DONE;
  }

  boolean isReconnaissance() {
    return footprint == null;
  }

  /** Whether the attempt that goes out now changes nothing at the site. */
  boolean changesNothing() {
    return footprint == null || (footprint.isReadOnly() && !inPhase && !locksReads);
  }

  /** Whether an interactive transaction commits with it. */
  boolean isCommit() {
    return transaction != null && procedure.equals(ControlCall.COMMIT);
  }

  /** Whether a transaction ends with it: it is one by itself, or the COMMIT of one. */
  boolean isWholeTransaction() {
    return transaction == null || procedure.equals(ControlCall.COMMIT);
  }

  /** Whether partitions were moved for it, or for the transaction that it commits. */
  boolean hasRemastered() {
    return transaction == null ? remastered : transaction.remastered;
  }

  @Override
  public void onExecuted(Executed executed) {
    events.onExecuted(this, executed);
  }

  @Override
  public void onReplan(Replan replan) {
    events.onReplan(this, replan);
  }

  @Override
  public void onRan(Ran ran) {
    events.onRan(this, ran);
  }

  @Override
  public void onRunAlone() {
    events.onRunAlone(this);
  }

  @Override
  public void onUnsettled(Unsettled unsettled) {
    events.onUnsettled(this, unsettled);
  }

  @Override
  public void onRowWait(Attempt ahead, RowWait wait) {
    events.onRowWait(this, (PendingCall) ahead, wait); // all attempts of the router are calls
  }

  @Override
  public void onLost(int site) {
    events.onLost(this, site);
  }

  void addAnswer(Answer answer) {
    answers.add(answer);
  }

  List<Answer> answers() {
    return answers;
  }

  /** Makes a move of the table above. */
  void become(State next) {
    boolean legal =
        switch (next) {
          case ROUTING -> state != State.ROUTING && state != State.DONE;
          case HELD, MOVING -> state == State.ROUTING;
          case SENT -> state == State.ROUTING || state == State.MOVING;
          case DONE -> state != State.DONE;
        };
    if (!legal) {
      throw new IllegalStateException(this + " cannot become " + next);
    }
    state = next;
  }

  @Override
  public String toString() {
    return procedure + " " + session + "/" + sequence + " " + state;
  }
}
