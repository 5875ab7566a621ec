package org.thetisdb.core.value;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.thetisdb.core.bytes.CodecException;

/**
 * UTF-8 that never replaces a character in silence: two different texts must never become one key.
 * Stateless.
 */
public final class Utf8 {
  private static final char REPLACEMENT = '\ufffd';

  /** What the JDK's encoder puts for half a pair. */
  private static final char MARK = '?';

  private Utf8() {}

  /**
   * The UTF-8 form.
   *
   * @throws IllegalArgumentException if the text holds half a surrogate pair
   */
  public static byte[] encode(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (!isAscii(text, bytes)) {
      requirePairs(text);
    }
    return bytes;
  }

  /** As long as the text are also the bytes of one with half a pair, for which a mark stands. */
  private static boolean isAscii(String text, byte[] bytes) {
    if (bytes.length != text.length()) {
      return false;
    }
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == MARK && text.charAt(i) != MARK) {
        return false;
      }
    }
    return true;
  }

  private static void requirePairs(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        i = secondOfPair(text, i);
      }
    }
  }

  private static int secondOfPair(String text, int first) {
    int second = first + 1;
    if (second == text.length()
        || !Character.isSurrogatePair(text.charAt(first), text.charAt(second))) {
      throw new IllegalArgumentException(
          "the text holds half a surrogate pair at index " + first + " and cannot be stored");
    }
    return second;
  }

  /**
   * The text of {@code length} bytes from {@code offset}, which must lie inside the array.
   *
   * @throws CodecException if they are not UTF-8
   */
  public static String decode(byte[] bytes, int offset, int length) {
    String text = new String(bytes, offset, length, StandardCharsets.UTF_8);
    if (text.indexOf(REPLACEMENT) >= 0) {
      requireValid(bytes, offset, length);
    }
    return text;
  }

  /** The JDK's decoder puts the replacement character for what is wrong; it may also be meant. */
  private static void requireValid(byte[] bytes, int offset, int length) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, offset, length));
    } catch (CharacterCodingException e) {
      throw new CodecException("a text of " + length + " bytes is not UTF-8");
    }
  }
}
