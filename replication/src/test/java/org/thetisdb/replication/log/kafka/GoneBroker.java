package org.thetisdb.replication.log.kafka;

import java.util.List;

/** A broker that has stopped: it still knows what it led, and refuses each append. */
record GoneBroker(LocalBroker before) implements LocalBroker {
  @Override
  public boolean leads(String topic) {
    return true;
  }

  @Override
  public long append(String topic, byte[] entry) {
    throw new IllegalStateException("the broker has stopped");
  }

  @Override
  public long end(String topic) {
    return before.end(topic);
  }

  @Override
  public long beginning(String topic) {
    return before.beginning(topic);
  }

  @Override
  public void read(String topic, long fromOffset, int mostBytes, List<Entry> into) {
    before.read(topic, fromOffset, mostBytes, into);
  }

  @Override
  public void addListener(Runnable action) {
    before.addListener(action);
  }

  @Override
  public void removeListener(Runnable action) {
    before.removeListener(action);
  }
}
