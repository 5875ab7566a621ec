package org.thetisdb.sql.memory;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.Map;
import org.apache.calcite.avatica.util.ByteString;

/** About what values and rows take of the heap, in the form that is calculated with. Stateless. */
public final class HeldBytes {
  /** An array, and what leads to it. */
  private static final long ROW_BYTES = 48;

  /** A reference and a small object. */
  private static final long VALUE_BYTES = 32;

  /** A reference, and an object with an array. */
  private static final long TEXT_BYTES = 56;

  private static final long DECIMAL_BYTES = 48;

  /** An entry of a map beside its name and its value. */
  private static final long ENTRY_BYTES = 48;

  /** A text is looked at in so many places to tell whether characters take two bytes. */
  private static final int PLACES = 8;

  private static final char WIDEST_OF_ONE_BYTE = 0xff;

  private HeldBytes() {}

  /** That of a row: an array of values, or one by itself. */
  public static long of(Object row) {
    if (row instanceof Object[] values) {
      long bytes = ROW_BYTES;
      for (Object value : values) {
        bytes += ofValue(value);
      }
      return bytes;
    }
    return ROW_BYTES + ofValue(row);
  }

  /** That of a value, and of what leads to it. */
  public static long ofValue(Object value) {
    if (value instanceof String text) {
      return TEXT_BYTES + ofText(text);
    }
    if (value instanceof ByteString binary) {
      return TEXT_BYTES + binary.length();
    }
    if (value instanceof BigDecimal) {
      return DECIMAL_BYTES;
    }
    if (value instanceof Sized sized) {
      return VALUE_BYTES + sized.heldBytes();
    }
    if (value instanceof Collection<?> elements) {
      return VALUE_BYTES + ofAll(elements);
    }
    return value instanceof Object[] || value instanceof Map<?, ?> ? ofParts(value) : VALUE_BYTES;
  }

  private static long ofParts(Object value) {
    if (value instanceof Map<?, ?> members) {
      long bytes = VALUE_BYTES + ENTRY_BYTES * members.size();
      return bytes + ofAll(members.keySet()) + ofAll(members.values());
    }
    return of(value);
  }

  private static long ofAll(Collection<?> elements) {
    long bytes = ROW_BYTES;
    for (Object element : elements) {
      bytes += ofValue(element);
    }
    return bytes;
  }

  /** The characters of a text. */
  public static long ofText(String text) {
    int length = text.length();
    int step = Math.max(1, length / PLACES);
    for (int i = 0; i < length; i += step) {
      if (text.charAt(i) > WIDEST_OF_ONE_BYTE) {
        return 2L * length;
      }
    }
    return length;
  }

  /** How long a value is for what makes another one of it: characters, bytes, elements. */
  public static long lengthOf(Object value) {
    if (value instanceof String text) {
      return ofText(text);
    }
    if (value instanceof ByteString binary) {
      return binary.length();
    }
    return value == null ? 0 : ofValue(value);
  }
}
