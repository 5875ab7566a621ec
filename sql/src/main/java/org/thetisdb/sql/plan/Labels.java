package org.thetisdb.sql.plan;

import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.util.Util;

/**
 * What columns of a result are called that the query gives no name, as PostgreSQL does it: by the
 * function, by what is cast, or {@code ?column?}. Stateless.
 */
final class Labels {
  private static final String NAMELESS = "?column?";

  private Labels() {}

  /** The labels of a query's columns, in order; empty if they do not stand in its text. */
  static List<String> of(SqlNode query) {
    if (query instanceof SqlSelect select) {
      SqlNodeList items = select.getSelectList();
      boolean star = items.stream().anyMatch(i -> i instanceof SqlIdentifier id && id.isStar());
      return star ? List.of() : items.stream().map(Labels::label).toList();
    }
    if (query instanceof SqlCall call) {
      return switch (call.getKind()) {
        case ORDER_BY, UNION, INTERSECT, EXCEPT -> of(call.operand(0));
        case WITH -> of(call.operand(1));
        default -> List.of();
      };
    }
    return List.of();
  }

  private static String label(SqlNode item) {
    SqlNode bare = SqlUtil.stripAs(item);
    if (bare instanceof SqlIdentifier name) {
      return Util.last(name.names);
    }
    if (!(bare instanceof SqlCall call)) {
      return NAMELESS;
    }
    return switch (call.getKind()) {
      case CAST, SAFE_CAST -> cast(call);
      case CASE -> "case";
      case OVER, FILTER, WITHIN_GROUP, RESPECT_NULLS, IGNORE_NULLS -> label(call.operand(0));
      case SCALAR_QUERY -> inner(call.operand(0));
      default -> function(call);
    };
  }

  private static String inner(SqlNode query) {
    List<String> labels = of(query);
    return labels.isEmpty() ? NAMELESS : labels.get(0);
  }

  private static String cast(SqlCall call) {
    String of = label(call.operand(0));
    return of.equals(NAMELESS)
            && call.operand(1) instanceof SqlDataTypeSpec type
            && type.getTypeNameSpec() instanceof SqlBasicTypeNameSpec name
        ? name.getTypeName().getSimple().toLowerCase(Locale.ROOT)
        : of;
  }

  private static String function(SqlCall call) {
    String name = call.getOperator().getName();
    if (name.equals("current_schema_name")) {
      return "current_schema";
    }
    if (name.endsWith("_")) {
      return name.substring(0, name.length() - 1);
    }
    boolean word = !name.isEmpty() && name.chars().allMatch(Labels::isPartOfName);
    boolean expression =
        call.isA(SqlKind.BINARY_COMPARISON)
            || call.getKind() == SqlKind.AND
            || call.getKind() == SqlKind.OR
            || call.getKind() == SqlKind.NOT
            || call.getKind() == SqlKind.LIKE
            || call.getKind() == SqlKind.IN;
    return word && !expression ? name.toLowerCase(Locale.ROOT) : NAMELESS;
  }

  private static boolean isPartOfName(int c) {
    return Character.isLetterOrDigit(c) || c == '_';
  }
}
