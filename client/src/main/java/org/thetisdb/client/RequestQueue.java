package org.thetisdb.client;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.thetisdb.client.link.RouterLink;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.time.Scheduler;

/**
 * Requests on their way to the router: those that may be sent as soon as there is a connection, in
 * their order, and those that were sent and wait for their answers. Lives on the client's
 * scheduler.
 */
final class RequestQueue {
  private final Scheduler scheduler;
  private final RouterLink link;
  private final BiConsumer<Request, CallOutcome> end;
  private final ArrayDeque<Request> ready = new ArrayDeque<>();
  private final RequestTable sent = new RequestTable();

  /** Nothing to send; {@code end} takes requests that cannot be sent at all. */
  RequestQueue(Scheduler scheduler, RouterLink link, BiConsumer<Request, CallOutcome> end) {
    this.scheduler = scheduler;
    this.link = link;
    this.end = end;
  }

  /** A request may be sent. */
  void add(Request request) {
    ready.add(request);
    link.demand();
    pump();
  }

  /** A request was not taken: it may be sent again, on the next connection. */
  void putBack(Request request) {
    request.onWire = false;
    ready.add(request);
  }

  /** Sends what the connection takes now. */
  void pump() {
    while (!ready.isEmpty() && link.canSend() && !sent.isFull()) {
      Request request = ready.poll();
      if (!request.done) {
        transmit(request);
      }
    }
  }

  private void transmit(Request request) {
    if (request instanceof SessionRequest call && !call.session.prepare(call)) {
      end.accept(
          call,
          CallOutcome.failed(
              ErrorCode.OVERLOADED, ErrorCode.OVERLOADED.format("all session ids are used")));
      return;
    }
    sent.add(request);
    try {
      link.send(request.message(scheduler.clock().nowUs()));
      request.onWire = true;
    } catch (ThetisException e) {
      sent.remove(request.id);
      end.accept(request, unsendable(request, e));
    }
  }

  /** Too long for a frame: nothing was handed over this time. */
  private static CallOutcome unsendable(Request request, ThetisException e) {
    return request.doubtful
        ? CallOutcome.unknown(e.getMessage())
        : CallOutcome.failed(e.code(), e.getMessage());
  }

  /** Whether something waits for a connection. */
  boolean hasReady() {
    return !ready.isEmpty();
  }

  /** Whether something was sent that is not answered. */
  boolean isWaiting() {
    return !sent.isEmpty();
  }

  /** The request that was answered; null if nobody waits for it any more. */
  Request answered(long id) {
    return sent.remove(id);
  }

  /** A request is not to be sent, and its answer not waited for. */
  void remove(Request request) {
    ready.remove(request);
    giveUpAnswer(request);
  }

  /** The answer of a request is not waited for, if it was sent. */
  void giveUpAnswer(Request request) {
    if (request.onWire) {
      sent.remove(request.id);
      request.abandon();
    }
  }

  /** Those that have ended are not to be sent. */
  void removeDone() {
    ready.removeIf(request -> request.done);
  }

  /** Nothing is sent any more. */
  void clear() {
    ready.clear();
  }

  /**
   * The connection was lost: what was sent may be sent again, in the order of before.
   *
   * @return requests that end with their connection; they are not here any more
   */
  List<Request> connectionLost() {
    List<Request> over = new ArrayList<>();
    ready.stream().filter(Request::endsWithConnection).forEach(over::add);
    ready.removeAll(over);
    Request[] lost = sent.removeAll();
    for (int i = lost.length - 1; i >= 0; i--) {
      boolean ends = lost[i].endsWithConnection();
      lost[i].lost();
      if (ends) {
        over.add(lost[i]);
      } else {
        ready.addFirst(lost[i]);
      }
    }
    return over;
  }
}
