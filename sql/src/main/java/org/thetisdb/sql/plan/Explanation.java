package org.thetisdb.sql.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.thetisdb.sql.access.ClusterRows;
import org.thetisdb.sql.access.LastRound;
import org.thetisdb.sql.access.PartRows;
import org.thetisdb.sql.access.RecursiveUnion;
import org.thetisdb.sql.access.TableAccess;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.statement.SqlStatement;

/** A plan in words, one line a step. Stateless. */
final class Explanation {
  private Explanation() {}

  static List<String> lines(RelNode plan, SqlStatement statement) {
    List<String> lines = new ArrayList<>();
    String kind = statement.isQuery() ? "query" : "change of rows";
    lines.add(kind + (statement.isReadOnly() ? ", reads only" : ", writes"));
    if (plan != null) {
      add(plan, 1, lines);
    }
    lines.add(
        statement.hasPlan()
            ? "keys: known from the arguments"
            : "keys: found by a trial run on a snapshot");
    return lines;
  }

  private static void add(RelNode node, int depth, List<String> lines) {
    lines.add("  ".repeat(depth) + plain(describe(node)));
    for (RelNode input : node.getInputs()) {
      add(input, depth + 1, lines);
    }
  }

  /** Constants without their character sets and types. */
  private static String plain(String text) {
    return text.replaceAll("_UTF-8'", "'")
        .replaceAll(" CHARACTER SET \"UTF-8\"", "")
        .replaceAll("':(VAR)?CHAR(\\(\\d+\\))?", "'");
  }

  /** Columns by their names. */
  private static String named(String condition, TableDef table) {
    String text = condition;
    for (int i = table.columns().size() - 1; i >= 0; i--) {
      String name = Matcher.quoteReplacement(table.columns().get(i).name());
      text = text.replaceAll("\\$" + i + "\\b", name);
    }
    return text;
  }

  private static String describe(RelNode node) {
    if (node instanceof TableAccess access) {
      String filter =
          access.filter() == null
              ? ""
              : "; filter " + named(access.filter().toString(), access.path().table());
      return access.path().table().name() + " by " + access.path().describe() + filter;
    }
    if (node instanceof Sort sort) {
      return sort.getCollation().getFieldCollations().isEmpty()
          ? "limit"
          : "sort by " + sort.getCollation() + (sort.fetch == null ? "" : ", limit");
    }
    if (node instanceof Correlate correlate) {
      return "for each row of the first, look up the second, " + correlate.getJoinType().lowerName;
    }
    if (node instanceof Join join) {
      return join.getJoinType().lowerName + " join on " + join.getCondition();
    }
    if (node instanceof Aggregate aggregate) {
      return "group by " + aggregate.getGroupSet() + " for " + aggregate.getAggCallList();
    }
    if (node instanceof Filter filter) {
      return "filter " + filter.getCondition();
    }
    if (node instanceof Project project) {
      return "values " + project.getProjects();
    }
    if (node instanceof RecursiveUnion) {
      return "recursive query, the first part once, the second for each round";
    }
    if (node instanceof LastRound) {
      return "rows of the last round";
    }
    if (node instanceof PartRows rows) {
      return "rows of " + PartsCompiler.called(rows.name());
    }
    if (node instanceof ClusterRows rows) {
      return "what the router knows of " + rows.table().tableName();
    }
    return node.getRelTypeName().replace("Logical", "").toLowerCase(java.util.Locale.ROOT);
  }
}
