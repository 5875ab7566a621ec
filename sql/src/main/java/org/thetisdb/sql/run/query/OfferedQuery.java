package org.thetisdb.sql.run.query;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.sql.run.RunContext;
import org.thetisdb.sql.run.Values;
import org.thetisdb.sql.type.SqlType;

/** A query over rows that a change offers it. Immutable. */
public final class OfferedQuery {
  private final GeneratedRows rows;
  private final List<SqlType> types;

  /**
   * A query.
   *
   * @param types of its columns
   */
  public OfferedQuery(GeneratedRows rows, List<SqlType> types) {
    this.rows = rows;
    this.types = List.copyOf(types);
  }

  /** Its rows, in the clients' form, of rows in the form that is calculated with. */
  public List<Object[]> rows(RunContext run, List<Object[]> offered) {
    List<Object> each = new ArrayList<>(offered.size());
    for (Object[] row : offered) {
      each.add(row.length == 1 ? row[0] : row); // as generated code has rows of one column
    }
    return rows.toList(run.forQuery(rows.scans(), each));
  }

  /** Its only row for one row, in the form that is calculated with. */
  public Object[] row(RunContext run, Object[] offered) {
    Object[] values = rows(run, List.<Object[]>of(offered)).get(0);
    Object[] calculated = new Object[values.length];
    for (int i = 0; i < values.length; i++) {
      calculated[i] = Values.toCalc(types.get(i), values[i]);
    }
    return calculated;
  }
}
