package org.thetisdb.client;

import java.util.ArrayDeque;
import java.util.List;
import java.util.random.RandomGenerator;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.net.Address;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.ClientMessage.CompareRequest;
import org.thetisdb.core.wire.ClientMessage.StatusRequest;
import org.thetisdb.core.wire.ClientMessage.UploadJar;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToClient.CallResult;
import org.thetisdb.core.wire.RouterToClient.ServerHello;
import org.thetisdb.core.wire.RouterToClient.StatusResult;

/**
 * The client without threads: sends what is ready, matches answers, repeats what lost its
 * connection, and ends each request once. All state is touched on the scheduler only; the methods
 * for the application may be called from any thread.
 *
 * <p>How a request ends when its answer does not come: as not run if it was never handed to a
 * connection, else as unknown. A request whose connection died is repeated on the next one, with
 * the same number, until its time is over.
 */
public final class ClientCore {
  /** Hears of the connection, on the scheduler. */
  public interface Observer {
    /** Ignores everything. */
    Observer NONE = new Observer() {};

    /** A router that leads answers. */
    default void onReady(ServerInfo server) {}

    /** The connection, or an attempt at one, failed; the client tries again by itself. */
    default void onLost(String reason) {}

    /** A router refused this client for good: a wrong token, another release. */
    default void onRefused(ErrorCode code, String reason) {}
  }

  private final Scheduler scheduler;
  private final ClientOptions options;
  private final Observer observer;
  private final RouterLink link;
  private final RequestTable table = new RequestTable();
  private final ArrayDeque<Request> ready = new ArrayDeque<>();
  private final Outstanding outstanding;
  private final SessionNumbers numbers = new SessionNumbers();
  private VersionVector baseVector = VersionVector.ZERO;
  private boolean closed;

  /**
   * A client that does nothing until {@link #start}.
   *
   * @param random spreads attempts to connect over time
   * @param addresses of routers; one of them leads
   */
  public ClientCore(
      Transport transport,
      Scheduler scheduler,
      RandomGenerator random,
      List<Address> addresses,
      ClientOptions options,
      Observer observer) {
    this.scheduler = scheduler;
    this.options = options;
    this.observer = observer;
    this.outstanding = new Outstanding(scheduler, this::expire);
    this.link = new RouterLink(transport, scheduler, random, addresses, options, new LinkOwner());
  }

  /** Begins to connect. */
  public void start() {
    scheduler.execute(link::start);
  }

  /** A new session. It has seen what uploads through this client have done. */
  public SessionCore openSession() {
    return new SessionCore(this, options);
  }

  /** Uploads a jar of procedures; an earlier one of the same name is replaced. */
  public void upload(String jarName, byte[] jar, CallCallback callback) {
    control(new ControlRequest(timeoutUs(), id -> new UploadJar(id, jarName, jar), callback));
  }

  /** Asks for the state of the cluster; the outcome's result is a JSON text. */
  public void status(CallCallback callback) {
    control(new ControlRequest(timeoutUs(), StatusRequest::new, callback));
  }

  /** Asks whether all sites hold the same rows. The result is a JSON text. */
  public void compareReplicas(CallCallback callback) {
    control(new ControlRequest(timeoutUs(), CompareRequest::new, callback));
  }

  /** Ends every request and the connection. */
  public void close() {
    scheduler.execute(this::closeNow);
  }

  private long timeoutUs() {
    return options.callTimeout().toNanos() / 1000;
  }

  private void control(ControlRequest request) {
    scheduler.execute(
        () -> {
          if (admit(request)) {
            makeReady(request);
          } else {
            request.conclude(closedOutcome());
          }
        });
  }

  Scheduler scheduler() {
    return scheduler;
  }

  SessionNumbers numbers() {
    return numbers;
  }

  VersionVector baseVector() {
    return baseVector;
  }

  /** Begins to watch the request's time; false if the client is closed. */
  boolean admit(Request request) {
    if (!closed) {
      outstanding.add(request, nowUs());
    }
    return !closed;
  }

  /** The request may be sent as soon as there is a connection. */
  void makeReady(Request request) {
    ready.add(request);
    pump();
  }

  static CallOutcome closedOutcome() {
    return CallOutcome.failed(ErrorCode.NOT_CONNECTED, "The client is closed.");
  }

  private long nowUs() {
    return scheduler.clock().nowUs();
  }

  private void pump() {
    while (!ready.isEmpty() && link.canSend() && !table.isFull()) {
      Request request = ready.poll();
      if (!request.done) {
        transmit(request);
      }
    }
  }

  private void transmit(Request request) {
    if (request instanceof CallRequest call && !call.session.prepare(call)) {
      end(
          call,
          CallOutcome.failed(
              ErrorCode.OVERLOADED, ErrorCode.OVERLOADED.format("all session ids are used")));
      return;
    }
    table.add(request);
    try {
      link.send(request.message(nowUs()));
      request.onWire = true;
    } catch (ThetisException e) {
      table.remove(request.id);
      end(request, unsendable(request, e));
    }
  }

  /** Too long for a frame: nothing was handed over this time. */
  private static CallOutcome unsendable(Request request, ThetisException e) {
    return request.doubtful
        ? CallOutcome.unknown(e.getMessage())
        : CallOutcome.failed(e.code(), e.getMessage());
  }

  private void answered(CallResult result) {
    Request request = table.remove(result.requestId());
    if (request == null) {
      return;
    }
    if (request instanceof CallRequest call) {
      call.session.saw(result.vector());
    } else {
      baseVector = baseVector.max(result.vector());
    }
    if (result.errorNumber() == 0) {
      end(request, CallOutcome.committed(result.value()));
    } else {
      failed(request, ErrorCode.ofNumber(result.errorNumber()), result.message());
    }
  }

  private void failed(Request request, ErrorCode code, String message) {
    switch (AnswerPolicy.decide(code, request.doubtful)) {
      case DELIVER -> end(request, CallOutcome.failed(code, message));
      case DELIVER_UNKNOWN ->
          end(request, CallOutcome.unknown("its repetition was refused: " + message));
      case SEND_ELSEWHERE -> {
        request.onWire = false;
        ready.add(request);
        link.leave(Redirect.of(message), message);
      }
      case REPEAT_LATER -> {
        request.doubtful |= code.effect() == ErrorCode.Effect.UNKNOWN;
        request.onWire = false;
        scheduler.schedule(options.repeatDelay().toNanos() / 1000, () -> repeat(request));
      }
    }
  }

  private void repeat(Request request) {
    if (!request.done) {
      makeReady(request);
    }
  }

  private void answered(StatusResult result) {
    Request request = table.remove(result.requestId());
    if (request != null) {
      end(request, CallOutcome.committed(ValueCodec.encode(result.json())));
    }
  }

  private void end(Request request, CallOutcome outcome) {
    request.done = true;
    outstanding.remove(request);
    request.conclude(outcome);
  }

  private void expire() {
    List<Request> due = outstanding.due(nowUs());
    if (due.isEmpty()) {
      return;
    }
    for (Request request : due) {
      request.done = true;
    }
    ready.removeIf(request -> request.done);
    for (Request request : due) {
      if (request.onWire) {
        table.remove(request.id);
      }
      end(request, timedOut(request));
    }
  }

  private CallOutcome timedOut(Request request) {
    long ms = request.timeoutUs / 1000;
    if (request.mayHaveRun()) {
      return CallOutcome.unknown("no answer within " + ms + " ms" + connectionState());
    }
    if (!link.isReady()) {
      return CallOutcome.failed(
          ErrorCode.NOT_CONNECTED,
          ErrorCode.NOT_CONNECTED.format(link.addresses(), link.lastFailure()));
    }
    return CallOutcome.failed(ErrorCode.TIMED_OUT, ErrorCode.TIMED_OUT.format(ms));
  }

  private String connectionState() {
    return link.isReady() ? "" : "; " + link.lastFailure();
  }

  private void closeNow() {
    if (closed) {
      return;
    }
    closed = true;
    link.close();
    ready.clear();
    for (Request request : outstanding.all()) {
      if (!request.done) {
        end(
            request,
            request.mayHaveRun() ? CallOutcome.unknown("the client was closed") : closedOutcome());
      }
    }
  }

  private void requeueAll() {
    Request[] lost = table.removeAll();
    for (int i = lost.length - 1; i >= 0; i--) {
      lost[i].lost();
      ready.addFirst(lost[i]);
    }
  }

  /** What the link tells. */
  private final class LinkOwner implements RouterLink.Owner {
    @Override
    public void onReady(ServerHello hello) {
      numbers.grant(hello.sessionBase());
      observer.onReady(ServerInfo.of(hello));
      pump();
    }

    @Override
    public void onMessage(Message message) {
      if (message instanceof CallResult result) {
        answered(result);
      } else if (message instanceof StatusResult result) {
        answered(result);
      }
    }

    @Override
    public void onWritable() {
      pump();
    }

    @Override
    public void onLost(String reason) {
      requeueAll();
      observer.onLost(reason);
    }

    @Override
    public void onRefused(ErrorCode code, String reason) {
      observer.onRefused(code, reason);
    }
  }
}
