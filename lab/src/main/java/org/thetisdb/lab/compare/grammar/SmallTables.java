package org.thetisdb.lab.compare.grammar;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.lab.compare.grammar.TableSpec.ColumnSpec;
import org.thetisdb.lab.compare.grammar.TableSpec.Keying;

/** Small tables with many NULLs, many rows that are alike, and values at borders. Stateless. */
final class SmallTables {
  private static final int TABLES = 3;
  private static final int MOST_ROWS = 6;
  private static final int NULLS_PERCENT = 25;

  private static final List<ColumnSpec> CHOICES =
      List.of(
          new ColumnSpec("i", Type.INT, "integer", Keying.NONE),
          new ColumnSpec("u", Type.INT, "integer", Keying.UNIQUE),
          new ColumnSpec("b", Type.BIGINT, "bigint", Keying.INDEX),
          new ColumnSpec("n", Type.NUMERIC, "numeric(10, 2)", Keying.NONE),
          new ColumnSpec("f", Type.DOUBLE, "double precision", Keying.NONE),
          new ColumnSpec("s", Type.TEXT, "text", Keying.INDEX),
          new ColumnSpec("v", Type.TEXT, "varchar(4)", Keying.NONE),
          new ColumnSpec("o", Type.BOOLEAN, "boolean", Keying.NONE),
          new ColumnSpec("d", Type.DATE, "date", Keying.INDEX),
          new ColumnSpec("m", Type.TIMESTAMP, "timestamp", Keying.NONE),
          new ColumnSpec("j", Type.JSON, "jsonb", Keying.NONE),
          new ColumnSpec("a", Type.INTS, "integer[]", Keying.NONE));

  private SmallTables() {}

  static List<TableSpec> tables(Dice dice) {
    List<TableSpec> tables = new ArrayList<>();
    for (int i = 1; i <= TABLES; i++) {
      List<ColumnSpec> columns = new ArrayList<>();
      columns.add(new ColumnSpec("id", Type.INT, "integer", Keying.PRIMARY));
      columns.add(new ColumnSpec("k", Type.INT, "integer", Keying.INDEX));
      CHOICES.stream().filter(column -> dice.percent(45)).forEach(columns::add);
      tables.add(new TableSpec("t" + i, columns, rows(dice, columns)));
    }
    return tables;
  }

  private static List<List<String>> rows(Dice dice, List<ColumnSpec> columns) {
    List<List<String>> rows = new ArrayList<>();
    int count = dice.percent(5) ? 0 : dice.between(1, MOST_ROWS);
    for (int row = 0; row < count; row++) {
      List<String> values = new ArrayList<>();
      for (ColumnSpec column : columns) {
        values.add(value(dice, column, row + 1));
      }
      rows.add(values);
    }
    return rows;
  }

  private static String value(Dice dice, ColumnSpec column, int row) {
    if (column.key() == Keying.PRIMARY) {
      return "" + row;
    }
    if (dice.percent(NULLS_PERCENT)) {
      return "NULL";
    }
    if (column.key() == Keying.UNIQUE) {
      return "" + (MOST_ROWS - row);
    }
    boolean small = column.type() == Type.INT && dice.percent(90);
    return small ? "" + dice.between(0, 3) : dice.oneOf(column.type().constants());
  }
}
