package org.thetisdb.router.change;

import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.scheme.SchemeRecord;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.router.balance.Rebalancer;
import org.thetisdb.router.call.Answer;
import org.thetisdb.router.call.ResultForm;
import org.thetisdb.router.dispatch.CallHandler;
import org.thetisdb.router.dispatch.CallRouter;
import org.thetisdb.router.dispatch.Gate;
import org.thetisdb.router.move.Moves;
import org.thetisdb.router.report.ReportJson;
import org.thetisdb.router.sql.SqlHandler;
import org.thetisdb.router.system.SystemCalls;
import org.thetisdb.router.term.EngineParts;
import org.thetisdb.router.term.SchemeInForce;

/**
 * Changes the scheme while clients go on (decision 0034, hazard 22):
 *
 * <pre>
 *   IDLE --(asked)--> DRAINING --(nothing is under way)--> RECORDING --(recorded)--> IDLE
 *                        |                                     |
 *                        +--(too long: the old one goes on)    +--(refused: the old one goes on)
 * </pre>
 *
 * <p>While it drains and records, calls wait at the {@link Gate}. Interactive transactions that
 * have written get a while to end, and are rolled back then. What counts is the record in the log:
 * a router that is lost before it leaves the old scheme, one that is lost behind it the new one.
 * Owned by the engine's thread.
 */
public final class SchemeChange {
  /** The built-in procedure: takes the number of the change and the scheme's name. */
  static final String CHANGE_SCHEME = "thetis.change_scheme";

  /** How long interactive transactions that have written may go on. */
  static final long INTERACTIVE_US = 100_000;

  /** How long calls may wait before the change is given up. */
  static final long DRAIN_US = 2_000_000;

  private static final Logger LOG = LoggerFactory.getLogger(SchemeChange.class);
  private static final long LOOK_US = 500;
  private static final byte[] NO_VALUE = {};
  private static final String WHY = "the scheme of the cluster changes";

  private final SchemeInForce inForce;
  private final SchemeForecast forecast;
  private final Scheduler scheduler;
  private final SystemCalls calls;
  private final CallHandler handler;
  private final CallRouter router;
  private final SqlHandler sql;
  private final Moves moves;
  private final Rebalancer rebalancer;
  private Change current;

  private enum State {
    DRAINING,
    RECORDING
  }

  /** One change under way. */
  private static final class Change {
    private final SchemeSpec from;
    private final SchemeSpec to;
    private final SchemeRecord record;
    private final int moves;
    private final Answer answer;
    private final long sinceUs;
    private State state = State.DRAINING;
    private int rolledBack;

    private Change(
        SchemeSpec from,
        SchemeSpec to,
        SchemeRecord record,
        int moves,
        Answer answer,
        long sinceUs) {
      this.from = from;
      this.to = to;
      this.record = record;
      this.moves = moves;
      this.answer = answer;
      this.sinceUs = sinceUs;
    }
  }

  /** No change is under way. */
  public SchemeChange(
      EngineParts parts,
      SchemeForecast forecast,
      SystemCalls calls,
      CallHandler handler,
      CallRouter router,
      SqlHandler sql,
      Moves moves,
      Rebalancer rebalancer) {
    this.inForce = parts.inForce();
    this.forecast = forecast;
    this.scheduler = parts.scheduler();
    this.calls = calls;
    this.handler = handler;
    this.router = router;
    this.sql = sql;
    this.moves = moves;
    this.rebalancer = rebalancer;
  }

  /**
   * Takes what an administrator asks for; the answer always comes, as a JSON text.
   *
   * @param name of the scheme; empty to ask which is in force
   * @param dryRun whether nothing is to be changed
   */
  public void submit(String name, boolean dryRun, Answer answer) {
    try {
      begin(name, dryRun, answer);
    } catch (ThetisException e) {
      fail(answer, e);
    }
  }

  private void begin(String name, boolean dryRun, Answer answer) {
    if (!handler.isServing()) {
      throw refused(name, "this router does not serve yet");
    }
    SchemeSpec now = inForce.spec();
    if (name.isEmpty()) {
      answer(answer, all(now));
      return;
    }
    SchemeSpec to = inForce.known().find(name);
    if (to == null) {
      throw refused(name, "there is no such scheme, only " + inForce.known().names());
    }
    if (to.equals(now) && current == null) {
      answer(answer, describe(now, to).put("changed", false));
      return;
    }
    String obstacle = forecast.obstacle(now, to);
    if (!obstacle.isEmpty()) {
      throw refused(name, obstacle + "; " + possible(now));
    }
    if (dryRun) {
      answer(answer, describe(now, to).put("moves", forecast.moves(to)).put("changed", false));
      return;
    }
    if (current != null) {
      throw refused(name, "a change to " + current.to + " is under way");
    }
    current =
        new Change(now, to, inForce.record().next(to.name()), forecast.moves(to), answer, nowUs());
    LOG.info("the scheme changes from {} to {}", now, to);
    router.shutGate();
    rebalancer.pause();
    look(current);
  }

  /** Which scheme is in force, and what stands against each other one. */
  private ReportJson all(SchemeSpec now) {
    ReportJson json = describe(now, now).put("changed", false).beginArray("schemes");
    for (SchemeSpec each : inForce.known().all()) {
      json.beginObject()
          .put("name", each.name())
          .put("summary", each.summary())
          .put("obstacle", each.equals(now) ? "" : forecast.obstacle(now, each))
          .endObject();
    }
    return json.endArray();
  }

  private String possible(SchemeSpec now) {
    String names =
        inForce.known().all().stream()
            .filter(each -> !each.equals(now) && forecast.obstacle(now, each).isEmpty())
            .map(SchemeSpec::name)
            .collect(Collectors.joining(", "));
    return names.isEmpty() ? "it can change to no other" : "it can change to " + names;
  }

  private long nowUs() {
    return scheduler.clock().nowUs();
  }

  /** Looks from time to time whether nothing is under way any more. */
  private void look(Change change) {
    if (change != current) {
      return;
    }
    long passedUs = nowUs() - change.sinceUs;
    if (isDrained()) {
      record(change);
    } else if (passedUs >= DRAIN_US) {
      ThetisException why = refused(change.to.name(), whatDidNotEnd());
      stay(change, why.code().number(), why.getMessage());
    } else {
      if (passedUs >= INTERACTIVE_US) {
        change.rolledBack += sql.rollBackHolders(WHY);
      }
      scheduler.schedule(LOOK_US, () -> look(change));
    }
  }

  /** Why the change is given up: a scheme that never settles is said by its name. */
  private String whatDidNotEnd() {
    String unsettled = router.schemes().unsettled();
    return handler.any(Gate::isUnderWay) || unsettled.isEmpty()
        ? "calls under way under scheme " + inForce.spec() + " did not end within 2 s"
        : "scheme " + unsettled + " did not end what it has under way within 2 s";
  }

  private boolean isDrained() {
    return !handler.any(Gate::isUnderWay)
        && !sql.anyKeeps()
        && moves.underWay() == 0
        && router.schemes().isSettled();
  }

  private void record(Change change) {
    change.state = State.RECORDING;
    calls.submit(
        CHANGE_SCHEME,
        ResultForm.NUMBER.to(
            (error, message, vector, number) -> {
              if (change != current) {
                return;
              }
              if (error == 0 && number != change.record.number()) {
                ThetisException other = ResultForm.otherForm("the number of another change");
                stay(change, other.code().number(), other.getMessage());
              } else if (error == 0) {
                inForce.learn(change.record);
                done(change, vector);
              } else if (inForce.record().number() >= change.record.number()) {
                done(
                    change,
                    vector); // its site was lost with the answer, and the log has the record
              } else {
                stay(change, error, message);
              }
            }),
        change.record.number(),
        change.record.scheme());
  }

  private void done(Change change, VersionVector vector) {
    long pauseUs = nowUs() - change.sinceUs;
    int waited = router.gate().held();
    goOn();
    LOG.info("scheme {} is in force, calls waited for {} us", inForce.spec(), pauseUs);
    ReportJson json =
        describe(change.from, change.to)
            .put("moves", change.moves)
            .put("changed", true)
            .put("pause_ms", pauseUs / 1000.0)
            .put("calls_that_waited", waited)
            .put("transactions_rolled_back", change.rolledBack);
    String text = json.endObject().toString();
    change.answer.onOutcome(0, "", vector, ValueCodec.encode(text));
  }

  /** The old scheme goes on. */
  private void stay(Change change, int error, String message) {
    LOG.warn("the scheme stays {}: {}", inForce.spec(), message);
    goOn();
    change.answer.onOutcome(error, message, VersionVector.ZERO, NO_VALUE);
  }

  private void goOn() {
    current = null;
    rebalancer.goOn();
    router.openGate();
  }

  private ReportJson describe(SchemeSpec from, SchemeSpec to) {
    return new ReportJson()
        .beginObject()
        .put("scheme", inForce.spec().name())
        .put("change", inForce.record().number())
        .put("from", from.name())
        .put("from_parts", from.parts())
        .put("to", to.name())
        .put("to_parts", to.parts())
        .put("placement", forecast.placement(to))
        .put("isolation", SchemeForecast.isolation(to));
  }

  private static void answer(Answer answer, ReportJson json) {
    String text = json.endObject().toString();
    answer.onOutcome(0, "", VersionVector.ZERO, ValueCodec.encode(text));
  }

  /** The router leads no more: whether the record counts is for the next one to find. */
  public void close(ThetisException reason) {
    if (current != null) {
      Change ended = current;
      current = null;
      boolean recording = ended.state == State.RECORDING;
      fail(
          ended.answer,
          recording ? new ThetisException(ErrorCode.OUTCOME_UNKNOWN, reason.getMessage()) : reason);
    }
  }

  private static ThetisException refused(String name, String why) {
    return new ThetisException(ErrorCode.SCHEME_CHANGE_REFUSED, name, why);
  }

  private static void fail(Answer answer, ThetisException error) {
    answer.onOutcome(error.code().number(), error.getMessage(), VersionVector.ZERO, NO_VALUE);
  }
}
