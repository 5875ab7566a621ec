package org.thetisdb.sql.run;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Linq4j;
import org.apache.calcite.linq4j.function.Function0;

/** The rows of subqueries that are the same for all rows around them. Not thread-safe. */
final class SubQueryRows {
  private final Map<Integer, List<Object>> kept = new HashMap<>();

  /** The rows of a subquery, which is run once; of one row at most. */
  Enumerable<Object> rows(int number, Function0<Enumerable<Object>> made) {
    List<Object> rows = kept.get(number);
    if (rows == null) {
      rows = made.apply().toList();
      kept.put(number, rows);
    }
    return Linq4j.asEnumerable(rows);
  }
}
