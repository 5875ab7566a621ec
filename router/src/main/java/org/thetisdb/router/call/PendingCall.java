package org.thetisdb.router.call;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.SiteToRouter;
import org.thetisdb.core.wire.SiteToRouter.Executed;
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
public final class PendingCall extends TimerWheel.Entry implements CallPart {
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

  /** The queue it is held in; null if it is in none. */
  CallQueue heldIn;

  /** Why it waits, for the time-out's sentence: the site that is missing, 0 if none is. */
  int missingSite;

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

  /** What is under way in place of this repetition; null if nothing was when it came. */
  private PendingCall joined;

  /** Whether something was moved for it. */
  private boolean remastered;

  /** Whether something that it writes was moved for it. */
  private boolean movedWritten;

  private int jarVersion;
  private KeySet plan;
  private Footprint footprint;
  private long shape;
  private long plannedUnder;

  /** What it meets, if more than that is to be mastered where it runs; else null. */
  private Footprint planned;

  private Consumer<PendingCall> planning;
  private SqlTransaction transaction;
  private SiteLink pinnedTo;
  private boolean asksSerializable;
  private boolean mayWrite;
  private ReadRule reads = ReadRule.FROM_SNAPSHOT;
  private SchemeState schemeState = SchemeState.NONE;
  private boolean mayHaveRun;
  private boolean fresh;
  private int reroutes;
  private long order;
  private boolean distributed;
  private boolean observed;
  private long template;
  private long[] values = NO_VALUES;
  private long timedFromUs;
  private boolean readsElsewhere;
  private long behind;
  private int ahead;
  private long begunUs;
  private boolean canceled;
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

  @Override
  public PendingCall call() {
    return this;
  }

  /** Where it is on its way. */
  public State state() {
    return state;
  }

  /**
   * Whether it may have run, and another attempt is made to find out. What a transaction's COMMIT
   * is answered stands: it is sent once.
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

  /** It is not under way itself: what it repeats is, and answers for both. */
  public void join(PendingCall first) {
    joined = first;
  }

  /** The call that is under way: this one, or the one that it repeats. */
  public PendingCall underWay() {
    return joined == null ? this : joined;
  }

  /** It was answered as the first one, of which it is a repetition. */
  public void answeredAs(PendingCall first) {
    answeredBy = first.answeredBy;
  }

  /** The site that answered it; null before. */
  public SiteLink answeredBy() {
    return answeredBy;
  }

  /** The version of the procedure's jar, or of the catalog, with which it was planned. */
  public int jarVersion() {
    return jarVersion;
  }

  /** It is planned with this version of its procedure's jar, or of the catalog. */
  public void planWith(int version) {
    jarVersion = version;
  }

  /** Keys found by a run; null while the procedure's own plan holds. */
  public KeySet plan() {
    return plan;
  }

  /** A run of it has met these keys, and the next one is planned by them. */
  public void planBy(KeySet met) {
    plan = met;
  }

  /** How its partitions are found, when it is first looked at, and if borders change. */
  public void findPartitionsBy(Consumer<PendingCall> finder) {
    planning = finder;
  }

  /** Whether its partitions can be found again. */
  public boolean canFindPartitions() {
    return planning != null;
  }

  /** Finds its partitions. */
  public void findPartitions() {
    planning.accept(this);
  }

  /** The partitions; null as long as only reconnaissance can tell them. */
  public Footprint footprint() {
    return footprint;
  }

  /** The shape of the placement for which the partitions were found. */
  public long shape() {
    return shape;
  }

  /**
   * Its partitions are known.
   *
   * @param all null if only reconnaissance can tell them
   * @param shapeThen the shape of the placement for which they are so
   */
  public void meet(Footprint all, long shapeThen) {
    footprint = all;
    shape = shapeThen;
  }

  /** Its partitions are to be found again. */
  public void forgetPartitions() {
    footprint = null;
  }

  /** What it meets as it was planned, if what it reads is gathered, too; else null. */
  public Footprint planned() {
    return planned;
  }

  /** What it reads is to be mastered where it runs, too; before that it was planned as this. */
  public void noteGathered(Footprint before) {
    planned = before;
  }

  /** The change of the scheme that was the last when its partitions were found. */
  public long plannedUnder() {
    return plannedUnder;
  }

  /** Its partitions are about to be found, after this change of the scheme. */
  public void planUnder(long change, ReadRule rule) {
    plannedUnder = change;
    reads = rule;
  }

  /** What is done for what it reads. */
  public ReadRule reads() {
    return reads;
  }

  /** What it has read is locked where it is mastered, from now on. */
  public void lockReads() {
    reads = ReadRule.AT_MASTERS;
  }

  /** Whether what it reads is to be mastered where it runs, as what it writes is. */
  public boolean gathersReads() {
    return reads == ReadRule.GATHERED || isCommit();
  }

  /** What the scheme keeps of it; only the scheme opens it. */
  public SchemeState schemeState() {
    return schemeState;
  }

  /** The scheme keeps this of it from now on. */
  public void keep(SchemeState state) {
    schemeState = state;
  }

  /** An attempt that could write was sent and its answer will never come. */
  public boolean mayHaveRun() {
    return mayHaveRun;
  }

  /** Whether an attempt that could write may have run, and nobody will say so. */
  public void setMayHaveRun(boolean possible) {
    mayHaveRun = possible;
  }

  /** Whether it is to run behind all that was acknowledged, since it missed a row that may be. */
  public boolean isFresh() {
    return fresh;
  }

  /** It is to run behind all that was acknowledged. */
  public void runFresh() {
    fresh = true;
  }

  /** How often it was routed again because a plan or a placement was wrong. */
  public int reroutes() {
    return reroutes;
  }

  /** It is routed again because a plan or a placement was wrong. */
  public void countReroute() {
    reroutes++;
  }

  /** Its age, lower if older, if it has lost rounds by itself; else 0. */
  public long order() {
    return order;
  }

  void setOrder(long age) {
    order = age;
  }

  /** Whether it waits in a queue. */
  public boolean isHeldIn(CallQueue queue) {
    return heldIn == queue;
  }

  /** It waits in no queue any more. */
  public void leaveQueue() {
    if (heldIn != null) {
      heldIn.remove(this);
    }
  }

  /** The site for which it waits; 0 if it waits for none. */
  public int missingSite() {
    return missingSite;
  }

  /** The interactive transaction that it is part of; null if it is one by itself. */
  public SqlTransaction transaction() {
    return transaction;
  }

  /** It is part of an interactive transaction; null if it is one by itself. */
  public void beginIn(SqlTransaction whole) {
    transaction = whole;
  }

  /** The only connection on which it can be sent; null if it may run at any site. */
  public SiteLink pinnedTo() {
    return pinnedTo;
  }

  /** It can be sent only on this connection. */
  public void pinTo(SiteLink link) {
    pinnedTo = link;
  }

  /** Whether it asks to be serializable, whatever the scheme claims. */
  public boolean asksSerializable() {
    return asksSerializable;
  }

  /** Whether its code may write. */
  public boolean mayWrite() {
    return mayWrite;
  }

  /** What is known of its code, and what it asks for. */
  public void run(boolean writes, boolean serializable) {
    mayWrite = writes;
    asksSerializable = serializable;
  }

  /** Whether its last attempt went to several sites. */
  public boolean isDistributed() {
    return distributed;
  }

  /** Whether its last attempt goes to several sites. */
  public void setDistributed(boolean overSites) {
    distributed = overSites;
  }

  /** Whether those that learn from calls took note of it. */
  public boolean isObserved() {
    return observed;
  }

  /** When it was routed first; 0 if it was not. */
  public long begunUs() {
    return begunUs;
  }

  /** It is routed for the first time. */
  public void setBegunUs(long nowUs) {
    begunUs = begunUs == 0 ? nowUs : begunUs;
  }

  /** Those that learn from calls take note of it now, or later. */
  public void setObserved(boolean noted) {
    observed = noted;
  }

  /** Stands for the text of its statement; 0 if it is none. */
  public long template() {
    return template;
  }

  /** Stand for its first parameters, if it may be a transaction's first statement. */
  public long[] values() {
    return values;
  }

  /** It is a statement of this text, with these parameters. */
  public void setTemplate(long textOfIt, long[] firstValues) {
    template = textOfIt;
    values = firstValues;
  }

  /** When the present attempt was sent, if its time is taken; else 0. */
  public long timedFromUs() {
    return timedFromUs;
  }

  /** Whether the present attempt reads what another site masters. */
  public boolean readsElsewhere() {
    return readsElsewhere;
  }

  /** Positions that its site lacked of what it needs, when its present attempt was sent. */
  public long behind() {
    return behind;
  }

  /** What was at its site, and not answered yet, when its present attempt was sent. */
  public int ahead() {
    return ahead;
  }

  /**
   * The time of its present attempt is taken.
   *
   * @param lacked positions that its site lacks of what it needs
   * @param before what is at its site, and not answered yet
   */
  public void takeTime(long fromUs, boolean elsewhere, long lacked, int before) {
    timedFromUs = fromUs;
    readsElsewhere = elsewhere;
    behind = lacked;
    ahead = before;
  }

  /** The time of its present attempt is not taken. */
  public void takeNoTime() {
    timedFromUs = 0;
  }

  /** Whether its client wants it no more: it is not sent to a site again. */
  public boolean isCanceled() {
    return canceled;
  }

  /** Its client wants it no more. */
  public void setCanceled() {
    canceled = true;
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
    return footprint == null || (footprint.isReadOnly() && !reads.isUpdate());
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
  public void onOfScheme(SiteToRouter said) {
    events.onOfScheme(this, said);
  }

  @Override
  public void onUnsettled(Unsettled unsettled) {
    events.onUnsettled(this, unsettled);
  }

  @Override
  public void onRowWait(Attempt ahead, RowWait wait) {
    // all attempts of the router are calls, or parts of them
    events.onRowWait(this, ahead == null ? null : ((CallPart) ahead).call(), wait);
  }

  @Override
  public void onLost(int site) {
    events.onLost(this, site);
  }

  /** Has somebody hear the outcome, too. */
  public void addAnswer(Answer answer) {
    answers.add(answer);
  }

  /** All that hear the outcome, in the order in which they came. */
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
