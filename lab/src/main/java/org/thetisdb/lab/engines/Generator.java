package org.thetisdb.lab.engines;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.agrona.collections.Long2ObjectHashMap;
import org.thetisdb.client.CallCallback;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.RouterToSite.FollowScheme;
import org.thetisdb.core.wire.RouterToSite.RouterHello;
import org.thetisdb.core.wire.RouterToSite.SetPhase;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.PhaseSet;
import org.thetisdb.core.wire.SiteToRouter.Replan;
import org.thetisdb.core.wire.SiteToRouter.Report;
import org.thetisdb.core.wire.SiteToRouter.SiteHello;
import org.thetisdb.core.wire.SiteToRouter.Unsettled;
import org.thetisdb.lab.engines.CallCounts.Count;
import org.thetisdb.lab.engines.GeneratorSession.Kind;
import org.thetisdb.lab.engines.Planner.Rights;
import org.thetisdb.procedures.runtime.ProcedureDefinition;
import org.thetisdb.router.routing.Footprint;

/**
 * Stands in a router's place before one engine: finds out where calls run, sends those that run
 * there, in the phase of their kind if there are phases, and hears how they end. A session that
 * calls what another engine does goes to that one's generator and stays there.
 *
 * <p>All but what says otherwise belongs to its event loop.
 */
final class Generator implements ConnectionListener {
  static final int EPOCH = 1;
  private static final int TIMEOUT_MS = 30_000;
  private static final int WINDOW = 32;
  private static final int MOST_TRIES = 1_000;
  private static final long PAUSE_US = 500;

  private final Generators all;
  private final int site;
  private final Scheduler line;
  private final CompletableFuture<SiteHello> shookHands = new CompletableFuture<>();
  private final CallCounts tally = new CallCounts();
  private final TableUse tableUse = new TableUse();
  private final Long2ObjectHashMap<GeneratorSession> underWay = new Long2ObjectHashMap<>();
  private final Deque<GeneratorSession> partitioned = new ArrayDeque<>();
  private final Deque<GeneratorSession> crossing = new ArrayDeque<>();
  private Planner planner;
  private Rights rights = Rights.OPEN;

  /** Null if there are none, or before the first. */
  private SetPhase phase;

  /** Whether the site has said that the phase is in force there. */
  private boolean settled;

  /** Whether it owes others nothing of the phase before. */
  private boolean gaveBack;

  private long lastAttempt;
  private CompletableFuture<Executed> installed;
  private volatile Connection connection;
  private volatile VersionVector seen = VersionVector.ZERO;
  private volatile Report report;
  private volatile Consumer<Message> onOther = message -> {};

  Generator(Generators all, int site, Scheduler line) {
    this.all = all;
    this.site = site;
    this.line = line;
  }

  int site() {
    return site;
  }

  /** Any thread. */
  Scheduler line() {
    return line;
  }

  /** Any thread: what the site has said of itself, when it has answered. */
  CompletableFuture<SiteHello> shookHands() {
    return shookHands;
  }

  /** Any thread: how many calls stand where. */
  CallCounts tally() {
    return tally;
  }

  /** Any thread: what calls did with tables. */
  TableUse tableUse() {
    return tableUse;
  }

  /** Any thread: all that the site has reported. */
  VersionVector seen() {
    return seen;
  }

  /** Any thread: the site's last report; null if there is none. */
  Report report() {
    return report;
  }

  /** Any thread: sends the site something beside calls. */
  void send(RouterToSite message) {
    connection.send(message);
  }

  /** Any thread: sends the site a question, to which one kind of message is the answer. */
  <T extends Message> CompletableFuture<T> ask(RouterToSite question, Class<T> answer) {
    CompletableFuture<T> answered = new CompletableFuture<>();
    onOther =
        message -> {
          if (answer.isInstance(message)) {
            answered.complete(answer.cast(message));
          }
        };
    send(question);
    return answered;
  }

  /** Any thread: runs a transaction of the system, before there are calls. */
  CompletableFuture<Executed> install(Execute transaction) {
    CompletableFuture<Executed> done = new CompletableFuture<>();
    line.execute(
        () -> {
          installed = done;
          connection.send(transaction);
        });
    return done;
  }

  /** From now on calls can be planned. */
  void plansWith(Planner newPlanner) {
    planner = newPlanner;
  }

  /** Begins a call of a session that has none under way. */
  void call(GeneratorSession session, String name, Object[] arguments, CallCallback callback) {
    ProcedureDefinition procedure = all.procedure(name);
    Object[] checked = procedure.checkArguments(arguments);
    Footprint footprint = planner.plan(procedure, checked);
    session.begin(procedure, ValueCodec.encodeArguments(arguments), footprint, callback);
    session.setAt(this);
    route(session, true);
  }

  private void route(GeneratorSession session, boolean isNew) {
    Footprint footprint = session.footprint();
    int executor = planner.executor(footprint, rights);
    boolean phased = all.hasPhases() && !session.procedure().readOnly();
    session.setKind(
        !phased ? Kind.ANY : executor == Planner.SEVERAL ? Kind.CROSSING : Kind.PARTITIONED);
    if (isNew && phased) {
      tally.add(Count.COME, session.kind(), 1);
      learnOfTables(footprint, executor == Planner.SEVERAL);
    }
    int target = executor != Planner.SEVERAL ? executor : phased ? all.designated() : site;
    Generator there = all.at(target);
    if (there == this) {
      admit(session);
    } else {
      there.line.execute(() -> there.admit(session));
    }
  }

  private void learnOfTables(Footprint footprint, boolean crosses) {
    for (long partition : footprint.written()) {
      tableUse.written(partition);
    }
    for (long partition : footprint.read()) {
      if (rights.isReadEverywhere(partition)) {
        tableUse.saved(partition);
      } else if (crosses && planner.isElsewhere(partition, footprint)) {
        tableUse.crossed(partition);
      }
    }
  }

  private void admit(GeneratorSession session) {
    session.setAt(this);
    if (session.kind() == Kind.ANY) {
      send(session);
    } else {
      waiting(session.kind()).add(session);
      tally.add(Count.WAITING, session.kind(), 1);
      sendSome();
    }
  }

  private Deque<GeneratorSession> waiting(Kind kind) {
    return kind == Kind.CROSSING ? crossing : partitioned;
  }

  /** A phase comes: the site is notified, and behind that the calls go which it lets run. */
  void enter(SetPhase next) {
    gaveBack = phase == null || phase.master() != site || next.master() != 0;
    phase = next;
    settled = false;
    connection.send(next);
    rights = Rights.of(next.tables());
    routeAgain(partitioned);
    routeAgain(crossing);
    sendSome();
  }

  /** Other rights may make other sites of them. */
  private void routeAgain(Deque<GeneratorSession> waiting) {
    List<GeneratorSession> those = List.copyOf(waiting);
    waiting.clear();
    for (GeneratorSession session : those) {
      tally.add(Count.WAITING, session.kind(), -1);
      route(session, false);
    }
  }

  private void onPhaseSet(PhaseSet set) {
    if (set.phase() == phase.phase()) {
      settled = true;
      gaveBack = true;
      sendSome();
    }
    all.onPhaseSet(set);
  }

  /** What the site has is ahead of the next phase: so it gets no more than keeps it busy. */
  private void sendSome() {
    while (runsCrossing() && !crossing.isEmpty() && isRoomFor(Kind.CROSSING)) {
      sendNext(Kind.CROSSING);
    }
    while (runsPartitioned() && !partitioned.isEmpty() && isRoomFor(Kind.PARTITIONED)) {
      sendNext(Kind.PARTITIONED);
    }
  }

  private boolean runsCrossing() {
    return phase != null && phase.master() == site;
  }

  /**
   * What the others wait for is given back first. The master of all runs its own calls until it has
   * what others lend, and when none crosses.
   */
  private boolean runsPartitioned() {
    if (phase == null) {
      return false;
    }
    return phase.master() == 0
        ? gaveBack
        : phase.master() == site && (!settled || crossing.isEmpty());
  }

  private boolean isRoomFor(Kind kind) {
    return tally.get(Count.UNDER_WAY, kind) < WINDOW;
  }

  private void sendNext(Kind kind) {
    tally.add(Count.WAITING, kind, -1);
    send(waiting(kind).remove());
  }

  private void send(GeneratorSession session) {
    long attempt = ++lastAttempt;
    underWay.put(attempt, session);
    tally.add(Count.UNDER_WAY, session.kind(), 1);
    connection.send(
        new Execute(
            attempt,
            session.id(),
            session.sequence(),
            false,
            false,
            false,
            line.clock().wallMs(),
            attempt,
            TIMEOUT_MS,
            session.vector(),
            session.procedure().name(),
            session.procedure().jarVersion(),
            session.encoded(),
            planner.masterships(session.footprint()),
            session.touched(),
            null));
  }

  @Override
  public void onConnected(Connection opened) {
    connection = opened;
    opened.send(new RouterHello(all.cluster(), EPOCH));
  }

  @Override
  public void onMessage(Connection from, Message message) {
    if (message instanceof Executed executed) {
      see(executed.vector());
      if (executed.attemptId() == 0) {
        boolean unused = installed.complete(executed);
      } else {
        onExecuted(executed);
      }
    } else if (message instanceof Report said) {
      see(said.vector());
      report = said;
    } else if (message instanceof PhaseSet set) {
      onPhaseSet(set);
    } else if (message instanceof Replan replan) {
      onReplan(replan);
    } else if (message instanceof Unsettled unsettled) {
      fail(back(unsettled.attemptId(), false), "the right of rows to exist changes");
    } else if (message instanceof SiteHello hello) {
      see(hello.vector());
      from.send(new FollowScheme(all.scheme()));
      shookHands.complete(hello);
    } else {
      onOther.accept(message);
    }
  }

  private void see(VersionVector more) {
    seen = seen.max(more);
  }

  private void onExecuted(Executed executed) {
    boolean committed = executed.errorNumber() == 0;
    GeneratorSession session = back(executed.attemptId(), committed);
    session.see(executed.vector());
    end(
        session,
        committed
            ? CallOutcome.committed(executed.value())
            : CallOutcome.failed(ErrorCode.ofNumber(executed.errorNumber()), executed.message()));
  }

  private GeneratorSession back(long attempt, boolean committed) {
    GeneratorSession session = underWay.remove(attempt);
    tally.add(Count.UNDER_WAY, session.kind(), -1);
    tally.add(Count.COMMITTED, session.kind(), committed ? 1 : 0);
    return session;
  }

  /** The plan left something out; or what was asked for was lent before the call could run. */
  private void onReplan(Replan replan) {
    GeneratorSession session = back(replan.attemptId(), false);
    Footprint footprint =
        replan.touched() == null ? session.footprint() : planner.footprint(replan.touched());
    if (session.again(replan.touched(), footprint) > MOST_TRIES) {
      fail(session, "it was sent back by site " + site + " too often");
    } else if (session.kind() == Kind.ANY) {
      Scheduler.Timer unused = line.schedule(PAUSE_US, () -> route(session, false));
    } else {
      route(session, false);
    }
  }

  private void end(GeneratorSession session, CallOutcome outcome) {
    session.end(outcome);
    sendSome();
  }

  private void fail(GeneratorSession session, String why) {
    ThetisException failure = new ThetisException(ErrorCode.INTERNAL, why);
    end(session, CallOutcome.failed(failure.code(), failure.getMessage()));
  }

  @Override
  public void onClosed(Connection closed, String reason) {
    all.onFault(new ThetisException(ErrorCode.INTERNAL, "site " + site + " is lost: " + reason));
  }
}
