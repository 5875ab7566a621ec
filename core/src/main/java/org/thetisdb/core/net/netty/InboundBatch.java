package org.thetisdb.core.net.netty;

import java.util.ArrayList;
import org.thetisdb.core.time.ResumableTask;
import org.thetisdb.core.time.ShortTask;
import org.thetisdb.core.wire.Message;

/**
 * The messages of one read, on their way from the event loop to the listener's scheduler. Filled by
 * the one, then worked off by the other. If the scheduler loses its thread in a message, it runs
 * the batch again and the next message follows.
 */
final class InboundBatch implements ResumableTask, ShortTask {
  /** More messages than these are worth the waking of another thread. */
  private static final int FEW = 16;

  private final NettyConnection connection;
  private final ArrayList<Message> messages = new ArrayList<>(8);
  private boolean onlyShort = true;
  private int bytes;
  private int next;

  InboundBatch(NettyConnection connection) {
    this.connection = connection;
  }

  void add(Message message, int weightBytes) {
    messages.add(message);
    bytes += weightBytes;
    onlyShort &= message.isShort();
  }

  /** {@inheritDoc} Does not change once the batch is handed in. */
  @Override
  public boolean isShort() {
    return onlyShort && messages.size() <= FEW;
  }

  int bytes() {
    return bytes;
  }

  @Override
  public void run() {
    while (next < messages.size()) {
      connection.deliver(messages.get(next++));
    }
    connection.workedOff(bytes);
  }
}
