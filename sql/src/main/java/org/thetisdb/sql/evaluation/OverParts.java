package org.thetisdb.sql.evaluation;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexUtil;

/** What a call over a window calculates for each row. Stateless. */
final class OverParts {
  private OverParts() {}

  /** Operands, and what the window is divided and ordered by. */
  static List<RexNode> of(RexOver over) {
    List<RexNode> parts = new ArrayList<>(over.getOperands());
    parts.addAll(over.getWindow().partitionKeys);
    over.getWindow().orderKeys.forEach(key -> parts.add(key.left));
    return parts;
  }

  /** Whether a subquery is among what divides and orders windows. */
  static boolean holdSubQueries(List<RexNode> expressions) {
    return RexOver.containsOver(expressions, null)
        && RexUtil.SubQueryFinder.find(expressions) != null;
  }
}
