package org.thetisdb.server.report;

import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.wire.RouterToClient.Goodbye;
import org.thetisdb.core.wire.RouterToSite.RouterHello;
import org.thetisdb.core.wire.SiteToRouter.Placed;
import org.thetisdb.core.wire.SiteToRouter.Replicas;
import org.thetisdb.core.wire.SiteToRouter.SiteEntry;
import org.thetisdb.core.wire.SiteToRouter.SiteHello;
import org.thetisdb.server.state.SiteState;

/**
 * Greets routers: promises to follow none with a lower epoch, tells the partition map, and then
 * lets the router in. Owned by the engine's line.
 */
public final class Greetings {
  private final SiteState state;
  private final String cluster;
  private final int incarnation;
  private final Listener listener;

  /** A router that waits for its greeting to be answered; null if there is none. */
  private Connection greeted;

  /** What it is being told; null if nothing is. */
  private Greeting greeting;

  /** Hears of routers. */
  public interface Listener {
    /** The router at a connection is followed from now on, and none that came before. */
    void onPromised(Connection connection);

    /** It knows what this site knows, and may ask for anything now. */
    void onGreeted(Connection connection);
  }

  /** None has come yet. */
  public Greetings(SiteState state, String cluster, int incarnation, Listener listener) {
    this.state = state;
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
  public void greet(Connection connection, RouterHello hello) {
    if (!hello.cluster().equals(cluster)) {
      sendAway(connection, "this site is of cluster \"" + cluster + "\"");
      return;
    }
    int followed = state.cuts().promise(hello.epoch());
    if (followed != hello.epoch()) {
      connection.send(siteHello(followed, List.of()));
      connection.close();
      return;
    }
    listener.onPromised(connection);
    greeted = connection;
    state.log().whenDurable(state.log().position(), () -> answer(connection, followed));
  }

  /**
   * All that calls of older routers have committed is in the report. A call that is repeated waits
   * for it wherever it is sent, so it finds its first run (hazard 3).
   */
  private void answer(Connection connection, int epoch) {
    if (greeted != connection || state.isStopped()) {
      return;
    }
    if (state.placementPosition() > state.log().durable()) {
      state.log().whenDurable(state.placementPosition(), () -> answer(connection, epoch));
      return;
    }
    greeting = new Greeting(connection, state.mastership().walk(), () -> onTold(connection, epoch));
    greeting.go();
  }

  /** The router knows the partition map. */
  private void onTold(Connection connection, int epoch) {
    greeting = null;
    if (greeted == connection && !state.isStopped()) {
      greeted = null;
      state.tell();
      listener.onGreeted(connection);
      if (state.catalog().replicas().number() > 0) {
        connection.send(new Replicas(state.report(), state.catalog().replicas()));
      }
      if (state.catalog().placement().number() > 0) {
        connection.send(new Placed(state.report(), state.catalog().placement()));
      }
      connection.send(siteHello(epoch, state.roster().entries()));
    }
  }

  private SiteHello siteHello(int epoch, List<SiteEntry> sites) {
    return new SiteHello(
        state.self(),
        incarnation,
        epoch,
        state.cuts().newest(),
        state.report(),
        sites,
        state.catalog().scheme());
  }

  /** A connection takes more. */
  public void onWritable(Connection connection) {
    if (greeting != null && greeting.connection == connection) {
      greeting.go();
    }
  }

  /** A connection is gone. */
  public void onClosed(Connection connection) {
    if (connection == greeted) {
      greeted = null;
      greeting = null;
    }
  }
}
