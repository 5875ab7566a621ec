package org.thetisdb.router.system;

import java.util.ArrayDeque;
import java.util.Deque;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.router.call.Answer;
import org.thetisdb.router.call.OwnSession;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.dispatch.CallHandler;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.term.EngineParts;

/**
 * Calls of the router itself on the catalog's partition, one after the other, under a session that
 * no client has. Owned by the engine's thread.
 */
public final class SystemCalls {
  private static final int TIMEOUT_MS = 10_000;
  private static final int MOST_WAITING = 10_000;
  private static final byte[] NO_VALUE = {};

  private final OwnSession session;
  private final EngineParts parts;
  private final CallHandler handler;
  private final Deque<Waiting> waiting = new ArrayDeque<>();
  private boolean busy;

  private record Waiting(String procedure, byte[] arguments, Answer answer) {}

  /** Calls under {@code session}, which it takes for itself. */
  public SystemCalls(EngineParts parts, CallHandler handler, OwnSession session) {
    this.parts = parts;
    this.handler = handler;
    this.session = session;
  }

  /** Calls; the answer always comes. */
  public void submit(String procedure, Answer answer, Object... arguments) {
    if (waiting.size() >= MOST_WAITING) {
      ThetisException error = new ThetisException(ErrorCode.OVERLOADED, "changes of the catalog");
      answer.onOutcome(error.code().number(), error.getMessage(), VersionVector.ZERO, NO_VALUE);
      return;
    }
    waiting.add(new Waiting(procedure, ValueCodec.encodeArguments(arguments), answer));
    next();
  }

  private void next() {
    Waiting first = busy ? null : waiting.poll();
    if (first == null) {
      return;
    }
    busy = true;
    PendingCall call =
        handler.newCall(
            session.id(),
            session.nextSequence(),
            false,
            TIMEOUT_MS,
            parts.cuts().known(),
            first.procedure,
            first.arguments);
    call.findPartitionsBy(planned -> handler.begin(planned, catalogPartition()));
    handler.submit(
        call,
        (errorNumber, message, vector, value) -> {
          busy = false;
          first.answer.onOutcome(errorNumber, message, vector, value);
          next();
        });
  }

  /** The footprint of a change of the catalog. */
  public static Footprint catalogPartition() {
    return Footprint.of(new long[] {Uploads.CATALOG_PARTITION}, new long[0]);
  }
}
