package org.thetisdb.core.scheme;

import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;

/**
 * What the strategy of a scheme has learned, as the log has it, so that the next leading router
 * goes on from there (decision 0158). It only makes decisions better or worse, never right or
 * wrong: one that is damaged is learned anew. Immutable by contract: the array is shared.
 *
 * @param number of the record: 1, 2, 3 and so on; 0 if nothing was ever kept
 * @param scheme whose strategy has learned it
 * @param body what it is, which only that strategy can read; {@link #MOST_BYTES} at most
 */
public record LearnedRecord(long number, String scheme, byte[] body) {
  /** More is refused: the row comes with each handshake. */
  public static final int MOST_BYTES = 16_384;

  private static final byte[] NOTHING = {};

  /** Nothing was ever kept. */
  public static final LearnedRecord NONE = new LearnedRecord(0, "", NOTHING);

  /** Checks the size. */
  public LearnedRecord {
    if (body.length > MOST_BYTES) {
      throw new IllegalArgumentException(body.length + " bytes are more than " + MOST_BYTES);
    }
  }

  /** The next record. */
  public LearnedRecord next(String learnedBy, byte[] learned) {
    return new LearnedRecord(number + 1, learnedBy, learned);
  }

  /** The later one of this record and another. */
  public LearnedRecord later(LearnedRecord other) {
    return other.number > number ? other : this;
  }

  /** Writes the record. */
  public void encode(ByteWriter out) {
    out.putVarLong(number).putString(scheme).putBlob(body);
  }

  /** The record as the value of a row. */
  public byte[] toByteArray() {
    ByteWriter out = new ByteWriter();
    encode(out);
    return out.toByteArray();
  }

  /**
   * Reads a record.
   *
   * @throws CodecException if there is none
   */
  public static LearnedRecord decode(ByteReader in) {
    long number = in.getVarLong();
    String scheme = in.getString();
    byte[] body = in.getBlob();
    if (number < 0 || body.length > MOST_BYTES) {
      throw new CodecException("record " + number + " of " + body.length + " learned bytes");
    }
    return new LearnedRecord(number, scheme, body);
  }

  /** Reads the value of a row; {@link #NONE} if it is damaged. */
  public static LearnedRecord ofRow(byte[] row) {
    try {
      ByteReader in = new ByteReader(row);
      LearnedRecord record = decode(in);
      in.expectEnd();
      return record;
    } catch (CodecException damaged) {
      return NONE;
    }
  }
}
