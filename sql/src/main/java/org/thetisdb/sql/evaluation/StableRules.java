package org.thetisdb.sql.evaluation;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.rules.FilterAggregateTransposeRule;
import org.apache.calcite.rel.rules.FilterCorrelateRule;
import org.apache.calcite.rel.rules.FilterMergeRule;
import org.apache.calcite.rel.rules.FilterProjectTransposeRule;
import org.apache.calcite.rel.rules.ProjectMergeRule;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.tools.RelBuilderFactory;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Rules of Calcite that move and merge expressions, without what is wrong for functions that come
 * to something else each time, such as {@code random}: these are calculated once for each row of
 * the query in which they are written. Stateless.
 */
public final class StableRules {
  /**
   * Builds plans without merging projections or leaving them out, and without merging constants of
   * UNION, of which those are one that SQL takes for equal, such as 1.0 and 1.00.
   */
  public static final RelBuilderFactory BUILDER =
      (cluster, schema) ->
          RelFactories.LOGICAL_BUILDER
              .create(cluster, schema)
              .transform(
                  config ->
                      config
                          .withBloat(-1)
                          .withSimplifyValues(false)
                          .withPruneInputOfAggregate(false));

  /** Merges projections, unless a volatile value would be calculated twice or not at all. */
  public static final RelOptRule PROJECT_MERGE = new ProjectMerge();

  /** Moves conditions below a projection, but for those over its volatile values. */
  public static final RelOptRule FILTER_PROJECT_TRANSPOSE = new FilterProject();

  /** Merges filters, but for volatile ones, which hold others up. */
  public static final RelOptRule FILTER_MERGE = new FilterMerge();

  /** Sets volatile conditions apart from others, so that these can be moved. */
  public static final RelOptRule FILTER_SPLIT = new FilterSplit();

  /** Moves conditions that are not volatile to the sides of a correlate. */
  public static final RelOptRule FILTER_CORRELATE = new FilterCorrelate();

  /** Moves conditions that are not volatile below an aggregate. */
  public static final RelOptRule FILTER_AGGREGATE_TRANSPOSE = new FilterAggregate();

  private StableRules() {}

  private static boolean isVolatile(Filter filter) {
    return !RexUtil.isDeterministic(filter.getCondition());
  }

  /** The columns that are volatile. */
  static ImmutableBitSet volatileOf(Project project) {
    ImmutableBitSet.Builder columns = ImmutableBitSet.builder();
    for (int i = 0; i < project.getProjects().size(); i++) {
      if (!RexUtil.isDeterministic(project.getProjects().get(i))) {
        columns.set(i);
      }
    }
    return columns.build();
  }

  private static final class ProjectMerge extends ProjectMergeRule {
    ProjectMerge() {
      super(ProjectMergeRule.Config.DEFAULT);
    }

    @Override
    public boolean matches(RelOptRuleCall call) {
      Project top = call.rel(0);
      Project bottom = call.rel(1);
      return super.matches(call) && passesOn(top, volatileOf(bottom));
    }

    /** Whether each of some columns is given on once, and nothing else is made of it. */
    private static boolean passesOn(Project top, ImmutableBitSet columns) {
      if (columns.isEmpty()) {
        return true;
      }
      List<Integer> passed = new ArrayList<>();
      for (RexNode project : top.getProjects()) {
        if (project instanceof RexInputRef ref) {
          passed.add(ref.getIndex());
        } else if (RelOptUtil.InputFinder.bits(project).intersects(columns)) {
          return false;
        }
      }
      return columns.toList().stream()
          .allMatch(
              one -> passed.indexOf(one) >= 0 && passed.indexOf(one) == passed.lastIndexOf(one));
    }
  }

  private static final class FilterProject extends FilterProjectTransposeRule {
    FilterProject() {
      super(FilterProjectTransposeRule.Config.DEFAULT);
    }

    @Override
    public void onMatch(RelOptRuleCall call) {
      Filter filter = call.rel(0);
      Project project = call.rel(1);
      ImmutableBitSet columns = volatileOf(project);
      if (columns.isEmpty()) {
        super.onMatch(call);
        return;
      }
      List<RexNode> below = new ArrayList<>();
      List<RexNode> above = new ArrayList<>();
      for (RexNode part : RelOptUtil.conjunctions(filter.getCondition())) {
        (RelOptUtil.InputFinder.bits(part).intersects(columns) ? above : below).add(part);
      }
      if (below.isEmpty() || project.containsOver()) {
        return;
      }
      RelBuilder builder = call.builder();
      builder.push(project.getInput());
      builder.filter(RelOptUtil.pushPastProject(below, project));
      builder.push(project.copy(project.getTraitSet(), List.of(builder.build())));
      builder.filter(above);
      call.transformTo(builder.build());
    }
  }

  private static final class FilterMerge extends FilterMergeRule {
    FilterMerge() {
      super(FilterMergeRule.Config.DEFAULT);
    }

    @Override
    public boolean matches(RelOptRuleCall call) {
      return isVolatile(call.rel(0)) == isVolatile(call.rel(1));
    }
  }

  private static final class FilterSplit extends FilterMergeRule {
    FilterSplit() {
      super(
          FilterMergeRule.Config.DEFAULT
              .withOperandSupplier(
                  b -> b.operand(Filter.class).predicate(StableRules::isVolatile).anyInputs())
              .as(FilterMergeRule.Config.class));
    }

    @Override
    public void onMatch(RelOptRuleCall call) {
      Filter filter = call.rel(0);
      List<RexNode> below = new ArrayList<>();
      List<RexNode> above = new ArrayList<>();
      for (RexNode part : RelOptUtil.conjunctions(filter.getCondition())) {
        (RexUtil.isDeterministic(part) ? below : above).add(part);
      }
      if (!below.isEmpty()) {
        RelBuilder builder = call.builder();
        builder.push(filter.getInput());
        builder.filter(below);
        builder.filter(filter.getVariablesSet(), above);
        call.transformTo(builder.build());
      }
    }
  }

  private static final class FilterCorrelate extends FilterCorrelateRule {
    FilterCorrelate() {
      super(FilterCorrelateRule.Config.DEFAULT);
    }

    @Override
    public boolean matches(RelOptRuleCall call) {
      return !isVolatile(call.rel(0));
    }
  }

  private static final class FilterAggregate extends FilterAggregateTransposeRule {
    FilterAggregate() {
      super(FilterAggregateTransposeRule.Config.DEFAULT);
    }

    @Override
    public boolean matches(RelOptRuleCall call) {
      return !isVolatile(call.rel(0)) && !(hasTotal(call.rel(1)) && hasConstant(call.rel(0)));
    }

    /** Whether there is a row where there are no rows. */
    private static boolean hasTotal(Aggregate aggregate) {
      return aggregate.getGroupSets().stream().anyMatch(ImmutableBitSet::isEmpty);
    }

    /** Whether a part of the condition looks at no column, so that it may take the total away. */
    private static boolean hasConstant(Filter filter) {
      return RelOptUtil.conjunctions(filter.getCondition()).stream()
          .anyMatch(part -> RelOptUtil.InputFinder.bits(part).isEmpty());
    }
  }
}
