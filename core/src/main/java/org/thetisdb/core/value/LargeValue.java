package org.thetisdb.core.value;

import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;

/**
 * Stands for a text or for bytes that were uploaded in chunks and lie beside the row. It goes where
 * the value would go: as the argument of a statement, in a row, in a result. {@code LargeValues} of
 * the native client uploads and fetches what it stands for. Immutable.
 *
 * <p>The chunks, here called pieces, never change. All but the last have {@link #PIECE_BYTES};
 * those of a text are UTF-8 and may end within a character.
 *
 * @param id under which the pieces are kept, which no two values share
 * @param text whether it is a text
 * @param bytes how long it is, 1 to {@link #MAX_BYTES}; of a text in UTF-8
 * @param chars of a text how many code units of UTF-16 it has; else 0
 * @param codePoints of a text how many characters it has; else 0
 * @param begunMs when the upload began, in milliseconds since 1970, by a site's clock
 * @param crc CRC-32C of all bytes
 */
public record LargeValue(
    long id, boolean text, int bytes, int chars, int codePoints, long begunMs, int crc) {
  /** The longest value, in bytes: 64 MiB. */
  public static final int MAX_BYTES = 64 << 20;

  /** The length of all pieces but the last, in bytes: 256 KiB. */
  public static final int PIECE_BYTES = 256 << 10;

  /** The longest encoded form. */
  static final int MAX_ENCODED_BYTES = 48;

  /**
   * What a cluster made when the value was uploaded.
   *
   * @throws CodecException if the numbers contradict each other
   */
  public LargeValue {
    if (bytes < 1 || bytes > MAX_BYTES || begunMs < 0) {
      throw new CodecException("a value of " + bytes + " bytes, begun at " + begunMs);
    }
    boolean fits = text ? chars >= 1 && chars <= bytes : chars == 0;
    boolean fitsToo = text ? codePoints <= chars && codePoints >= (chars + 1) / 2 : codePoints == 0;
    if (!fits || !fitsToo) {
      throw new CodecException(
          "a value of " + bytes + " bytes with " + codePoints + " characters in " + chars);
    }
  }

  /** {@return how many pieces there are, at least 1} */
  public int pieces() {
    return (bytes + PIECE_BYTES - 1) / PIECE_BYTES;
  }

  /**
   * How long a piece is.
   *
   * @param piece its number, from 0
   * @return its bytes
   */
  public int pieceBytes(int piece) {
    return Math.min(PIECE_BYTES, bytes - piece * PIECE_BYTES);
  }

  /**
   * Appends the encoded form.
   *
   * @hidden
   */
  public void encode(ByteWriter out) {
    out.putLong(id).putBoolean(text).putVarInt(bytes).putVarInt(chars).putVarInt(codePoints);
    out.putVarLong(begunMs).putInt(crc);
  }

  /**
   * Reads one.
   *
   * @throws CodecException if there is none
   * @hidden
   */
  public static LargeValue decode(ByteReader in) {
    return new LargeValue(
        in.getLong(),
        in.getBoolean(),
        in.getVarInt(),
        in.getVarInt(),
        in.getVarInt(),
        in.getVarLong(),
        in.getInt());
  }

  /** For people. */
  @Override
  public String toString() {
    return text ? "text of " + codePoints + " characters" : bytes + " bytes";
  }
}
