package org.thetisdb.core.bytes;

import java.util.Arrays;

/**
 * Bytes within an array, which nobody changes any more. So a long part of a message is passed on
 * without a copy of it. Immutable; equal are slices of the same bytes.
 *
 * @param array never changed
 * @param offset of the first byte
 * @param length bytes from there on
 */
public record ByteSlice(byte[] array, int offset, int length) {
  /** No bytes. */
  public static final ByteSlice EMPTY = of(new byte[0]);

  /**
   * Bytes within an array.
   *
   * @throws IndexOutOfBoundsException if the array does not have them
   */
  public ByteSlice {
    if (offset < 0 || length < 0 || offset > array.length - length) {
      throw new IndexOutOfBoundsException(length + " bytes at " + offset + " of " + array.length);
    }
  }

  /** All of an array. */
  public static ByteSlice of(byte[] array) {
    return new ByteSlice(array, 0, array.length);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ByteSlice slice
        && Arrays.equals(
            array, offset, offset + length, slice.array, slice.offset, slice.offset + slice.length);
  }

  @Override
  public int hashCode() {
    int hash = 1;
    for (int i = 0; i < length; i++) {
      hash = 31 * hash + array[offset + i];
    }
    return hash;
  }

  @Override
  public String toString() {
    return length + " bytes";
  }
}
