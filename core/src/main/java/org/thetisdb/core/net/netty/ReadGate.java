package org.thetisdb.core.net.netty;

import io.netty.channel.Channel;

/**
 * Whether a channel is read: as long as neither its listener nor its link has too much that waits.
 * Owned by the event loop.
 */
final class ReadGate {
  private final Channel channel;
  private boolean listenerIsBusy;
  private boolean linkIsFull;
  private boolean isOpenForGood;

  ReadGate(Channel channel) {
    this.channel = channel;
  }

  void listenerIsBusy(boolean busy) {
    if (busy != listenerIsBusy) {
      listenerIsBusy = busy;
      apply();
    }
  }

  void linkIsFull(boolean full) {
    if (full != linkIsFull) {
      linkIsFull = full;
      apply();
    }
  }

  /** The connection ends: what still comes is read, and dropped. */
  void openForGood() {
    isOpenForGood = true;
    apply();
  }

  /** Whether what comes is read. */
  boolean isOpen() {
    return isOpenForGood || !(listenerIsBusy || linkIsFull);
  }

  private void apply() {
    channel.config().setAutoRead(isOpen());
  }
}
