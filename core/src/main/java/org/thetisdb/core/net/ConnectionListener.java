package org.thetisdb.core.net;

import org.thetisdb.core.wire.Message;

/**
 * Hears what happens on one connection. All calls come one after the other on the scheduler given
 * at opening.
 */
public interface ConnectionListener {
  /** The connection stands. Not called for accepted connections, which stand from the start. */
  default void onConnected(Connection connection) {}

  /** A message arrived. */
  void onMessage(Connection connection, Message message);

  /**
   * What waited to be sent has drained below the low mark after {@link Connection#isCongested} was
   * true.
   */
  default void onWritable(Connection connection) {}

  /**
   * The connection is gone, or never stood. Called exactly once; {@code reason} is one clear
   * sentence.
   */
  void onClosed(Connection connection, String reason);
}
