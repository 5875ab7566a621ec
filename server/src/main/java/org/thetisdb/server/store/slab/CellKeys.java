package org.thetisdb.server.store.slab;

import org.agrona.UnsafeApi;
import org.thetisdb.core.key.KeyHash;

/** Hashes of keys that stand off the heap: {@link KeyHash} of the same bytes. Stateless. */
final class CellKeys {
  private CellKeys() {}

  static long hash(int tableId, long address, int length) {
    long hash = KeyHash.begin(tableId, length);
    int at = 0;
    for (; at + Long.BYTES <= length; at += Long.BYTES) {
      hash = KeyHash.mix(hash ^ UnsafeApi.getLongUnaligned(null, address + at, false));
    }
    long rest = 0;
    for (; at < length; at++) {
      rest = (rest << Byte.SIZE) | (UnsafeApi.getByte(address + at) & 0xff);
    }
    return KeyHash.mix(hash ^ rest);
  }
}
