package org.thetisdb.client.link;

import java.util.List;
import java.util.random.RandomGenerator;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.net.SpareConnections;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.time.Scheduler.Timer;
import org.thetisdb.core.wire.ClientMessage.ClientHello;
import org.thetisdb.core.wire.ClientMessage.LoginProof;
import org.thetisdb.core.wire.ClientMessage.Ping;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToClient.Goodbye;
import org.thetisdb.core.wire.RouterToClient.LoginChallenge;
import org.thetisdb.core.wire.RouterToClient.Pong;
import org.thetisdb.core.wire.RouterToClient.ServerHello;

/**
 * Keeps one connection to a router. Lives on the client's scheduler.
 *
 * <pre>
 *  PAUSING  → TRYING   the pause is over; or it was, and now there is something to send
 *  TRYING   → READY    connected, and the router said hello
 *  TRYING   → PAUSING  no answer in time, refused, closed, another cluster
 *  READY    → PAUSING  closed, silent for too long, sent elsewhere
 *  any      → CLOSED   closed by the application
 * </pre>
 *
 * <p>Events of a connection that was given up are ignored, so its owner sees one connection at a
 * time.
 */
public final class RouterLink {
  /** Hears what the link does. */
  public interface Owner {
    /** A router answers that serves. */
    void onReady(Address router, ServerHello hello);

    /** A message other than those of the link itself. */
    void onMessage(Message message);

    /** Sending may go on. */
    void onWritable();

    /** Whether an answer is waited for. */
    boolean isWaiting();

    /** Whether a request waits for a connection. */
    boolean hasToSend();

    /** The connection that was ready, or an attempt at one, failed. */
    void onLost(String reason);

    /** An attempt failed for a reason that another attempt will not mend. */
    void onRefused(ErrorCode code, String reason);
  }

  private enum State {
    PAUSING,
    TRYING,
    READY,
    CLOSED
  }

  private static final int MAX_REDIRECTS = 3;
  private static final long OWN_PING = 0;

  private final SpareConnections connections;
  private final Scheduler scheduler;
  private final LinkSettings settings;
  private final Owner owner;
  private final Upkeep upkeep;
  private final Candidates candidates;
  private final Backoff backoff;
  private final Pulse pulse;
  private State state = State.PAUSING;
  private Attempt attempt;
  private Timer timer;
  private boolean started;
  private int redirects;
  private String cluster;
  private long clusterId;
  private String lastFailure = "no attempt was made yet";

  public RouterLink(
      Transport transport,
      Scheduler scheduler,
      RandomGenerator random,
      List<Address> addresses,
      LinkSettings settings,
      Upkeep upkeep,
      Owner owner) {
    this.connections = new SpareConnections(transport, scheduler, 1);
    this.scheduler = scheduler;
    this.settings = settings;
    this.owner = owner;
    this.upkeep = upkeep;
    this.candidates = new Candidates(addresses);
    this.pulse = new Pulse(settings.silentPings(), candidates::hasOthers);
    this.backoff = new Backoff(settings.backoffMinUs(), settings.backoffMaxUs(), random);
  }

  public void start() {
    started = true;
    tryNext();
  }

  public boolean canSend() {
    return state == State.READY && !attempt.connection.isCongested();
  }

  public boolean isReady() {
    return state == State.READY;
  }

  public void send(Message message) {
    attempt.connection.send(message);
    if (state == State.READY && timer == null) {
      pulse.resume();
      arm(pulseStepUs(), this::checkPulse);
    }
  }

  /** There is something to send: a link that has stayed without a connection makes one. */
  public void demand() {
    if (state == State.PAUSING && timer == null && started) {
      tryNext();
    }
  }

  /** Why the last connection or attempt ended, for people. */
  public String lastFailure() {
    return lastFailure;
  }

  /** The addresses that are tried, for people. */
  public String addresses() {
    return candidates.toString();
  }

  /** Leaves this router for the one at {@code leader}, or for any other if that is null. */
  public void leave(Address leader, String reason) {
    if (state == State.READY) {
      candidates.avoid(attempt.address);
      candidates.prefer(leader);
      giveUp(reason);
    }
  }

  public void close() {
    State before = state;
    state = State.CLOSED;
    connections.keep(List.of());
    cancelTimer();
    if (before == State.TRYING || before == State.READY) {
      attempt.abandon();
    }
  }

  private void tryNext() {
    state = State.TRYING;
    attempt = new Attempt(candidates.next(nowUs()));
    Attempt current = attempt;
    arm(settings.attemptTimeoutUs(), () -> current.giveUp("no answer in time"));
    connections.connect(current.address, scheduler, current);
  }

  /** Ends the present attempt or connection and tries again after a pause. */
  private void giveUp(String reason) {
    String address = attempt.address.toString();
    lastFailure = reason.contains(address) ? reason : address + ": " + reason;
    state = State.PAUSING;
    attempt.abandon();
    arm(pauseUs(), this::pauseIsOver);
    owner.onLost(lastFailure);
  }

  private void pauseIsOver() {
    timer = null;
    if (upkeep == Upkeep.ALWAYS || cluster == null || owner.hasToSend()) {
      tryNext();
    }
  }

  /** A named leader is tried at once, but not for ever in a cycle. */
  private long pauseUs() {
    if (candidates.hasPreferred(nowUs()) && redirects < MAX_REDIRECTS) {
      redirects++;
      return 0;
    }
    return backoff.nextUs();
  }

  private void shookHands(ServerHello hello) {
    if (cluster != null && !cluster.equals(hello.cluster())) {
      giveUp("is of cluster \"" + hello.cluster() + "\", not \"" + cluster + "\"");
      return;
    }
    if (cluster != null && clusterId != hello.clusterId()) {
      // Session ids and vectors of the one before mean something else there.
      giveUp("is another cluster than the one that was here before; open a new client");
      return;
    }
    cluster = hello.cluster();
    clusterId = hello.clusterId();
    state = State.READY;
    candidates.succeeded(attempt.address);
    candidates.learn(hello.routers());
    pulse.begin(attempt.address);
    arm(pulseStepUs(), this::checkPulse);
    owner.onReady(attempt.address, hello);
  }

  private void saidGoodbye(Goodbye goodbye) {
    ErrorCode code = ErrorCode.ofNumber(goodbye.errorNumber());
    if (code == ErrorCode.UNAUTHORIZED
        || code == ErrorCode.TLS_REQUIRED
        || code == ErrorCode.LOGIN_FAILED
        || code == ErrorCode.WRONG_VERSION
        || code == ErrorCode.UNKNOWN_LEVEL) {
      owner.onRefused(code, goodbye.message());
    }
    candidates.avoid(attempt.address);
    candidates.prefer(Redirect.of(goodbye.message()));
    giveUp(goodbye.message());
  }

  private long pulseStepUs() {
    return Math.max(1, settings.pingIntervalUs() / Pulse.STEPS_PER_PING);
  }

  private void checkPulse() {
    timer = null;
    if (upkeep == Upkeep.WHILE_WAITED_FOR && !owner.isWaiting()) {
      return; // The next request goes on with it.
    }
    if (pulse.wasHeard()) {
      redirects = 0;
      backoff.reset();
      connections.keep(List.of());
    } else {
      switch (pulse.silent(owner.isWaiting())) {
        case NOTHING -> {}
        case PING -> ping();
        case GIVE_UP -> {
          giveUpSilent();
          return;
        }
      }
    }
    arm(pulseStepUs(), this::checkPulse);
  }

  /** Where it does not answer, the connection to another one is opened while it may still do so. */
  private void ping() {
    attempt.connection.send(new Ping(OWN_PING));
    if (owner.isWaiting() && candidates.hasOthers() && pulse.isSuspicious()) {
      connections.open(candidates.insteadOf(attempt.address, nowUs()));
    }
  }

  /** It may sleep, and would let us wait once more: for a while the others are tried alone. */
  private void giveUpSilent() {
    pulse.gaveUp(attempt.address);
    candidates.shun(attempt.address, nowUs() + settings.attemptTimeoutUs());
    giveUp("gave no sign of life to " + settings.silentPings() + " pings");
  }

  private long nowUs() {
    return scheduler.clock().nowUs();
  }

  /** Requests of the client have other numbers. */
  private static boolean isOwnPong(Message message) {
    return message instanceof Pong pong && pong.requestId() == OWN_PING;
  }

  private void arm(long delayUs, Runnable task) {
    cancelTimer();
    timer = scheduler.schedule(delayUs, task);
  }

  private void cancelTimer() {
    if (timer != null) {
      timer.cancel();
      timer = null;
    }
  }

  /** One connection, from the attempt on; deaf once it is no longer the present one. */
  private final class Attempt implements ConnectionListener {
    private final Address address;
    private Connection connection;
    private boolean abandoned;
    private Login login;

    Attempt(Address address) {
      this.address = address;
    }

    void abandon() {
      abandoned = true;
      if (connection != null) {
        connection.close();
      }
    }

    void giveUp(String reason) {
      if (!abandoned) {
        RouterLink.this.giveUp(reason);
      }
    }

    @Override
    public void onConnected(Connection opened) {
      connection = opened;
      if (abandoned) {
        opened.close();
      } else {
        login = settings.user().isEmpty() ? null : new Login(settings, opened.peer());
        opened.send(new ClientHello(settings.token(), login == null ? "" : login.first()));
      }
    }

    @Override
    public void onMessage(Connection source, Message message) {
      if (abandoned) {
        return;
      }
      pulse.hear();
      if (message instanceof LoginChallenge challenge && state == State.TRYING) {
        answer(challenge);
      } else if (message instanceof ServerHello hello && state == State.TRYING) {
        letIn(hello);
      } else if (message instanceof Goodbye goodbye) {
        saidGoodbye(goodbye);
      } else if (state == State.READY && !isOwnPong(message)) {
        owner.onMessage(message);
      }
    }

    private void answer(LoginChallenge challenge) {
      String proof = login == null ? null : login.proof(challenge.challenge());
      if (proof != null) {
        connection.send(new LoginProof(proof));
      } else {
        refused("asks for a password that this client does not have");
      }
    }

    private void letIn(ServerHello hello) {
      if (login == null || login.isProven(hello.proof())) {
        shookHands(hello);
      } else {
        refused("has not proven that it knows the user: it may be a false one");
      }
    }

    private void refused(String why) {
      String reason = ErrorCode.UNAUTHORIZED.format("the router at " + address + ' ' + why);
      owner.onRefused(ErrorCode.UNAUTHORIZED, reason);
      giveUp(reason);
    }

    @Override
    public void onWritable(Connection source) {
      if (!abandoned && state == State.READY) {
        owner.onWritable();
      }
    }

    @Override
    public void onClosed(Connection source, String reason) {
      giveUp(reason);
    }
  }
}
