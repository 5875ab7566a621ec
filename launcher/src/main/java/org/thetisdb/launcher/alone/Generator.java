package org.thetisdb.launcher.alone;

import java.util.ArrayDeque;
import java.util.Deque;
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
import org.thetisdb.launcher.alone.Planner.Rights;
import org.thetisdb.launcher.alone.Session.Kind;
import org.thetisdb.launcher.alone.Tally.Count;
import org.thetisdb.procedures.runtime.ProcedureDefinition;
import org.thetisdb.router.routing.Footprint;

/**
 * Stands in a router's place before one engine: finds out where calls run, sends those that run
 * there, in the phase of their kind if there are phases, and hears how they end. A session that
 * calls what another engine does goes to that one's generator and stays there.
 *
 * <p>All but what says otherwise belongs to its line.
 */
final class Generator implements ConnectionListener {
  static final int EPOCH = 1;
  private static final int TIMEOUT_MS = 30_000;
  private static final int MOST_TRIES = 8;

  private final Generators all;
  private final int site;
  private final Scheduler line;
  private final CompletableFuture<SiteHello> greeted = new CompletableFuture<>();
  private final Tally tally = new Tally();
  private final TableUse tableUse = new TableUse();
  private final Long2ObjectHashMap<Session> underWay = new Long2ObjectHashMap<>();
  private final Deque<Session> partitioned = new ArrayDeque<>();
  private final Deque<Session> crossing = new ArrayDeque<>();
  private Planner planner;
  private Rights rights = Rights.OPEN;
  private boolean runsPartitioned = true;
  private boolean runsCrossing;
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
  CompletableFuture<SiteHello> greeted() {
    return greeted;
  }

  /** Any thread: how many calls stand where. */
  Tally tally() {
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
  void call(Session session, String name, Object[] arguments, CallCallback callback) {
    ProcedureDefinition procedure = all.procedure(name);
    Object[] checked = procedure.checkArguments(arguments);
    Footprint footprint = planner.plan(procedure, checked);
    session.begin(procedure, ValueCodec.encodeArguments(arguments), footprint, callback);
    session.setAt(this);
    route(session, true);
  }

  private void route(Session session, boolean isNew) {
    Footprint footprint = session.footprint();
    int home = planner.home(footprint, rights);
    boolean phased = all.hasPhases() && !session.procedure().readOnly();
    session.setKind(
        !phased ? Kind.ANY : home == Planner.SEVERAL ? Kind.CROSSING : Kind.PARTITIONED);
    if (isNew && phased) {
      tally.add(Count.COME, session.kind(), 1);
      learnOfTables(footprint, home == Planner.SEVERAL);
    }
    int target = home != Planner.SEVERAL ? home : phased ? all.designated() : site;
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

  private void admit(Session session) {
    session.setAt(this);
    switch (session.kind()) {
      case ANY -> send(session);
      case PARTITIONED -> admit(session, runsPartitioned, partitioned);
      case CROSSING -> admit(session, runsCrossing, crossing);
    }
  }

  private void admit(Session session, boolean runs, Deque<Session> otherwise) {
    if (runs) {
      send(session);
    } else {
      otherwise.add(session);
      tally.add(Count.WAITING, session.kind(), 1);
    }
  }

  /** A phase comes: the site is told, and behind that the calls go which it lets run. */
  void enter(SetPhase phase) {
    connection.send(phase);
    rights = Rights.of(phase.tables());
    runsPartitioned = phase.master() == 0 || phase.master() == site;
    runsCrossing = phase.master() == site;
    release(partitioned);
    release(crossing);
  }

  private void release(Deque<Session> waiting) {
    for (int i = waiting.size(); i > 0; i--) {
      Session session = waiting.remove();
      tally.add(Count.WAITING, session.kind(), -1);
      route(session, false);
    }
  }

  private void send(Session session) {
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
      all.onPhaseSet(set);
    } else if (message instanceof Replan replan) {
      onReplan(replan);
    } else if (message instanceof Unsettled unsettled) {
      fail(back(unsettled.attemptId(), false), "the right of rows to exist changes");
    } else if (message instanceof SiteHello hello) {
      see(hello.vector());
      from.send(new FollowScheme(all.scheme()));
      greeted.complete(hello);
    } else {
      onOther.accept(message);
    }
  }

  private void see(VersionVector more) {
    seen = seen.max(more);
  }

  private void onExecuted(Executed executed) {
    boolean committed = executed.errorNumber() == 0;
    Session session = back(executed.attemptId(), committed);
    session.see(executed.vector());
    session.end(
        committed
            ? CallOutcome.committed(executed.value())
            : CallOutcome.failed(
                ErrorCode.ofNumber(executed.errorNumber()), executed.message()));
  }

  private Session back(long attempt, boolean committed) {
    Session session = underWay.remove(attempt);
    tally.add(Count.UNDER_WAY, session.kind(), -1);
    tally.add(Count.COMMITTED, session.kind(), committed ? 1 : 0);
    return session;
  }

  /** What the plan left out is known now. */
  private void onReplan(Replan replan) {
    Session session = back(replan.attemptId(), false);
    if (replan.touched() == null) {
      fail(session, "site " + site + " does not master what its generator believes");
    } else if (session.again(replan.touched(), planner.footprint(replan.touched())) > MOST_TRIES) {
      fail(session, "its keys are others each time");
    } else {
      route(session, false);
    }
  }

  private static void fail(Session session, String why) {
    ThetisException failure = new ThetisException(ErrorCode.INTERNAL, why);
    session.end(CallOutcome.failed(failure.code(), failure.getMessage()));
  }

  @Override
  public void onClosed(Connection closed, String reason) {
    all.onFault(new ThetisException(ErrorCode.INTERNAL, "site " + site + " is lost: " + reason));
  }
}
