package org.thetisdb.core.wire;

/**
 * Everything that goes over a connection. The records of this package are its kinds; {@link
 * MessageCodec} encodes them.
 */
public sealed interface Message
    permits ClientMessage, RouterToClient, RouterToSite, SiteToRouter, SiteToSite {
  /**
   * Whether its receiver has little to do for it, and never runs code of procedures before it hands
   * the message on: then the thread that has brought it may take it all the way (see {@link
   * org.thetisdb.core.time.ShortTask}). Others wait for the receiver's own thread.
   */
  default boolean isShort() {
    return false;
  }
}
