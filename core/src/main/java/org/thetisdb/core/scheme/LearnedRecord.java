package org.thetisdb.core.scheme;

import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;

/**
 * What a cluster's log has of what a scheme has learned while it was in force, for the router that
 * leads next. Nobody but the scheme reads the content, and nothing rests on it: without it the
 * scheme learns anew. Immutable by contract: the array is shared and must not be changed.
 *
 * @param number of the record: 1, 2, 3 and so on; 0 if nothing was ever written
 * @param scheme the name of the scheme
 * @param content as the scheme has written it, at most {@link #MOST_BYTES}
 */
public record LearnedRecord(long number, String scheme, byte[] content) {
  /** Contents are no longer. */
  public static final int MOST_BYTES = 128 << 10;

  /** Nothing was ever written. */
  public static final LearnedRecord NONE = new LearnedRecord(0, "", new byte[0]);

  /** The later one of this record and another. */
  public LearnedRecord later(LearnedRecord other) {
    return other.number > number ? other : this;
  }

  /** The same as another one of all. */
  public LearnedRecord numbered(long wanted) {
    return new LearnedRecord(wanted, scheme, content);
  }

  /** Writes the record. */
  public void encode(ByteWriter out) {
    out.putVarLong(number).putString(scheme).putBlob(content);
  }

  /** The record as the value of a row. */
  public byte[] toByteArray() {
    ByteWriter out = new ByteWriter(content.length + 64);
    encode(out);
    return out.toByteArray();
  }

  /**
   * Reads a record.
   *
   * @throws CodecException if there is none, or its content is too long
   */
  public static LearnedRecord decode(ByteReader in) {
    LearnedRecord record = new LearnedRecord(in.getVarLong(), in.getString(), in.getBlob());
    if (record.number < 0 || record.content.length > MOST_BYTES) {
      throw new CodecException(
          "a record of what was learned with " + record.content.length + " bytes");
    }
    return record;
  }

  /** Reads a row; {@link #NONE} if it is no record, since it can be learned anew. */
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

  @Override
  public String toString() {
    return "record " + number + " of " + scheme + ", " + content.length + " bytes";
  }
}
