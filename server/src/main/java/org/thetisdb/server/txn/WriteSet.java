package org.thetisdb.server.txn;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.server.commit.CommitProtocol;

/**
 * What a transaction wants to write, in the order of the first write of each row; the last image of
 * a row counts. Not thread-safe.
 */
public final class WriteSet implements CommitProtocol.Rows {
  /** Up to so many entries are found by looking at each. */
  private static final int SCAN_LIMIT = 8;

  private final List<RowKey> keys = new ArrayList<>(4);
  private final List<byte[]> images = new ArrayList<>(4);

  /**
   * Entries by the hashes of their keys, each plus one, 0 for none; an entry that finds its place
   * taken stands in the next free one. At most half full; null while there are few entries.
   */
  private int[] index;

  private List<Change> journal;
  private long bytes;

  /** What one entry was before a change; {@code added} if it was not there. */
  private record Change(int entry, byte[] before, boolean added) {}

  /**
   * A place to come back to with {@link #rollbackTo}. From the first mark on, changes are
   * remembered.
   */
  public int mark() {
    if (journal == null) {
      journal = new ArrayList<>();
    }
    return journal.size();
  }

  /** Rolls back all changes since a mark, and with it forgets later marks. */
  public void rollbackTo(int mark) {
    for (int i = journal == null ? -1 : journal.size() - 1; i >= mark; i--) {
      rollBack(journal.remove(i));
    }
  }

  private void rollBack(Change change) {
    byte[] image = images.get(change.entry);
    if (!change.added) {
      bytes += size(change.before) - size(image);
      images.set(change.entry, change.before);
      return;
    }
    RowKey key = keys.get(change.entry);
    if (index != null) {
      index[place(key)] = 0; // the last that came: no other stands behind it for its sake
    }
    keys.remove(change.entry);
    images.remove(change.entry);
    bytes -= key.bytes().length + size(image);
  }

  private void remember(int entry, byte[] before, boolean added) {
    if (journal != null) {
      journal.add(new Change(entry, before, added));
    }
  }

  /** Index of a row's entry, or -1. */
  public int find(RowKey key) {
    if (index != null) {
      return index[place(key)] - 1;
    }
    for (int i = 0; i < keys.size(); i++) {
      if (keys.get(i).equals(key)) {
        return i;
      }
    }
    return -1;
  }

  /** Where a key stands in the index, or would stand. */
  private int place(RowKey key) {
    int mask = index.length - 1;
    int at = key.hashCode() & mask;
    while (index[at] != 0 && !keys.get(index[at] - 1).equals(key)) {
      at = at + 1 & mask;
    }
    return at;
  }

  /** Sets a row's image; null deletes it. */
  public void put(RowKey key, byte[] image) {
    int found = find(key);
    if (found >= 0) {
      remember(found, images.get(found), false);
      bytes += size(image) - size(images.get(found));
      images.set(found, image);
      return;
    }
    remember(keys.size(), null, true);
    keys.add(key);
    images.add(image);
    bytes += key.bytes().length + size(image);
    if (index == null && keys.size() <= SCAN_LIMIT) {
      return;
    }
    if (index == null || 2 * keys.size() > index.length) {
      index = new int[4 * Integer.highestOneBit(keys.size())];
      for (int i = 0; i < keys.size(); i++) {
        index[place(keys.get(i))] = i + 1;
      }
    } else {
      index[place(key)] = keys.size();
    }
  }

  private static int size(byte[] image) {
    return image == null ? 0 : image.length;
  }

  /** Number of rows. */
  @Override
  public int size() {
    return keys.size();
  }

  /** Key of entry {@code i}. */
  @Override
  public RowKey key(int i) {
    return keys.get(i);
  }

  /** Image of entry {@code i}; null for a delete. */
  @Override
  public byte[] image(int i) {
    return images.get(i);
  }

  /** All keys, in order; must not be changed. */
  public List<RowKey> keys() {
    return keys;
  }

  /** Bytes of all keys and images. */
  public long bytes() {
    return bytes;
  }

  /** Whether nothing but deletes is written. */
  public boolean onlyDeletes() {
    for (int i = 0; i < images.size(); i++) {
      if (images.get(i) != null) {
        return false;
      }
    }
    return true;
  }

  /** The same rows and images, without marks; stays as it is when this one changes. */
  public WriteSet copy() {
    WriteSet copy = new WriteSet();
    for (int i = 0; i < keys.size(); i++) {
      copy.put(keys.get(i), images.get(i));
    }
    return copy;
  }

  /** Forgets everything. */
  public void clear() {
    keys.clear();
    images.clear();
    index = null;
    journal = null;
    bytes = 0;
  }
}
