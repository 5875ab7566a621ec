package org.thetisdb.store.slab;

import org.thetisdb.core.key.KeyHash;
import org.thetisdb.store.slab.memory.OffHeap;

/** Hashes of keys that stand off the heap: {@link KeyHash} of the same bytes. Stateless. */
final class CellKeys {
  private CellKeys() {}

  static long hash(int tableId, long address, int length) {
    long hash = KeyHash.begin(tableId, length);
    int at = 0;
    for (; at + Long.BYTES <= length; at += Long.BYTES) {
      hash = KeyHash.mix(hash ^ OffHeap.getLongUnaligned(null, address + at, false));
    }
    long rest = 0;
    for (; at < length; at++) {
      rest = (rest << Byte.SIZE) | (OffHeap.getByte(address + at) & 0xff);
    }
    return KeyHash.mix(hash ^ rest);
  }
}
