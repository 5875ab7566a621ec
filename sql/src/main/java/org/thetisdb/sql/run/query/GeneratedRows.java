package org.thetisdb.sql.run.query;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.linq4j.Enumerator;
import org.thetisdb.procedures.Plan;
import org.thetisdb.sql.code.CodePart;
import org.thetisdb.sql.memory.HeldBytes;
import org.thetisdb.sql.run.RunContext;
import org.thetisdb.sql.run.RunErrors;
import org.thetisdb.sql.run.TableScan;
import org.thetisdb.sql.run.Values;
import org.thetisdb.sql.statement.RowStream;
import org.thetisdb.sql.type.SqlType;

/** Rows that generated code makes out of scans. Immutable. */
public final class GeneratedRows {
  private final CodePart code;
  private final TableScan[] scans;
  private final List<SqlType> types;

  /**
   * Rows.
   *
   * @param code gives arrays, or bare values where there is one column; null if they are only
   *     planned here, and run elsewhere
   * @param scans those that the code names by number
   */
  public GeneratedRows(CodePart code, TableScan[] scans, List<SqlType> types) {
    this.code = code;
    this.scans = scans.clone();
    this.types = types;
  }

  public TableScan[] scans() {
    return scans;
  }

  boolean hasPlan() {
    for (TableScan scan : scans) {
      if (!scan.hasPlan()) {
        return false;
      }
    }
    return true;
  }

  void plan(Plan target, RunContext run) {
    for (TableScan scan : scans) {
      scan.plan(target, run, false);
    }
  }

  private Enumerator<?> open(RunContext run) {
    if (code == null) {
      throw new IllegalStateException("the statement was compiled to be planned, not to run");
    }
    return code.rows(run).enumerator();
  }

  /** All rows, in the clients' form. */
  public List<Object[]> toList(RunContext run) {
    List<Object[]> rows = new ArrayList<>();
    try (Enumerator<?> source = open(run)) {
      while (source.moveNext()) {
        if (rows.size() == run.maxRows()) {
          throw run.tooManyRows();
        }
        Object row = source.current();
        run.memory().keep(HeldBytes.of(row));
        rows.add(converted(row));
      }
    } catch (LinkageError e) {
      code.forgetClass();
      throw e;
    }
    return rows;
  }

  /** The same, one by one. */
  RowStream stream(RunContext run) {
    try {
      return new Stream(open(run));
    } catch (LinkageError e) {
      code.forgetClass();
      throw e;
    }
  }

  private final class Stream implements RowStream {
    private final Enumerator<?> source;

    Stream(Enumerator<?> source) {
      this.source = source;
    }

    @Override
    public Object[] next() {
      return RunErrors.mapped(this::found);
    }

    private Object[] found() {
      try {
        return source.moveNext() ? converted(source.current()) : null;
      } catch (LinkageError e) {
        code.forgetClass();
        throw e;
      }
    }

    @Override
    public void close() {
      source.close();
    }
  }

  private Object[] converted(Object row) {
    Object[] values = new Object[types.size()];
    for (int i = 0; i < values.length; i++) {
      Object value = value(row, i);
      values[i] = Values.fromCalc(types.get(i), value);
    }
    return values;
  }

  /** Of one column rows are the values themselves; UNNEST with several columns gives lists. */
  private Object value(Object row, int column) {
    if (row instanceof Object[] values) {
      return values[column];
    }
    return types.size() > 1 && row instanceof List<?> values ? values.get(column) : row;
  }
}
