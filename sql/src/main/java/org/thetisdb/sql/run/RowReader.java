package org.thetisdb.sql.run;

import java.util.List;
import org.thetisdb.procedures.Row;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.type.SqlType;

/** Takes columns out of rows of one table. Immutable. */
public final class RowReader {
  private final int[] places;
  private final int[] storedAt;
  private final SqlType[] types;
  private final int width;

  /**
   * A reader of some columns.
   *
   * @param places in the table's list of columns
   */
  public RowReader(TableDef table, int[] places) {
    this.places = places.clone();
    this.storedAt = new int[places.length];
    this.types = new SqlType[places.length];
    this.width = table.columns().size();
    List<ColumnDef> columns = table.columns();
    for (int i = 0; i < places.length; i++) {
      storedAt[i] = columns.get(places[i]).storedAt();
      types[i] = columns.get(places[i]).type();
    }
  }

  /** How many columns the table has. */
  int width() {
    return width;
  }

  /** Puts the columns at their places, in the form that is calculated with. */
  void fill(Row row, Object[] target) {
    for (int i = 0; i < places.length; i++) {
      target[places[i]] = Values.storedToCalc(types[i], row.get(storedAt[i]));
    }
  }

  /** The columns one behind the other, in the form that is calculated with. */
  Object[] compact(Row row) {
    Object[] values = new Object[places.length];
    for (int i = 0; i < places.length; i++) {
      values[i] = Values.storedToCalc(types[i], row.get(storedAt[i]));
    }
    return values;
  }

  /** One of the columns, counted as they were given, in the clients' form. */
  Object value(Row row, int index) {
    return Values.fromStored(types[index], row.get(storedAt[index]));
  }
}
