package org.thetisdb.sql.define;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.StringJoiner;
import org.thetisdb.sql.catalog.IndexExpression;
import org.thetisdb.sql.ddl.IndexPart;

/** What an index without a name is called after, as PostgreSQL does it. Stateless. */
final class IndexNames {
  private IndexNames() {}

  /** The columns and functions; {@code expr}, {@code expr1} and so on for all else. */
  static String of(List<IndexPart> parts) {
    Set<String> taken = new HashSet<>();
    StringJoiner name = new StringJoiner("_");
    for (IndexPart part : parts) {
      String bare = part.isExpression() ? ofExpression(part.text()) : part.text();
      String free = bare;
      for (int i = 1; !taken.add(free); i++) {
        free = bare + i;
      }
      name.add(free);
    }
    return name.toString();
  }

  private static String ofExpression(String text) {
    String function = IndexExpression.functionOf(text);
    return function == null ? "expr" : function.toLowerCase(Locale.ROOT);
  }
}
