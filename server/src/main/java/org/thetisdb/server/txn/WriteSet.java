package org.thetisdb.server.txn;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.core.key.RowKey;

/**
 * What a transaction wants to write, in the order of the first write of each row; the last image of
 * a row counts. Not thread-safe.
 */
public final class WriteSet {
  private static final int SCAN_LIMIT = 12;

  private final List<RowKey> keys = new ArrayList<>(4);
  private final List<byte[]> images = new ArrayList<>(4);
  private Map<RowKey, Integer> index;
  private long bytes;

  /** Index of a row's entry, or -1. */
  public int find(RowKey key) {
    if (index != null) {
      return index.getOrDefault(key, -1);
    }
    for (int i = 0; i < keys.size(); i++) {
      if (keys.get(i).equals(key)) {
        return i;
      }
    }
    return -1;
  }

  /** Sets a row's image; null deletes it. */
  public void put(RowKey key, byte[] image) {
    int found = find(key);
    if (found >= 0) {
      bytes += size(image) - size(images.get(found));
      images.set(found, image);
      return;
    }
    keys.add(key);
    images.add(image);
    bytes += key.bytes().length + size(image);
    if (index != null) {
      index.put(key, keys.size() - 1);
    } else if (keys.size() > SCAN_LIMIT) {
      buildIndex();
    }
  }

  private void buildIndex() {
    index = new HashMap<>();
    for (int i = 0; i < keys.size(); i++) {
      index.put(keys.get(i), i);
    }
  }

  private static int size(byte[] image) {
    return image == null ? 0 : image.length;
  }

  /** Number of rows. */
  public int size() {
    return keys.size();
  }

  /** Key of entry {@code i}. */
  public RowKey key(int i) {
    return keys.get(i);
  }

  /** Image of entry {@code i}; null for a delete. */
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

  /** Forgets everything. */
  public void clear() {
    keys.clear();
    images.clear();
    index = null;
    bytes = 0;
  }
}
