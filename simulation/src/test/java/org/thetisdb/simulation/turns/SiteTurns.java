package org.thetisdb.simulation.turns;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.wire.RouterToSite;
import org.thetisdb.core.wire.RouterToSite.SchemeRequest;
import org.thetisdb.server.gate.WaitingCalls;
import org.thetisdb.server.scheme.SiteParts;
import org.thetisdb.server.scheme.SiteScheme;
import org.thetisdb.server.stage.CallStage;
import org.thetisdb.server.state.SiteProgress;
import org.thetisdb.server.txn.CallPath;
import org.thetisdb.server.txn.CallState;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.server.txn.Transaction.Stage;

/**
 * Updates wait at a site until it has all that was committed in the turns before. Owned by the
 * site's engine.
 */
final class SiteTurns implements SiteScheme {
  private final SiteProgress progress;
  private final WaitingCalls tracked;
  private final CallPath path;
  private final Runnable expedite;

  /** Those that wait for the turn to begin; the calls at the site are its bound. */
  private final List<Transaction> waiting = new ArrayList<>();

  /** The turn that the router has told, until it has begun; else null. */
  private Turn told;

  private Connection router;

  SiteTurns(SiteParts parts) {
    this.progress = parts.state().progress();
    this.tracked = parts.gates().waiting();
    this.expedite = parts.calls()::expedite;
    this.path = parts.common().underLocks(new TurnStage());
  }

  @Override
  public boolean has(SchemeSpec scheme) {
    return scheme.equals(Turns.SPEC);
  }

  @Override
  public CallPath path() {
    return path;
  }

  @Override
  public boolean takes(Connection from, RouterToSite message) {
    if (!(message instanceof SchemeRequest tell && tell.scheme().equals(Turns.SPEC.name()))) {
      return false;
    }
    router = from;
    told = Turn.of(tell);
    onReached();
    return true;
  }

  @Override
  public void onReached() {
    if (told == null) {
      return;
    }
    if (progress.reached().covers(told.vector())) {
      router.send(told.begun(progress.report()));
      told = null;
      goOn();
    } else {
      expedite.run();
    }
  }

  private void goOn() {
    List.copyOf(waiting).forEach(Transaction::wake);
  }

  @Override
  public void drain() {
    told = null;
    goOn();
  }

  @Override
  public void drop(Connection gone) {
    told = null;
  }

  @Override
  public List<Transaction> calls() {
    return List.copyOf(waiting);
  }

  /** A call of a turn. */
  private final class TurnCall extends CallState {
    private final Transaction call;

    TurnCall(Transaction call) {
      this.call = call;
    }

    @Override
    public CallPath path() {
      return path;
    }

    @Override
    public void leave() {
      waiting.remove(call);
    }
  }

  /** Holds updates until the turn has begun. */
  private final class TurnStage implements CallStage {
    @Override
    public Stage at() {
      return Stage.BATCH;
    }

    @Override
    public boolean pass(Transaction t) {
      if (told == null || t.isReadOnly() || t.open != null || t.part != null) {
        waiting.remove(t);
        return true;
      }
      if (!waiting.contains(t)) {
        t.setState(new TurnCall(t));
        waiting.add(t);
        tracked.track(t);
      }
      return false;
    }
  }
}
