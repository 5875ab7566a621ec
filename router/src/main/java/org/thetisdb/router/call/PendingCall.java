package org.thetisdb.router.call;

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
import org.thetisdb.router.site.Attempt;
import org.thetisdb.router.site.SiteLink;
import org.thetisdb.sql.call.ControlCall;
import org.thetisdb.sql.call.StatementCall;

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
public final class PendingCall extends TimerWheel.Entry implements Attempt {
  /** Values of a statement of which none are known. */
  public static final long[] NO_VALUES = {};

  /** Where a call is on its way. */
  public enum State {
    ROUTING,
    HELD,
    MOVING,
    SENT,
    DONE
  }

  /** The client's session, or one of the router itself. */
  public final long session;

  /** Its number in its session; a repetition has that of the first. */
  public final long sequence;

  /** Whether its client has sent it before, and does not know what became of it. */
  public final boolean repetition;

  /** For how long its client waits. */
  public final int timeoutMs;

  /** When that is over, by the engine's clock. */
  public final long deadlineUs;

  /** What its session has seen. */
  public final VersionVector vector;

  /** The procedure that it calls, which may be one of the engine itself. */
  public final String procedure;

  /** The arguments as the client has encoded them; not to be changed. */
  public final byte[] arguments;

  /** The version of the procedure's jar with which the call was planned. */
  public int jarVersion;

  /** Keys found by reconnaissance; null while the procedure's own plan holds. */
  public KeySet plan;

  /** The partitions; null as long as only reconnaissance can tell them. */
  public Footprint footprint;

  /** The shape of the placement for which the partitions were found. */
  public long shape;

  /** An attempt that could write was sent and its answer will never come. */
  public boolean mayHaveRun;

  /** Whether it is to run behind all that was acknowledged, since it missed a row that may be. */
  public boolean fresh;

  /** How often it was routed again because a plan or a placement was wrong. */
  public int reroutes;

  /** Its age, lower if older, if it has lost rounds by itself; else 0. */
  public long order;

  /**
   * Its age among transactions over several sites, lower if older: the number of its first attempt,
   * whatever becomes of that; 0 if it has made none.
   */
  public long age;

  /** Whether it ends if it gives way: others wait for what it would keep. */
  public boolean endsInCircle;

  /** The queue it is held in; null if it is in none. */
  public CallQueue heldIn;

  /** How its partitions are found, when it is first looked at. */
  public Consumer<PendingCall> planning;

  /** The interactive transaction that it is part of; null if it is one by itself. */
  public SqlTransaction transaction;

  /** The only connection on which it can be sent; null if it may run at any site. */
  public SiteLink pinnedTo;

  /** Whether it asks to be serializable, whatever the scheme claims. */
  public boolean asksSerializable;

  /** Whether its code may write. */
  public boolean mayWrite;

  /** The change of the scheme that was the last when its partitions were found. */
  public long plannedUnder;

  /** Whether what it reads is to be mastered where it runs, as what it writes is. */
  public boolean gathersReads;

  /** Whether what it reads is locked where it is mastered, since it may write. */
  public boolean locksReads;

  /** Whether it runs before its participants prepare, and what it has read is validated then. */
  public boolean validates;

  /** Why it waits, for the time-out's sentence: the site that is missing, 0 if none is. */
  public int missingSite;

  /** Whether it runs in a phase, even if its plan writes nothing: it may find what it writes. */
  public boolean inPhase;

  /** What it counts as while it is under way in a phase; see {@code PhasedCalls}. */
  public byte kind;

  /** Keys that it writes, as far as they are known; they choose where it runs in an era. */
  public List<RowKey> writtenKeys = List.of();

  /** What it is going to meet, with keys and ranges, where that is gathered; null before. */
  public Footprint planned;

  /** What runs have met that had locked too little; null if none had. */
  public KeySet met;

  /** How many of its runs had locked too little. */
  public int metMore;

  /** Whether it counts as under way while no era is open; see {@code EpochCalls}. */
  public boolean countsAlone;

  /** Its present attempt to run over several sites; null if it runs at one. */
  public DistributedAttempt distributed;

  /** Whether it was ever sent to several sites. */
  public boolean wasDistributed;

  /** Whether the scheme took note of it. */
  public boolean observed;

  /** Stands for the text of its statement; 0 if it is none. */
  public long template;

  /** Stand for its first parameters, if it may be a transaction's first statement. */
  public long[] values = NO_VALUES;

  /** When the present attempt was sent, if its time is taken; else 0. */
  public long timedFromUs;

  /** Whether the present attempt reads what another site masters. */
  public boolean readsElsewhere;

  /** Whether its client wants it no more: it is not sent to a site again. */
  public boolean canceled;

  /** The next call of the same session in the table; see {@link CallTable}. */
  PendingCall nextOfSession;

  private final CallEvents events;
  private State state = State.ROUTING;

  /** The site that has the present attempt; null while none has. */
  private SiteLink sentTo;

  /** The present attempt's number at that site. */
  private long attemptId;

  /** The site that answered it; null before. */
  private SiteLink answeredBy;

  /** Whether its present attempt runs in an era of epochs, and was not answered. */
  private boolean inEra;

  /** Whether it is to run when no era is open. */
  private boolean runsAlone;

  /** Whether something was moved for it. */
  private boolean remastered;

  /** Whether something that it writes was moved for it. */
  private boolean movedWritten;

  private final List<Answer> answers = new ArrayList<>(1);

  /** A call; {@code events} hear what sites say of it. */
  public PendingCall(
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

  /** Where it is on its way. */
  public State state() {
    return state;
  }

  /**
   * Whether it may have run, and another attempt is made to find out. What a transaction's COMMIT
   * is told stands: it is sent once.
   */
  public boolean isInDoubt() {
    return mayHaveRun && transaction == null;
  }

  /** A site gets its next attempt, which has this number there. */
  public void beginAttempt(long number, SiteLink link) {
    become(State.SENT);
    attemptId = number;
    sentTo = link;
  }

  /** One more site gets a part of its present attempt, beside others. */
  public void beginBeside(long number, SiteLink link) {
    if (state == State.SENT) {
      attemptId = number;
      sentTo = link;
    } else {
      beginAttempt(number, link);
    }
  }

  /** A site gets its next attempt, which runs in an era of epochs. */
  public void beginInEra(long number, SiteLink link) {
    beginAttempt(number, link);
    inEra = true;
  }

  /** The number of the present attempt, or of the last one. */
  public long attemptId() {
    return attemptId;
  }

  /** The site that has the present attempt; null while none has. */
  public SiteLink sentTo() {
    return sentTo;
  }

  /** The present attempt is over, if there is one: no site has it any more. */
  public void endAttempt() {
    sentTo = null;
  }

  /** The present attempt is over, and whatever its site still says of it is not heard. */
  public void forgetAttempt() {
    sentTo.forget(attemptId);
    sentTo = null;
  }

  /** The present attempt is over: its site has answered the call. */
  public void endAnswered() {
    answeredBy = sentTo;
    sentTo = null;
  }

  /** It was answered as the first one, of which it is a repetition. */
  public void answeredAs(PendingCall first) {
    answeredBy = first.answeredBy;
  }

  /** The site that answered it; null before. */
  public SiteLink answeredBy() {
    return answeredBy;
  }

  /** Whether its present attempt runs in an era of epochs, and was not answered. */
  public boolean isInEra() {
    return inEra;
  }

  /** Its present attempt is over for the era in which it ran. */
  public void leaveEra() {
    inEra = false;
  }

  /** It runs when no era is open, from now on. */
  public void runAlone() {
    runsAlone = true;
  }

  /** Whether it is to run when no era is open. */
  public boolean runsAlone() {
    return runsAlone;
  }

  /**
   * Something is moved for it.
   *
   * @param written whether it writes some of that
   */
  public void noteMoved(boolean written) {
    remastered = true;
    movedWritten |= written;
    if (transaction != null) {
      transaction.noteMoved(written);
    }
  }

  /** Whether a site has this attempt, and has not answered it. */
  boolean isUnderWay(long attempt) {
    return state == State.SENT && attemptId == attempt;
  }

  /** Whether it was answered. */
  public boolean isDone() {
    return state == State.DONE;
  }

  /** Whether its partitions are not known, so that it runs only to find them. */
  public boolean isReconnaissance() {
    return footprint == null;
  }

  /** Whether the attempt that goes out now changes nothing at the site. */
  public boolean changesNothing() {
    return footprint == null || (footprint.isReadOnly() && !inPhase && !locksReads);
  }

  /** Whether it is a statement of SQL, or controls a transaction. */
  public boolean isStatement() {
    return procedure.equals(StatementCall.PROCEDURE) || ControlCall.isName(procedure);
  }

  /** Whether an interactive transaction commits with it. */
  public boolean isCommit() {
    return transaction != null && procedure.equals(ControlCall.COMMIT);
  }

  /** Whether it is a COMMIT for which other masters prepare rows, and keep them. */
  public boolean isCommitOverSites() {
    return isCommit() && transaction.isOverSites();
  }

  /** Whether a transaction ends with it: it is one by itself, or the COMMIT of one. */
  public boolean isWholeTransaction() {
    return transaction == null || procedure.equals(ControlCall.COMMIT);
  }

  /** Whether partitions were moved for it, or for the transaction that it commits. */
  public boolean hasRemastered() {
    return transaction == null ? remastered : transaction.hasRemastered();
  }

  /** Whether some of that is written by it, or by the transaction that it commits. */
  public boolean hasMovedWritten() {
    return transaction == null ? movedWritten : transaction.hasMovedWritten();
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
  public void onRunAlone(int closedTable) {
    events.onRunAlone(this, closedTable);
  }

  @Override
  public void onUnsettled(Unsettled unsettled) {
    events.onUnsettled(this, unsettled);
  }

  @Override
  public void onRowWait(Attempt ahead, RowWait wait) {
    // all attempts of the router are calls, or parts of them
    PendingCall other = ahead instanceof Preparation part ? part.call : (PendingCall) ahead;
    events.onRowWait(this, other, wait);
  }

  @Override
  public void onLost(int site) {
    events.onLost(this, site);
  }

  /** Has somebody hear the outcome, too. */
  public void addAnswer(Answer answer) {
    answers.add(answer);
  }

  /** All who hear the outcome, in the order in which they came. */
  public List<Answer> answers() {
    return answers;
  }

  /** Makes a move of the table above. */
  public void become(State next) {
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
