package org.thetisdb.core.value;

import java.util.Arrays;
import java.util.List;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteSlice;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;

/**
 * The self-describing form of procedure arguments and results. A value is one byte that names its
 * kind, then:
 *
 * <pre>
 *  null, false, true      nothing
 *  Integer, Long          the number, zigzag, variable length
 *  Double                 8 bytes, IEEE 754
 *  BigDecimal             a length, 2 bytes scale, the unscaled value
 *  String                 a length in bytes, UTF-8
 *  byte[]                 a length, the bytes
 *  Instant                seconds, zigzag, variable; nanoseconds, variable
 *  UUID                   16 bytes
 *  List                   a count, the elements
 *  Map of String          a count, key and value in turn
 *  LocalDate              days since 1970, zigzag, variable
 *  LocalTime              nanoseconds of the day, variable
 *  LocalDateTime          the date, the time
 *  OffsetDateTime         the date, the time; the offset in seconds, zigzag, variable
 *  LargeValue             what it says of the value that it stands for
 * </pre>
 *
 * Lists arrive as unmodifiable lists, maps as maps that keep their order. A map whose order is left
 * to hashing is sent in order of its keys, so that equal values have equal bytes on every machine.
 *
 * <p>Applications need it for {@code Session.callEncoded} alone:
 *
 * <pre>{@code
 * byte[] arguments = ValueCodec.encodeArguments(1L, 2L, 300L);
 * session.callEncoded(
 *     "SendPayment",
 *     arguments,
 *     outcome -> {
 *       if (outcome.isCommitted()) {
 *         Object left = ValueCodec.decode(outcome.encodedResult());
 *       }
 *     });
 * }</pre>
 *
 * <p>Stateless, safe for all threads. Values are bounded in depth, number and bytes; encoding
 * beyond the bounds throws {@link UnsendableException}, decoding {@link CodecException}.
 */
public final class ValueCodec {
  /** Deepest nesting of lists and maps. */
  public static final int MAX_DEPTH = 32;

  /** Most values in one, nested ones counted. */
  public static final int MAX_VALUES = 1_000_000;

  /** Longest encoded form, in bytes: 16 MiB. */
  public static final int MAX_BYTES = 16 << 20;

  private ValueCodec() {}

  /**
   * Encodes a value, which must not change meanwhile.
   *
   * @param value of the types above, or a {@link Sendable}; may be null
   * @return the encoded form, which is the caller's
   * @throws UnsendableException if it, or something in it, is of no type that can be sent
   */
  public static byte[] encode(Object value) {
    ByteWriter writer = new ByteWriter(64);
    encode(value, writer);
    return writer.toByteArray();
  }

  /**
   * Appends a value; what was appended before an exception must be thrown away.
   *
   * @hidden
   */
  public static void encode(Object value, ByteWriter target) {
    new ValueEncoder(target).write(value);
  }

  /**
   * Appends what stands before the {@code size} elements of a list, which follow one by one.
   *
   * @hidden
   */
  public static void beginList(int size, ByteWriter target) {
    target.putByte(ValueKind.LIST).putVarInt(size);
  }

  /**
   * Decodes a value.
   *
   * @param bytes all of the encoded form; not kept
   * @return the value; null for no bytes at all
   * @throws CodecException if the bytes are no value, or more follow
   */
  public static Object decode(byte[] bytes) {
    return decode(ByteSlice.of(bytes));
  }

  /**
   * The value of these bytes, all of them; null for none at all.
   *
   * @hidden
   */
  public static Object decode(ByteSlice bytes) {
    if (bytes.length() == 0) {
      return null;
    }
    ByteReader reader = new ByteReader(bytes.array(), bytes.offset(), bytes.length());
    Object value = decode(reader);
    reader.expectEnd();
    return value;
  }

  /**
   * Reads one value and leaves the reader behind it.
   *
   * @hidden
   */
  public static Object decode(ByteReader source) {
    return new ValueDecoder(source).read();
  }

  /**
   * Encodes the arguments of a call, as one list.
   *
   * @param arguments each of the types above
   * @return the encoded form, which is the caller's
   * @throws UnsendableException if one, or something in it, is of no type that can be sent
   */
  public static byte[] encodeArguments(Object... arguments) {
    return encode(Arrays.asList(arguments));
  }

  /**
   * Decodes the arguments of a call.
   *
   * @param bytes as {@link #encodeArguments} makes them
   * @return the arguments, in an array of the caller's
   * @throws CodecException if the bytes are no list of values
   */
  public static Object[] decodeArguments(byte[] bytes) {
    if (decode(bytes) instanceof List<?> list) {
      return list.toArray();
    }
    throw new CodecException("arguments that are not a list");
  }

  /**
   * Returns if {@link #encode(Object)} would; costs as much.
   *
   * @param value what is to be sent
   * @throws UnsendableException naming the class that cannot be sent
   */
  public static void requireSendable(Object value) {
    encode(value, new ByteWriter(64));
  }
}
