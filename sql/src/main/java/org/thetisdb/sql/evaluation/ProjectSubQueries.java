package org.thetisdb.sql.evaluation;

import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.rules.SubQueryRemoveRule;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.tools.RelBuilder;

/**
 * Subqueries of a select list as joins, as Calcite's rule makes them, but for what a subquery says
 * of a query further out: a select list that declares no variables has none of its own. Calcite
 * takes the outer one's for its own there, and hides the right row behind its own.
 */
public final class ProjectSubQueries extends SubQueryRule {
  /** The one rule of this kind. */
  public static final ProjectSubQueries RULE =
      new ProjectSubQueries(Config.PROJECT.withMatchHandler(ProjectSubQueries::match));

  private ProjectSubQueries(Config config) {
    super(config);
  }

  private static void match(SubQueryRemoveRule rule, RelOptRuleCall call) {
    Project project = call.rel(0);
    RexSubQuery query = RexUtil.SubQueryFinder.find(project.getProjects());
    RelOptUtil.Logic logic =
        logicOf(RelOptUtil.Logic.TRUE_FALSE_UNKNOWN, project.getProjects(), query);
    RelBuilder builder = call.builder();
    builder.push(project.getInput());
    Set<CorrelationId> own = RelOptUtil.getVariablesUsed(query.rel);
    own.retainAll(project.getVariablesSet());
    RexNode value =
        ((ProjectSubQueries) rule)
            .joined(query, own, logic, builder, project.getProjects(), false, 0);
    List<RexNode> projects =
        new InPlace(query, value, builder.getRexBuilder()).apply(project.getProjects());
    boolean done = RexUtil.SubQueryFinder.find(projects) == null;
    builder.project(
        projects,
        project.getRowType().getFieldNames(),
        false,
        done ? Set.of() : project.getVariablesSet());
    call.transformTo(builder.build());
  }
}
