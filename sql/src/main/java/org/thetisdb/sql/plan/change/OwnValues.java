package org.thetisdb.sql.plan.change;

import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.thetisdb.sql.dialect.expression.Microseconds;
import org.thetisdb.sql.dialect.expression.TextCasts;
import org.thetisdb.sql.dialect.expression.ZonedCasts;

/**
 * Expressions that no query is made of, but a change: they calculate with values as rows hold them,
 * as those of queries do (see the optimizer). Timestamps count microseconds, and texts are read as
 * clients write them. Stateless.
 */
final class OwnValues {
  private OwnValues() {}

  /**
   * A plan whose projections are one, so that its expressions look at what is below all of them:
   * columns of one name, for example, are renamed by a projection of their own.
   */
  static RelNode flat(RelNode plan) {
    RelNode flat = plan;
    while (flat instanceof Project outer && outer.getInput() instanceof Project inner) {
      flat =
          inner.copy(
              inner.getTraitSet(),
              inner.getInput(),
              RelOptUtil.pushPastProject(outer.getProjects(), inner),
              outer.getRowType());
    }
    return flat;
  }

  /**
   * The expressions of a projection that was not optimized.
   *
   * @param project {@link #flat} if rows are read beside it
   */
  static List<RexNode> of(Project project, RexBuilder rex) {
    Project own =
        (Project) Microseconds.apply(TextCasts.apply(ZonedCasts.apply(project, rex), rex), rex);
    return own.getProjects();
  }
}
