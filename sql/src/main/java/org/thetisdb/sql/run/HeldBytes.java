package org.thetisdb.sql.run;

import org.apache.calcite.avatica.util.ByteString;

/** About what rows take of the heap, in the form that is calculated with. Stateless. */
final class HeldBytes {
  /** An array, and what leads to it. */
  private static final long ROW_BYTES = 48;

  /** A reference and a small object. */
  private static final long VALUE_BYTES = 32;

  private HeldBytes() {}

  /** That of a row: an array of values, or one by itself. */
  static long of(Object row) {
    long bytes = ROW_BYTES;
    if (row instanceof Object[] values) {
      for (Object value : values) {
        bytes += ofValue(value);
      }
      return bytes;
    }
    return bytes + ofValue(row);
  }

  private static long ofValue(Object value) {
    if (value instanceof String text) {
      return VALUE_BYTES + text.length();
    }
    return value instanceof ByteString binary ? VALUE_BYTES + binary.length() : VALUE_BYTES;
  }
}
