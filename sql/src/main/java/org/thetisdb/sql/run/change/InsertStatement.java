package org.thetisdb.sql.run.change;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Row;
import org.thetisdb.sql.context.RowMover;
import org.thetisdb.sql.integrity.InsertKeys;
import org.thetisdb.sql.run.RowWriter;
import org.thetisdb.sql.run.RunContext;
import org.thetisdb.sql.run.Signature;
import org.thetisdb.sql.run.TableScan;
import org.thetisdb.sql.statement.SqlResult;

/** INSERT and UPSERT. Immutable. */
public final class InsertStatement extends Change {
  private static final Object[] NOTHING = {};

  private final RowWriter writer;
  private final InsertRows rows;
  private final OnConflict conflict;
  private final int[] generatedColumns;
  private final InsertKeys others;

  /**
   * An insertion.
   *
   * @param generatedColumns the columns whose values are returned
   * @param returning makes rows of the result of written rows; null for none
   * @param others the keys that it writes beside those of its rows
   */
  public InsertStatement(
      Signature signature,
      RowWriter writer,
      InsertRows rows,
      OnConflict conflict,
      int[] generatedColumns,
      ReturnedRows returning,
      InsertKeys others) {
    super(signature, returning);
    this.writer = writer;
    this.rows = rows;
    this.conflict = conflict;
    this.generatedColumns = generatedColumns.clone();
    this.others = others;
  }

  @Override
  public boolean hasPlan() {
    return rows.hasPlan() && returnsPlanned() && conflict.hasPlan();
  }

  @Override
  protected TableScan[] scans() {
    return rows.scans();
  }

  @Override
  protected void planRun(Plan target, RunContext run) {
    for (Object[] values : rows.values(run)) {
      Object[] stored = writer.stored(values);
      Object[] key = writer.key(stored, run);
      target.write(writer.table().stored(), key);
      if (!others.isEmpty()) {
        others.plan(target, writer.row(key, stored));
      }
    }
  }

  @Override
  protected SqlResult run(RunContext run) {
    List<Object[]> generated = new ArrayList<>(1);
    List<Object[]> given = rows.values(run);
    boolean moves = conflict.update() != null && conflict.update().changeKey();
    if (given.size() == 1 && !moves) {
      long inserted = insert(given, generated, run);
      return new SqlResult(inserted, finished(run, generated));
    }
    long[] count = new long[1];
    run.changeTogether(() -> count[0] = insert(given, generated, run));
    return new SqlResult(count[0], finished(run, generated));
  }

  private long insert(List<Object[]> given, List<Object[]> generated, RunContext run) {
    long count = 0;
    boolean updates = conflict.kind() == OnConflict.Kind.UPDATE && given.size() > 1;
    Set<byte[]> written = updates ? new TreeSet<>(Arrays::compareUnsigned) : null;
    boolean before = updates && conflict.rereads();
    List<Offered> offered =
        before ? given.stream().map(values -> queriedBefore(values, run)).toList() : List.of();
    for (int i = 0; i < given.size(); i++) {
      Row row = write(before ? offered.get(i) : offered(given.get(i), run), written, run);
      if (row != null) {
        count++;
        if (returnsRows()) {
          generated.add(returned(run, row, NOTHING));
        } else if (generatedColumns.length > 0) {
          generated.add(generated(row));
        }
      }
    }
    return count;
  }

  private Object[] generated(Row row) {
    Object[] values = new Object[generatedColumns.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = writer.value(row, generatedColumns[i]);
    }
    return values;
  }

  /**
   * A row that is to be inserted.
   *
   * @param queried what subqueries of ON CONFLICT came to before anything was written; null if they
   *     are yet to be asked, or there are none
   */
  private record Offered(Object[] key, Row row, Object[] queried) {}

  private Offered offered(Object[] values, RunContext run) {
    Object[] stored = writer.stored(values);
    Object[] key = writer.key(stored, run);
    return new Offered(key, writer.row(key, stored), null);
  }

  /** Subqueries see the table as it was before the statement, so all of them are asked first. */
  private Offered queriedBefore(Object[] values, RunContext run) {
    Offered offered = offered(values, run);
    Row present = present(offered, run);
    return present == null
        ? offered
        : new Offered(
            offered.key(), offered.row(), conflict.queried(run, both(present, offered.row(), run)));
  }

  private Row present(Offered offered, RunContext run) {
    return conflict.present(run.context(), writer.table().stored(), offered.key(), offered.row());
  }

  /** The row that was written; null if none was. */
  private Row write(Offered offered, Set<byte[]> written, RunContext run) {
    Context context = run.context();
    Row row = offered.row();
    if (conflict.kind() == OnConflict.Kind.REPLACE) {
      context.put(row);
      return row;
    }
    Row present = present(offered, run);
    if (present == null) {
      context.insert(row);
      note(row, written);
      return row;
    }
    return switch (conflict.kind()) {
      case FAIL -> throw writer.exists(offered.key());
      case UPDATE -> update(present, offered, written, run);
      case SKIP, REPLACE -> null;
    };
  }

  private static void note(Row row, Set<byte[]> written) {
    if (written != null) {
      written.add(row.encodedKey());
    }
  }

  private void requireNotWritten(Row present, Set<byte[]> written) {
    if (written != null && written.contains(present.encodedKey())) {
      throw new ThetisException(
          ErrorCode.TOO_MANY_ROWS,
          "ON CONFLICT DO UPDATE would change the row with key %s of table \"%s\" twice: several rows of the statement conflict with it."
              .formatted(
                  present.table().keys().describe(present.encodedKey()), writer.table().name()));
    }
  }

  /** The row that is there, with the new one behind it, as expressions look at them. */
  private Object[] both(Row present, Row excluded, RunContext run) {
    int width = writer.table().columns().size();
    Object[] both = new Object[2 * width];
    Object[] half = new Object[width];
    conflict.completeExcluded(run.context(), excluded);
    conflict.excluded().fill(excluded, half, run.context());
    System.arraycopy(half, 0, both, width, width);
    conflict.present().fill(present, both, run.context());
    return both;
  }

  /** {@code written} are the keys of rows that the statement wrote; null if that is never asked. */
  private Row update(Row present, Offered offered, Set<byte[]> written, RunContext run) {
    requireNotWritten(present, written);
    Object[] both = both(present, offered.row(), run);
    run.withRow(both);
    Object[] queried = offered.queried() == null ? conflict.queried(run, both) : offered.queried();
    if (!conflict.fits(run, queried)) {
      return null;
    }
    Object[] calculated = queried == null ? conflict.expressions().apply(run) : queried;
    Row changed = conflict.update().apply(present, run, calculated);
    if (conflict.update().changeKey()) {
      run.move(List.of(new RowMover.Move(present, changed)), writer);
    } else {
      run.context().put(changed);
    }
    note(changed, written);
    return changed;
  }
}
