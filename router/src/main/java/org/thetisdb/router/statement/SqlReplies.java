package org.thetisdb.router.statement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import org.thetisdb.core.bytes.ByteSlice;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.SqlReply;
import org.thetisdb.core.wire.SqlReply.ColumnInfo;
import org.thetisdb.core.wire.SqlReply.TypeInfo;
import org.thetisdb.core.wire.TransactionStatus;
import org.thetisdb.sql.call.StatementResult;
import org.thetisdb.sql.type.SqlTypeName;

/** Makes answers to statements. Stateless. */
public final class SqlReplies {
  private SqlReplies() {}

  /** An error. */
  static SqlReply.Result error(
      long requestId,
      int errorNumber,
      String message,
      VersionVector vector,
      TransactionStatus transaction) {
    return new SqlReply.Result(
        requestId,
        errorNumber,
        message,
        vector,
        transaction,
        List.of(),
        List.of(),
        ByteSlice.EMPTY,
        0);
  }

  /** An error. */
  public static SqlReply.Result error(
      long requestId, ThetisException error, VersionVector vector, TransactionStatus transaction) {
    return error(requestId, error.code().number(), error.getMessage(), vector, transaction);
  }

  /** The same answer to a client that has seen more by now. */
  public static SqlReply.Result seeing(SqlReply.Result result, VersionVector vector) {
    return changed(result, vector, result.transaction());
  }

  /** The same answer to a client whose session has another state. */
  public static SqlReply.Result in(TransactionStatus transaction, SqlReply.Result result) {
    return changed(result, result.vector(), transaction);
  }

  private static SqlReply.Result changed(
      SqlReply.Result result, VersionVector vector, TransactionStatus transaction) {
    return new SqlReply.Result(
        result.requestId(),
        result.errorNumber(),
        result.message(),
        vector,
        transaction,
        result.updateCounts(),
        result.columns(),
        result.rows(),
        result.cursor());
  }

  /** What a statement without rows has done; the message is for the person who sent it. */
  static SqlReply.Result done(
      long requestId, String notice, VersionVector vector, TransactionStatus transaction) {
    return done(requestId, notice, vector, transaction, 0);
  }

  /** As {@link #done(long, String, VersionVector, TransactionStatus)}, with the rows it wrote. */
  public static SqlReply.Result done(
      long requestId,
      String notice,
      VersionVector vector,
      TransactionStatus transaction,
      long rows) {
    return new SqlReply.Result(
        requestId, 0, notice, vector, transaction, List.of(rows), List.of(), ByteSlice.EMPTY, 0);
  }

  /**
   * What a site says that a query or DML statement has done, or the next piece of a result.
   *
   * @param keep names what is left of the rows for the client, given what the site calls it
   */
  static SqlReply.Result result(
      long requestId,
      StatementResult.Sent sent,
      VersionVector vector,
      TransactionStatus transaction,
      LongUnaryOperator keep) {
    long cursor = sent.cursor() == 0 ? 0 : keep.applyAsLong(sent.cursor());
    boolean isNeeded = cursor != 0 && transaction == TransactionStatus.READING;
    return new SqlReply.Result(
        requestId,
        0,
        "",
        vector,
        isNeeded ? TransactionStatus.OPEN : transaction,
        sent.counts(),
        sent.columns(),
        sent.rows(),
        cursor);
  }

  /** The result of a procedure as rows: maps become rows, anything else is one column. */
  static SqlReply.Result procedure(
      long requestId, Object result, VersionVector vector, TransactionStatus transaction) {
    if (result == null) {
      return done(requestId, "", vector, transaction);
    }
    List<?> elements = result instanceof List<?> list ? list : List.of(result);
    List<String> names = namesOf(elements);
    List<Object> rows = new ArrayList<>(elements.size());
    for (Object element : elements) {
      rows.add(rowOf(element, names));
    }
    return new SqlReply.Result(
        requestId,
        0,
        "",
        vector,
        transaction,
        List.of(),
        columnsOf(names, rows),
        ByteSlice.of(ValueCodec.encode(rows)),
        0);
  }

  private static List<String> namesOf(List<?> elements) {
    Set<String> names = new LinkedHashSet<>();
    for (Object element : elements) {
      if (element instanceof Map<?, ?> map) {
        map.keySet().forEach(key -> names.add((String) key));
      }
    }
    return names.isEmpty() ? List.of("result") : List.copyOf(names);
  }

  private static List<Object> rowOf(Object element, List<String> names) {
    if (element instanceof Map<?, ?> map) {
      return Arrays.asList(names.stream().map(map::get).toArray());
    }
    Object[] row = new Object[names.size()];
    row[0] = element instanceof List<?> || element instanceof Map<?, ?> ? "" + element : element;
    return Arrays.asList(row);
  }

  private static List<ColumnInfo> columnsOf(List<String> names, List<Object> rows) {
    List<ColumnInfo> columns = new ArrayList<>(names.size());
    for (int i = 0; i < names.size(); i++) {
      int place = i;
      TypeInfo type =
          rows.stream()
              .map(row -> ((List<?>) row).get(place))
              .filter(Objects::nonNull)
              .findFirst()
              .map(SqlReplies::typeOf)
              .orElse(new TypeInfo(SqlTypeName.VARCHAR.code(), 0, 0));
      columns.add(new ColumnInfo(names.get(i), type, true, false, "", ""));
    }
    return columns;
  }

  private static TypeInfo typeOf(Object value) {
    SqlTypeName name = SqlTypeName.VARCHAR;
    for (SqlTypeName candidate : SqlTypeName.values()) {
      if (candidate.storage().javaType().isInstance(value)) {
        name = widest(candidate);
        break;
      }
    }
    return new TypeInfo(name.code(), 0, 0);
  }

  /** Of the types with one stored form the one that takes all of its values. */
  private static SqlTypeName widest(SqlTypeName name) {
    return switch (name) {
      case TINYINT, SMALLINT -> SqlTypeName.INTEGER;
      case REAL -> SqlTypeName.DOUBLE;
      case CHAR -> SqlTypeName.VARCHAR;
      case BINARY -> SqlTypeName.VARBINARY;
      default -> name;
    };
  }
}
