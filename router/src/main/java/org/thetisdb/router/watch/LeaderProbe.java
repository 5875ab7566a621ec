package org.thetisdb.router.watch;

import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.time.Clock;
import org.thetisdb.core.wire.ClientMessage.Ping;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToClient.Pong;

/**
 * A connection to the router that leads, over which nothing goes but signs of life. It is thrown
 * away when it is gone. Owned by the engine's thread.
 */
final class LeaderProbe implements ConnectionListener {
  private final Clock clock;
  private Connection connection;
  private boolean gone;
  private boolean closed;
  private long heardUs;

  /**
   * A probe that is about to be connected.
   *
   * @param heardUs when the router was last heard of
   */
  LeaderProbe(Clock clock, long heardUs) {
    this.clock = clock;
    this.heardUs = heardUs;
  }

  /** When the router last said something. */
  long heardUs() {
    return heardUs;
  }

  /** Whether the connection has ended, or could not be made. */
  boolean isGone() {
    return gone;
  }

  /** Asks for a sign of life. */
  void ping() {
    if (connection != null && !gone && !connection.isCongested()) {
      connection.send(new Ping(0));
    }
  }

  /** Ends it; nothing is heard any more. */
  void close() {
    closed = true;
    gone = true;
    if (connection != null) {
      connection.close();
    }
  }

  @Override
  public void onConnected(Connection opened) {
    connection = opened;
    if (closed) {
      opened.close();
    } else {
      heardUs = clock.nowUs();
      ping();
    }
  }

  @Override
  public void onMessage(Connection from, Message message) {
    if (message instanceof Pong) {
      heardUs = clock.nowUs();
    }
  }

  @Override
  public void onClosed(Connection ended, String reason) {
    gone = true;
  }
}
