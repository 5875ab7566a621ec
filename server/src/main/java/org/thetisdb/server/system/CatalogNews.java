package org.thetisdb.server.system;

import java.util.function.Supplier;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.wire.SiteToRouter;
import org.thetisdb.core.wire.SiteToRouter.Definitions;
import org.thetisdb.core.wire.SiteToRouter.Jars;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.commit.GroupCommit;
import org.thetisdb.server.state.SiteProgress;

/**
 * Tells a router which definitions and jars there are, once the log has all of them. What this site
 * has just committed is applied here before it is durable. A router that learned of it sooner would
 * have every site wait for it, for ever if the site is lost before its log has it (hazard 15).
 *
 * <p>Who asks again before it was told is told once. Owned by the site's engine.
 */
public final class CatalogNews {
  private final Catalog catalog;
  private final SiteProgress progress;
  private final GroupCommit log;
  private final Kind definitions = new Kind(this::definitions);
  private final Kind jars = new Kind(this::jars);

  /** Nobody has asked yet. */
  public CatalogNews(Catalog catalog, SiteProgress progress, GroupCommit log) {
    this.catalog = catalog;
    this.progress = progress;
    this.log = log;
  }

  private Definitions definitions() {
    return new Definitions(progress.report(), catalog.tableEntries(), catalog.definitions());
  }

  private Jars jars() {
    return new Jars(progress.report(), catalog.jars(), catalog.tableEntries());
  }

  /** A router asks for the definitions. */
  public void requestDefinitions(Connection router) {
    definitions.request(router);
  }

  /** A router asks for the jars. */
  public void requestJars(Connection router) {
    jars.request(router);
  }

  /** One kind of news. */
  private final class Kind {
    private final Supplier<SiteToRouter> news;

    /** Who has not been told yet; null if nobody waits. */
    private Connection asker;

    Kind(Supplier<SiteToRouter> news) {
      this.news = news;
    }

    void request(Connection router) {
      boolean waits = asker != null;
      asker = router;
      if (!waits) {
        tellWhenDurable();
      }
    }

    /** What came meanwhile is told, too, and so has to be durable as well. */
    private void tellWhenDurable() {
      long changes = catalog.changes();
      log.whenDurable(
          log.position(),
          () -> {
            if (catalog.changes() == changes) {
              tell();
            } else {
              tellWhenDurable();
            }
          });
      log.flush();
    }

    private void tell() {
      Connection to = asker;
      asker = null;
      to.send(news.get());
    }
  }
}
