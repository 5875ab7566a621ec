package org.thetisdb.sql.plan.query;

import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRules;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.plan.hep.HepProgramBuilder;
import org.apache.calcite.plan.volcano.VolcanoPlanner;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.rules.CoreRules;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql2rel.RelDecorrelator;
import org.apache.calcite.tools.RelBuilder;
import org.thetisdb.sql.access.AccessBuilder;
import org.thetisdb.sql.access.PlanShaper;
import org.thetisdb.sql.access.RecursiveUnion;
import org.thetisdb.sql.access.TableAccess;
import org.thetisdb.sql.compile.CompileBudget;
import org.thetisdb.sql.dialect.expression.Microseconds;
import org.thetisdb.sql.dialect.expression.NumberCalls;
import org.thetisdb.sql.dialect.expression.PatternCalls;
import org.thetisdb.sql.dialect.expression.TextCasts;
import org.thetisdb.sql.dialect.expression.TimestampLiterals;
import org.thetisdb.sql.dialect.expression.ZonedCasts;
import org.thetisdb.sql.dialect.syntax.GroupFrames;
import org.thetisdb.sql.evaluation.CommonFactors;
import org.thetisdb.sql.evaluation.FilterSubQueries;
import org.thetisdb.sql.evaluation.FilteredArguments;
import org.thetisdb.sql.evaluation.JoinSubQueries;
import org.thetisdb.sql.evaluation.OncePerRow;
import org.thetisdb.sql.evaluation.OneTimeFilter;
import org.thetisdb.sql.evaluation.ProjectSubQueries;
import org.thetisdb.sql.evaluation.ShortCircuits;
import org.thetisdb.sql.evaluation.StableRules;
import org.thetisdb.sql.evaluation.StableTrimmer;
import org.thetisdb.sql.growth.GrowthGuards;
import org.thetisdb.sql.operator.CountedPlan;
import org.thetisdb.sql.operator.TotalAggregate;
import org.thetisdb.sql.plan.relation.CodeOperators;
import org.thetisdb.sql.plan.relation.DeclaredTypes;
import org.thetisdb.sql.plan.relation.Decorrelation;
import org.thetisdb.sql.plan.relation.GroupedAverages;
import org.thetisdb.sql.plan.relation.LargeUses;
import org.thetisdb.sql.plan.relation.OpaqueKeys;
import org.thetisdb.sql.plan.relation.OwnAggregates;
import org.thetisdb.sql.plan.relation.PlanRule;
import org.thetisdb.sql.plan.relation.PlanSize;
import org.thetisdb.sql.plan.relation.RemovedRule;
import org.thetisdb.sql.plan.relation.UselessOrders;

/**
 * From relational algebra to a plan whose leaves find rows by key or index. The shape follows from
 * rules alone; there is no search, so that compiling takes a few milliseconds.
 */
final class Optimizer {
  private static final HepProgram SUBQUERIES =
      program(
          FilterSubQueries.RULE,
          ProjectSubQueries.RULE,
          JoinSubQueries.RULE,
          CoreRules.JOIN_SUB_QUERY_TO_CORRELATE);

  /** The same with Calcite's own rule for a select list. */
  private static final HepProgram PROJECT_SUBQUERIES_OF_CALCITE =
      program(
          FilterSubQueries.RULE,
          CoreRules.PROJECT_SUB_QUERY_TO_CORRELATE,
          JoinSubQueries.RULE,
          CoreRules.JOIN_SUB_QUERY_TO_CORRELATE);

  /** The same with Calcite's own rule for conditions. */
  private static final HepProgram FILTER_SUBQUERIES_OF_CALCITE =
      program(
          CoreRules.FILTER_SUB_QUERY_TO_CORRELATE,
          ProjectSubQueries.RULE,
          JoinSubQueries.RULE,
          CoreRules.JOIN_SUB_QUERY_TO_CORRELATE);

  private static final HepProgram PUSH_DOWN =
      program(
          CoreRules.FILTER_INTO_JOIN,
          CoreRules.JOIN_CONDITION_PUSH,
          StableRules.FILTER_SPLIT,
          StableRules.FILTER_CORRELATE,
          StableRules.FILTER_PROJECT_TRANSPOSE,
          StableRules.FILTER_AGGREGATE_TRANSPOSE,
          CoreRules.FILTER_SORT_TRANSPOSE,
          CoreRules.FILTER_SET_OP_TRANSPOSE,
          StableRules.FILTER_MERGE,
          StableRules.PROJECT_MERGE,
          CoreRules.PROJECT_REMOVE,
          CoreRules.AGGREGATE_EXPAND_DISTINCT_AGGREGATES,
          CoreRules.AGGREGATE_REDUCE_FUNCTIONS,
          CoreRules.SORT_REMOVE_CONSTANT_KEYS);

  /** What there has to be, since no operator calculates it as it stands. */
  private static final HepProgram EXPANSIONS =
      program(CoreRules.AGGREGATE_EXPAND_DISTINCT_AGGREGATES, CoreRules.AGGREGATE_REDUCE_FUNCTIONS);

  private static final HepProgram CALCULATIONS =
      program(
          EnumerableRules.ENUMERABLE_FILTER_TO_CALC_RULE,
          EnumerableRules.ENUMERABLE_PROJECT_TO_CALC_RULE,
          CoreRules.CALC_MERGE);

  private static final HepProgram WINDOWS =
      program(CoreRules.PROJECT_TO_LOGICAL_PROJECT_AND_WINDOW);

  private static final List<RelOptRule> PHYSICAL =
      List.of(
          EnumerableRules.ENUMERABLE_JOIN_RULE,
          EnumerableRules.ENUMERABLE_CORRELATE_RULE,
          EnumerableRules.ENUMERABLE_CONDITIONAL_CORRELATE_RULE,
          EnumerableRules.ENUMERABLE_PROJECT_RULE,
          EnumerableRules.ENUMERABLE_FILTER_RULE,
          TotalAggregate.RULE,
          EnumerableRules.ENUMERABLE_SORT_RULE,
          EnumerableRules.ENUMERABLE_LIMIT_RULE,
          EnumerableRules.ENUMERABLE_LIMIT_SORT_RULE,
          EnumerableRules.ENUMERABLE_COLLECT_RULE,
          EnumerableRules.ENUMERABLE_UNCOLLECT_RULE,
          EnumerableRules.ENUMERABLE_UNION_RULE,
          RecursiveUnion.ToCode.RULE,
          OneTimeFilter.ToCode.RULE,
          OncePerRow.ToCode.RULE,
          EnumerableRules.ENUMERABLE_INTERSECT_RULE,
          EnumerableRules.ENUMERABLE_MINUS_RULE,
          EnumerableRules.ENUMERABLE_VALUES_RULE,
          EnumerableRules.ENUMERABLE_WINDOW_RULE);

  private final Translator translator;
  private final AccessBuilder accesses;

  Optimizer(Translator translator) {
    this.translator = translator;
    this.accesses = new AccessBuilder(translator.cluster());
  }

  private static HepProgram program(RelOptRule... rules) {
    HepProgramBuilder builder = new HepProgramBuilder();
    builder.addRuleCollection(List.of(rules));
    return builder.build();
  }

  /** The accesses to tables of the plan, by their numbers. */
  List<TableAccess> accesses() {
    return accesses.made();
  }

  /** The plan: leaves are chosen, joins are in order. */
  RelNode optimize(RelNode logical) {
    RelNode lengths = LargeUses.withLengths(logical, translator.rexBuilder());
    RelNode checked = NumberCalls.arithmetic(lengths, translator.rexBuilder());
    RelNode joined =
        hasSubQuery(checked) ? SoundPlan.required(run(subQueries(), checked)) : checked;
    RelNode averaged = GroupedAverages.apply(joined, translator.rexBuilder());
    RelNode groups = GroupFrames.apply(averaged, translator.rexBuilder());
    RelNode zoned = ZonedCasts.apply(groups, translator.rexBuilder());
    RelNode read = TextCasts.apply(zoned, translator.rexBuilder());
    RelNode flat = Microseconds.apply(read, translator.rexBuilder());
    RelNode factored = CommonFactors.apply(flat, translator.rexBuilder());
    RelNode plan = shape(factored);
    if (hasCorrelate(factored)
        && uses(PlanRule.DECORRELATION)
        && accesses.made().stream().anyMatch(TableAccess::isRepeatedScan)) {
      boolean all = uses(RemovedRule.DECORRELATION);
      RelNode whole = all ? factored : Decorrelation.withTotals(factored);
      if (all || Decorrelation.isSafe(whole)) {
        accesses.restart();
        plan = shape(SoundPlan.required(decorrelated(whole)));
      }
    }
    return plan;
  }

  private RelNode decorrelated(RelNode whole) {
    boolean all = uses(RemovedRule.DECORRELATION);
    RelNode hidden = all ? whole : OpaqueKeys.hidden(whole);
    return OpaqueKeys.shown(RelDecorrelator.decorrelateQuery(hidden, builder()));
  }

  private RelNode shape(RelNode flat) {
    HepProgram program = uses(PlanRule.PUSH_DOWN) ? PUSH_DOWN : EXPANSIONS;
    RelNode pushed = UselessOrders.removed(run(program, flat));
    RelNode trimmed = uses(PlanRule.TRIMMING) ? new StableTrimmer(builder()).trim(pushed) : pushed;
    RelNode again = UselessOrders.removed(run(program, trimmed));
    return new PlanShaper(translator.cluster(), accesses, uses(PlanRule.JOIN_ORDER)).shape(again);
  }

  private HepProgram subQueries() {
    if (uses(RemovedRule.PROJECT_SUB_QUERIES)) {
      return PROJECT_SUBQUERIES_OF_CALCITE;
    }
    return uses(RemovedRule.FILTER_SUB_QUERIES) ? FILTER_SUBQUERIES_OF_CALCITE : SUBQUERIES;
  }

  private boolean uses(RemovedRule rule) {
    return translator.space().uses(rule);
  }

  private boolean uses(PlanRule rule) {
    return translator.space().uses(rule);
  }

  private RelBuilder builder() {
    return StableRules.BUILDER.create(translator.cluster(), null);
  }

  private static boolean hasCorrelate(RelNode node) {
    return node instanceof Correlate || node.getInputs().stream().anyMatch(Optimizer::hasCorrelate);
  }

  private static boolean hasSubQuery(RelNode node) {
    return isOverSubQuery(node) || node.getInputs().stream().anyMatch(Optimizer::hasSubQuery);
  }

  private static boolean isOverSubQuery(RelNode node) {
    if (node instanceof Filter filter) {
      return RexUtil.SubQueryFinder.containsSubQuery(filter);
    }
    if (node instanceof Project project) {
      return RexUtil.SubQueryFinder.containsSubQuery(project);
    }
    return node instanceof Join join && RexUtil.SubQueryFinder.containsSubQuery(join);
  }

  private static boolean hasOver(RelNode node) {
    if (node instanceof Project project && RexOver.containsOver(project.getProjects(), null)) {
      return true;
    }
    return node.getInputs().stream().anyMatch(Optimizer::hasOver);
  }

  private static RelNode run(HepProgram program, RelNode node) {
    HepPlanner planner =
        new HepPlanner(program) {
          @Override
          public void checkCancel() {
            CompileBudget.step();
          }
        };
    planner.setRoot(node);
    return planner.findBestExp();
  }

  /** The plan in operators that generate code. */
  EnumerableRel implement(RelNode plan) {
    PlanSize.requireMayBeCode(plan);
    RexBuilder rex = translator.rexBuilder();
    RelNode once = OncePerRow.apply(FilteredArguments.apply(plan));
    RelNode stopping = ShortCircuits.apply(once, rex);
    RelNode numbers = NumberCalls.apply(stopping, rex);
    RelNode counted = TimestampLiterals.apply(PatternCalls.apply(numbers, rex), rex);
    RelNode guarded = GrowthGuards.apply(counted, rex);
    RelNode typed = DeclaredTypes.apply(guarded, rex);
    RelNode windows = OwnAggregates.apply(hasOver(typed) ? run(WINDOWS, typed) : typed);
    RelNode direct = CodeOperators.of(windows);
    RelNode operators = direct == null ? run(CALCULATIONS, searched(windows)) : direct;
    return new CountedPlan((EnumerableRel) operators);
  }

  /** The plan in operators, of which some kinds of nodes have several to choose from. */
  private RelNode searched(RelNode plan) {
    VolcanoPlanner planner = (VolcanoPlanner) translator.cluster().getPlanner();
    planner.clear();
    PHYSICAL.forEach(planner::addRule);
    RelTraitSet traits =
        plan.getCluster().traitSet().replace(EnumerableConvention.INSTANCE).simplify();
    boolean isThere = plan.getTraitSet().equals(traits);
    planner.setRoot(isThere ? plan : planner.changeTraits(plan, traits));
    return planner.findBestExp();
  }
}
