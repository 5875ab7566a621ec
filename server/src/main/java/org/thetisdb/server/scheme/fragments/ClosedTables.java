package org.thetisdb.server.scheme.fragments;

import java.util.List;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.RouterToSite.TableRights;
import org.thetisdb.core.wire.TablesRequest;
import org.thetisdb.server.commit.GroupCommit;
import org.thetisdb.server.ownership.ReadMostlyTables;
import org.thetisdb.server.remastering.Releases;
import org.thetisdb.server.scheme.SiteCalls;
import org.thetisdb.server.state.SiteLife;
import org.thetisdb.server.state.SiteProgress;
import org.thetisdb.server.state.SiteState;

/**
 * Which tables this site may write, and of which it reads its copies, as the router tells it. What
 * is closed is closed at once. Copies are read when all is applied that was written there. The site
 * answers when no call writes what is closed any more, with what its log has then. Owned by the
 * site's engine.
 */
final class ClosedTables {
  private static final long AGAIN_US = 1_000;

  private final Scheduler scheduler;
  private final SiteLife life;
  private final ReadMostlyTables tables;
  private final Releases releases;
  private final SiteProgress progress;
  private final GroupCommit log;
  private final SiteCalls calls;
  private Connection router;

  /** What the router has told last, until it is in force and answered; else null. */
  private TablesRequest told;

  /** The number of what is in force as a whole. */
  private long number;

  private boolean looksSoon;

  ClosedTables(SiteState state, Releases releases, SiteCalls calls) {
    this.scheduler = state.scheduler();
    this.life = state.life();
    this.tables = state.mastership().tables();
    this.releases = releases;
    this.progress = state.progress();
    this.log = state.log();
    this.calls = calls;
  }

  /** The scheme is in force. */
  void begin() {
    tables.begin(this);
  }

  /** It is not in force. */
  void end() {
    tables.end(this);
    told = null;
  }

  /** The router that leads tells what holds from now on. */
  void set(Connection from, TablesRequest request) {
    router = from;
    told = request;
    number = 0;
    TableRights rights = request.rights();
    tables.begin(this);
    tables.set(new TableRights(rights.closesAll(), rights.closed(), List.of()));
    onReached();
  }

  /** More of the logs is applied. */
  void onReached() {
    if (told == null) {
      return;
    }
    if (!progress.reached().covers(told.vector())) {
      calls.expedite();
    } else if (releases.isAnyWritten(this::isClosed)) {
      lookSoon();
    } else {
      take(told);
      told = null;
    }
  }

  /** Calls end without a word here. */
  private void lookSoon() {
    if (!looksSoon) {
      looksSoon = true;
      scheduler.schedule(
          AGAIN_US,
          () -> {
            looksSoon = false;
            if (!life.isStopped()) {
              onReached();
            }
          });
    }
  }

  private boolean isClosed(long partition) {
    return tables.isClosed(PartitionId.table(partition));
  }

  private void take(TablesRequest request) {
    tables.set(request.rights());
    number = request.number();
    Connection to = router;
    log.whenDurable(
        log.position(),
        () ->
            to.send(
                TablesRequest.known(
                    SchemeRegistry.DTXN.name(), request.number(), progress.report())));
    calls.onMastersChanged();
  }

  /** The router is gone; the next one tells anew what holds. */
  void drop() {
    told = null;
  }

  /** The number of what is in force; 0 while that changes. */
  long number() {
    return number;
  }
}
