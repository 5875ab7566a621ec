package org.thetisdb.client;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.random.RandomGenerator;
import org.thetisdb.client.link.Redirect;
import org.thetisdb.client.link.RouterLink;
import org.thetisdb.client.link.RouterWait;
import org.thetisdb.client.link.SeenVector;
import org.thetisdb.client.link.SessionNumbers;
import org.thetisdb.client.link.Upkeep;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.placement.AppliedPlacement;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.ClientMessage.ChangeBorder;
import org.thetisdb.core.wire.ClientMessage.ChangePlacement;
import org.thetisdb.core.wire.ClientMessage.ChangeReplicas;
import org.thetisdb.core.wire.ClientMessage.ChangeScheme;
import org.thetisdb.core.wire.ClientMessage.ChangeSite;
import org.thetisdb.core.wire.ClientMessage.ClaimSessions;
import org.thetisdb.core.wire.ClientMessage.CompareRequest;
import org.thetisdb.core.wire.ClientMessage.ExplainRequest;
import org.thetisdb.core.wire.ClientMessage.Migrate;
import org.thetisdb.core.wire.ClientMessage.Ping;
import org.thetisdb.core.wire.ClientMessage.Rebalance;
import org.thetisdb.core.wire.ClientMessage.StatusRequest;
import org.thetisdb.core.wire.ClientMessage.UploadJar;
import org.thetisdb.core.wire.ClientMessage.WorkloadRequest;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToClient.CallResult;
import org.thetisdb.core.wire.RouterToClient.Pong;
import org.thetisdb.core.wire.RouterToClient.ServerHello;
import org.thetisdb.core.wire.RouterToClient.StatusResult;
import org.thetisdb.core.wire.SqlReply.Description;
import org.thetisdb.core.wire.SqlReply.Result;

/**
 * The client without threads: sends what is ready, matches answers, repeats what lost its
 * connection, and ends each request once. All state is touched on the scheduler only; the methods
 * for the application may be called from any thread.
 *
 * <p>How a request ends when its answer does not come: as not run if it was never handed to a
 * connection, else as unknown. A request whose connection died is repeated on the next one, with
 * the same number, until its time is over, or no router could be reached for {@link
 * ClientOptions#reconnectTimeout}.
 *
 * @hidden
 */
public final class ClientCore {
  /**
   * Takes what becomes of the connection, on the scheduler.
   *
   * @hidden
   */
  public interface Observer {
    /** Ignores everything. */
    Observer NONE = new Observer() {};

    /** A router answers that serves. */
    default void onReady(Address router, ServerInfo server) {}

    /** The connection, or an attempt at one, failed; the client tries again by itself. */
    default void onLost(String reason) {}

    /** A router refused this client for good: a wrong token, another release. */
    default void onRefused(ErrorCode code, String reason) {}
  }

  private static final byte[] NOTHING = new byte[0];

  private final Scheduler scheduler;
  private final ClientOptions options;
  private final Observer observer;
  private final RouterLink link;
  private final RouterWait routerWait;
  private final RequestQueue sending;
  private final Outstanding outstanding;
  private final SessionNumbers numbers = new SessionNumbers();
  private final Set<WatchedSession> open = new LinkedHashSet<>();
  private final DeferredCompletions deferredEnds;
  private VersionVector baseVector = VersionVector.ZERO;
  private final SeenVector seen;
  private boolean closed;

  /**
   * A client that does nothing until {@link #start}.
   *
   * @param random spreads attempts to connect over time
   * @param addresses of routers; the one that is reached names others
   */
  public ClientCore(
      Transport transport,
      Scheduler scheduler,
      RandomGenerator random,
      List<Address> addresses,
      ClientOptions options,
      Observer observer) {
    this(transport, scheduler, random, addresses, options, observer, Upkeep.ALWAYS);
  }

  /**
   * The same.
   *
   * @param upkeep when the connection is looked after
   */
  public ClientCore(
      Transport transport,
      Scheduler scheduler,
      RandomGenerator random,
      List<Address> addresses,
      ClientOptions options,
      Observer observer,
      Upkeep upkeep) {
    this(transport, scheduler, random, addresses, options, observer, upkeep, new SeenVector());
  }

  /** The same; {@code seen} is what this client and others have seen. */
  public ClientCore(
      Transport transport,
      Scheduler scheduler,
      RandomGenerator random,
      List<Address> addresses,
      ClientOptions options,
      Observer observer,
      Upkeep upkeep,
      SeenVector seen) {
    this.seen = seen;
    this.scheduler = scheduler;
    this.options = options;
    this.observer = observer;
    this.outstanding = new Outstanding(scheduler, this::expire);
    this.deferredEnds = new DeferredCompletions(scheduler);
    this.link =
        new RouterLink(
            transport, scheduler, random, addresses, options.link(), upkeep, new LinkOwner());
    this.sending = new RequestQueue(scheduler, link, this::end);
    this.routerWait =
        new RouterWait(scheduler, options.reconnectTimeout().toNanos() / 1000, new Unreached());
  }

  /** Begins to connect. */
  public void start() {
    scheduler.execute(
        () -> {
          routerWait.begin();
          link.start();
        });
  }

  /** A new session. It has seen what uploads through this client have done. */
  public SessionCore openSession() {
    return new SessionCore(this, options);
  }

  /** Asks the router for a sign of life, for at most so long; the outcome has no result. */
  public void ping(long timeoutUs, CallCallback callback) {
    control(new ControlRequest(timeoutUs, Ping::new, this::saw, callback));
  }

  /** Uploads a jar of procedures; an earlier one of the same name is replaced. */
  public void upload(String jarName, byte[] jar, CallCallback callback) {
    control(
        new ControlRequest(
            timeoutUs(), id -> new UploadJar(id, jarName, jar), this::saw, callback));
  }

  /**
   * Changes how far a site belongs to the cluster: JOINING admits a new one, DRAINING begins to
   * take one out. No effect if it is as far already, so it may be repeated.
   */
  public void changeSite(int site, SiteStanding wanted, CallCallback callback) {
    control(
        new ControlRequest(
            timeoutUs(), id -> new ChangeSite(id, site, wanted), this::saw, callback));
  }

  /**
   * Changes the scheme that is in force. No effect if it is in force already, so it may be
   * repeated. The outcome's result is a JSON text: what changed, or with {@code dryRun} would.
   *
   * @param scheme its name; empty to ask for the one in force
   */
  public void changeScheme(String scheme, boolean dryRun, CallCallback callback) {
    control(
        new ControlRequest(
            timeoutUs(), id -> new ChangeScheme(id, scheme, dryRun), this::saw, callback));
  }

  /**
   * Adds a replica of a range at a site, or drops it, or asks which there are. The outcome's result
   * is a JSON text with all that there are.
   *
   * @param action one of those of {@link ChangeReplicas}
   * @param range as there
   */
  public void changeReplicas(String action, String range, int site, CallCallback callback) {
    control(
        new ControlRequest(
            timeoutUs(), id -> new ChangeReplicas(id, action, range, site), this::saw, callback));
  }

  /**
   * Changes where partitions are to be mastered, see {@link ChangePlacement}. The outcome's result
   * is a JSON text.
   */
  public void changePlacement(
      AppliedPlacement wanted, int sites, boolean dryRun, CallCallback callback) {
    control(
        new ControlRequest(
            timeoutUs(),
            id -> new ChangePlacement(id, wanted, sites, dryRun),
            this::saw,
            callback));
  }

  /** Begins, cancels or lists migrations; the outcome's result is a JSON text. */
  public void migrate(LongFunction<Migrate> request, CallCallback callback) {
    control(new ControlRequest(timeoutUs(), request::apply, this::saw, callback));
  }

  /** Plans how to spread load, moves ranges by it, or asks how far that is; a JSON text. */
  public void rebalance(Rebalance.Kind kind, CallCallback callback) {
    control(new ControlRequest(timeoutUs(), id -> new Rebalance(id, kind), this::saw, callback));
  }

  /** Splits a range or merges two; the outcome's result is a JSON text. */
  public void changeBorder(
      boolean split, String table, String key, boolean dryRun, CallCallback callback) {
    control(
        new ControlRequest(
            timeoutUs(),
            id -> new ChangeBorder(id, split, table, key, dryRun),
            this::saw,
            callback));
  }

  /** Asks for a sample of what clients do; the outcome's result is a JSON text. */
  public void workload(CallCallback callback) {
    control(new ControlRequest(timeoutUs(), WorkloadRequest::new, this::saw, callback));
  }

  /** Asks for the state of the cluster; the outcome's result is a JSON text. */
  public void status(CallCallback callback) {
    control(new ControlRequest(timeoutUs(), StatusRequest::new, this::saw, callback));
  }

  /** Asks whether all sites hold the same rows. The result is a JSON text. */
  public void compareReplicas(CallCallback callback) {
    control(new ControlRequest(timeoutUs(), CompareRequest::new, this::saw, callback));
  }

  /** Asks where a range is mastered, and why. The result is a JSON text. */
  public void explain(String table, String key, CallCallback callback) {
    control(
        new ControlRequest(
            timeoutUs(), id -> new ExplainRequest(id, table, key), this::saw, callback));
  }

  /** Ends every request and the connection. */
  public void close() {
    scheduler.execute(this::closeNow);
  }

  /** How long a request may take that has no time of its own. */
  public long timeoutUs() {
    return options.callTimeout().toNanos() / 1000;
  }

  private void control(ControlRequest request) {
    scheduler.execute(() -> begin(request));
  }

  /** Begins a request outside of any session. */
  public void begin(Request request) {
    if (admit(request)) {
      makeReady(request);
    } else {
      request.conclude(closedOutcome());
    }
  }

  private void saw(VersionVector seen) {
    baseVector = baseVector.max(seen);
  }

  /** Sends what is not answered, if there is a connection; else it has no meaning any more. */
  public void tell(Message message) {
    if (link.isReady()) {
      link.send(message);
    }
  }

  /** The session has an open transaction, which does not outlive the connection. */
  public void watch(WatchedSession session) {
    open.add(session);
  }

  public void unwatch(WatchedSession session) {
    open.remove(session);
  }

  /** The session has ended a transaction; if no statement reports it soon, a message does. */
  public void tellLater(WatchedSession session) {
    deferredEnds.add(session);
  }

  public Scheduler scheduler() {
    return scheduler;
  }

  SessionNumbers numbers() {
    return numbers;
  }

  /** What any session of this client, and of those that share it, has seen by now. */
  public VersionVector seenVector() {
    return seen.get();
  }

  VersionVector baseVector() {
    return baseVector;
  }

  /** Begins to watch the request's time; false if the client is closed. */
  boolean admit(Request request) {
    if (!closed) {
      outstanding.add(request, nowUs());
      routerWait.watch();
    }
    return !closed;
  }

  /** The request may be sent as soon as there is a connection. */
  void makeReady(Request request) {
    sending.add(request);
  }

  static CallOutcome closedOutcome() {
    return CallOutcome.failed(ErrorCode.NOT_CONNECTED, "The client is closed.");
  }

  private long nowUs() {
    return scheduler.clock().nowUs();
  }

  private void answered(CallResult result) {
    Request request = sending.answered(result.requestId());
    if (request == null) {
      return;
    }
    request.saw(result.vector());
    seen.saw(result.vector());
    finish(request, result.errorNumber(), result.message(), result.value());
  }

  private void answered(Result result) {
    Request request = sending.answered(result.requestId());
    if (request != null) {
      request.saw(result.vector());
      seen.saw(result.vector());
      request.reply = result;
      finish(request, result.errorNumber(), result.message(), NOTHING);
    }
  }

  private void answered(Description description) {
    Request request = sending.answered(description.requestId());
    if (request != null) {
      request.reply = description;
      finish(request, description.errorNumber(), description.message(), NOTHING);
    }
  }

  private void answered(Pong pong) {
    Request request = sending.answered(pong.requestId());
    if (request != null) {
      end(request, CallOutcome.committed(NOTHING));
    }
  }

  private void finish(Request request, int errorNumber, String message, byte[] value) {
    if (errorNumber == 0) {
      end(request, CallOutcome.committed(value));
    } else {
      failed(request, ErrorCode.ofNumber(errorNumber), message);
    }
  }

  private void failed(Request request, ErrorCode code, String message) {
    switch (request.decide(code)) {
      case DELIVER -> end(request, CallOutcome.failed(code, message));
      case DELIVER_UNKNOWN ->
          end(request, CallOutcome.unknown("its repetition was refused: " + message));
      case SEND_ELSEWHERE -> {
        sending.putBack(request);
        link.leave(Redirect.of(message), message);
      }
      case REPEAT_LATER -> {
        request.doubtful |= code.effect() == ErrorCode.Effect.UNKNOWN;
        request.onWire = false;
        scheduler.schedule(options.repeatDelay().toNanos() / 1000, () -> repeat(request));
      }
      case DELIVER_ROLLED_BACK -> end(request, CallOutcome.rolledBack(message));
      case LEAVE_ROLLED_BACK -> {
        end(request, CallOutcome.rolledBack(message));
        link.leave(Redirect.of(message), message);
      }
    }
  }

  private void repeat(Request request) {
    if (!request.done) {
      makeReady(request);
    }
  }

  private void answered(StatusResult result) {
    Request request = sending.answered(result.requestId());
    if (request != null) {
      end(request, CallOutcome.committed(ValueCodec.encode(result.json())));
    }
  }

  /** Ends a request that was admitted. */
  void end(Request request, CallOutcome outcome) {
    request.done = true;
    outstanding.remove(request);
    request.conclude(outcome);
  }

  private void expire() {
    endAll(outstanding.due(nowUs()), this::timedOut);
  }

  private void endAll(List<Request> due, Function<Request, CallOutcome> outcome) {
    if (due.isEmpty()) {
      return;
    }
    for (Request request : due) {
      request.done = true;
    }
    sending.removeDone();
    for (Request request : due) {
      sending.giveUpAnswer(request);
      end(request, outcome.apply(request));
    }
  }

  private CallOutcome notReached(Request request) {
    long ms = routerWait.patienceUs() / 1000;
    return request.mayHaveChanged()
        ? request.unanswered("no router for " + ms + " ms; " + link.lastFailure())
        : notConnected();
  }

  /** Another attempt to log in would not mend it. */
  private static CallOutcome refused(Request request, ErrorCode code, String reason) {
    return request.mayHaveChanged() ? request.unanswered(reason) : CallOutcome.failed(code, reason);
  }

  private CallOutcome notConnected() {
    return CallOutcome.failed(
        ErrorCode.NOT_CONNECTED,
        ErrorCode.NOT_CONNECTED.format(link.addresses(), link.lastFailure()));
  }

  /** Ends a request before its time. */
  public void endNow(Request request, String why) {
    sending.remove(request);
    end(request, request.mayHaveRun() ? request.unanswered(why) : closedOutcome());
  }

  private CallOutcome timedOut(Request request) {
    long ms = request.timeoutUs / 1000;
    if (request.mayHaveRun() && (link.isReady() || request.mayHaveChanged())) {
      return link.isReady()
          ? request.expired(ms)
          : request.unanswered("no answer within " + ms + " ms; " + link.lastFailure());
    }
    if (!link.isReady()) {
      return notConnected();
    }
    return CallOutcome.failed(ErrorCode.TIMED_OUT, ErrorCode.TIMED_OUT.format(ms));
  }

  private void closeNow() {
    if (closed) {
      return;
    }
    closed = true;
    routerWait.close();
    link.close();
    sending.clear();
    for (Request request : outstanding.all()) {
      if (!request.done) {
        end(
            request,
            request.mayHaveRun() ? request.unanswered("the client was closed") : closedOutcome());
      }
    }
  }

  /** Sends again what may be sent again, in the order of before; ends the rest. */
  private void connectionLost(String reason) {
    routerWait.lost();
    List<Request> over = sending.connectionLost();
    over.forEach(request -> end(request, request.unanswered(reason)));
    List.copyOf(open).forEach(session -> session.connectionLost(reason));
    routerWait.watch();
  }

  /** What waits for a router while none can be reached. */
  private final class Unreached implements RouterWait.Owner {
    @Override
    public boolean isWaiting() {
      return !outstanding.isEmpty();
    }

    @Override
    public void waitedTooLong(long timeUs) {
      endAll(outstanding.begunBy(timeUs), ClientCore.this::notReached);
    }
  }

  /** What the link reports. */
  private final class LinkOwner implements RouterLink.Owner {
    @Override
    public void onReady(Address router, ServerHello hello) {
      routerWait.reached();
      numbers.claims().forEach((base, key) -> link.send(new ClaimSessions(base, key)));
      numbers.grant(hello.sessionBase(), hello.sessionKey());
      observer.onReady(router, ServerInfo.of(hello));
      sending.pump();
    }

    @Override
    public void onMessage(Message message) {
      if (message instanceof CallResult result) {
        answered(result);
      } else if (message instanceof StatusResult result) {
        answered(result);
      } else if (message instanceof Result result) {
        answered(result);
      } else if (message instanceof Description description) {
        answered(description);
      } else if (message instanceof Pong pong) {
        answered(pong);
      }
    }

    @Override
    public boolean isWaiting() {
      return sending.isWaiting();
    }

    @Override
    public boolean hasToSend() {
      return sending.hasReady();
    }

    @Override
    public void onWritable() {
      sending.pump();
    }

    @Override
    public void onLost(String reason) {
      connectionLost(reason);
      observer.onLost(reason);
    }

    @Override
    public void onRefused(ErrorCode code, String reason) {
      if (code == ErrorCode.LOGIN_FAILED || code == ErrorCode.UNAUTHORIZED) {
        endAll(outstanding.begunBy(Long.MAX_VALUE), request -> refused(request, code, reason));
      }
      observer.onRefused(code, reason);
    }
  }
}
