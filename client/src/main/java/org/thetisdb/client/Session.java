package org.thetisdb.client;

import java.util.concurrent.CompletableFuture;
import org.thetisdb.core.value.ValueCodec;

/**
 * A session of an application. Its calls run one after the other, in the order in which one thread
 * makes them; each sees what the calls before it saw and wrote, at whichever site they run. May be
 * used from any thread. For calls that should run side by side open several sessions: they share
 * the connection and cost little.
 *
 * <p>Arguments are of the types that {@link ValueCodec} knows.
 */
public final class Session implements AutoCloseable {
  private final ThetisClient client;
  private final SessionCore core;

  Session(ThetisClient client, SessionCore core) {
    this.client = client;
    this.core = core;
  }

  /**
   * Calls a procedure and waits for its result.
   *
   * @return the result; null if there is none
   * @throws AbortedException if it ran and was rolled back
   * @throws NotRunException if it was never run
   * @throws OutcomeUnknownException if it may have committed or not
   * @throws ResultLostException if it has committed, and its result is lost
   */
  public Object call(String procedure, Object... arguments) {
    Waiter waiter = client.newWaiter();
    callEncoded(procedure, ValueCodec.encodeArguments(arguments), waiter);
    return waiter.await().resultOrThrow();
  }

  /**
   * Calls a procedure without waiting. The future ends with the result, or with the exception that
   * {@link #call} would throw, on the client's own thread.
   */
  public CompletableFuture<Object> callAsync(String procedure, Object... arguments) {
    CompletableFuture<Object> future = new CompletableFuture<>();
    callEncoded(procedure, ValueCodec.encodeArguments(arguments), o -> complete(future, o));
    return future;
  }

  private static void complete(CompletableFuture<Object> future, CallOutcome outcome) {
    try {
      future.complete(outcome.resultOrThrow());
    } catch (RuntimeException e) {
      future.completeExceptionally(e);
    }
  }

  /** Calls a procedure with encoded arguments; the cheapest way. See {@link CallCallback}. */
  public void callEncoded(String procedure, byte[] arguments, CallCallback callback) {
    if (client.isClosed()) {
      Callbacks.deliver(callback, ClientCore.closedOutcome());
    } else {
      core.call(procedure, arguments, callback);
    }
  }

  /**
   * Later calls of this session see all that another session of the same client has seen by now, in
   * answers that have arrived.
   */
  public void follow(Session other) {
    core.follow(other.core);
  }

  /** Ends the session. Calls that wait are still run. */
  @Override
  public void close() {
    core.close();
  }
}
