package org.thetisdb.core.net;

import org.thetisdb.core.id.Address;
import org.thetisdb.core.wire.Message;

/** One end of a connection. */
public interface Connection {
  /**
   * Sends a message; never blocks, may be called from any thread. Messages handed in close together
   * share a system call. On a closed connection the message is dropped: what waits for an answer
   * hears of it by {@link ConnectionListener#onClosed}.
   */
  void send(Message message);

  /**
   * Whether so much is waiting to be sent that the caller should stop producing; it hears {@link
   * ConnectionListener#onWritable} when the other end has caught up. A peer that does not read at
   * all is disconnected when a hard limit is reached.
   */
  boolean isCongested();

  /** The other end's address. */
  Address remoteAddress();

  /**
   * How the connection came, and what is known of its other end. Any thread. Known as soon as the
   * listener hears of the connection; the same from then on.
   */
  Peer peer();

  /**
   * The other end has logged in: from now on its messages may have the full length. Before that
   * those of a client may not, so that strangers cannot fill the memory. Any thread.
   */
  default void allowLongMessages() {}

  /** Closes; the listener hears it once. */
  void close();
}
