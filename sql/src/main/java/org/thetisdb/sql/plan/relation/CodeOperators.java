package org.thetisdb.sql.plan.relation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.calcite.adapter.enumerable.EnumerableCalc;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRules;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.convert.ConverterRule;
import org.apache.calcite.rel.core.Calc;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalCorrelate;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalIntersect;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalMinus;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rel.logical.LogicalValues;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.rex.RexProgramBuilder;
import org.thetisdb.sql.access.RecursiveUnion;
import org.thetisdb.sql.compile.CompileBudget;
import org.thetisdb.sql.evaluation.OncePerRow;
import org.thetisdb.sql.evaluation.OneTimeFilter;
import org.thetisdb.sql.operator.TotalAggregate;

/**
 * Puts operators that generate code in the place of a plan's nodes, one for one. Most kinds of
 * nodes have a single operator, so there is nothing to search for, and a search is what took a
 * tenth of a compilation. Stateless.
 */
public final class CodeOperators {
  private static final Map<Class<?>, RelOptRule> ONLY =
      Map.of(
          LogicalJoin.class, EnumerableRules.ENUMERABLE_JOIN_RULE,
          LogicalCorrelate.class, EnumerableRules.ENUMERABLE_CORRELATE_RULE,
          LogicalAggregate.class, TotalAggregate.RULE,
          LogicalUnion.class, EnumerableRules.ENUMERABLE_UNION_RULE,
          LogicalIntersect.class, EnumerableRules.ENUMERABLE_INTERSECT_RULE,
          LogicalMinus.class, EnumerableRules.ENUMERABLE_MINUS_RULE,
          LogicalValues.class, EnumerableRules.ENUMERABLE_VALUES_RULE,
          RecursiveUnion.class, RecursiveUnion.ToCode.RULE,
          OneTimeFilter.class, OneTimeFilter.ToCode.RULE,
          OncePerRow.class, OncePerRow.ToCode.RULE);

  private CodeOperators() {}

  /**
   * The plan in operators, with projections and filters in calculations; null if a node of it is of
   * a kind with several operators or none.
   */
  public static RelNode of(RelNode node) {
    CompileBudget.step();
    if (node.getConvention() instanceof EnumerableConvention) {
      return node.getInputs().isEmpty() ? node : null;
    }
    List<RelNode> inputs = new ArrayList<>(node.getInputs().size());
    for (RelNode input : node.getInputs()) {
      RelNode operator = of(input);
      if (operator == null) {
        return null;
      }
      inputs.add(operator);
    }
    if (node instanceof LogicalProject project) {
      return RexOver.containsOver(project.getProjects(), null)
          ? null
          : calculation(project, inputs.get(0));
    }
    if (node instanceof LogicalFilter filter) {
      return RexOver.containsOver(filter.getCondition())
          ? null
          : calculation(filter, inputs.get(0));
    }
    ConverterRule rule = (ConverterRule) ruleOf(node);
    return rule == null ? null : rule.convert(node.copy(node.getTraitSet(), inputs));
  }

  private static RelOptRule ruleOf(RelNode node) {
    if (node instanceof LogicalSort sort) {
      return sort.fetch == null && sort.offset == null
          ? EnumerableRules.ENUMERABLE_SORT_RULE
          : null;
    }
    return ONLY.get(node.getClass());
  }

  private static RelNode calculation(Project project, RelNode input) {
    RexBuilder rex = project.getCluster().getRexBuilder();
    return merged(
        RexProgram.create(
            input.getRowType(), project.getProjects(), null, project.getRowType(), rex),
        input);
  }

  private static RelNode calculation(Filter filter, RelNode input) {
    RexProgramBuilder program =
        new RexProgramBuilder(input.getRowType(), filter.getCluster().getRexBuilder());
    program.addIdentity();
    program.addCondition(filter.getCondition());
    return merged(program.getProgram(), input);
  }

  /** One calculation for two that stand on each other. */
  private static RelNode merged(RexProgram program, RelNode input) {
    if (!(input instanceof Calc below)) {
      return EnumerableCalc.create(input, program);
    }
    RexBuilder rex = input.getCluster().getRexBuilder();
    return EnumerableCalc.create(
        below.getInput(), RexProgramBuilder.mergePrograms(program, below.getProgram(), rex));
  }
}
