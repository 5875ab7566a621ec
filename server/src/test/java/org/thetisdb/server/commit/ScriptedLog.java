package org.thetisdb.server.commit;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.replication.log.LogAppender;

/** A log that acknowledges when it is told to. */
final class ScriptedLog implements LogAppender {
  final List<byte[]> entries = new ArrayList<>();
  private final List<AppendCallback> waiting = new ArrayList<>();

  @Override
  public void append(byte[] entry, AppendCallback callback) {
    entries.add(entry);
    waiting.add(callback);
  }

  void acknowledge() {
    waiting.remove(0).onAppended(entries.size() - 1L);
  }

  void fail() {
    waiting.remove(0).onFailed(new IllegalStateException("the disk is gone"));
  }

  @Override
  public void close() {}
}
