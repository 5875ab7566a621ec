package org.thetisdb.server.report;

import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.placement.Migration;
import org.thetisdb.core.wire.RouterToClient.Goodbye;
import org.thetisdb.core.wire.RouterToSite.RouterHello;
import org.thetisdb.core.wire.SiteToRouter.Learned;
import org.thetisdb.core.wire.SiteToRouter.Migrations;
import org.thetisdb.core.wire.SiteToRouter.Placed;
import org.thetisdb.core.wire.SiteToRouter.Replicas;
import org.thetisdb.core.wire.SiteToRouter.SiteEntry;
import org.thetisdb.core.wire.SiteToRouter.SiteHello;
import org.thetisdb.server.commit.GroupCommit;
import org.thetisdb.server.snapshot.Cuts;
import org.thetisdb.server.state.SiteData;
import org.thetisdb.server.state.SiteLife;
import org.thetisdb.server.state.SiteProgress;

/**
 * Answers handshakes of routers: promises to follow none with a lower epoch, sends the partition
 * map, and then lets the router in. Owned by the engine's event loop.
 */
public final class Handshakes {
  private final SiteData data;
  private final SiteProgress progress;
  private final SiteLife life;
  private final GroupCommit log;
  private final Cuts cuts;
  private final String cluster;
  private final int incarnation;
  private final Listener listener;

  /** A router that waits for its handshake to be answered; null if there is none. */
  private Connection peer;

  /** What it is being sent; null if nothing is. */
  private Handshake handshake;

  /** Hears of routers. */
  public interface Listener {
    /** The router at a connection is followed from now on, and none that came before. */
    void onPromised(Connection connection);

    /** It knows what this site knows, and may ask for anything now. */
    void onHandshake(Connection connection);
  }

  /** None has come yet. */
  public Handshakes(
      SiteData data,
      SiteProgress progress,
      SiteLife life,
      GroupCommit log,
      Cuts cuts,
      String cluster,
      int incarnation,
      Listener listener) {
    this.data = data;
    this.progress = progress;
    this.life = life;
    this.log = log;
    this.cuts = cuts;
    this.cluster = cluster;
    this.incarnation = incarnation;
    this.listener = listener;
  }

  /** A stranger, or a router of the past. */
  public static void sendAway(Connection connection, String why) {
    ErrorCode code = ErrorCode.BAD_REQUEST;
    connection.send(new Goodbye(code.number(), code.format(why)));
    connection.close();
  }

  /** A router says which cluster it leads, and in which epoch. */
  public void shakeHands(Connection connection, RouterHello hello) {
    if (!hello.cluster().equals(cluster)) {
      sendAway(connection, "this site is of cluster \"" + cluster + "\"");
      return;
    }
    int followed = cuts.promise(hello.epoch());
    if (followed != hello.epoch()) {
      connection.send(siteHello(followed, List.of()));
      connection.close();
      return;
    }
    listener.onPromised(connection);
    peer = connection;
    log.whenDurable(log.position(), () -> answer(connection, followed));
  }

  /**
   * All that calls of older routers have committed is in the report. A call that is repeated waits
   * for it wherever it is sent, so it finds its first run (hazard 3).
   */
  private void answer(Connection connection, int epoch) {
    if (peer != connection || life.isStopped()) {
      return;
    }
    if (progress.placementPosition() > log.durable()) {
      log.whenDurable(progress.placementPosition(), () -> answer(connection, epoch));
      return;
    }
    handshake =
        new Handshake(connection, data.mastership().walk(), () -> onTold(connection, epoch));
    handshake.go();
  }

  /** The router knows the partition map. */
  private void onTold(Connection connection, int epoch) {
    handshake = null;
    if (peer == connection && !life.isStopped()) {
      peer = null;
      progress.tell();
      listener.onHandshake(connection);
      if (data.catalog().replicas().number() > 0) {
        connection.send(new Replicas(progress.report(), data.catalog().replicas()));
      }
      if (data.catalog().placement().number() > 0) {
        connection.send(new Placed(progress.report(), data.catalog().placement()));
      }
      List<Migration> migrations = data.catalog().migrations().all();
      if (!migrations.isEmpty()) {
        connection.send(new Migrations(progress.report(), migrations));
      }
      if (data.catalog().learned().number() > 0) {
        connection.send(new Learned(data.catalog().learned()));
      }
      connection.send(siteHello(epoch, data.roster().entries()));
    }
  }

  private SiteHello siteHello(int epoch, List<SiteEntry> sites) {
    return new SiteHello(
        data.self(),
        incarnation,
        epoch,
        cuts.newest(),
        progress.report(),
        sites,
        data.catalog().scheme());
  }

  /** A connection takes more. */
  public void onWritable(Connection connection) {
    if (handshake != null && handshake.connection == connection) {
      handshake.go();
    }
  }

  /** A connection is gone. */
  public void onClosed(Connection connection) {
    if (connection == peer) {
      peer = null;
      handshake = null;
    }
  }
}
