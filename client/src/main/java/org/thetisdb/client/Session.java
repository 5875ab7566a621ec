package org.thetisdb.client;

import java.util.concurrent.CompletableFuture;
import org.thetisdb.core.value.ValueCodec;

/**
 * A session of an application. Its calls run one after the other, in the order in which one thread
 * makes them; each sees what the calls before it saw and wrote, at whichever site they run. For
 * calls that should run side by side open several sessions: they share the connection and cost
 * little.
 *
 * <pre>{@code
 * try (Session session = client.session()) {
 *   long left = (Long) session.call("SendPayment", 1L, 2L, 300L);
 *   CompletableFuture<Object> back = session.callAsync("SendPayment", 2L, 1L, 300L);
 *   back.thenAccept(result -> { // on the client's thread: does not block
 *   });
 * }
 * }</pre>
 *
 * <p>Arguments are of the types that {@link ValueCodec} knows; those of a call are encoded before
 * the method returns, so they may be changed afterwards. Results are of these types, too; lists
 * among them are unmodifiable, everything else is the caller's. May be used from any thread. The
 * application closes its sessions; a client that is closed ends them, too.
 */
public final class Session implements AutoCloseable {
  private final ThetisClient client;
  private final SessionCore core;

  Session(ThetisClient client, SessionCore core) {
    this.client = client;
    this.core = core;
  }

  /**
   * Calls a procedure and waits for its result, for {@link ClientOptions#callTimeout} at most. A
   * call whose connection was lost is repeated by itself until then, and runs once.
   *
   * @param procedure its name; upper and lower case differ
   * @param arguments what its {@code run} takes behind the context
   * @return the result, a row as a map of its columns; null if there is none
   * @throws AbortedException if it ran and was rolled back
   * @throws NotRunException if it was never run
   * @throws OutcomeUnknownException if it may have committed or not; also if the calling thread is
   *     interrupted, whose interrupt status is kept
   * @throws ResultLostException if it has committed, and its result is lost
   * @throws org.thetisdb.core.value.UnsendableException if an argument is of no type that can be
   *     sent
   * @throws IllegalStateException on the client's own thread, as in a callback
   */
  public Object call(String procedure, Object... arguments) {
    Waiter waiter = client.newWaiter();
    callEncoded(procedure, ValueCodec.encodeArguments(arguments), waiter);
    return waiter.await().resultOrThrow();
  }

  /**
   * Calls a procedure without waiting. Stages that depend on the future run on the client's own
   * thread, unless they are asynchronous ones: they must not block there.
   *
   * @param procedure its name; upper and lower case differ
   * @param arguments what its {@code run} takes behind the context
   * @return ends with the result, or with the {@link CallException} that {@link #call} would throw.
   *     To cancel it does not end the call
   * @throws org.thetisdb.core.value.UnsendableException if an argument is of no type that can be
   *     sent
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

  /**
   * Calls a procedure with encoded arguments, without waiting; the cheapest way.
   *
   * @param procedure its name; upper and lower case differ
   * @param arguments as {@link ValueCodec#encodeArguments} makes them; taken over, so they must not
   *     be changed any more
   * @param callback takes the outcome, once, whatever becomes of the call
   */
  public void callEncoded(String procedure, byte[] arguments, CallCallback callback) {
    if (client.isClosed()) {
      Callbacks.deliver(callback, ClientCore.closedOutcome());
    } else {
      core.call(procedure, arguments, callback);
    }
  }

  /**
   * Later calls of this session see all that another session has seen by now, in answers that have
   * arrived. Does not wait.
   *
   * @param other a session of the same client
   */
  public void follow(Session other) {
    core.follow(other.core);
  }

  /**
   * Ends the session; does not wait. Calls that were made before are still run, later ones end as
   * not run with T3006.
   */
  @Override
  public void close() {
    core.close();
  }
}
