package org.thetisdb.core.bytes;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads what a {@link ByteWriter} wrote, and distrusts it: every length is checked against the
 * bytes that are really there before anything is allocated or copied. Whatever does not fit throws
 * {@link CodecException}.
 *
 * <p>Not thread-safe. The array is borrowed, never written to.
 */
public final class ByteReader {
  private byte[] buffer;
  private int position;
  private int limit;

  /** Reads all of {@code source}. */
  public ByteReader(byte[] source) {
    this(source, 0, source.length);
  }

  /** Reads {@code length} bytes of {@code source} from {@code offset}. */
  public ByteReader(byte[] source, int offset, int length) {
    wrap(source, offset, length);
  }

  /** Points this reader at other bytes. */
  public ByteReader wrap(byte[] source, int offset, int length) {
    if (offset < 0 || length < 0 || offset > source.length - length) {
      throw new CodecException(
          "a slice of " + length + " bytes at " + offset + " of " + source.length);
    }
    buffer = source;
    position = offset;
    limit = offset + length;
    return this;
  }

  /** Bytes not read yet. */
  public int remaining() {
    return limit - position;
  }

  /** Index in the array of the next byte to be read. */
  public int position() {
    return position;
  }

  /** Throws unless everything was read: trailing bytes are a sign of another format. */
  public void expectEnd() {
    if (position != limit) {
      throw new CodecException(remaining() + " bytes too many");
    }
  }

  /** Skips {@code length} bytes. */
  public void skip(int length) {
    need(length);
    position += length;
  }

  /** Skips the next bytes if they are these; returns whether they were. */
  public boolean skipIf(byte[] expected) {
    int end = position + expected.length;
    boolean same =
        expected.length <= remaining()
            && Arrays.equals(buffer, position, end, expected, 0, expected.length);
    position = same ? end : position;
    return same;
  }

  /** A hash of the next bytes, of {@code most} at most; they are not read. */
  public int hashOfNext(int most) {
    int hash = 0;
    for (int i = position; i < position + Math.min(most, remaining()); i++) {
      hash = 31 * hash + buffer[i];
    }
    return hash;
  }

  /** The bytes from an earlier position of this reader to the present one, as a copy. */
  public byte[] bytesSince(int earlier) {
    return Arrays.copyOfRange(buffer, earlier, position);
  }

  /** Goes back to an earlier position of this reader. */
  public void returnTo(int earlier) {
    if (earlier < 0 || earlier > position) {
      throw new CodecException("no way back from " + position + " to " + earlier);
    }
    position = earlier;
  }

  /** One byte, signed. */
  public byte getByte() {
    need(1);
    return buffer[position++];
  }

  /** One byte, 0 to 255. */
  public int getUnsignedByte() {
    return getByte() & 0xff;
  }

  /** One byte that must be 0 or 1. */
  public boolean getBoolean() {
    int value = getByte();
    if (value != 0 && value != 1) {
      throw new CodecException("a boolean that is " + value);
    }
    return value == 1;
  }

  /** Two bytes, 0 to 65535. */
  public int getUnsignedShort() {
    need(2);
    int value = (buffer[position] & 0xff) << 8 | (buffer[position + 1] & 0xff);
    position += 2;
    return value;
  }

  /** Four bytes. */
  public int getInt() {
    need(4);
    int value =
        (buffer[position] & 0xff) << 24
            | (buffer[position + 1] & 0xff) << 16
            | (buffer[position + 2] & 0xff) << 8
            | (buffer[position + 3] & 0xff);
    position += 4;
    return value;
  }

  /** Eight bytes. */
  public long getLong() {
    need(8);
    return (long) getInt() << 32 | (getInt() & 0xffff_ffffL);
  }

  /** Eight bytes in IEEE 754 form. */
  public double getDouble() {
    return Double.longBitsToDouble(getLong());
  }

  /** An unsigned variable-length number of at most ten bytes. */
  public long getVarLong() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      byte next = getByte();
      value |= (next & 0x7fL) << shift;
      if (next >= 0 && (shift < 63 || next <= 1)) {
        return value;
      }
    }
    throw new CodecException("a number of more than 64 bits");
  }

  /** A variable-length number that must lie between 0 and {@link Integer#MAX_VALUE}. */
  public int getVarInt() {
    long value = getVarLong();
    if (value < 0 || value > Integer.MAX_VALUE) {
      throw new CodecException("a length or count out of range: " + Long.toUnsignedString(value));
    }
    return (int) value;
  }

  /**
   * A count of things that take at least {@code minimumBytesEach} each; more than can be there is
   * refused, so that nothing is allocated for a count that lies.
   */
  public int getCount(int minimumBytesEach) {
    int count = getVarInt();
    if ((long) count * minimumBytesEach > remaining()) {
      throw new CodecException("a count of " + count + " with " + remaining() + " bytes left");
    }
    return count;
  }

  /** A copy of the next {@code length} bytes. */
  public byte[] getBytes(int length) {
    need(length);
    byte[] bytes = Arrays.copyOfRange(buffer, position, position + length);
    position += length;
    return bytes;
  }

  /** The next {@code length} bytes, of an array that nobody changes any more. */
  public ByteSlice getSlice(int length) {
    need(length);
    ByteSlice slice = new ByteSlice(buffer, position, length);
    position += length;
    return slice;
  }

  /** A length, then that many bytes, as a copy. */
  public byte[] getBlob() {
    return getBytes(getCount(1));
  }

  /** What is made of some bytes of an array, which must not be kept or changed. */
  public interface Decoder<T> {
    /** Decodes {@code length} bytes from {@code offset}. */
    T decode(byte[] bytes, int offset, int length);
  }

  /** A length, then what {@code decoder} makes of that many bytes, without a copy of them. */
  public <T> T getBlob(Decoder<T> decoder) {
    int length = getCount(1);
    T value = decoder.decode(buffer, position, length);
    position += length;
    return value;
  }

  /** A length, then that many bytes of UTF-8. */
  public String getString() {
    int length = getCount(1);
    String value = new String(buffer, position, length, StandardCharsets.UTF_8);
    position += length;
    return value;
  }

  private void need(int length) {
    if (length < 0 || length > limit - position) {
      throw new CodecException(length + " bytes wanted, " + remaining() + " left");
    }
  }
}
