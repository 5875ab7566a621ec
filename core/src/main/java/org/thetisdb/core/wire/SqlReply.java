package org.thetisdb.core.wire;

import java.util.List;
import org.thetisdb.core.bytes.ByteSlice;
import org.thetisdb.core.id.VersionVector;

/** What a router answers to requests of SQL. */
public sealed interface SqlReply extends RouterToClient {
  @Override
  default boolean isShort() {
    return true;
  }

  /**
   * The outcome of an SQL statement, or more of its rows.
   *
   * @param errorNumber 0 when it did what it should, else the number of an ErrorCode
   * @param transaction what the session has open now
   * @param updateCounts one for each run of a batch, else one; none for a query or more rows
   * @param columns those of the rows
   * @param rows encoded by ValueCodec as a list of lists; empty for none
   * @param cursor names what is left of the rows; 0 when that is nothing
   */
  record Result(
      long requestId,
      int errorNumber,
      String message,
      VersionVector vector,
      TransactionStatus transaction,
      List<Long> updateCounts,
      List<ColumnInfo> columns,
      ByteSlice rows,
      long cursor)
      implements SqlReply {
    /** Whether the session has an open transaction now. */
    public boolean inTransaction() {
      return transaction != TransactionStatus.NONE;
    }
  }

  /** What a statement takes and returns. */
  record Description(
      long requestId,
      int errorNumber,
      String message,
      boolean query,
      List<TypeInfo> parameters,
      List<ColumnInfo> columns)
      implements SqlReply {}

  /**
   * A type on the wire.
   *
   * @param code as SqlTypeName has it; 0 if unknown
   */
  record TypeInfo(int code, int precision, int scale) {}

  /**
   * A column of a result.
   *
   * @param label its alias or name
   * @param table the table that it is of; empty for an expression
   * @param column its name there
   */
  record ColumnInfo(
      String label,
      TypeInfo type,
      boolean nullable,
      boolean identity,
      String table,
      String column) {}
}
