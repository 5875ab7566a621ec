package org.thetisdb.client.caller;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.thetisdb.core.net.Peer;

/**
 * The way between frames and a socket that does not block: as they are, or by TLS. The event loop
 * writes, the thread that has the turn to read reads. Nothing of it blocks.
 */
interface Wire {
  /**
   * Any thread, before anything is read or written: goes on with what must come before, as far as
   * it gets now. It has to be called again when the socket has something, or takes more.
   *
   * @return whether the other end is known, and reading and writing may begin
   * @throws IOException if there will be no connection
   */
  boolean begin() throws IOException;

  /** Any thread: what is known of the other end, after the beginning. */
  Peer peer();

  /** As {@link #begin}: whether it waits for the socket to take more. */
  boolean isBlocked();

  /**
   * The reader: takes what has arrived.
   *
   * @param fromSocket whether the socket may be asked, once for each time that it has something;
   *     else only what has left it before is taken
   * @return the number of bytes; 0 if nothing is there now, -1 at the end of the stream
   */
  int read(ByteBuffer into, boolean fromSocket) throws IOException;

  /** The reader: whether something has left the socket that was not taken; no selector tells. */
  boolean holdsMore();

  /**
   * The event loop: hands over what the system takes now.
   *
   * @return the number of bytes, less than there were if the system takes no more
   */
  int write(ByteBuffer from) throws IOException;

  /** The event loop: whether the system has all that was handed over. */
  boolean flush() throws IOException;

  /** The event loop: nothing more is sent; the other end is told as far as the system takes it. */
  void end();
}
