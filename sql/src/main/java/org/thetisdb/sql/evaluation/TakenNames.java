package org.thetisdb.sql.evaluation;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.tools.RelBuilder;

/**
 * Names that Calcite gives to columns that it joins for a subquery, and finds them by: a column of
 * the query around of the same name would be taken for them, and so would those of a subquery that
 * was joined before. Such columns have other names while a subquery is joined. Stateless.
 */
final class TakenNames {
  private static final Set<String> NAMES =
      Set.of("c", "ck", "cs", "d", "dd", "em", "i", "m", "trueLiteral", "x");

  private static final String INSTEAD = "around_";

  private TakenNames() {}

  /** Whether columns have to be renamed. */
  static boolean areIn(RelNode rows) {
    return rows.getRowType().getFieldNames().stream().anyMatch(NAMES::contains);
  }

  /** Renames columns of what is on top of a builder. */
  static void free(RelBuilder builder) {
    if (areIn(builder.peek())) {
      List<String> names = new ArrayList<>();
      for (String name : builder.peek().getRowType().getFieldNames()) {
        names.add(NAMES.contains(name) ? INSTEAD + names.size() : name);
      }
      builder.project(builder.fields(), names, true);
    }
  }
}
