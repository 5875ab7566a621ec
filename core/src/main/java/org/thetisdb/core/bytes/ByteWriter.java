package org.thetisdb.core.bytes;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A growing byte buffer that every encoder of the engine writes to. Big-endian.
 *
 * <p>Not thread-safe; owned by one thread. A writer is meant to be kept and {@link #reset() reset},
 * so that a hot path allocates nothing once the buffer has reached its working size.
 */
public final class ByteWriter {
  private static final int MAX_CAPACITY_BYTES = 1 << 30;

  private byte[] buffer;
  private int position;

  /** A writer with room for 256 bytes before it grows. */
  public ByteWriter() {
    this(256);
  }

  /** A writer with room for {@code initialCapacityBytes} before it grows. */
  public ByteWriter(int initialCapacityBytes) {
    buffer = new byte[Math.max(16, initialCapacityBytes)];
  }

  /** Forgets everything written; keeps the memory. */
  public void reset() {
    position = 0;
  }

  /**
   * Forgets what was written behind {@code length} bytes.
   *
   * @throws IndexOutOfBoundsException if there are fewer
   */
  public void truncate(int length) {
    if (length < 0 || length > position) {
      throw new IndexOutOfBoundsException(length + " of " + position + " bytes");
    }
    position = length;
  }

  /** Number of bytes written so far. */
  public int length() {
    return position;
  }

  /** The backing array; valid up to {@link #length()} and only until the next write. */
  public byte[] array() {
    return buffer;
  }

  /** A copy of what was written. */
  public byte[] toByteArray() {
    return Arrays.copyOf(buffer, position);
  }

  /**
   * What was written, which is not copied if it fills the buffer. The writer must not be used any
   * more.
   */
  public byte[] finish() {
    return position == buffer.length ? buffer : toByteArray();
  }

  /** Makes room for {@code extraBytes}, and for no more than these if there was too little. */
  public ByteWriter reserve(int extraBytes) {
    if (buffer.length - position < extraBytes) {
      resize(required(extraBytes));
    }
    return this;
  }

  /** Writes the low eight bits of {@code value}. */
  public ByteWriter putByte(int value) {
    ensure(1);
    buffer[position++] = (byte) value;
    return this;
  }

  /**
   * Writes one byte.
   *
   * @throws IllegalArgumentException unless {@code value} lies between 0 and 255
   */
  public ByteWriter putUnsignedByte(int value) {
    if (value < 0 || value > 255) {
      throw new IllegalArgumentException(value + " does not fit an unsigned byte");
    }
    return putByte(value);
  }

  /** Writes one byte, 1 or 0. */
  public ByteWriter putBoolean(boolean value) {
    return putByte(value ? 1 : 0);
  }

  /** Writes the low sixteen bits of {@code value}. */
  public ByteWriter putShort(int value) {
    ensure(2);
    buffer[position++] = (byte) (value >>> 8);
    buffer[position++] = (byte) value;
    return this;
  }

  /** Writes four bytes. */
  public ByteWriter putInt(int value) {
    ensure(4);
    setInt(position, value);
    position += 4;
    return this;
  }

  /** Writes eight bytes. */
  public ByteWriter putLong(long value) {
    ensure(8);
    putInt((int) (value >>> 32));
    return putInt((int) value);
  }

  /** Writes the eight bytes of the IEEE 754 form. */
  public ByteWriter putDouble(double value) {
    return putLong(Double.doubleToRawLongBits(value));
  }

  /**
   * Writes an unsigned variable-length number: seven bits a byte, low bits first; at most ten
   * bytes.
   */
  public ByteWriter putVarLong(long value) {
    ensure(10);
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      buffer[position++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    buffer[position++] = (byte) rest;
    return this;
  }

  /**
   * Writes a number in variable length.
   *
   * @throws IllegalArgumentException if it is negative: no reader would take it
   */
  public ByteWriter putVarInt(int value) {
    if (value < 0) {
      throw new IllegalArgumentException("a negative length or count: " + value);
    }
    return putVarLong(value);
  }

  /** Writes {@code length} bytes of {@code source}, without a length in front. */
  public ByteWriter putBytes(byte[] source, int offset, int length) {
    ensure(length);
    System.arraycopy(source, offset, buffer, position, length);
    position += length;
    return this;
  }

  /** Writes all of {@code source}, without a length in front. */
  public ByteWriter putBytes(byte[] source) {
    return putBytes(source, 0, source.length);
  }

  /** Writes a length in variable form, then the bytes. */
  public ByteWriter putBlob(byte[] source) {
    return putVarInt(source.length).putBytes(source);
  }

  /** Writes a length in variable form, then the bytes. */
  public ByteWriter putBlob(ByteSlice source) {
    return putVarInt(source.length()).putBytes(source);
  }

  /** Writes all of {@code source}, without a length in front. */
  public ByteWriter putBytes(ByteSlice source) {
    return putBytes(source.array(), source.offset(), source.length());
  }

  /** How many bytes {@link #putVarInt} writes. */
  public static int varIntBytes(int value) {
    return Math.max(1, (Integer.SIZE - Integer.numberOfLeadingZeros(value) + 6) / 7);
  }

  /** Room in the buffer behind what was written. */
  public int room() {
    return buffer.length - position;
  }

  /** Writes a length in bytes in variable form, then the UTF-8 form. */
  public ByteWriter putString(String value) {
    return putBlob(value.getBytes(StandardCharsets.UTF_8));
  }

  /** Overwrites four bytes at {@code index}, which must have been written before. */
  public void patchInt(int index, int value) {
    if (index < 0 || index + 4 > position) {
      throw new IndexOutOfBoundsException("patch at " + index + " of " + position + " bytes");
    }
    setInt(index, value);
  }

  private void setInt(int index, int value) {
    buffer[index] = (byte) (value >>> 24);
    buffer[index + 1] = (byte) (value >>> 16);
    buffer[index + 2] = (byte) (value >>> 8);
    buffer[index + 3] = (byte) value;
  }

  private void ensure(int extraBytes) {
    if (buffer.length - position < extraBytes) {
      grow(extraBytes);
    }
  }

  private void grow(int extraBytes) {
    resize((int) Math.min(MAX_CAPACITY_BYTES, Math.max(required(extraBytes), buffer.length * 2L)));
  }

  private int required(int extraBytes) {
    long needed = (long) position + extraBytes;
    if (needed > MAX_CAPACITY_BYTES) {
      throw new IllegalStateException(
          "an encoded object would exceed " + MAX_CAPACITY_BYTES + " bytes");
    }
    return (int) needed;
  }

  /** Only what was written is copied. */
  private void resize(int capacityBytes) {
    byte[] larger = new byte[capacityBytes];
    System.arraycopy(buffer, 0, larger, 0, position);
    buffer = larger;
  }
}
