package org.thetisdb.server.replica;

/** How slices of a copied range are laid out: a kind, then rows to the slice's end, or the end. */
final class RangeSlice {
  /** Rows: each its key, stamp, position and bytes. */
  static final int ROWS = 1;

  /** The end: a vector that covers all rows, and their number. */
  static final int END = 2;

  private RangeSlice() {}
}
