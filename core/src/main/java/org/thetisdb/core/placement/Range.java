package org.thetisdb.core.placement;

import org.thetisdb.core.id.PartitionId;

/**
 * One range of a table's keys with its master and term; it ends where the next one begins.
 * Immutable: whatever changes makes another one.
 *
 * @param id follows from the table and the lower bound, see {@link #idOf}
 * @param from the lower bound, inclusive; empty for the beginning of the table. Must not be changed
 */
record Range(long id, byte[] from, int term, int master) {
  /** Where each table's first range begins. */
  static final byte[] OPEN = {};

  /** The range of a table that begins at a bound. */
  static Range of(int tableId, byte[] from, int term, int master) {
    return new Range(idOf(tableId, from), from, term, master);
  }

  Range with(int newTerm, int newMaster) {
    return new Range(id, from, newTerm, newMaster);
  }

  /**
   * The id of the range that begins at a bound: index 0 for the beginning of the table, else a hash
   * of the bound's bytes. So all processes give a range the same id without asking each other. Two
   * bounds of one table may have one hash, once in 2^46; the router that splits refuses such a
   * border.
   */
  static long idOf(int tableId, byte[] from) {
    if (from.length == 0) {
      return PartitionId.of(tableId, 0);
    }
    long hash = 0xcbf29ce484222325L;
    for (byte each : from) {
      hash = (hash ^ (each & 0xff)) * 0x100000001b3L;
    }
    hash = (hash ^ hash >>> 32) * 0x9E3779B97F4A7C15L;
    return PartitionId.of(tableId, Math.max(1, hash >>> 18));
  }

  /** The first eight bytes of a key or bound as a number whose unsigned order is theirs. */
  static long prefix(byte[] key) {
    if (key.length >= Long.BYTES) {
      return org.thetisdb.core.value.BigEndian.getLong(key, 0);
    }
    long prefix = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      prefix = prefix << 8 | (i < key.length ? key[i] & 0xff : 0);
    }
    return prefix;
  }
}
