package org.thetisdb.replication.log.kafka;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.replication.log.kafka.LocalBroker.Entry;

/**
 * The files of a broker in this process behind a reader. Appends of this process end a wait at
 * once; what another process appended over a socket is found by looking again after a while.
 *
 * <p>Belongs to the reader's thread, but for {@link #wake()}.
 */
final class LocalSource implements EntrySource {
  private static final long LOOK_AGAIN_NS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final int MOST_BYTES = 4 * 1024 * 1024;

  private final KafkaLogSettings settings;
  private final LocalBroker broker;
  private final Thread thread = Thread.currentThread();
  private final Runnable onAppended = this::wakeIfWaiting;

  /** For each site the next offset, in the order of sites. */
  private final Map<Integer, Long> positions = new TreeMap<>();

  /** Sites whose logs are left out. */
  private final Set<Integer> paused = new HashSet<>();

  private final List<Entry> found = new ArrayList<>();
  private volatile boolean waiting;
  private volatile boolean woken;

  /** A source for the reader whose thread this is. */
  LocalSource(KafkaLogSettings settings, LocalBroker broker) {
    this.settings = settings;
    this.broker = broker;
    broker.addListener(onAppended);
  }

  @Override
  public boolean isEmpty() {
    return positions.isEmpty();
  }

  @Override
  public Map<Integer, Long> sites() {
    return new HashMap<>(positions);
  }

  @Override
  public void add(int site, long fromOffset) {
    positions.put(site, fromOffset);
  }

  @Override
  public void remove(int site) {
    positions.remove(site);
    paused.remove(site);
  }

  @Override
  public void setPaused(int site, boolean nowPaused) {
    if (nowPaused && positions.containsKey(site)) {
      paused.add(site);
    } else {
      paused.remove(site);
    }
  }

  @Override
  public PolledEntries poll(long nowUs) {
    PolledEntries delivery = readAll();
    if (delivery.isEmpty()) {
      // A thread that appends from here on wakes this thread; what came before is read again.
      waiting = true;
      delivery = readAll();
      if (delivery.isEmpty() && !woken) {
        LockSupport.parkNanos(this, LOOK_AGAIN_NS);
        delivery = woken ? delivery : readAll(); // a command comes first: it may be a pause
      }
      waiting = false;
    }
    woken = false;
    return delivery;
  }

  private PolledEntries readAll() {
    PolledEntries delivery = new PolledEntries();
    for (int site : positions.keySet().toArray(Integer[]::new)) {
      if (!paused.contains(site)) {
        read(site, delivery);
      }
    }
    return delivery;
  }

  private void read(int site, PolledEntries delivery) {
    String topic = settings.topic(site);
    long next = positions.get(site);
    long end = broker.end(topic);
    if (end == next || !broker.leads(topic)) {
      return;
    }
    if (next < broker.beginning(topic)) {
      fail(site, new ThetisException(ErrorCode.LOG_TRIMMED, site, next), delivery);
    } else if (next > end) {
      fail(site, corrupt(site, next, "the log ends at " + end), delivery);
    } else {
      readRun(site, topic, next, delivery);
    }
  }

  private void readRun(int site, String topic, long next, PolledEntries delivery) {
    found.clear();
    try {
      broker.read(topic, next, MOST_BYTES, found);
    } catch (RuntimeException e) {
      // It may have been cut since its beginning was asked for.
      fail(
          site,
          next < broker.beginning(topic)
              ? new ThetisException(ErrorCode.LOG_TRIMMED, site, next).causedBy(e)
              : KafkaLogReader.corrupt(site, next, e),
          delivery);
      return;
    }
    List<byte[]> good = new ArrayList<>(found.size());
    for (Entry entry : found) {
      if (entry.offset() != next + good.size() || entry.bytes() == null) {
        break;
      }
      good.add(entry.bytes());
    }
    if (!good.isEmpty()) {
      delivery.addRun(site, next, good);
      positions.put(site, next + good.size());
    }
    if (good.size() < found.size()) {
      long offset = found.get(good.size()).offset();
      fail(
          site,
          corrupt(site, next + good.size(), "offset " + offset + " came, or no bytes"),
          delivery);
    }
  }

  private static ThetisException corrupt(int site, long offset, String text) {
    return KafkaLogReader.corrupt(site, offset, new CorruptRecordException(text));
  }

  private void fail(int site, ThetisException reason, PolledEntries delivery) {
    delivery.addFailure(site, reason);
    positions.remove(site);
  }

  private void wakeIfWaiting() {
    if (waiting) {
      LockSupport.unpark(thread);
    }
  }

  @Override
  public void wake() {
    woken = true;
    LockSupport.unpark(thread);
  }

  @Override
  public void close() {
    broker.removeListener(onAppended);
  }
}
