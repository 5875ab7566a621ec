package org.thetisdb.sql.plan.error;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Finds from what the planner ended with which form of a statement it has no way for. Stateless.
 */
final class UnplannedForms {
  private static final int MAX_CAUSES = 100;

  /** What is found in an error, and what it says of the statement; the first one counts. */
  private static final Map<String, String> FORMS = new LinkedHashMap<>();

  static {
    FORMS.put("RexSubQuery", "A subquery at this place");
    FORMS.put("SCALAR_QUERY", "A subquery at this place");
    FORMS.put("Correlat", "A subquery that looks at the query around it");
    FORMS.put("correlat", "A subquery that looks at the query around it");
    FORMS.put("RexOver", "A window function at this place");
    FORMS.put("Window", "A window function of this kind");
    FORMS.put("MULTISET", "ARRAY of this query");
    FORMS.put("Collect", "ARRAY of this query");
    FORMS.put(
        "preserve datatypes",
        "A column whose type differs between parts of the query (CAST each to one type)");
    FORMS.put("RecordType", "A row as a value");
    FORMS.put("TableFunction", "A function that gives one value, behind FROM,");
    FORMS.put("SqlUnnest", "UNNEST of this value");
    FORMS.put("Uncollect", "UNNEST of this value");
    FORMS.put("Aggregate", "An aggregate of this kind");
    FORMS.put("AggAddContext", "An aggregate of this kind");
    FORMS.put("SqlTypeName.NULL", "NULL without a type (CAST(NULL AS a type) gives it one)");
    FORMS.put("type NULL", "NULL without a type (CAST(NULL AS a type) gives it one)");
    FORMS.put("Void", "NULL without a type (CAST(NULL AS a type) gives it one)");
    FORMS.put("DateString", "A date or time of this year");
    FORMS.put("Timestamp", "A date or time of this form");
    FORMS.put("OutOfRange", "A number of this size");
    FORMS.put("intValue", "A number of this size");
    FORMS.put("Sort", "ORDER BY of this expression");
    FORMS.put("Join", "A join of this form");
    FORMS.put("RexImpTable", "A function with operands of these types");
    FORMS.put("RexToLixTranslator", "A function with operands of these types");
  }

  /** What may be too much together. */
  private static final List<String> CLAUSES =
      List.of(
          "WITH RECURSIVE",
          "DISTINCT",
          "LATERAL",
          "FULL JOIN",
          "RIGHT JOIN",
          "EXISTS",
          "ANY",
          "ALL",
          "GROUPING SETS",
          "ROLLUP",
          "CUBE",
          "GROUP BY",
          "HAVING",
          "FILTER",
          "WITHIN GROUP",
          "OVER",
          "UNION",
          "INTERSECT",
          "EXCEPT",
          "ORDER BY",
          "LIMIT",
          "OFFSET",
          "MERGE",
          "ON CONFLICT",
          "RETURNING");

  private UnplannedForms() {}

  /** The form, as the subject of a sentence; {@code text} is the statement's. */
  static String of(Throwable thrown, String text) {
    Throwable cause = thrown;
    for (int depth = 0; cause != null && depth < MAX_CAUSES; depth++) {
      String said = cause.getClass().getSimpleName() + ' ' + cause.getMessage();
      for (Map.Entry<String, String> form : FORMS.entrySet()) {
        if (said.contains(form.getKey())) {
          return form.getValue();
        }
      }
      cause = cause.getCause();
    }
    return ofFrames(thrown, text);
  }

  private static String ofFrames(Throwable thrown, String text) {
    for (StackTraceElement frame : thrown.getStackTrace()) {
      String place = frame.getClassName() + '.' + frame.getMethodName();
      for (Map.Entry<String, String> form : FORMS.entrySet()) {
        if (place.contains(form.getKey())) {
          return form.getValue();
        }
      }
    }
    return ofClauses(text);
  }

  /** The clauses that stand in the text, outside of constants and quoted names. */
  private static String ofClauses(String text) {
    String words = text.replaceAll("'[^']*'|\"[^\"]*\"", " ").toUpperCase(Locale.ROOT);
    List<String> found =
        CLAUSES.stream()
            .filter(clause -> words.matches("(?s).*\\b" + clause.replace(" ", "\\s+") + "\\b.*"))
            .toList();
    return found.isEmpty()
        ? "An expression of this statement"
        : found.size() == 1
            ? found.get(0) + " as it is written in this statement"
            : String.join(", ", found.subList(0, found.size() - 1))
                + " and "
                + found.get(found.size() - 1)
                + " in one statement";
  }
}
