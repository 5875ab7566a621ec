package org.thetisdb.client.jdbc;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.thetisdb.client.jdbc.result.Unwrapping;
import org.thetisdb.client.jdbc.sql.SqlErrors;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.core.wire.SqlReply.ColumnInfo;
import org.thetisdb.core.wire.SqlReply.TypeInfo;

/** The columns of a result. Immutable but for the index of labels, which is made at first use. */
final class ResultColumns implements ResultSetMetaData, Unwrapping {
  private final List<ColumnInfo> columns;
  private Map<String, Integer> byLabel;

  ResultColumns(List<ColumnInfo> columns) {
    this.columns = columns;
  }

  /** Columns that the driver makes up. */
  static ResultColumns made(List<String> labels, List<JdbcType> types) {
    ColumnInfo[] made = new ColumnInfo[labels.size()];
    for (int i = 0; i < made.length; i++) {
      TypeInfo type = new TypeInfo(types.get(i).code(), 0, 0);
      made[i] = new ColumnInfo(labels.get(i), type, true, false, "", "");
    }
    return new ResultColumns(List.of(made));
  }

  List<ColumnInfo> list() {
    return columns;
  }

  /** The number of a label, in any case; the first of several. */
  int find(String label) throws SQLException {
    if (label == null) {
      throw SqlErrors.badArgument("The label of the column is null.");
    }
    if (byLabel == null) {
      byLabel = index();
    }
    Integer found = byLabel.get(label);
    if (found == null) {
      found = byLabel.get(label.toLowerCase(Locale.ROOT));
    }
    if (found == null) {
      throw SqlErrors.of(
          "42703", "The result has no column \"" + label + "\"; it has " + labels() + ".");
    }
    return found;
  }

  private Map<String, Integer> index() {
    Map<String, Integer> index = new HashMap<>();
    for (int i = 0; i < columns.size(); i++) {
      index.putIfAbsent(columns.get(i).label().toLowerCase(Locale.ROOT), i + 1);
    }
    for (int i = columns.size() - 1; i >= 0; i--) {
      index.put(columns.get(i).label(), i + 1);
    }
    return index;
  }

  private String labels() {
    return String.join(", ", columns.stream().limit(20).map(ColumnInfo::label).toList());
  }

  private ColumnInfo column(int number) throws SQLException {
    if (number < 1 || number > columns.size()) {
      throw SqlErrors.of(
          "07009", "There is no column " + number + "; the result has " + columns.size() + ".");
    }
    return columns.get(number - 1);
  }

  /** The type of an array's elements. */
  JdbcType element(int number) throws SQLException {
    return JdbcType.elementOf(column(number).type());
  }

  JdbcType type(int number) throws SQLException {
    return JdbcType.of(column(number).type());
  }

  /** A text of CHAR(n), which is kept and sent without the blanks at its end. */
  String padded(int number, String text) throws SQLException {
    int missing = column(number).type().precision() - text.codePointCount(0, text.length());
    return missing <= 0 ? text : text + " ".repeat(missing);
  }

  @Override
  public int getColumnCount() {
    return columns.size();
  }

  @Override
  public boolean isAutoIncrement(int number) throws SQLException {
    return column(number).identity();
  }

  @Override
  public boolean isCaseSensitive(int number) throws SQLException {
    return type(number).isText();
  }

  @Override
  public boolean isSearchable(int number) throws SQLException {
    column(number);
    return true;
  }

  @Override
  public boolean isCurrency(int number) throws SQLException {
    column(number);
    return false;
  }

  @Override
  public int isNullable(int number) throws SQLException {
    return column(number).nullable() ? columnNullable : columnNoNulls;
  }

  @Override
  public boolean isSigned(int number) throws SQLException {
    return type(number).isNumber();
  }

  @Override
  public int getColumnDisplaySize(int number) throws SQLException {
    return type(number).displaySize(column(number).type().precision());
  }

  @Override
  public String getColumnLabel(int number) throws SQLException {
    return column(number).label();
  }

  @Override
  public String getColumnName(int number) throws SQLException {
    ColumnInfo column = column(number);
    return column.column().isEmpty() ? column.label() : column.column();
  }

  @Override
  public String getSchemaName(int number) throws SQLException {
    String table = column(number).table();
    return table.isEmpty() ? "" : ObjectName.schema(table);
  }

  @Override
  public int getPrecision(int number) throws SQLException {
    return type(number).precision(column(number).type().precision());
  }

  @Override
  public int getScale(int number) throws SQLException {
    return type(number) == JdbcType.DECIMAL ? column(number).type().scale() : 0;
  }

  @Override
  public String getTableName(int number) throws SQLException {
    return ObjectName.simple(column(number).table());
  }

  @Override
  public String getCatalogName(int number) throws SQLException {
    column(number);
    return "";
  }

  @Override
  public int getColumnType(int number) throws SQLException {
    return type(number).sqlType();
  }

  @Override
  public String getColumnTypeName(int number) throws SQLException {
    return JdbcType.nameOf(column(number).type());
  }

  @Override
  public boolean isReadOnly(int number) throws SQLException {
    return column(number).table().isEmpty();
  }

  @Override
  public boolean isWritable(int number) throws SQLException {
    return !isReadOnly(number);
  }

  @Override
  public boolean isDefinitelyWritable(int number) throws SQLException {
    column(number);
    return false;
  }

  @Override
  public String getColumnClassName(int number) throws SQLException {
    return type(number).javaClass().getName();
  }
}
