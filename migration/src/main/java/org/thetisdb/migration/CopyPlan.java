package org.thetisdb.migration;

import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;

/**
 * Which partitions a copy holds. A site that joins copies {@link #EVERYTHING}: all partitions, and
 * what a site knows beside its rows. Immutable.
 */
public final class CopyPlan {
  /** All partitions of all tables, and the tables beside the rows. */
  public static final CopyPlan EVERYTHING = new CopyPlan();

  private static final int KIND_EVERYTHING = 1;

  private CopyPlan() {}

  /** The encoded form. */
  public byte[] encode() {
    return new ByteWriter(1).putByte(KIND_EVERYTHING).toByteArray();
  }

  /**
   * Reads what {@link #encode} wrote.
   *
   * @throws CodecException for anything else
   */
  public static CopyPlan decode(byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    int kind = in.getUnsignedByte();
    if (kind != KIND_EVERYTHING) {
      throw new CodecException("a plan of a copy of kind " + kind);
    }
    in.expectEnd();
    return EVERYTHING;
  }
}
