package org.thetisdb.core.scheme;

import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;

/**
 * What a cluster's log says of the scheme in force: the last change of it (decision 0034).
 * Immutable.
 *
 * @param number of the change: 1, 2, 3 and so on; 0 if the scheme was never changed
 * @param scheme the name of the scheme since then; empty if it was never changed
 */
public record SchemeRecord(long number, String scheme) {
  /** The scheme was never changed: the one is in force that the cluster was made with. */
  public static final SchemeRecord NONE = new SchemeRecord(0, "");

  /** The record of the next change. */
  public SchemeRecord next(String wanted) {
    return new SchemeRecord(number + 1, wanted);
  }

  /** The later one of this record and another. */
  public SchemeRecord later(SchemeRecord other) {
    return other.number > number ? other : this;
  }

  /** Writes the record. */
  public void encode(ByteWriter out) {
    out.putVarLong(number).putString(scheme);
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
   * @throws org.thetisdb.core.bytes.CodecException if there is none
   */
  public static SchemeRecord decode(ByteReader in) {
    return new SchemeRecord(in.getVarLong(), in.getString());
  }
}
