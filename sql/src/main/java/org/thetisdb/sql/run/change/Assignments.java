package org.thetisdb.sql.run.change;

import java.util.List;
import org.thetisdb.procedures.Row;
import org.thetisdb.sql.run.RowWriter;
import org.thetisdb.sql.run.RunContext;
import org.thetisdb.sql.run.scalar.ValueSource;

/**
 * What UPDATE and ON CONFLICT set: columns, and where their values come from. Immutable.
 *
 * @param columns places in the table
 * @param sources one for each
 */
public record Assignments(RowWriter writer, int[] columns, List<ValueSource> sources) {
  /** Whether a column of the primary key is set. */
  boolean changeKey() {
    for (int column : columns) {
      if (writer.table().primaryKey().contains(column)) {
        return true;
      }
    }
    return false;
  }

  /** The new row in place of an old one; the old one itself, changed, if its key stays. */
  Row apply(Row old, RunContext run, Object[] calculated) {
    return changeKey() ? moved(old, run, calculated) : changed(old, run, calculated);
  }

  private Row changed(Row old, RunContext run, Object[] calculated) {
    for (int i = 0; i < columns.length; i++) {
      writer.set(old, columns[i], stored(i, run, calculated));
    }
    return old;
  }

  private Object stored(int index, RunContext run, Object[] calculated) {
    return writer.stored(columns[index], sources.get(index).value(run, calculated));
  }

  private Row moved(Row old, RunContext run, Object[] calculated) {
    int width = writer.table().columns().size();
    Object[] stored = new Object[width];
    for (int i = 0; i < width; i++) {
      stored[i] = old.get(writer.table().columns().get(i).storedAt());
    }
    for (int i = 0; i < columns.length; i++) {
      stored[columns[i]] = stored(i, run, calculated);
    }
    return writer.row(writer.key(stored), stored);
  }
}
