package org.thetisdb.sql.run;

import java.util.BitSet;
import java.util.List;
import org.thetisdb.core.value.EncodedRows;
import org.thetisdb.core.value.LargeValue;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Row;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.large.LargeRows;
import org.thetisdb.sql.type.SqlType;

/** Takes columns out of rows of one table. Immutable. */
public final class RowReader {
  private final int[] places;
  private final int[] storedAt;
  private final SqlType[] types;

  /** Which columns are sent as they are stored. */
  private final boolean[] sentAsStored;

  private final int width;
  private final BitSet passed;

  /**
   * A reader of some columns.
   *
   * @param places in the table's list of columns
   */
  public RowReader(TableDef table, int[] places) {
    this(table, places, new BitSet());
  }

  /**
   * A reader of some columns.
   *
   * @param places in the table's list of columns
   * @param passed those of which a mark is enough where they hold a large value, counted as in
   *     {@code places}
   */
  public RowReader(TableDef table, int[] places, BitSet passed) {
    this.passed = (BitSet) passed.clone();
    this.places = places.clone();
    this.storedAt = new int[places.length];
    this.types = new SqlType[places.length];
    this.sentAsStored = new boolean[places.length];
    this.width = table.columns().size();
    List<ColumnDef> columns = table.columns();
    for (int i = 0; i < places.length; i++) {
      storedAt[i] = columns.get(places[i]).storedAt();
      types[i] = columns.get(places[i]).type();
      sentAsStored[i] = Values.isStoredAsSent(types[i]);
    }
  }

  /** How many columns the table has. */
  public int width() {
    return width;
  }

  /** Puts the columns at their places, in the form that is calculated with. */
  public void fill(Row row, Object[] target, Context context) {
    for (int i = 0; i < places.length; i++) {
      target[places[i]] = calculable(row, i, context);
    }
  }

  /** The columns one behind the other, in the form that is calculated with. */
  Object[] compact(Row row, Context context) {
    Object[] values = new Object[places.length];
    for (int i = 0; i < places.length; i++) {
      values[i] = calculable(row, i, context);
    }
    return values;
  }

  /** A value beside the row is fetched, if it is not too long to calculate with. */
  private Object calculable(Row row, int index, Context context) {
    Object stored = row.get(storedAt[index]);
    if (!(stored instanceof LargeValue large)) {
      return Values.storedToCalc(types[index], stored);
    }
    return passed.get(index)
        ? LargeMark.of(large)
        : Values.storedToCalc(types[index], LargeRows.read(context, large));
  }

  /**
   * One of the columns, counted as they were given, in the clients' form: of a value beside the row
   * what stands for it.
   */
  public Object value(Row row, int index) {
    return Values.fromStored(types[index], row.get(storedAt[index]));
  }

  /** Appends what {@link #value} returns. */
  public void write(Row row, int index, EncodedRows target) {
    if (sentAsStored[index]) {
      row.write(storedAt[index], target);
    } else {
      target.put(value(row, index));
    }
  }
}
