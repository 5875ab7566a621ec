package org.thetisdb.server.system;

import java.util.function.Supplier;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.wire.SiteToRouter;
import org.thetisdb.core.wire.SiteToRouter.Definitions;
import org.thetisdb.core.wire.SiteToRouter.Jars;
import org.thetisdb.server.state.SiteState;

/**
 * Tells a router which definitions and jars there are, once the log has all of them. What this site
 * has just committed is applied here before it is durable. A router that learned of it sooner would
 * have every site wait for it, for ever if the site is lost before its log has it (hazard 15).
 *
 * <p>Who asks again before it was told is told once. Owned by the site's engine.
 */
public final class CatalogNews {
  private final SiteState state;
  private final Kind definitions = new Kind(this::definitions);
  private final Kind jars = new Kind(this::jars);

  /** Nobody has asked yet. */
  public CatalogNews(SiteState state) {
    this.state = state;
  }

  private Definitions definitions() {
    return new Definitions(
        state.report(), state.catalog().tableEntries(), state.catalog().definitions());
  }

  private Jars jars() {
    return new Jars(state.report(), state.catalog().jars(), state.catalog().tableEntries());
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
      long changes = state.catalog().changes();
      state
          .log()
          .whenDurable(
              state.log().position(),
              () -> {
                if (state.catalog().changes() == changes) {
                  tell();
                } else {
                  tellWhenDurable();
                }
              });
      state.log().flush();
    }

    private void tell() {
      Connection to = asker;
      asker = null;
      to.send(news.get());
    }
  }
}
