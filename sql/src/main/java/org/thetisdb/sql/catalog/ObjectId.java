package org.thetisdb.sql.catalog;

import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.key.RowKey;

/**
 * The key of a definition in the system table {@link #TABLE_ID}: one byte for the kind, four for
 * the number among its kind.
 */
public record ObjectId(ObjectKind kind, int id) implements Comparable<ObjectId> {
  /** The system table that holds the encoded definitions. */
  public static final int TABLE_ID = 3;

  /** The key of the catalog's head. */
  public static final ObjectId HEAD = new ObjectId(ObjectKind.HEAD, 0);

  /** The row's key. */
  public RowKey toKey() {
    return new RowKey(TABLE_ID, new ByteWriter(16).putByte(kind.code()).putInt(id).toByteArray());
  }

  /**
   * The object that a row defines.
   *
   * @throws org.thetisdb.core.bytes.CodecException if the key is none of this table
   */
  public static ObjectId of(RowKey key) {
    ByteReader in = new ByteReader(key.bytes());
    ObjectId object = new ObjectId(ObjectKind.ofCode(in.getUnsignedByte()), in.getInt());
    in.expectEnd();
    return object;
  }

  @Override
  public int compareTo(ObjectId other) {
    int order = kind.compareTo(other.kind);
    return order != 0 ? order : Integer.compare(id, other.id);
  }
}
