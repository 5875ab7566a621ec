package org.thetisdb.sql.run.source;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Row;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.catalog.ViewDef;
import org.thetisdb.sql.info.InfoContext;
import org.thetisdb.sql.info.Relation;
import org.thetisdb.sql.info.ViewColumns;
import org.thetisdb.sql.info.VirtualTable;
import org.thetisdb.sql.run.RowSource;
import org.thetisdb.sql.run.RunContext;
import org.thetisdb.sql.run.Scalar;
import org.thetisdb.sql.run.Values;
import org.thetisdb.sql.system.SystemTables;

/**
 * Finds rows of a system table in the catalog that its statement runs with. They are made as they
 * are read, and each counts as a row that was read. Immutable.
 */
public final class SystemSource implements RowSource {
  /** What it costs to find out the columns of a view, in rows made. */
  private static final int ROWS_A_VIEW = 256;

  /** Most keys that lists of values may stand for. */
  private static final int MOST_KEYS = 100_000;

  private final TableDef definition;
  private final VirtualTable table;
  private final VirtualTable.Lookup lookup;
  private final KeyPart[][] equal;
  private final Scalar about;
  private final String temporary;
  private final ViewColumns views;

  /**
   * Rows of a system table.
   *
   * @param lookup by which they are looked up; null for all rows
   * @param equal for each of its first columns the values that it may equal; of all its columns, or
   *     all rows are gone through
   * @param about what must hold for the relation that a row speaks of, which is asked before its
   *     rows are made, where all rows are gone through; null if nothing has to
   * @param temporary the schema of the temporary tables that the statement sees; null for none
   */
  public SystemSource(
      TableDef definition,
      VirtualTable.Lookup lookup,
      KeyPart[][] equal,
      Scalar about,
      String temporary,
      ViewColumns views) {
    this.definition = definition;
    this.table = SystemTables.of(definition);
    this.lookup = lookup;
    this.equal = equal;
    this.about = about;
    this.temporary = temporary;
    this.views = views;
  }

  @Override
  public Cursor open(RunContext run) {
    InfoContext context =
        new InfoContext(
            run.catalog(),
            temporary,
            (view, catalog) -> columns(run, view, catalog),
            SystemTables.relations(),
            run.rights());
    Iterator<Object[]> rows = rows(context, keys(run), run).iterator();
    return () -> {
      if (!rows.hasNext()) {
        return null;
      }
      run.onMade();
      return row(rows.next());
    };
  }

  private List<ViewColumns.Column> columns(RunContext run, ViewDef view, SqlCatalog catalog) {
    for (int i = 0; i < ROWS_A_VIEW; i++) {
      run.onMade();
    }
    return views.of(view, catalog);
  }

  private Stream<Object[]> rows(InfoContext context, List<List<Object>> keys, RunContext run) {
    if (lookup == null || equal.length < lookup.places().size()) {
      return all(context, run).filter(row -> fits(row, keys));
    }
    return combinations(keys).stream()
        .flatMap(
            key ->
                table
                    .rows(context, lookup, key)
                    .filter(row -> fits(row, key.stream().map(List::of).toList())));
  }

  private Stream<Object[]> all(InfoContext context, RunContext run) {
    return about == null
        ? table.rows(context)
        : table.rows(context, relation -> isAskedFor(relation, run));
  }

  /** A text is calculated with as it is, so that no row has to be made of the two names. */
  private boolean isAskedFor(Relation relation, RunContext run) {
    run.onMade();
    List<Integer> places = table.subjectPlaces();
    Object[] values = new Object[definition.columns().size()];
    values[places.get(0)] = relation.schemaName();
    values[places.get(1)] = relation.simpleName();
    return Boolean.TRUE.equals(about.eval(run.withRow(values)));
  }

  private boolean fits(Object[] row, List<? extends List<?>> keys) {
    for (int i = 0; i < keys.size(); i++) {
      Object value = row[lookup.places().get(i)];
      if (value == null || !keys.get(i).contains(value)) {
        return false;
      }
    }
    return true;
  }

  /** For each of the first columns the values that it may equal, each once. */
  private List<List<Object>> keys(RunContext run) {
    List<List<Object>> keys = new ArrayList<>();
    for (KeyPart[] choices : equal) {
      List<Object> values = new ArrayList<>();
      for (KeyPart choice : choices) {
        values.addAll(choice.choices(run));
      }
      keys.add(values.stream().distinct().toList());
    }
    return keys;
  }

  private static List<List<Object>> combinations(List<List<Object>> keys) {
    List<List<Object>> all = List.of(List.of());
    for (List<Object> values : keys) {
      if ((long) all.size() * values.size() > MOST_KEYS) {
        throw new ThetisException(
            ErrorCode.STATEMENT_TOO_LARGE, "lists that stand for more than " + MOST_KEYS + " keys");
      }
      List<List<Object>> longer = new ArrayList<>();
      for (List<Object> before : all) {
        for (Object value : values) {
          List<Object> next = new ArrayList<>(before);
          next.add(value);
          longer.add(next);
        }
      }
      all = longer;
    }
    return all;
  }

  private Row row(Object[] values) {
    Row row = definition.stored().row(0L);
    List<ColumnDef> columns = definition.columns();
    for (int i = 0; i < values.length; i++) {
      if (values[i] != null) {
        row.set(columns.get(i).storedAt(), Values.toStored(columns.get(i).type(), values[i]));
      }
    }
    return row;
  }

  @Override
  public boolean hasPlan() {
    return true;
  }

  @Override
  public void plan(Plan target, RunContext run, boolean written) {
    // no row of it is stored
  }
}
