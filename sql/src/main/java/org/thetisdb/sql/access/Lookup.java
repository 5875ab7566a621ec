package org.thetisdb.sql.access;

import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;

/**
 * A side of a join whose rows may be looked up: a leaf, perhaps with expressions over it, which
 * joins calculate beforehand and indexes may hold.
 *
 * @param above null if the leaf is all
 */
record Lookup(Leaf leaf, LogicalProject above) {
  /** What a tree is; null if it is more than that. */
  static Lookup of(RelNode node, RexBuilder builder) {
    Leaf leaf = Leaf.of(node, builder);
    if (leaf != null) {
      return new Lookup(leaf, null);
    }
    if (node instanceof LogicalProject project
        && project.getVariablesSet().isEmpty()
        && project.getProjects().stream().allMatch(Lookup::isPlain)) {
      Leaf below = Leaf.of(project.getInput(), builder);
      return below == null || below.expressions().isEmpty() ? null : new Lookup(below, project);
    }
    return null;
  }

  private static boolean isPlain(RexNode expression) {
    return RexUtil.isDeterministic(expression) && !RexUtil.containsCorrelation(expression);
  }

  /** The leaf with conditions over the fields of all this. */
  Leaf with(List<RexNode> conditions) {
    if (above == null) {
      return leaf.with(conditions);
    }
    RexShuttle below =
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            return above.getProjects().get(ref.getIndex());
          }
        };
    return leaf.with(below.visitList(conditions));
  }

  /** All this over the leaf's rows. */
  RelNode over(RelNode access) {
    return above == null
        ? access
        : LogicalProject.create(
            access, above.getHints(), above.getProjects(), above.getRowType(), Set.of());
  }
}
