package org.thetisdb.sql.rewrite.name;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.SqlUserDefinedTypeNameSpec;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.util.Util;
import org.thetisdb.sql.parse.form.Aggregates;
import org.thetisdb.sql.parse.form.TextCalls;

/**
 * What columns of a result are called that the query gives no name, as PostgreSQL does it: by the
 * function, by what is cast, or {@code ?column?}. Stateless.
 */
public final class Labels {
  private static final String NAMELESS = "?column?";

  /** Stands for any number of columns. */
  public static final String STAR = "*";

  /** What calls are called that are written otherwise than they are read. */
  private static final Map<String, String> OTHERS =
      Map.of(
          "current_schema_name", "current_schema",
          "at time zone", "timezone",
          "like_any", NAMELESS,
          "TRANSLATE3", "translate");

  private Labels() {}

  /**
   * The labels of a query's columns, in order, with {@link #STAR} for any number of columns; empty
   * if they do not stand in its text.
   */
  public static List<String> of(SqlNode query) {
    if (query instanceof SqlSelect select) {
      return select.getSelectList().stream()
          .filter(item -> !SelectForms.isMark(item))
          .map(item -> item instanceof SqlIdentifier id && id.isStar() ? STAR : label(item))
          .toList();
    }
    if (query instanceof SqlCall call) {
      return switch (call.getKind()) {
        case ORDER_BY, UNION, INTERSECT, EXCEPT -> of(call.operand(0));
        case WITH -> of(call.operand(1));
        case VALUES -> ofRow(call.operand(0));
        default -> List.of();
      };
    }
    return List.of();
  }

  /**
   * The label of one of {@code width} columns; null if it stands between stars, so that nobody
   * knows which one it is.
   */
  public static String at(List<String> labels, int column, int width) {
    int first = labels.indexOf(STAR);
    if (first < 0 || column < first) {
      return column < labels.size() ? labels.get(column) : null;
    }
    int fromEnd = width - column;
    int last = labels.lastIndexOf(STAR);
    return fromEnd < labels.size() - last ? labels.get(labels.size() - fromEnd) : null;
  }

  /** Columns of a list of rows are counted. */
  private static List<String> ofRow(SqlNode row) {
    int width = row.getKind() == SqlKind.ROW ? ((SqlCall) row).operandCount() : 1;
    return IntStream.rangeClosed(1, width).mapToObj(place -> "column" + place).toList();
  }

  /** The name that an item of a select list has as it is written; null for none. */
  public static String writtenName(SqlNode item) {
    if (item.getKind() == SqlKind.AS) {
      return ((SqlIdentifier) ((SqlCall) item).operand(1)).getSimple();
    }
    return item instanceof SqlIdentifier name ? Util.last(name.names) : null;
  }

  /** The name that a key of ORDER BY is by itself; null for an expression. */
  public static String keyName(SqlNode key) {
    SqlNode bare = key;
    while (bare.getKind() == SqlKind.DESCENDING
        || bare.getKind() == SqlKind.NULLS_FIRST
        || bare.getKind() == SqlKind.NULLS_LAST) {
      bare = ((SqlCall) bare).operand(0);
    }
    return bare instanceof SqlIdentifier name && name.isSimple() ? name.getSimple() : null;
  }

  /** The label of an item of a select list. */
  public static String label(SqlNode item) {
    return item.getKind() == SqlKind.AS
            && ((SqlCall) item).operand(1) instanceof SqlIdentifier alias
        ? alias.getSimple()
        : named(SqlUtil.stripAs(item)).name;
  }

  /**
   * What an expression is called.
   *
   * @param own whether that is its own name, which a cast or a choice around it takes over
   */
  private record Label(String name, boolean own) {}

  private static Label named(SqlNode item) {
    if (item instanceof SqlIdentifier name) {
      return new Label(Util.last(name.names), true);
    }
    if (item instanceof SqlLiteral literal) {
      return new Label(literal(literal), false);
    }
    if (!(item instanceof SqlCall call)) {
      return new Label(NAMELESS, false);
    }
    return switch (call.getKind()) {
      case CAST, SAFE_CAST -> cast(call);
      case CASE -> {
        SqlNode otherwise = ((SqlCase) call).getElseOperand();
        Label label = otherwise == null ? null : named(otherwise);
        yield label == null || !label.own ? new Label("case", false) : label;
      }
      case OVER, FILTER, WITHIN_GROUP, RESPECT_NULLS, IGNORE_NULLS -> named(call.operand(0));
      case SCALAR_QUERY -> inner(call.operand(0));
      case OTHER -> call.getOperator().getName().equals("::") ? cast(call) : function(call);
      case EXISTS -> new Label("exists", true);
      case NEXT_VALUE -> new Label("nextval", true);
      default -> call.isA(SqlKind.QUERY) ? inner(call) : function(call);
    };
  }

  private static Label inner(SqlNode query) {
    List<String> labels = of(query);
    boolean known = !labels.isEmpty() && !labels.get(0).equals(STAR);
    return new Label(known ? labels.get(0) : NAMELESS, known);
  }

  /** Literals that name their type are casts of a text. */
  private static String literal(SqlLiteral literal) {
    return switch (literal.getTypeName()) {
      case DATE, TIME, TIMESTAMP -> literal.getTypeName().getName().toLowerCase(Locale.ROOT);
      case UNKNOWN ->
          literal instanceof SqlUnknownLiteral unknown
              ? unknown.tag.toLowerCase(Locale.ROOT)
              : NAMELESS;
      default ->
          literal.getTypeName().getFamily() == SqlTypeFamily.INTERVAL_DAY_TIME
                  || literal.getTypeName().getFamily() == SqlTypeFamily.INTERVAL_YEAR_MONTH
              ? "interval"
              : NAMELESS;
    };
  }

  private static Label cast(SqlCall call) {
    Label of = named(call.operand(0));
    if (!of.own
        && call.operand(1) instanceof SqlDataTypeSpec spec
        && spec.getTypeNameSpec() instanceof SqlUserDefinedTypeNameSpec ours) {
      return new Label(ours.getTypeName().getSimple(), false);
    }
    return !of.own
            && call.operand(1) instanceof SqlDataTypeSpec type
            && type.getTypeNameSpec() instanceof SqlBasicTypeNameSpec name
        ? new Label(type(name), false)
        : of;
  }

  private static String type(SqlBasicTypeNameSpec spec) {
    String name = spec.getTypeName().getSimple().toUpperCase(Locale.ROOT);
    return switch (name) {
      case "VARCHAR" -> spec.getPrecision() < 0 ? "text" : "varchar";
      case "SMALLINT" -> "int2";
      case "INTEGER" -> "int4";
      case "BIGINT" -> "int8";
      case "REAL" -> "float4";
      case "DOUBLE", "FLOAT" -> "float8";
      case "DECIMAL" -> "numeric";
      case "BOOLEAN" -> "bool";
      case "CHAR" -> "bpchar";
      case "VARBINARY" -> "bytea";
      case "TIMESTAMP_WITH_LOCAL_TIME_ZONE" -> "timestamptz";
      default -> name.toLowerCase(Locale.ROOT);
    };
  }

  private static Label function(SqlCall call) {
    String name = call.getOperator().getName();
    String other = OTHERS.get(name);
    if (other != null) {
      return new Label(other, !other.equals(NAMELESS));
    }
    if (name.equals("slice") || call.getKind() == SqlKind.ITEM) {
      return named(call.operand(0));
    }
    if (name.equalsIgnoreCase("array_agg")
        && call.operandCount() > 0
        && call.operand(0) instanceof SqlCall element) {
      for (Map.Entry<String, String> aggregate : Aggregates.TO_ELEMENT.entrySet()) {
        if (aggregate.getValue().equalsIgnoreCase(element.getOperator().getName())) {
          return new Label(aggregate.getKey(), true);
        }
      }
    }
    if (name.endsWith(TextCalls.VARIADIC_FORM)) {
      int length = name.length() - TextCalls.VARIADIC_FORM.length();
      return new Label(name.substring(0, length), true);
    }
    if (name.endsWith("_")) {
      return new Label(name.substring(0, name.length() - 1), true);
    }
    if (call.getKind() == SqlKind.TRIM) {
      return new Label("btrim", true);
    }
    boolean word = !name.isEmpty() && name.chars().allMatch(Labels::isPartOfName);
    boolean expression =
        call.isA(SqlKind.BINARY_COMPARISON)
            || call.getKind() == SqlKind.AND
            || call.getKind() == SqlKind.OR
            || call.getKind() == SqlKind.NOT
            || call.getKind() == SqlKind.LIKE
            || call.getKind() == SqlKind.BETWEEN
            || call.getKind() == SqlKind.IN;
    return word && !expression
        ? new Label(name.toLowerCase(Locale.ROOT), true)
        : new Label(NAMELESS, false);
  }

  private static boolean isPartOfName(int c) {
    return Character.isLetterOrDigit(c) || c == '_';
  }
}
