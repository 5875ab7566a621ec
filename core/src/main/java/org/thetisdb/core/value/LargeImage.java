package org.thetisdb.core.value;

import java.util.Arrays;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;

/**
 * How a column of a row holds a {@link LargeValue} in place of a text or of bytes.
 *
 * <p>No UTF-8 begins with the byte FF, so that one marks what stands for a text. Bytes may begin
 * with anything: sixteen that nobody writes by chance mark, with one more that says which, what
 * stands for other bytes, or bytes that begin like this themselves. Stateless.
 */
public final class LargeImage {
  private static final byte TEXT_MARK = (byte) 0xff;
  private static final byte[] BYTES_MARK = {
    (byte) 0xd3,
    0x1f,
    (byte) 0x8a,
    0x54,
    0x00,
    (byte) 0xfe,
    0x6b,
    (byte) 0x91,
    (byte) 0xc7,
    0x0e,
    0x3d,
    (byte) 0xb2,
    0x75,
    (byte) 0xa8,
    0x19,
    (byte) 0xe4
  };
  private static final int FLAG_AT = BYTES_MARK.length;
  private static final byte IS_VALUE = 0;
  private static final byte IS_LARGE = 1;

  private LargeImage() {}

  /** What a column holds for a large value. */
  public static byte[] of(LargeValue value) {
    ByteWriter out = new ByteWriter(LargeValue.MAX_ENCODED_BYTES + FLAG_AT + 1);
    if (value.text()) {
      out.putByte(TEXT_MARK);
    } else {
      out.putBytes(BYTES_MARK).putByte(IS_LARGE);
    }
    value.encode(out);
    return out.toByteArray();
  }

  /** What a column holds for bytes; a copy. */
  public static byte[] ofBytes(byte[] value) {
    if (!beginsWithMark(value, 0, value.length)) {
      return value.clone();
    }
    ByteWriter out = new ByteWriter(value.length + FLAG_AT + 1);
    return out.putBytes(BYTES_MARK).putByte(IS_VALUE).putBytes(value).toByteArray();
  }

  /** Whether what a text's column holds from {@code start} on stands for a large value. */
  public static boolean isLargeText(byte[] image, int start, int end) {
    return end > start && image[start] == TEXT_MARK;
  }

  /** Whether what a column of bytes holds is not just these bytes. */
  public static boolean isMarked(byte[] image, int start, int end) {
    return end > start && image[start] == BYTES_MARK[0] && beginsWithMark(image, start, end);
  }

  private static boolean beginsWithMark(byte[] image, int start, int end) {
    return end - start >= FLAG_AT
        && Arrays.equals(image, start, start + FLAG_AT, BYTES_MARK, 0, FLAG_AT);
  }

  /** The large value of a text's column. */
  public static LargeValue text(byte[] image, int start, int end) {
    return decode(image, start + 1, end);
  }

  /** The bytes, or the large value, of a column that {@linkplain #isMarked is marked}. */
  public static Object marked(byte[] image, int start, int end) {
    int behind = start + FLAG_AT + 1;
    int flag = behind > end ? -1 : image[behind - 1];
    if (flag == IS_LARGE) {
      return decode(image, behind, end);
    }
    // Neither flag: written before there was such a mark.
    return Arrays.copyOfRange(image, flag == IS_VALUE ? behind : start, end);
  }

  private static LargeValue decode(byte[] image, int start, int end) {
    ByteReader in = new ByteReader(Arrays.copyOfRange(image, start, end));
    LargeValue value = LargeValue.decode(in);
    in.expectEnd();
    return value;
  }
}
