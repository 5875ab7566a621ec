package org.thetisdb.sql.access;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Window;
import org.apache.calcite.rex.RexOver;

/**
 * Which accesses of a plan give rows that operators above keep: what is sorted, grouped, or the
 * right side of a join. Groups are taken to be as many as rows, since nobody knows before.
 */
public final class HeldAccesses {
  private final Set<TableAccess> held = new HashSet<>();

  private HeldAccesses() {}

  /** The accesses whose rows are kept. */
  public static Set<TableAccess> of(RelNode plan) {
    HeldAccesses found = new HeldAccesses();
    found.walk(plan, false);
    return found.held;
  }

  private void walk(RelNode node, boolean kept) {
    if (node instanceof TableAccess access) {
      if (kept) {
        held.add(access);
      }
    } else if (node instanceof Join join) {
      walk(join.getLeft(), kept);
      walk(join.getRight(), true);
    } else {
      boolean below = keepsInput(node, kept);
      List<RelNode> inputs = node.getInputs();
      inputs.forEach(input -> walk(input, below));
    }
  }

  private static boolean keepsInput(RelNode node, boolean kept) {
    if (node instanceof Sort sort) {
      boolean sorts = !sort.getCollation().getFieldCollations().isEmpty();
      return kept || (sorts && sort.fetch == null);
    }
    if (node instanceof Aggregate aggregate) {
      return !aggregate.getGroupSet().isEmpty();
    }
    if (node instanceof Project project) {
      return kept || RexOver.containsOver(project.getProjects(), null);
    }
    if (node instanceof Union union && union.all) {
      return kept;
    }
    return kept || node instanceof SetOp || node instanceof Window;
  }
}
