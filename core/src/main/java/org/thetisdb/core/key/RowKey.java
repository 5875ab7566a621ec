package org.thetisdb.core.key;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * A row's primary key: its table and the order-preserving encoded form (unsigned byte order is key
 * order). Immutable by contract: the array is not copied and must not be changed. Ordered by table,
 * then by key, which is the fixed order in which locks are taken.
 */
public final class RowKey implements Comparable<RowKey> {
  private final int tableId;
  private final byte[] bytes;
  private final long hash;

  /** Takes over {@code bytes}. */
  public RowKey(int tableId, byte[] bytes) {
    this.tableId = tableId;
    this.bytes = bytes;
    this.hash = KeyHash.of(tableId, bytes);
  }

  /** The table's id. */
  public int tableId() {
    return tableId;
  }

  /** The encoded key; must not be changed. */
  public byte[] bytes() {
    return bytes;
  }

  /** See {@link KeyHash}; computed once. */
  public long hash() {
    return hash;
  }

  @Override
  public int compareTo(RowKey other) {
    int order = Integer.compare(tableId, other.tableId);
    return order != 0 ? order : Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowKey key
        && hash == key.hash
        && tableId == key.tableId
        && Arrays.equals(bytes, key.bytes);
  }

  @Override
  public int hashCode() {
    return (int) hash;
  }

  @Override
  public String toString() {
    return tableId + ":" + HexFormat.of().formatHex(bytes);
  }
}
