package org.thetisdb.router.sql;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.router.definition.DefinitionReader;
import org.thetisdb.router.statement.StatementSession;
import org.thetisdb.router.term.EngineParts;

/**
 * Holds statements while a router that has begun to lead may not know all definitions yet, so that
 * nobody hears that there is no table which there is. It opens, for good, when the site that
 * masters the catalog has reported its definitions behind all that was acknowledged before the
 * router served: what is defined later is defined by this router.
 *
 * <p>Holds at most as many as the router may have calls. Owned by the engine's thread.
 */
final class CatalogGate {
  private final EngineParts parts;
  private final DefinitionReader reader;
  private final Set<Held> held = new LinkedHashSet<>();

  private boolean open;

  private record Held(StatementSession session, Runnable go, Consumer<ThetisException> refuse) {}

  CatalogGate(EngineParts parts) {
    this.parts = parts;
    this.reader = new DefinitionReader(parts);
  }

  /**
   * Goes on when the catalog is known.
   *
   * @param session whose statement it is; null if it is nobody's
   * @param timeoutMs for how long it may be held
   * @param refuse hears why it does not go on
   */
  void pass(
      StatementSession session, int timeoutMs, Runnable go, Consumer<ThetisException> refuse) {
    if (open) {
      go.run();
    } else if (held.size() >= parts.limits().callsInAll()) {
      refuse.accept(new ThetisException(ErrorCode.OVERLOADED, held.size() + " at this router"));
    } else {
      Held one = new Held(session, go, refuse);
      held.add(one);
      int waitMs = Math.max(1, Math.min(parts.limits().longestTimeoutMs(), timeoutMs));
      parts.scheduler().schedule(waitMs * 1000L, () -> expire(one, waitMs));
    }
  }

  private void expire(Held one, int waitMs) {
    if (held.remove(one)) {
      one.refuse.accept(new ThetisException(ErrorCode.TIMED_OUT, waitMs));
    }
  }

  /** The statement of a session is given up, if it is held here. */
  void cancel(StatementSession session) {
    for (Held one : List.copyOf(held)) {
      if (session.equals(one.session) && held.remove(one)) {
        one.refuse.accept(new ThetisException(ErrorCode.QUERY_CANCELED));
      }
    }
  }

  /** The router serves from now on; it needs what was acknowledged before. */
  void start() {
    reader.read(parts.cuts().known(), this::open);
  }

  /** A site has reported its definitions, as of {@code vector}; they are learned. */
  void onDefinitions(int site, VersionVector vector) {
    reader.onDefinitions(site, vector);
  }

  private void open() {
    open = true;
    List<Held> all = List.copyOf(held);
    held.clear();
    all.forEach(one -> one.go.run());
  }

  /** The router leads no more. */
  void close(ThetisException reason) {
    reader.close(); // what waits is refused below
    List<Held> all = List.copyOf(held);
    held.clear();
    all.forEach(one -> one.refuse.accept(reason));
  }
}
