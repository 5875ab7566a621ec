package org.thetisdb.sql.function;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.Normalizer;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.linq4j.function.Deterministic;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.memory.StatementMemory;
import org.thetisdb.sql.type.ByteText;

/** Functions of bytes as PostgreSQL has them. Stateless. */
@Deterministic
public final class ByteFunctions {
  private static final int BASE64_LINE = 76;

  private ByteFunctions() {}

  /** BIT_LENGTH of a text or of bytes. */
  public static int bitLength(Object value) {
    return Math.multiplyExact(octetLength(value), 8);
  }

  /** OCTET_LENGTH of a text or of bytes. */
  public static int octetLength(Object value) {
    return value instanceof ByteString bytes
        ? bytes.length()
        : value.toString().getBytes(StandardCharsets.UTF_8).length;
  }

  /** LENGTH: characters of a text, or bytes. */
  public static int length(Object value) {
    return value instanceof ByteString bytes
        ? bytes.length()
        : value.toString().codePointCount(0, value.toString().length());
  }

  /** BTRIM: without those at both ends that are among some. */
  public static ByteString trimBoth(ByteString bytes, ByteString some) {
    return trimLeft(trimRight(bytes, some), some);
  }

  /** LTRIM of bytes. */
  public static ByteString trimLeft(ByteString bytes, ByteString some) {
    int begin = 0;
    while (begin < bytes.length() && holds(some, bytes.byteAt(begin))) {
      begin++;
    }
    return bytes.substring(begin);
  }

  /** RTRIM of bytes. */
  public static ByteString trimRight(ByteString bytes, ByteString some) {
    int end = bytes.length();
    while (end > 0 && holds(some, bytes.byteAt(end - 1))) {
      end--;
    }
    return bytes.substring(0, end);
  }

  private static boolean holds(ByteString some, byte one) {
    for (int i = 0; i < some.length(); i++) {
      if (some.byteAt(i) == one) {
        return true;
      }
    }
    return false;
  }

  /**
   * ENCODE.
   *
   * @throws ThetisException BAD_ARGUMENT for another format than hex, base64 and escape
   */
  public static String encode(ByteString bytes, String format) {
    StatementMemory.atHand().requireValue(2L * bytes.length()); // of escape that is the least
    return switch (format.toLowerCase(Locale.ROOT)) {
      case "hex" -> HexFormat.of().formatHex(bytes.getBytes());
      case "base64" ->
          Base64.getMimeEncoder(BASE64_LINE, new byte[] {'\n'}).encodeToString(bytes.getBytes());
      case "escape" -> ByteText.escaped(bytes.getBytes());
      default -> throw noFormat(format);
    };
  }

  /**
   * DECODE.
   *
   * @throws ThetisException BAD_ARGUMENT for another format, or a text that is none of it
   */
  public static ByteString decode(String text, String format) {
    return switch (format.toLowerCase(Locale.ROOT)) {
      case "hex" -> new ByteString(hex(text.replaceAll("\\s", "")));
      case "base64" -> new ByteString(base64(text));
      case "escape" -> new ByteString(unescaped(text));
      default -> throw noFormat(format);
    };
  }

  private static byte[] hex(String text) {
    try {
      return HexFormat.of().parseHex(text);
    } catch (IllegalArgumentException e) {
      throw bad("The text is no pairs of hexadecimal digits.").causedBy(e);
    }
  }

  private static byte[] base64(String text) {
    try {
      return Base64.getDecoder().decode(text.replaceAll("\\s", ""));
    } catch (IllegalArgumentException e) {
      throw bad("The text is no base64.").causedBy(e);
    }
  }

  private static byte[] unescaped(String text) {
    byte[] bytes = ByteText.unescaped(text);
    if (bytes == null) {
      throw ThetisException.withMessage(
          ErrorCode.BAD_VALUE, "A backslash stands before another, or before three octal digits.");
    }
    return bytes;
  }

  private static ThetisException noFormat(String format) {
    return bad("There is no encoding \"%s\"; there are hex, base64 and escape.".formatted(format));
  }

  /** SHA224. */
  public static ByteString sha224(ByteString bytes) {
    return digest("SHA-224", bytes);
  }

  /** SHA256. */
  public static ByteString sha256(ByteString bytes) {
    return digest("SHA-256", bytes);
  }

  /** SHA384. */
  public static ByteString sha384(ByteString bytes) {
    return digest("SHA-384", bytes);
  }

  /** SHA512. */
  public static ByteString sha512(ByteString bytes) {
    return digest("SHA-512", bytes);
  }

  private static ByteString digest(String algorithm, ByteString bytes) {
    try {
      return new ByteString(MessageDigest.getInstance(algorithm).digest(bytes.getBytes()));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(algorithm + " is part of every JDK", e);
    }
  }

  /** MD5 of a text or of bytes, in hexadecimal digits. */
  public static String md5(Object value) {
    byte[] bytes =
        value instanceof ByteString given
            ? given.getBytes()
            : value.toString().getBytes(StandardCharsets.UTF_8);
    return digest("MD5", new ByteString(bytes)).toString(16);
  }

  /** GET_BYTE: the byte at a place, of which the first is 0. */
  public static int getByte(ByteString bytes, Number place) {
    return bytes.byteAt(checked(place, bytes.length())) & 0xff;
  }

  /** SET_BYTE. */
  public static ByteString setByte(ByteString bytes, Number place, Number value) {
    byte[] changed = bytes.getBytes();
    changed[checked(place, changed.length)] = (byte) value.intValue();
    return new ByteString(changed);
  }

  /** GET_BIT: the bit at a place, of which the first is the lowest of the first byte. */
  public static int getBit(ByteString bytes, Number place) {
    int bit = checked(place, Math.multiplyExact(bytes.length(), 8));
    return (bytes.byteAt(bit / 8) >> (bit % 8)) & 1;
  }

  /** SET_BIT. */
  public static ByteString setBit(ByteString bytes, Number place, Number value) {
    byte[] changed = bytes.getBytes();
    int bit = checked(place, Math.multiplyExact(changed.length, 8));
    int mask = 1 << (bit % 8);
    changed[bit / 8] =
        (byte) (value.intValue() == 0 ? changed[bit / 8] & ~mask : changed[bit / 8] | mask);
    return new ByteString(changed);
  }

  private static int checked(Number place, int length) {
    if (place.longValue() < 0 || place.longValue() >= length) {
      throw ThetisException.withMessage(
          ErrorCode.BAD_SUBSCRIPT,
          "There is no place %s; there are those from 0 to %d.".formatted(place, length - 1));
    }
    return place.intValue();
  }

  private static ThetisException bad(String message) {
    return ThetisException.withMessage(ErrorCode.BAD_ARGUMENT, message);
  }

  /** A text with a character for each byte, so that what is said of texts holds of bytes. */
  public static String characters(ByteString bytes) {
    StatementMemory.atHand().requireValue(bytes.length());
    return new String(bytes.getBytes(), StandardCharsets.ISO_8859_1);
  }

  /**
   * CONVERT_FROM.
   *
   * @throws ThetisException BAD_ARGUMENT for an encoding that there is not, and for bytes that are
   *     no text
   */
  public static String convertFrom(ByteString bytes, String encoding) {
    StatementMemory.atHand().requireValue(bytes.length());
    try {
      return encoding(encoding)
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(bytes.getBytes()))
          .toString();
    } catch (CharacterCodingException e) {
      throw ThetisException.withMessage(
              ErrorCode.BAD_ARGUMENT, "The bytes are no text in \"%s\".".formatted(encoding))
          .causedBy(e);
    }
  }

  /**
   * CONVERT_TO.
   *
   * @throws ThetisException as {@link #convertFrom}
   */
  public static ByteString convertTo(String text, String encoding) {
    try {
      ByteBuffer bytes =
          encoding(encoding)
              .newEncoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .onUnmappableCharacter(CodingErrorAction.REPORT)
              .encode(CharBuffer.wrap(text));
      byte[] all = new byte[bytes.remaining()];
      bytes.get(all);
      return new ByteString(all);
    } catch (CharacterCodingException e) {
      throw ThetisException.withMessage(
              ErrorCode.BAD_ARGUMENT,
              "\"%s\" does not have all characters of the text.".formatted(encoding))
          .causedBy(e);
    }
  }

  private static Charset encoding(String name) {
    return switch (name.toUpperCase(Locale.ROOT).replace("-", "").replace("_", "")) {
      case "UTF8", "UNICODE" -> StandardCharsets.UTF_8;
      case "LATIN1", "ISO88591" -> StandardCharsets.ISO_8859_1;
      case "SQLASCII" -> StandardCharsets.US_ASCII;
      default ->
          throw ThetisException.withMessage(
              ErrorCode.BAD_ARGUMENT,
              "There is no encoding \"%s\"; there are UTF8 and LATIN1.".formatted(name));
    };
  }

  /** NORMALIZE to NFC. */
  public static String normalize(String text) {
    return normalize(text, "NFC");
  }

  /** NORMALIZE. */
  public static String normalize(String text, String form) {
    Normalizer.Form wanted =
        switch (form.toUpperCase(Locale.ROOT)) {
          case "NFC" -> Normalizer.Form.NFC;
          case "NFD" -> Normalizer.Form.NFD;
          case "NFKC" -> Normalizer.Form.NFKC;
          case "NFKD" -> Normalizer.Form.NFKD;
          default ->
              throw ThetisException.withMessage(
                  ErrorCode.BAD_ARGUMENT, "There is no form \"%s\" of texts.".formatted(form));
        };
    String normal = Normalizer.normalize(text, wanted);
    StatementMemory.atHand().requireValue(normal.length());
    return normal;
  }
}
