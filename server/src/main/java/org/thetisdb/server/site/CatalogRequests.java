package org.thetisdb.server.site;

import org.thetisdb.core.net.Connection;
import org.thetisdb.core.wire.RouterToSite;
import org.thetisdb.core.wire.RouterToSite.AwaitDefinition;
import org.thetisdb.core.wire.RouterToSite.AwaitExistence;
import org.thetisdb.core.wire.RouterToSite.DefinitionsRequest;
import org.thetisdb.core.wire.RouterToSite.JarsRequest;
import org.thetisdb.core.wire.SiteToRouter.DefinitionInForce;
import org.thetisdb.core.wire.SiteToRouter.ExistenceInForce;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.commit.GroupCommit;
import org.thetisdb.server.state.SiteProgress;
import org.thetisdb.server.system.CatalogNews;
import org.thetisdb.server.system.DefinitionsInForce;

/**
 * Takes what the router that leads asks about definitions: what they are, and whether this site
 * keeps to them yet. Owned by the engine's event loop.
 */
final class CatalogRequests {
  private final CatalogNews news;
  private final DefinitionsInForce definitions;
  private final DefinitionsInForce existence;

  /** None has come yet; {@code expedite} runs when one waits for the logs. */
  CatalogRequests(Catalog catalog, SiteProgress progress, GroupCommit log, Runnable expedite) {
    this.news = new CatalogNews(catalog, progress, log);
    this.definitions =
        new DefinitionsInForce(
            log, () -> catalog.sql().version(), DefinitionInForce::new, expedite);
    this.existence =
        new DefinitionsInForce(
            log, () -> catalog.existence().version(), ExistenceInForce::new, expedite);
  }

  /** Whether a message is such a request; then it is on its way. */
  boolean takes(Connection router, RouterToSite message) {
    if (message instanceof AwaitDefinition wanted) {
      definitions.request(router, wanted.version());
    } else if (message instanceof AwaitExistence wanted) {
      existence.request(router, wanted.version());
    } else if (message instanceof DefinitionsRequest wanted) {
      news.requestDefinitions(router, wanted.since());
    } else if (message instanceof JarsRequest) {
      news.requestJars(router);
    } else {
      return false;
    }
    return true;
  }

  /** Whether this site keeps to all definitions that others are known to keep to. */
  boolean areReached() {
    return definitions.isReached() && existence.isReached();
  }

  /** The catalog has changed. */
  void onCatalog() {
    definitions.onCatalog();
    existence.onCatalog();
  }

  /** A router is gone: nobody waits for answers any more. */
  void drop(Connection gone) {
    definitions.drop(gone);
    existence.drop(gone);
  }
}
