package org.thetisdb.core.net;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.thetisdb.core.time.BatchScheduler;
import org.thetisdb.core.wire.ClientMessage.Ping;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToClient.Pong;

/** Answers each Ping, and notes the threads on which it is called. */
public final class Echo extends Recorder {
  public final Set<String> threads = ConcurrentHashMap.newKeySet();

  /** Whether it was always called in the line that it belongs to. */
  public volatile boolean alwaysInLine = true;

  private final BatchScheduler line;

  /** Belongs to any line. */
  public Echo() {
    this(null);
  }

  /** Belongs to a line. */
  public Echo(BatchScheduler line) {
    this.line = line;
  }

  /** Notes the thread that calls this. */
  public void note() {
    threads.add(Thread.currentThread().getName());
    alwaysInLine &= line == null || line.inLine();
  }

  @Override
  public void onConnected(Connection on) {
    note();
    super.onConnected(on);
  }

  @Override
  public void onMessage(Connection from, Message message) {
    note();
    super.onMessage(from, message);
    if (message instanceof Ping ping) {
      from.send(new Pong(ping.requestId()));
    }
  }

  @Override
  public void onClosed(Connection closed, String reason) {
    note();
    super.onClosed(closed, reason);
  }
}
