package org.thetisdb.sql.plan.relation;

import java.util.IdentityHashMap;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlKind;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.compile.CompileBudget;

/**
 * How large plans may be. A part that stands in several places counts in each, as those that walk
 * through plans go through it each time. Stateless.
 */
public final class PlanSize {
  /** Most nodes of a plan before it is optimized. */
  private static final int MOST_NODES = 4_000;

  /** Most nodes of a plan of which code is generated: it is made in one method. */
  private static final int MOST_NODES_OF_CODE = 1_200;

  /** Code is nested as deep as joins are, and gone through as a whole for each level. */
  private static final int MOST_DEEP_OF_CODE = 150;

  /** A node with many inputs is copied for each of them; so many copied inputs are a step. */
  private static final int COPIES_OF_STEP = 8;

  /** Most branches of a CASE of which code is generated; it is nested as deep as these. */
  private static final int MOST_BRANCHES_OF_CODE = 250;

  /** Most operators of which code is generated in one plan. */
  private static final int MOST_CALLS_OF_CODE = 12_000;

  /** Each aggregate over distinct values becomes one over groups, which all of them go through. */
  private static final int STEPS_OF_DISTINCT = 4;

  private PlanSize() {}

  /** Refuses a plan that would take too long to optimize. */
  public static void requireMayBePlanned(RelNode plan) {
    require(plan, MOST_NODES);
  }

  /** Refuses a plan of which no code could be made, or not before long. */
  public static void requireMayBeCode(RelNode plan) {
    require(plan, MOST_NODES_OF_CODE);
    if (depth(plan) > MOST_DEEP_OF_CODE) {
      throw tooLarge();
    }
    int[] calls = {0};
    requireFewCalls(plan, calls);
  }

  /** How many joins stand within each other. */
  private static int depth(RelNode node) {
    CompileBudget.step();
    int deepest = 0;
    for (RelNode input : node.getInputs()) {
      deepest = Math.max(deepest, depth(input));
    }
    boolean joins = node.getInputs().size() > 1 && !(node instanceof SetOp);
    return joins ? deepest + 1 : deepest;
  }

  /** Looks at the expressions of the plan, of which {@code calls} were counted so far. */
  private static void requireFewCalls(RelNode node, int[] calls) {
    node.accept(
        new RexShuttle() {
          @Override
          public RexNode visitCall(RexCall call) {
            CompileBudget.step();
            if (++calls[0] > MOST_CALLS_OF_CODE) {
              throw tooLarge();
            }
            requireShort(call);
            return super.visitCall(call);
          }
        });
    node.getInputs().forEach(input -> requireFewCalls(input, calls));
  }

  private static void requireShort(RexCall call) {
    if (call.getKind() == SqlKind.CASE && call.getOperands().size() > 2 * MOST_BRANCHES_OF_CODE) {
      throw CompileBudget.refuse(
          ("A CASE of more than %d branches can only be a value of the list of columns or of SET,"
                  + " over one table. Join a table of values in its place.")
              .formatted(MOST_BRANCHES_OF_CODE));
    }
  }

  private static void require(RelNode plan, int most) {
    if (count(plan, new IdentityHashMap<>()) > most) {
      throw tooLarge();
    }
  }

  private static ThetisException tooLarge() {
    return CompileBudget.refuse(
        "The statement has more joins, subqueries and other parts than one statement may, with"
            + " its views and queries of WITH put in. Keep parts of it in temporary tables.");
  }

  private static long count(RelNode node, IdentityHashMap<RelNode, Long> known) {
    Long before = known.get(node);
    if (before != null) {
      return before;
    }
    long nodes = 1;
    if (node instanceof Aggregate groups) {
      long distinct = groups.getAggCallList().stream().filter(AggregateCall::isDistinct).count();
      CompileBudget.steps(
          (int) Math.min(Integer.MAX_VALUE, STEPS_OF_DISTINCT * distinct * distinct));
    }
    int inputs = node.getInputs().size();
    CompileBudget.steps(
        1 + (int) Math.min(Integer.MAX_VALUE, (long) inputs * inputs / COPIES_OF_STEP));
    for (RelNode input : node.getInputs()) {
      nodes = Math.min(Integer.MAX_VALUE, nodes + count(input, known));
    }
    known.put(node, nodes);
    return nodes;
  }
}
