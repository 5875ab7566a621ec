package org.thetisdb.server.reader;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.SiteToRouter.AskForSign;
import org.thetisdb.core.wire.SiteToRouter.LeaderNews;

/**
 * Reports to routers that do not lead whether this site hears of the one that does. Whatever that
 * says is a sign of life; since it says nothing where there is nothing to do, it is asked for one
 * (decision 0069). Owned by the site's engine.
 */
public final class LeaderSigns {
  /** A router that leads, and says nothing to a site that asks, is silent after so long. */
  public static final long SILENT_US = 100_000;

  private final Scheduler scheduler;
  private final Set<Connection> asking = new LinkedHashSet<>();

  /** Nobody asks yet. */
  public LeaderSigns(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  /**
   * A router asks.
   *
   * @param leader the router that this site follows; null if it has no connection to one
   */
  public void ask(Connection reader, Connection leader) {
    if (leader == null) {
      reader.send(new LeaderNews(false));
    } else if (asking.size() >= ReadingRouters.MOST_ROUTERS) {
      reader.send(new LeaderNews(true)); // nobody loses the lead because many ask
    } else if (asking.add(reader)) {
      leader.send(new AskForSign());
      scheduler.schedule(SILENT_US, () -> answer(reader));
    }
  }

  private void answer(Connection reader) {
    if (asking.remove(reader)) {
      reader.send(new LeaderNews(false));
    }
  }

  /** The router that leads has said something. */
  public void onHeard() {
    if (!asking.isEmpty()) {
      List<Connection> all = List.copyOf(asking);
      asking.clear();
      all.forEach(reader -> reader.send(new LeaderNews(true)));
    }
  }

  /** A connection is gone. */
  public void onClosed(Connection reader) {
    asking.remove(reader);
  }
}
