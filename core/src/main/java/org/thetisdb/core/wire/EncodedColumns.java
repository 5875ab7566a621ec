package org.thetisdb.core.wire;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.wire.SqlReply.ColumnInfo;

/**
 * Result columns that keep their encoded form: a statement that is run again and again has the same
 * ones each time. Immutable.
 */
public final class EncodedColumns extends AbstractList<ColumnInfo> implements RandomAccess {
  private final List<ColumnInfo> columns;
  private final byte[] encoded;

  EncodedColumns(List<ColumnInfo> columns, byte[] encoded) {
    this.columns = List.copyOf(columns);
    this.encoded = encoded;
  }

  /** These columns, encoded once. */
  public static EncodedColumns of(List<ColumnInfo> columns) {
    ByteWriter out = new ByteWriter();
    SqlColumnCodec.encode(columns, out);
    return new EncodedColumns(columns, out.toByteArray());
  }

  /** What {@link SqlColumnCodec} writes for them; must not be changed. */
  byte[] encoded() {
    return encoded;
  }

  @Override
  public ColumnInfo get(int index) {
    return columns.get(index);
  }

  @Override
  public int size() {
    return columns.size();
  }
}
