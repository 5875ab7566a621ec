package org.thetisdb.router.system;

import java.util.ArrayDeque;
import java.util.Deque;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.time.GuardedRunner;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.RouterToSite.JarsRequest;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.router.call.Answer;
import org.thetisdb.router.call.OwnSession;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.catalog.RouterCatalog;
import org.thetisdb.router.config.RouterLimits;
import org.thetisdb.router.dispatch.CallHandler;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.term.EngineParts;

/**
 * Uploads of jars, one after the other. A jar is tried out here first; then a built-in procedure
 * writes it at the master of the catalog, as a transaction like any other; then this router learns
 * it from that site, and only then the uploader hears that it is there. Owned by the engine's
 * thread.
 */
public final class Uploads {
  /** The built-in procedure: takes the jar's name and its bytes, returns the procedures' names. */
  static final String INSTALL_JAR = "thetis.install_jar";

  /** Where the catalog's rows are. */
  public static final long CATALOG_PARTITION = PartitionId.of(1, 0);

  private static final int TIMEOUT_MS = 60_000;
  private static final byte[] NO_VALUE = {};

  /** As at the sites, which load what was good here. */
  private static final long LOADING_LIMIT_MS = 3_000;

  private final RouterLimits limits;
  private final GuardedRunner guard;
  private final OwnSession session;
  private final RouterCatalog catalog;
  private final CallHandler handler;
  private final EngineParts parts;
  private final Deque<Upload> waiting = new ArrayDeque<>();
  private Upload current;
  private Executed installed;

  private record Upload(String jarName, byte[] jar, Answer answer) {}

  /** No upload is under way; {@code session} is taken for itself. */
  public Uploads(
      EngineParts parts, OwnSession session, RouterCatalog catalog, CallHandler handler) {
    this.parts = parts;
    this.limits = parts.limits();
    this.guard = parts.scheduler() instanceof GuardedRunner runner ? runner : null;
    this.session = session;
    this.catalog = catalog;
    this.handler = handler;
  }

  /** Takes a jar from somebody who may upload; the answer always comes. */
  public void submit(String jarName, byte[] jar, Answer answer) {
    if (waiting.size() >= limits.uploadsWaiting()) {
      String where = waiting.size() + " uploads";
      fail(answer, new ThetisException(ErrorCode.OVERLOADED, where));
      return;
    }
    waiting.add(new Upload(jarName, jar, answer));
    next();
  }

  /** Goes on with what waits, if the router serves and no upload is under way. */
  public void next() {
    if (guard != null && guard.isRunByCaller()) {
      parts.scheduler().execute(this::next);
      return;
    }
    while (handler.isServing() && current == null && !waiting.isEmpty()) {
      current = waiting.remove();
      try {
        tryOut(current);
        install(current);
      } catch (ThetisException e) {
        end(e);
      }
    }
  }

  /** Loading a jar runs code of its author, which may not come back. */
  private void tryOut(Upload upload) {
    Runnable trial = () -> catalog.check(upload.jarName(), upload.jar());
    if (guard == null) {
      trial.run();
      return;
    }
    guard.runGuarded(
        trial,
        LOADING_LIMIT_MS,
        lost -> {
          end(new ThetisException(ErrorCode.BAD_JAR, "its classes take too long to load"));
          next();
        });
  }

  private void end(ThetisException error) {
    end(error.code().number(), error.getMessage(), VersionVector.ZERO, NO_VALUE);
  }

  /**
   * The router has read the jars of a site anew, or lost one: then it reads them when the site is
   * back, and the uploader need not wait for that.
   */
  public void onJarsReadOrLost() {
    if (installed != null) {
      Executed done = installed;
      installed = null;
      end(0, "", done.vector(), done.value());
      next();
    }
  }

  /** The router leads no more. */
  public void close(ThetisException reason) {
    onJarsReadOrLost();
    while (!waiting.isEmpty()) {
      fail(waiting.remove().answer(), reason);
    }
  }

  private void install(Upload upload) {
    PendingCall call =
        handler.newOwnCall(
            session.id(),
            session.nextSequence(),
            TIMEOUT_MS,
            parts.cuts().known(),
            INSTALL_JAR,
            ValueCodec.encodeArguments(upload.jarName(), upload.jar()));
    call.addAnswer(this::onInstalled);
    handler.submit(call, Footprint.of(new long[] {CATALOG_PARTITION}, new long[0]));
  }

  private void onInstalled(int errorNumber, String message, VersionVector vector, byte[] value) {
    int site = parts.placement().master(CATALOG_PARTITION);
    if (errorNumber == 0 && parts.sites().isUsable(site)) {
      installed = new Executed(0, 0, "", vector, value);
      parts.sites().link(site).send(new JarsRequest());
    } else {
      end(errorNumber, message, vector, value);
      next();
    }
  }

  private void end(int errorNumber, String message, VersionVector vector, byte[] value) {
    Answer answer = current.answer();
    current = null;
    answer.onOutcome(errorNumber, message, vector, value);
  }

  private static void fail(Answer answer, ThetisException error) {
    answer.onOutcome(error.code().number(), error.getMessage(), VersionVector.ZERO, NO_VALUE);
  }
}
