package org.thetisdb.relational.log;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.dtxn.FragmentRefusedException;
import org.thetisdb.dtxn.StorageEngine;
import org.thetisdb.dtxn.UndoRecord;

/**
 * The log of one partition whose rows are in a database beside the cluster. A record is what one
 * transaction has done there. It is appended only if the log ends where the transaction began, so
 * of two hosts that run at the same time one is refused. Records stay until the database of each
 * host has them for certain.
 */
public final class StatementLog implements StorageEngine {
  /** So many records wait for the slowest host at most. */
  static final int MOST_RECORDS = 100_000;

  /** So many bytes of them. */
  static final long MOST_BYTES = 64L << 20;

  /** So much a {@link LogPage} has, and one record more. */
  static final int PAGE_BYTES = 1 << 20;

  private static final int MOST_HOSTS = 64;

  /** The version of the first one, less one. */
  private LogHead before = LogHead.START;

  private final ArrayDeque<Entry> entries = new ArrayDeque<>();
  private final TreeMap<String, Long> hosts = new TreeMap<>();
  private LogHead head = LogHead.START;
  private long bytes;

  private record Entry(byte[] record, LogHead end) {}

  /**
   * What a change of the hosts has taken away: records, the first one first, and a host's place.
   */
  private record Trimmed(LogHead before, List<Entry> entries, String host, Long place) {}

  @Override
  public byte[] executeFragment(byte[] fragment, UndoRecord undo) {
    List<?> wanted = (List<?>) ValueCodec.decode(fragment);
    return switch ((String) wanted.get(0)) {
      case LogFragments.APPEND -> {
        requireEnd(place(wanted, 1));
        if (undo != null) {
          undo.set(head);
        }
        yield append((byte[]) wanted.get(3));
      }
      case LogFragments.CHECK, LogFragments.SEE -> {
        requireEnd(place(wanted, 1));
        yield LogFragments.answer(head);
      }
      case LogFragments.READ -> LogFragments.answer(head, read((Long) wanted.get(1)));
      case LogFragments.CONFIRM -> confirm((String) wanted.get(1), place(wanted, 2), undo);
      case LogFragments.FORGET -> place((String) wanted.get(1), null, undo);
      default -> throw new FragmentRefusedException("There is no fragment " + wanted.get(0) + ".");
    };
  }

  @Override
  public boolean onlyReads(byte[] fragment) {
    Object kind = ((List<?>) ValueCodec.decode(fragment)).get(0);
    return kind.equals(LogFragments.READ) || kind.equals(LogFragments.SEE);
  }

  private static LogHead place(List<?> values, int at) {
    return new LogHead((Long) values.get(at), (Long) values.get(at + 1));
  }

  private void requireEnd(LogHead expected) {
    if (!expected.equals(head)) {
      throw new FragmentRefusedException(
          LogFragments.BEHIND
              + "the log ends at version %d, not at %d."
                  .formatted(head.version(), expected.version()));
    }
  }

  private byte[] append(byte[] record) {
    if (entries.size() >= MOST_RECORDS || bytes + record.length > MOST_BYTES) {
      throw new FragmentRefusedException(
          LogFragments.FULL
              + "%d records wait for hosts, which are at versions %s. Start these, or forget them."
                  .formatted(entries.size(), hosts));
    }
    head = head.next(record);
    entries.addLast(new Entry(record, head));
    bytes += record.length;
    return LogFragments.answer(head);
  }

  private List<byte[]> read(long from) {
    List<byte[]> page = new ArrayList<>();
    int size = 0;
    if (from > before.version() && from <= head.version()) {
      for (Entry entry : entries) {
        if (entry.end().version() >= from && size <= PAGE_BYTES) {
          page.add(entry.record());
          size += entry.record().length;
        }
      }
    }
    return page;
  }

  private byte[] confirm(String host, LogHead place, UndoRecord undo) {
    if (place.version() > head.version()) {
      throw new FragmentRefusedException(
          "The database is at version %d, ahead of its log, which ends at %d."
                  .formatted(place.version(), head.version())
              + " It belongs to another cluster, or the cluster lost its newest records.");
    }
    if (place.version() < before.version()) {
      throw new FragmentRefusedException(
          "The database is at version %d, and its log begins behind %d. Restore it from a newer"
                  .formatted(place.version(), before.version())
              + " backup, or from one of another host.");
    }
    if (!place.equals(at(place.version()))) {
      throw new FragmentRefusedException(
          "The database has another past than the log at version %d. It belongs to another partition"
                  .formatted(place.version())
              + " or cluster.");
    }
    if (!hosts.containsKey(host) && hosts.size() >= MOST_HOSTS) {
      throw new FragmentRefusedException("There are %d hosts; forget one.".formatted(hosts.size()));
    }
    return place(host, place.version(), undo);
  }

  private LogHead at(long version) {
    if (version == before.version()) {
      return before;
    }
    // One of the newest, as a rule.
    for (Iterator<Entry> each = entries.descendingIterator(); each.hasNext(); ) {
      Entry entry = each.next();
      if (entry.end().version() == version) {
        return entry.end();
      }
    }
    throw new IllegalStateException("version " + version + " is between the first and the last");
  }

  private byte[] place(String host, Long version, UndoRecord undo) {
    LogHead first = before;
    Long last = version == null ? hosts.remove(host) : hosts.put(host, version);
    List<Entry> gone = trim();
    if (undo != null) {
      undo.set(new Trimmed(first, gone, host, last));
    }
    return LogFragments.answer(head);
  }

  private List<Entry> trim() {
    long confirmed = hosts.values().stream().mapToLong(Long::longValue).min().orElse(0);
    List<Entry> gone = new ArrayList<>();
    while (before.version() < confirmed && !entries.isEmpty()) {
      Entry entry = entries.removeFirst();
      before = entry.end();
      bytes -= entry.record().length;
      gone.add(entry);
    }
    return gone;
  }

  @Override
  public void applyUndoRecord(UndoRecord undo) {
    if (undo.get() instanceof Trimmed trimmed) {
      restore(trimmed);
    } else if (undo.get() instanceof LogHead last) {
      bytes -= entries.removeLast().record().length;
      head = last;
    }
  }

  private void restore(Trimmed trimmed) {
    for (int i = trimmed.entries().size() - 1; i >= 0; i--) {
      entries.addFirst(trimmed.entries().get(i));
      bytes += trimmed.entries().get(i).record().length;
    }
    before = trimmed.before();
    if (trimmed.place() == null) {
      hosts.remove(trimmed.host());
    } else {
      hosts.put(trimmed.host(), trimmed.place());
    }
  }

  @Override
  public void writeSnapshot(OutputStream target) throws IOException {
    DataOutputStream out = new DataOutputStream(target);
    out.writeLong(before.version());
    out.writeLong(before.chain());
    out.writeInt(hosts.size());
    for (Map.Entry<String, Long> host : hosts.entrySet()) {
      out.writeUTF(host.getKey());
      out.writeLong(host.getValue());
    }
    out.writeInt(entries.size());
    for (Entry entry : entries) {
      out.writeInt(entry.record().length);
      out.write(entry.record());
    }
    out.flush();
  }

  @Override
  public void readSnapshot(InputStream source) throws IOException {
    DataInputStream in = new DataInputStream(source);
    before = new LogHead(in.readLong(), in.readLong());
    head = before;
    for (int left = in.readInt(); left > 0; left--) {
      hosts.put(in.readUTF(), in.readLong());
    }
    for (int left = in.readInt(); left > 0; left--) {
      int length = in.readInt();
      if (length < 0 || length > MOST_BYTES) {
        throw new IOException("a record of " + length + " bytes");
      }
      byte[] record = new byte[length];
      in.readFully(record);
      head = head.next(record);
      entries.addLast(new Entry(record, head));
      bytes += length;
    }
  }

  @Override
  public long digest() {
    long mixed = head.chain() * 31 + head.version();
    return (mixed * 31 + before.version()) * 31 + hosts.hashCode() | 1;
  }
}
