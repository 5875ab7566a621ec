package org.thetisdb.sql.plan;

import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlCase;
import org.thetisdb.sql.compile.CompileBudget;

/**
 * How large trees of syntax may be: how deep, since what works on one calls itself for each level,
 * and how large once the planner has written out what is short for something longer. NULLIF names
 * its operand twice then, so thirty of them within each other come to a billion. Stateless.
 */
final class TreeSize {
  /** A chain of operators is as deep as it is long. */
  private static final int MOST_DEEP = 1_500;

  private static final long MOST_NODES = 200_000;

  private TreeSize() {}

  /** The same tree, if it is not too large. */
  static SqlNode checked(SqlNode tree) {
    if (nodes(tree, 0) > MOST_NODES) {
      throw CompileBudget.refuse(
          "The statement has expressions that come to more than "
              + MOST_NODES
              + " parts once NULLIF, COALESCE, BETWEEN, GREATEST, CUBE and the like are written"
              + " out. Calculate what is within them in a subquery.");
    }
    return tree;
  }

  private static long nodes(SqlNode node, int depth) {
    if (depth > MOST_DEEP) {
      throw CompileBudget.refuse(
          ("The statement has expressions nested more than %d deep; a chain of operators counts"
                  + " each. Compare with a list or a table of values, or split it.")
              .formatted(MOST_DEEP));
    }
    CompileBudget.step();
    if (node instanceof SqlNodeList list) {
      return sum(list.getList(), depth);
    }
    if (!(node instanceof SqlCall call)) {
      return 1;
    }
    List<SqlNode> operands = call.getOperandList();
    long first = operands.isEmpty() ? 0 : sum(operands.subList(0, 1), depth + 1);
    long written =
        1 + first + (operands.isEmpty() ? 0 : sum(operands.subList(1, operands.size()), depth + 1));
    if (call instanceof SqlCase choice && choice.getValueOperand() != null) {
      return bounded(written + first * choice.getWhenOperands().size());
    }
    return bounded(
        switch (call.getOperator().getName().toUpperCase(Locale.ROOT)) {
          case "NULLIF", "COALESCE", "NVL", "IFNULL", "NVL2" -> 2 * written;
          case "BETWEEN", "NOT BETWEEN" -> written + first;
          case "BETWEEN SYMMETRIC", "NOT BETWEEN SYMMETRIC" -> 2 * (written + first);
          case "GREATEST", "LEAST" -> written * Math.max(2, operands.size());
          case "CUBE" -> written << Math.min(20, operands.size());
          case "ROLLUP" -> written * (1 + operands.size());
          default -> written;
        });
  }

  private static long sum(List<? extends SqlNode> nodes, int depth) {
    long sum = 0;
    for (SqlNode node : nodes) {
      sum = bounded(sum + (node == null ? 0 : nodes(node, depth)));
    }
    return sum;
  }

  private static long bounded(long nodes) {
    return Math.min(nodes, Integer.MAX_VALUE);
  }
}
