package org.thetisdb.server.txn;

import org.thetisdb.core.net.Connection;
import org.thetisdb.core.wire.RouterToSite.AwaitDefinition;
import org.thetisdb.core.wire.SiteToRouter.DefinitionInForce;

/**
 * Tells the router from which position of its own log on this site keeps to a version of the
 * catalog (hazard 15). A vector cannot tell that: a report holds what clients have seen, which is
 * not applied here yet. From the moment in which the engine takes a definition over, every commit
 * keeps to it: calls run and commit in one go, and open transactions that wrote under other rules
 * cannot commit. Until a version that the router knows to be in force elsewhere has come, calls
 * wait, so that a site which starts anew does not fall back behind its word.
 *
 * <p>Owned by the site's engine.
 */
final class DefinitionsInForce {
  private final SiteState state;
  private final Runnable hurry;
  private long awaited;

  /** Who has not been told yet; null if nobody waits. */
  private Connection asker;

  /** {@code hurry} has more of the logs applied soon. */
  DefinitionsInForce(SiteState state, Runnable hurry) {
    this.state = state;
    this.hurry = hurry;
  }

  /** A router asks for a version. */
  void request(Connection router, AwaitDefinition wanted) {
    awaited = Math.max(awaited, wanted.version());
    asker = router;
    onCatalog();
    if (asker != null) {
      hurry.run();
    }
  }

  /** Whether calls may begin: what the router knows to be in force elsewhere is so here. */
  boolean isReached() {
    return state.catalog.sql().version() >= awaited;
  }

  /** The catalog may have changed. */
  void onCatalog() {
    if (asker == null || !isReached()) {
      return;
    }
    Connection to = asker;
    asker = null;
    long version = state.catalog.sql().version();
    long position = state.log.position();
    state.log.whenDurable(position, () -> to.send(new DefinitionInForce(version, position)));
    state.log.flush();
  }

  /** A router is gone. */
  void drop(Connection gone) {
    asker = asker == gone ? null : asker;
  }
}
