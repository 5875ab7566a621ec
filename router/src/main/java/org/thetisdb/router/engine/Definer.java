package org.thetisdb.router.engine;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.RouterToSite.DefinitionsRequest;
import org.thetisdb.core.wire.SqlRequest.Statement;
import org.thetisdb.sql.call.SystemCall;

/**
 * Definitions, one after the other. A definition is a transaction at the master of the catalog's
 * partition; then this router reads the catalog anew, and only then the client hears that it is
 * done. Other sites have it before they run a statement that was compiled with it. Owned by the
 * engine's thread.
 */
final class Definer {
  private static final int MOST_WAITING = 1_000;

  private final EngineParts parts;
  private final CallDesk calls;
  private final Deque<SqlDesk.Task> waiting = new ArrayDeque<>();
  private SqlDesk.Task current;

  /** Set while the router reads the catalog anew. */
  private Runnable whenRead;

  Definer(EngineParts parts, CallDesk calls) {
    this.parts = parts;
    this.calls = calls;
  }

  /** Takes a definition; the answer always comes. */
  void submit(SqlDesk.Task task) {
    if (waiting.size() >= MOST_WAITING) {
      task.fail(new ThetisException(ErrorCode.OVERLOADED, waiting.size() + " definitions"));
      return;
    }
    waiting.add(task);
    next();
  }

  private void next() {
    if (current == null && !waiting.isEmpty()) {
      current = waiting.remove();
      send(current);
    }
  }

  private void send(SqlDesk.Task task) {
    Statement statement = task.statement;
    PendingCall call =
        calls.newCall(
            statement.session(),
            statement.sequence(),
            statement.repetition(),
            statement.timeoutMs(),
            statement.vector().max(parts.cuts().known()),
            SystemCall.DEFINE,
            ValueCodec.encodeArguments(statement.sql()));
    call.planning = planned -> calls.begin(planned, SystemCalls.catalogPartition());
    task.session.call = call;
    calls.submit(call, this::onDefined);
  }

  private void onDefined(int errorNumber, String message, VersionVector vector, byte[] value) {
    int site = parts.placement().master(Uploads.CATALOG_PARTITION);
    if (errorNumber != 0 || !parts.sites().isUsable(site)) {
      end(errorNumber, message, vector);
      next();
      return;
    }
    whenRead =
        () -> {
          end(0, notices(value), vector);
          next();
        };
    parts.sites().link(site).send(new DefinitionsRequest());
  }

  private static String notices(byte[] value) {
    return ValueCodec.decode(value) instanceof List<?> list
        ? String.join("\n", list.stream().map(String::valueOf).toList())
        : "";
  }

  private void end(int errorNumber, String message, VersionVector vector) {
    SqlDesk.Task task = current;
    current = null;
    if (errorNumber == 0) {
      task.reply(SqlReplies.done(task.statement.requestId(), message, vector, false));
    } else {
      task.fail(errorNumber, message, vector);
    }
  }

  /** A site told its definitions, or is lost; then they are read when it is back. */
  void onDefinitions(SiteLink link) {
    if (whenRead != null && link.site() == parts.placement().master(Uploads.CATALOG_PARTITION)) {
      Runnable done = whenRead;
      whenRead = null;
      done.run();
    }
  }

  /** The router leads no more. */
  void close(ThetisException reason) {
    if (whenRead != null) {
      Runnable done = whenRead;
      whenRead = null;
      done.run();
    }
    while (!waiting.isEmpty()) {
      waiting.remove().fail(reason);
    }
  }
}
