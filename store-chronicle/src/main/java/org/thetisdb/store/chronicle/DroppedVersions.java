package org.thetisdb.store.chronicle;

import java.util.Arrays;

/**
 * Memory outside the maps that belongs to versions about to be dropped: noted before the chain is
 * overwritten, freed when the change is made. Kept per thread and used again; not thread-safe.
 */
final class DroppedVersions {
  private final OutsideRows outside;
  private final OlderPart part = new OlderPart();
  private long[] rowAddresses = new long[8];
  private int[] rowLengths = new int[8];
  private int rows;
  private long olderAddress;

  DroppedVersions(OutsideRows outside) {
    this.outside = outside;
  }

  /** Forgets what was noted. */
  void clear() {
    rows = 0;
    olderAddress = OlderPart.NOWHERE;
  }

  /** Notes the versions of a part from {@code from} on. */
  void addVersions(ChainPart chain, int from) {
    int end = chain.versionsEnd();
    for (int at = from; at < end; at = chain.next(at)) {
      if (chain.isOutside(at)) {
        addRow(chain.outsideAddress(at), chain.length(at));
      }
    }
  }

  private void addRow(long address, int length) {
    if (rows == rowAddresses.length) {
      rowAddresses = Arrays.copyOf(rowAddresses, rows * 2);
      rowLengths = Arrays.copyOf(rowLengths, rows * 2);
    }
    rowAddresses[rows] = address;
    rowLengths[rows] = length;
    rows++;
  }

  /** Notes an older part and all that follow it. */
  void addOlder(long address) {
    olderAddress = address;
  }

  /** Frees all that was noted. The chain must not lead to it any more. */
  void free() {
    freeRows();
    while (olderAddress != OlderPart.NOWHERE) {
      part.wrap(olderAddress);
      addVersions(part.versions(), ChainPart.firstVersion());
      freeRows();
      long next = part.versions().olderAddress();
      outside.free(olderAddress, part.blockBytes());
      olderAddress = next;
    }
  }

  private void freeRows() {
    for (int i = 0; i < rows; i++) {
      outside.free(rowAddresses[i], rowLengths[i]);
    }
    rows = 0;
  }
}
