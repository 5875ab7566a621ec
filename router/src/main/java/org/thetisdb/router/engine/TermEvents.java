package org.thetisdb.router.engine;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.wire.RouterToSite.JarsRequest;
import org.thetisdb.core.wire.RouterToSite.Leave;
import org.thetisdb.core.wire.SiteToRouter;
import org.thetisdb.core.wire.SiteToRouter.DefinitionInForce;
import org.thetisdb.core.wire.SiteToRouter.Definitions;
import org.thetisdb.core.wire.SiteToRouter.Digest;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.ExistenceInForce;
import org.thetisdb.core.wire.SiteToRouter.Jars;
import org.thetisdb.core.wire.SiteToRouter.Learned;
import org.thetisdb.core.wire.SiteToRouter.MapPiece;
import org.thetisdb.core.wire.SiteToRouter.Migrations;
import org.thetisdb.core.wire.SiteToRouter.Placed;
import org.thetisdb.core.wire.SiteToRouter.RangeEstimated;
import org.thetisdb.core.wire.SiteToRouter.Released;
import org.thetisdb.core.wire.SiteToRouter.Replan;
import org.thetisdb.core.wire.SiteToRouter.ReplicaFilled;
import org.thetisdb.core.wire.SiteToRouter.Replicas;
import org.thetisdb.core.wire.SiteToRouter.Reshaped;
import org.thetisdb.core.wire.SiteToRouter.RowWait;
import org.thetisdb.core.wire.SiteToRouter.Seeding;
import org.thetisdb.core.wire.SiteToRouter.SiteEntry;
import org.thetisdb.core.wire.SiteToRouter.SiteHello;
import org.thetisdb.core.wire.SiteToRouter.SiteLoad;
import org.thetisdb.core.wire.SiteToRouter.Sites;
import org.thetisdb.core.wire.SiteToRouter.SuccessorReady;
import org.thetisdb.core.wire.SiteToRouter.Unsettled;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.router.call.CallEvents;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.move.MoveGroup;
import org.thetisdb.router.move.Moves;
import org.thetisdb.router.move.Owners;
import org.thetisdb.router.routing.Move;
import org.thetisdb.router.scheme.RouterScheme;
import org.thetisdb.router.site.AnswerListener;
import org.thetisdb.router.site.SiteEvents;
import org.thetisdb.router.site.SiteLink;

/**
 * What one leadership term hears of sites, calls and moves; each piece of news goes to the parts
 * that it concerns, in an order that matters where there are several. Owned by the engine's thread.
 */
final class TermEvents implements SiteEvents, CallEvents, Moves.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(TermEvents.class);

  private final LeadershipTerm term;

  /** Hears nothing before the term is complete. */
  TermEvents(LeadershipTerm term) {
    this.term = term;
  }

  @Override
  public void onSiteReady(SiteLink link, SiteHello hello) {
    LOG.info(
        "site {} follows epoch {} in incarnation {}",
        hello.site(),
        term.epoch,
        hello.incarnation());
    learnSites(hello.sites());
    term.parts.inForce().learn(hello.scheme());
    term.parts.inForce().tell(link);
    term.parts.cuts().absorb(hello.cut());
    term.parts.cuts().absorb(hello.vector());
    term.parts.sites().onHandshake(hello.site());
    term.parts.successors().onSiteReady(hello.site());
    term.definitions.onSiteReady(link);
    term.existence.onSiteReady(link);
    link.requestDefinitions();
    link.send(new JarsRequest());
    term.parts.cutSender().onSiteReady(link);
    term.router.schemes().tellAll(RouterScheme::onSitesChanged);
    term.serveIfReady();
    knowAllOf(hello.site());
    term.router.onSiteReady(hello.site());
  }

  private void knowAllOf(int site) {
    term.router.schemes().tellAll(scheme -> scheme.onKnown(site));
  }

  @Override
  public void onMapPiece(MapPiece piece) {
    Owners.learn(term.parts.placement(), piece.owners());
  }

  @Override
  public void onLaterEpoch(int laterEpoch) {
    if (!term.closed) {
      term.listener.onOverthrown(laterEpoch);
    }
  }

  @Override
  public void onExecuted(PendingCall call, Executed executed) {
    term.router.answers().onExecuted(call, executed);
  }

  @Override
  public void onReplan(PendingCall call, Replan replan) {
    term.router.answers().onReplan(call, replan);
  }

  @Override
  public void onOfScheme(PendingCall call, SiteToRouter said) {
    term.router.schemes().current().on(call, said);
  }

  @Override
  public void onOfScheme(SiteLink link, SiteToRouter said) {
    term.router.schemes().on(link, said);
  }

  @Override
  public void onUnsettled(PendingCall call, Unsettled unsettled) {
    if (term.router.answers().onUnsettled(call)) {
      term.existenceDriver.await(call, unsettled.vanishing());
    }
  }

  @Override
  public void onRowWait(PendingCall call, PendingCall ahead, RowWait wait) {
    term.router.transactions().onRowWait(call, ahead, wait);
  }

  @Override
  public void onLost(PendingCall call, int site) {
    term.router.answers().onLost(call, site);
  }

  @Override
  public void onBorders(Reshaped reshaped) {
    term.borders.learn(reshaped);
  }

  @Override
  public void onSuccessorReady(SiteLink link, SuccessorReady ready) {
    term.parts.successors().onSuccessorReady(link, ready);
    term.router.schemes().tellAll(RouterScheme::onSitesChanged);
  }

  /**
   * A lost site is fenced: it can use no cut and commit nothing any more, so its promise is not
   * needed. What it knew of jars is in the logs, which its failover successor has applied.
   */
  void onStoodInFor(int site, SiteLink by) {
    if (term.closed) {
      return;
    }
    term.parts.sites().onFenced(site);
    term.readiness.onFenced(site);
    by.requestDefinitions();
    by.send(new JarsRequest());
    term.router.schemes().tellAll(RouterScheme::onSitesChanged);
    term.serveIfReady();
    knowAllOf(site);
    term.router.onSiteReady(site);
  }

  @Override
  public void onJars(SiteLink link, Jars jars) {
    term.catalog.learn(jars);
    term.readiness.onJarsRead(link.site());
    term.serveIfReady();
    term.uploads.onJarsReadOrLost();
  }

  @Override
  public void onRoster(Sites news) {
    learnSites(news.sites());
    term.parts.inForce().learn(news.scheme());
  }

  private void learnSites(List<SiteEntry> entries) {
    Roster roster = term.parts.sites().roster();
    boolean news = false;
    for (SiteEntry entry : entries) {
      if (entry.site() >= 1) {
        if (!entry.successors().isEmpty()) {
          onLeft(entry.site(), entry.successors());
        }
        news |= roster.learn(entry.site(), entry.standing());
      }
    }
    if (news) {
      term.parts.sites().onRoster();
      term.router.schemes().tellAll(RouterScheme::onSitesChanged);
      term.serveIfReady();
    }
  }

  /** Calls that waited for the site find others that have what it mastered. */
  void onLeft(int site, List<Integer> successors) {
    if (!term.closed && term.parts.placement().leave(site, successors)) {
      LOG.info("site {} has left the cluster", site);
      term.parts.sites().onRoster();
      term.parts.successors().onLeft(site);
      term.router.schemes().tellAll(RouterScheme::onSitesChanged);
      term.serveIfReady();
      // LEAVE is the last record of its log. The vector that covers it comes with the same message.
      term.scheduler.execute(() -> knowAllOf(site));
      term.router.onSiteReady(site);
    }
  }

  /** What the site had when it reported is absorbed, or comes with its handshake. */
  @Override
  public void onReplicas(SiteLink link, Replicas news) {
    term.parts.cuts().absorb(news.vector());
    term.replicas.learn(news.sets());
  }

  @Override
  public void onPlaced(Placed news) {
    term.parts.cuts().absorb(news.vector());
    term.placementChange.learn(news.placement());
  }

  @Override
  public void onMigrations(Migrations news) {
    term.parts.cuts().absorb(news.vector());
    term.migrations.learn(news.migrations());
  }

  @Override
  public void onLearned(Learned news) {
    term.learned.learn(news.record());
  }

  @Override
  public void onReplicaFilled(SiteLink link, ReplicaFilled news) {
    term.replicas.onFilled(link, news);
  }

  @Override
  public void onSeeding(Seeding seeding) {
    term.status.onSeeding(seeding);
  }

  @Override
  public void onLeaveAnswered(SiteLink link, Leave asked, Released answer) {
    term.drain.onAnswer(link, asked, answer);
  }

  @Override
  public void onDigest(SiteLink link, Digest digest) {
    term.comparison.onDigest(link.site(), digest);
  }

  @Override
  public void onRangeEstimated(RangeEstimated told) {
    if (!term.leaderCheck.onAnswer(told)) {
      term.migrations.onRangeEstimated(told);
    }
  }

  @Override
  public boolean onDefinitions(SiteLink link, Definitions news) {
    boolean known = term.catalog.learn(news);
    term.definitions.announce(term.catalog.sql().version());
    term.existence.announce(term.catalog.existence().version());
    term.sql.onDefinitions(link, news.vector());
    term.acceptor.onCatalog();
    term.existenceDriver.onCatalog();
    return known;
  }

  @Override
  public void onInForce(SiteLink link, DefinitionInForce word) {
    term.definitions.onInForce(link, word.version(), word.position());
  }

  @Override
  public void onInForce(SiteLink link, ExistenceInForce word) {
    term.existence.onInForce(link, word.version(), word.position());
  }

  @Override
  public void onReport(SiteLink link, boolean cutWanted) {
    term.parts.cuts().absorb(link.report());
    term.parts.cutSender().onReport(cutWanted, link);
  }

  @Override
  public void onLoad(SiteLink link) {
    SiteLoad load = link.load();
    long nowUs = term.scheduler.clock().nowUs();
    term.parts.busy().onLoad(link.site(), load.engineUsedUs(), nowUs);
    term.parts
        .measures()
        .onLoad(
            link.site(),
            load.committed() + load.aborted(),
            load.refreshed(),
            load.engineUsedUs(),
            nowUs);
  }

  @Override
  public void onSiteLost(SiteLink link, boolean wasReady, String reason) {
    term.parts.sites().onLost(link, wasReady);
    term.comparison.onSiteLost(link.site());
    if (term.closed) {
      return;
    }
    link.takeReleases().forEach(AnswerListener::onLost);
    link.takeChanges().forEach(AnswerListener::onLost);
    term.router.schemes().tellAll(scheme -> scheme.onSiteLost(link));
    link.takeAttempts().forEach(attempt -> attempt.onLost(link.site()));
    term.uploads.onJarsReadOrLost();
  }

  @Override
  public void onMoved(Move move, int newTerm, String reason) {
    term.parts.counters().moves++;
    term.moveLog.add(term.scheduler.clock().nowUs(), move, newTerm, reason);
  }

  @Override
  public void onRefused(Move move) {
    term.parts.counters().refusedMoves++;
  }

  @Override
  public void onTooLarge(Move move) {
    term.parts.scheme().onTooLarge(move.partition(), term.scheduler.clock().nowUs());
    term.migrations.onTooLarge(move);
  }

  @Override
  public void onGroupDone(MoveGroup group) {
    if (!group.isReshape()) {
      term.parts.measures().onMoved(term.scheduler.clock().nowUs() - group.beganUs);
    }
    term.rebalancer.onGroupDone(group);
    term.router.onGroupDone(group);
  }
}
