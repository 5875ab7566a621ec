package org.thetisdb.router.site;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.agrona.collections.Long2ObjectHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite;
import org.thetisdb.core.wire.RouterToSite.RouterHello;
import org.thetisdb.core.wire.RouterToSite.SignOfLife;
import org.thetisdb.core.wire.SiteToRouter.AskForSign;
import org.thetisdb.core.wire.SiteToRouter.AwaitedRows;
import org.thetisdb.core.wire.SiteToRouter.DefinitionEntry;
import org.thetisdb.core.wire.SiteToRouter.DefinitionInForce;
import org.thetisdb.core.wire.SiteToRouter.Definitions;
import org.thetisdb.core.wire.SiteToRouter.Digest;
import org.thetisdb.core.wire.SiteToRouter.EpochCommitted;
import org.thetisdb.core.wire.SiteToRouter.EpochViewBegun;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.ExistenceInForce;
import org.thetisdb.core.wire.SiteToRouter.InDoubtTimes;
import org.thetisdb.core.wire.SiteToRouter.Jars;
import org.thetisdb.core.wire.SiteToRouter.Learned;
import org.thetisdb.core.wire.SiteToRouter.MapPiece;
import org.thetisdb.core.wire.SiteToRouter.Migrations;
import org.thetisdb.core.wire.SiteToRouter.OfEpochView;
import org.thetisdb.core.wire.SiteToRouter.PhaseSet;
import org.thetisdb.core.wire.SiteToRouter.Placed;
import org.thetisdb.core.wire.SiteToRouter.Ran;
import org.thetisdb.core.wire.SiteToRouter.RanInEpochView;
import org.thetisdb.core.wire.SiteToRouter.RangeEstimated;
import org.thetisdb.core.wire.SiteToRouter.Released;
import org.thetisdb.core.wire.SiteToRouter.Replan;
import org.thetisdb.core.wire.SiteToRouter.ReplicaFilled;
import org.thetisdb.core.wire.SiteToRouter.Replicas;
import org.thetisdb.core.wire.SiteToRouter.Report;
import org.thetisdb.core.wire.SiteToRouter.Reshaped;
import org.thetisdb.core.wire.SiteToRouter.RowWait;
import org.thetisdb.core.wire.SiteToRouter.RunExclusively;
import org.thetisdb.core.wire.SiteToRouter.SchemeReport;
import org.thetisdb.core.wire.SiteToRouter.Seeding;
import org.thetisdb.core.wire.SiteToRouter.SiteHello;
import org.thetisdb.core.wire.SiteToRouter.SiteLoad;
import org.thetisdb.core.wire.SiteToRouter.Sites;
import org.thetisdb.core.wire.SiteToRouter.SuccessorReady;
import org.thetisdb.core.wire.SiteToRouter.TableEntry;
import org.thetisdb.core.wire.SiteToRouter.Unsettled;
import org.thetisdb.core.wire.SiteToRouter.Voted;
import org.thetisdb.core.wire.Software;
import org.thetisdb.replication.membership.Membership.SiteInfo;

/**
 * One connection to one incarnation of a site, with what was asked for on it and not answered yet.
 * It goes from CONNECTING over GREETING and READY to LOST, or from any of them to LOST, and is then
 * thrown away. Owned by the engine's thread.
 */
public final class SiteLink implements ConnectionListener {
  private static final Logger LOG = LoggerFactory.getLogger(SiteLink.class);

  /** The load of a site that reported nothing yet. */
  public static final SiteLoad NO_LOAD =
      new SiteLoad(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, InDoubtTimes.NONE);

  /** How far the connection is. */
  public enum State {
    CONNECTING,
    GREETING,
    READY,
    LOST
  }

  private final SiteInfo site;
  private final String cluster;
  private final int epoch;
  private final SiteEvents events;
  private final Long2ObjectHashMap<Attempt> attempts = new Long2ObjectHashMap<>();
  private final Long2ObjectHashMap<AnswerListener<Released>> releases = new Long2ObjectHashMap<>();
  private final Long2ObjectHashMap<AnswerListener<Reshaped>> changes = new Long2ObjectHashMap<>();

  private RouterToSite.Leave leave;
  private State state = State.CONNECTING;
  private Connection connection;
  private VersionVector report = VersionVector.ZERO;
  private SiteLoad load = NO_LOAD;
  private Software software;
  private VersionVector cutSent = VersionVector.ZERO;
  private long cutSentUs;

  /** Pieces of definitions that have come before the last one. */
  private final List<TableEntry> tables = new ArrayList<>();

  private final List<DefinitionEntry> definitions = new ArrayList<>();

  /** How far the site was when it last reported its definitions; 0 if they are not known. */
  private long definitionsMark;

  /** A link in state CONNECTING, to be given to the transport; {@code events} hear the site. */
  public SiteLink(SiteInfo site, String cluster, int epoch, SiteEvents events) {
    this.site = site;
    this.cluster = cluster;
    this.epoch = epoch;
    this.events = events;
  }

  /** The site and its incarnation. */
  public SiteInfo info() {
    return site;
  }

  /** The site's number. */
  public int site() {
    return site.site();
  }

  /** How far the connection is. */
  public State state() {
    return state;
  }

  /** Whether the site follows this epoch, so that calls can go there. */
  public boolean isReady() {
    return state == State.READY;
  }

  /** The site's last report. */
  public VersionVector report() {
    return report;
  }

  /** The site's counters as it last reported them. */
  public SiteLoad load() {
    return load;
  }

  /** What the site runs; null before its handshake. */
  public Software software() {
    return software;
  }

  /** The newest cut that was sent to the site; ZERO if none was. */
  public VersionVector cutSent() {
    return cutSent;
  }

  /** When that was. */
  long cutSentUs() {
    return cutSentUs;
  }

  /** Sends a cut. */
  void send(RouterToSite.Cut cut, long nowUs) {
    cutSent = cut.vector();
    cutSentUs = nowUs;
    connection.send(cut);
  }

  /** Sends an attempt, which hears what becomes of it. */
  public void send(RouterToSite.Execute execute, Attempt attempt) {
    attempts.put(execute.attemptId(), attempt);
    connection.send(execute);
  }

  /** Sends an attempt in a scheme's own form; what becomes of it, either it hears or the scheme. */
  public void send(long attemptId, RouterToSite form, Attempt attempt) {
    attempts.put(attemptId, attempt);
    connection.send(form);
  }

  /** Asks for partitions. */
  public void send(RouterToSite.Release message, AnswerListener<Released> release) {
    releases.put(message.moveId(), release);
    connection.send(message);
  }

  /** Asks for a change of borders. */
  public void send(RouterToSite.ReshapeRequest message, AnswerListener<Reshaped> change) {
    changes.put(message.moveId(), change);
    connection.send(message);
  }

  /** Asks a site to leave the cluster, or its failover successor. */
  public void send(RouterToSite.Leave message) {
    leave = message;
    connection.send(message);
  }

  /** Sends something that nobody waits for. */
  public void send(RouterToSite message) {
    connection.send(message);
  }

  /** Ends the connection; what is under way on it is lost. */
  void close(String reason) {
    if (state == State.LOST) {
      return;
    }
    if (connection != null) {
      connection.close();
    }
    lose(reason);
  }

  /** Attempts that are at the site. */
  public int underWay() {
    return attempts.size();
  }

  /** Nobody waits for this attempt any more. */
  public void forget(long attemptId) {
    attempts.remove(attemptId);
  }

  /** Attempts under way at the site, in the order in which they were sent. */
  public List<Attempt> takeAttempts() {
    return take(attempts);
  }

  /** Releases under way at the site, in the order in which they were sent. */
  public List<AnswerListener<Released>> takeReleases() {
    return take(releases);
  }

  /** Changes of borders under way at the site, in the order in which they were sent. */
  public List<AnswerListener<Reshaped>> takeChanges() {
    return take(changes);
  }

  private static <T> List<T> take(Long2ObjectHashMap<T> map) {
    List<Long> ids = new ArrayList<>(map.keySet());
    ids.sort(Comparator.naturalOrder());
    List<T> taken = new ArrayList<>(ids.size());
    ids.forEach(id -> taken.add(map.get(id.longValue())));
    map.clear();
    return taken;
  }

  @Override
  public void onConnected(Connection opened) {
    if (state == State.LOST) {
      opened.close();
      return;
    }
    connection = opened;
    state = State.GREETING;
    opened.send(new RouterHello(cluster, epoch));
  }

  @Override
  public void onMessage(Connection from, Message message) {
    if (state == State.LOST) {
      return;
    }
    if (message instanceof AskForSign) {
      connection.send(new SignOfLife());
    } else if (message instanceof SiteHello hello) {
      onHello(hello);
    } else if (message instanceof MapPiece piece && state == State.GREETING) {
      events.onMapPiece(piece);
    } else if (message instanceof Replicas news && state == State.GREETING) {
      events.onReplicas(this, news);
    } else if (message instanceof Placed news && state == State.GREETING) {
      events.onPlaced(news);
    } else if (message instanceof Migrations news && state == State.GREETING) {
      events.onMigrations(news);
    } else if (message instanceof Learned news && state == State.GREETING) {
      events.onLearned(news);
    } else if (state != State.READY) {
      close("the site spoke before its handshake");
    } else {
      onReadyMessage(message);
    }
  }

  /** Asks for the definitions that have changed since the site reported them on this connection. */
  public void requestDefinitions() {
    connection.send(new RouterToSite.DefinitionsRequest(definitionsMark));
  }

  /** What comes in pieces is one piece of news. */
  private void onDefinitions(Definitions piece) {
    tables.addAll(piece.tables());
    definitions.addAll(piece.definitions());
    if (piece.last()) {
      Definitions all =
          new Definitions(
              piece.vector(),
              piece.whole(),
              piece.mark(),
              true,
              List.copyOf(tables),
              List.copyOf(definitions));
      tables.clear();
      definitions.clear();
      take(piece.vector());
      definitionsMark = events.onDefinitions(this, all) ? piece.mark() : 0;
    }
  }

  private void onReadyMessage(Message message) {
    if (message instanceof Executed executed) {
      take(executed.vector());
      Attempt attempt = attempts.remove(executed.attemptId());
      if (attempt != null) {
        attempt.onExecuted(executed);
      }
    } else if (message instanceof Report newReport) {
      report = newReport.vector();
      boolean worked = newReport.load().engineUsedUs() != load.engineUsedUs();
      load = newReport.load();
      if (worked) {
        events.onLoad(this);
      }
      events.onReport(this, newReport.cutWanted());
    } else if (message instanceof Replan replan) {
      take(replan.vector());
      Attempt attempt = attempts.remove(replan.attemptId());
      if (attempt != null) {
        attempt.onReplan(replan);
      }
    } else if (message instanceof Ran ran) {
      take(ran.vector());
      Attempt attempt = attempts.remove(ran.attemptId());
      if (attempt != null) {
        attempt.onOfScheme(ran);
      }
    } else if (message instanceof Voted vote) {
      take(vote.vector());
      Attempt attempt = attempts.remove(vote.attemptId());
      if (attempt != null) {
        attempt.onOfScheme(vote);
      }
    } else if (message instanceof OfEpochView said) {
      onOfEpochView(said);
    } else if (message instanceof Unsettled unsettled) {
      take(unsettled.vector());
      Attempt attempt = attempts.remove(unsettled.attemptId());
      if (attempt != null) {
        attempt.onUnsettled(unsettled);
      }
    } else if (message instanceof RowWait wait) {
      Attempt attempt = attempts.get(wait.attemptId());
      if (attempt != null) {
        attempt.onRowWait(attempts.get(wait.aheadAttemptId()), wait);
      }
    } else if (message instanceof AwaitedRows waits) {
      events.onOfScheme(this, waits);
    } else if (message instanceof Released released) {
      take(released.vector());
      if (leave != null && leave.moveId() == released.moveId()) {
        RouterToSite.Leave asked = leave;
        leave = null;
        events.onLeaveAnswered(this, asked, released);
        return;
      }
      AnswerListener<Released> release = releases.remove(released.moveId());
      if (release != null) {
        release.onAnswer(released);
      }
    } else if (message instanceof Reshaped reshaped) {
      take(reshaped.vector());
      AnswerListener<Reshaped> change = changes.remove(reshaped.moveId());
      events.onBorders(reshaped);
      if (change != null) {
        change.onAnswer(reshaped);
      }
    } else if (message instanceof Sites sites) {
      take(sites.vector());
      events.onRoster(sites);
    } else if (message instanceof Replicas news) {
      take(news.vector());
      events.onReplicas(this, news);
    } else if (message instanceof Placed news) {
      take(news.vector());
      events.onPlaced(news);
    } else if (message instanceof Migrations news) {
      take(news.vector());
      events.onMigrations(news);
    } else if (message instanceof ReplicaFilled news) {
      take(news.vector());
      events.onReplicaFilled(this, news);
    } else if (message instanceof Seeding seeding) {
      events.onSeeding(seeding);
    } else if (message instanceof SuccessorReady ready) {
      take(ready.vector());
      events.onSuccessorReady(this, ready);
    } else if (message instanceof PhaseSet set) {
      take(set.vector());
      events.onOfScheme(this, set);
    } else if (message instanceof SchemeReport said) {
      take(said.vector());
      events.onOfScheme(this, said);
    } else if (message instanceof Digest digest) {
      events.onDigest(this, digest);
    } else if (message instanceof RangeEstimated told) {
      events.onRangeEstimated(told);
    } else if (message instanceof Definitions definitions) {
      onDefinitions(definitions);
    } else if (message instanceof DefinitionInForce word) {
      events.onInForce(this, word);
    } else if (message instanceof ExistenceInForce word) {
      events.onInForce(this, word);
    } else if (message instanceof Jars jars) {
      take(jars.vector());
      events.onJars(this, jars);
    } else {
      close("the site sent something that only others send");
    }
  }

  private void onOfEpochView(OfEpochView said) {
    if (said instanceof RunExclusively alone) {
      Attempt attempt = attempts.remove(alone.attemptId());
      if (attempt != null) {
        attempt.onOfScheme(alone);
      }
      return;
    }
    if (said instanceof RanInEpochView ran) {
      attempts.remove(ran.attemptId());
    } else if (said instanceof EpochViewBegun begun) {
      take(begun.vector());
    } else if (said instanceof EpochCommitted committed) {
      take(committed.vector());
    }
    events.onOfScheme(this, said);
  }

  private void onHello(SiteHello hello) {
    if (hello.epoch() > epoch) {
      close("the site follows a later router");
      events.onLaterEpoch(hello.epoch());
    } else if (state != State.GREETING
        || hello.site() != site.site()
        || hello.incarnation() != site.incarnation()) {
      close("another site or incarnation answered than was expected");
    } else {
      state = State.READY;
      report = hello.vector();
      software = hello.software();
      events.onSiteReady(this, hello);
    }
  }

  private void take(VersionVector newReport) {
    report = newReport;
    events.onReport(this, false);
  }

  @Override
  public void onClosed(Connection closed, String reason) {
    if (state != State.LOST) {
      lose(reason);
    }
  }

  private void lose(String reason) {
    boolean wasReady = state == State.READY;
    state = State.LOST;
    LOG.info("site {} is not connected: {}", site.site(), reason);
    events.onSiteLost(this, wasReady, reason);
  }
}
