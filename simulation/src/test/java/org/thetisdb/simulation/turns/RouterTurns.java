package org.thetisdb.simulation.turns;

import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.SiteToRouter;
import org.thetisdb.core.wire.SiteToRouter.SchemeReport;
import org.thetisdb.router.attempt.CallSender;
import org.thetisdb.router.call.CallQueue;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.call.SchemeState;
import org.thetisdb.router.estimate.CallLoad;
import org.thetisdb.router.estimate.CallWork;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.Route;
import org.thetisdb.router.scheme.CallPort;
import org.thetisdb.router.scheme.OneSiteScheme;
import org.thetisdb.router.scheme.OneSiteWork;
import org.thetisdb.router.scheme.SchemeParts;
import org.thetisdb.router.site.CutDrawer;
import org.thetisdb.router.site.SiteLink;
import org.thetisdb.router.site.SiteTable;
import org.thetisdb.router.term.SchemeInForce;

/**
 * Gives sites their turns, one after the other, and sends updates to the one whose turn it is:
 *
 * <pre>
 *   NONE --(a site is usable)--> TOLD --(it says that it has all)--> OPEN --(time)--> ENDING
 *    ^                                                                                  |
 *    +--------------------(nothing of the turn is under way, or its site is lost)-------+
 * </pre>
 *
 * <p>Calls are sent behind the word that tells of the turn; in {@code ENDING} they wait here. Owned
 * by the engine's thread.
 */
class RouterTurns extends OneSiteScheme {
  private static final long TURN_US = 20_000;

  /** How long a site may take to begin its turn. */
  private static final long PATIENCE_US = 300_000;

  private final SchemeInForce inForce;
  private final SiteTable sites;
  private final CutDrawer cuts;
  private final Scheduler scheduler;
  private final CallSender sender;
  private final CallPort calls;
  private final Placement placement;
  private final CallQueue waiting = new CallQueue();
  private State state = State.NONE;
  private long number;
  private int site;
  private int underWay;
  private boolean isShut;
  private boolean isServing;
  private boolean closed;

  private enum State {
    NONE,
    TOLD,
    OPEN,
    ENDING
  }

  /** What is kept of a call that is at the site whose turn it is: the turn. */
  private record InTurn(long number) implements SchemeState {
    @Override
    public boolean hearsToTheEnd() {
      return false;
    }
  }

  /** All updates run at one site at a time, and wait for its turn if they come between two. */
  static CallWork describe(CallLoad load) {
    return CallWork.named("all updates run where the turn is")
        .router(OneSiteWork.routerSteps())
        .once(OneSiteWork.engineSteps(load))
        .anywhere(load.readsAnywhere())
        .answers(CallLoad.ANSWER_US)
        .build();
  }

  RouterTurns(SchemeParts parts) {
    super(parts, scheme -> scheme.equals(Turns.SPEC));
    this.inForce = parts.engine().inForce();
    this.sites = parts.engine().sites();
    this.cuts = parts.engine().cuts();
    this.scheduler = parts.engine().scheduler();
    this.sender = parts.sender();
    this.calls = parts.calls();
    this.placement = parts.engine().placement();
    this.number = (long) parts.epoch() << 32;
  }

  private boolean isOn() {
    SchemeSpec now = inForce.spec();
    return isServing && !closed && serves(now);
  }

  @Override
  public boolean followsMoves() {
    return false; // it may be another one's turn by then
  }

  @Override
  public void route(PendingCall call) {
    if (Placement.isAnyPinned(call.footprint().written())) {
      super.route(call);
    } else if (state == State.TOLD || state == State.OPEN) {
      send(call, TurnStrategy.toMasterAt(site, call.footprint(), placement));
    } else {
      waiting.add(call);
      step();
    }
  }

  private void send(PendingCall call, Route route) {
    if (route.isSettled() && sites.isUsable(site)) {
      call.keep(new InTurn(number));
      underWay++;
      sender.send(call, site);
    } else {
      follow(call, route);
    }
  }

  /** Begins a turn if there is none, and there can be one. */
  private void step() {
    if (state == State.ENDING && underWay == 0) {
      state = State.NONE;
    }
    int next = isOn() && !isShut && state == State.NONE ? nextSite() : 0;
    if (next == 0) {
      return;
    }
    site = next;
    number++;
    state = State.TOLD;
    sites.link(site).send(new Turn(number, cuts.known()).tell());
    long asked = number;
    scheduler.schedule(PATIENCE_US, () -> giveUp(asked));
    releaseWaiting();
  }

  private int nextSite() {
    for (int i = 1; i <= sites.sites(); i++) {
      int candidate = (site + i - 1) % sites.sites() + 1;
      if (sites.isUsable(candidate)) {
        return candidate;
      }
    }
    return 0;
  }

  private void giveUp(long asked) {
    if (number == asked && state == State.TOLD) {
      end();
    }
  }

  private void end() {
    state = State.ENDING;
    step();
  }

  @Override
  public boolean on(SiteLink from, SiteToRouter said) {
    if (!(said instanceof SchemeReport says && says.scheme().equals(Turns.SPEC.name()))) {
      return false;
    }
    long begun = Turn.begun(says);
    if (begun == number && state == State.TOLD) {
      state = State.OPEN;
      scheduler.schedule(TURN_US, () -> onTimeOver(begun));
    }
    return true;
  }

  private void onTimeOver(long over) {
    if (number == over && state == State.OPEN) {
      if (isShut) {
        scheduler.schedule(TURN_US, () -> onTimeOver(over));
      } else {
        end();
      }
    }
  }

  private void releaseWaiting() {
    for (PendingCall call : waiting.releaseAll()) {
      calls.route(call);
    }
  }

  @Override
  public void onAnswered(PendingCall call, boolean hasCommitted) {
    onBack(call);
  }

  @Override
  public boolean onLost(PendingCall call, int lost) {
    onBack(call);
    return true;
  }

  @Override
  public void onOver(PendingCall call) {
    onBack(call);
  }

  /** An attempt is over. */
  private void onBack(PendingCall call) {
    if (call.schemeState() instanceof InTurn) {
      call.keep(SchemeState.NONE);
      underWay--;
      if (underWay == 0 && state == State.ENDING) {
        scheduler.execute(this::step);
      }
    }
  }

  @Override
  public void onSiteLost(SiteLink link) {
    if (link.site() == site && state != State.NONE) {
      scheduler.execute(this::end); // its calls are told first
    }
  }

  @Override
  public void onSitesChanged() {
    boolean isGone = state != State.NONE && state != State.ENDING && !sites.isUsable(site);
    if (isGone) {
      end();
    } else {
      step();
    }
  }

  @Override
  public void onServing() {
    isServing = true;
    step();
  }

  @Override
  public void onSchemeChanged() {
    state = State.NONE;
    releaseWaiting();
    step();
  }

  @Override
  public void shut() {
    isShut = true;
    releaseWaiting();
  }

  @Override
  public void open() {
    isShut = false;
    step();
  }

  @Override
  public boolean isSettled() {
    return underWay == 0 && state != State.TOLD && waiting.isEmpty();
  }

  @Override
  public void close() {
    closed = true;
  }
}
