package org.thetisdb.sql.run;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.value.LargeValue;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.info.ClusterTable;
import org.thetisdb.sql.statement.GeneratedValues;
import org.thetisdb.sql.statement.SqlColumn;
import org.thetisdb.sql.type.LargeTypes;
import org.thetisdb.sql.type.SqlType;

/** What a run is given, with the rows of the parts that have run before. Not thread-safe. */
final class PartValues implements GeneratedValues {
  private final GeneratedValues given;
  private final List<List<Object>> parts = new ArrayList<>();

  PartValues(GeneratedValues given) {
    this.given = given;
  }

  @Override
  public long next(String sequence) {
    return given.next(sequence);
  }

  @Override
  public List<Object[]> clusterRows(ClusterTable table) {
    return given.clusterRows(table);
  }

  @Override
  public SqlCatalog catalog() {
    return given.catalog();
  }

  @Override
  public String user() {
    return given.user();
  }

  @Override
  public List<Object> partRows(int number) {
    return parts.get(number);
  }

  /** Keeps what a part gave, in the form that generated code reads: one value alone for one. */
  void add(List<SqlColumn> columns, List<Object[]> rows) {
    List<Object> kept = new ArrayList<>(rows.size());
    for (Object[] row : rows) {
      Object[] values = new Object[columns.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = calculated(columns.get(i).type(), row[i]);
      }
      kept.add(values.length == 1 ? values[0] : values);
    }
    parts.add(kept);
  }

  private static Object calculated(SqlType type, Object value) {
    if (value instanceof LargeValue large) {
      throw LargeTypes.misplaced("A row of a WITH query", large);
    }
    return Values.toCalc(type, value);
  }
}
