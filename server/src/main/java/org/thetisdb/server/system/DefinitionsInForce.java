package org.thetisdb.server.system;

import java.util.function.LongSupplier;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.wire.SiteToRouter;
import org.thetisdb.server.commit.GroupCommit;

/**
 * Reports to the router from which position of its own log on this site keeps to a version of the
 * catalog (hazard 15), or of the rights of rows to exist (hazard 17). A vector cannot tell that: a
 * report holds what clients have seen, which is not applied here yet. From the moment in which the
 * engine takes a definition over, every commit keeps to it: calls run and commit in one go, and
 * open transactions that wrote under other rules cannot commit. Until a version that the router
 * knows to be in force elsewhere has come, calls wait, so that a site which starts anew does not
 * fall back behind its word.
 *
 * <p>Owned by the site's engine.
 */
public final class DefinitionsInForce {
  private final GroupCommit log;
  private final LongSupplier inForce;
  private final Word word;
  private final Runnable expedite;
  private long awaited;

  /** The router that waits for its answer; null if none does. */
  private Connection asker;

  /** Makes the message that says what is in force. */
  @FunctionalInterface
  public interface Word {
    SiteToRouter of(long version, long position);
  }

  /**
   * For one kind of versions.
   *
   * @param inForce the version in force now
   * @param expedite has more of the logs applied soon
   */
  public DefinitionsInForce(GroupCommit log, LongSupplier inForce, Word word, Runnable expedite) {
    this.log = log;
    this.inForce = inForce;
    this.word = word;
    this.expedite = expedite;
  }

  /** A router asks for a version. */
  public void request(Connection router, long version) {
    awaited = Math.max(awaited, version);
    asker = router;
    onCatalog();
    if (asker != null) {
      expedite.run();
    }
  }

  /** Whether calls may begin: what the router knows to be in force elsewhere is so here. */
  public boolean isReached() {
    return inForce.getAsLong() >= awaited;
  }

  /** The catalog may have changed. */
  public void onCatalog() {
    if (asker == null || !isReached()) {
      return;
    }
    Connection to = asker;
    asker = null;
    long version = inForce.getAsLong();
    long position = log.position();
    log.whenDurable(position, () -> to.send(word.of(version, position)));
    log.flush();
  }

  /** A router is gone. */
  public void drop(Connection gone) {
    asker = asker == gone ? null : asker;
  }
}
