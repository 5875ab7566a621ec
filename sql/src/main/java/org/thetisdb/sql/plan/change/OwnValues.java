package org.thetisdb.sql.plan.change;

import java.util.List;
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

  /** The expressions of a projection that was not optimized. */
  static List<RexNode> of(Project project, RexBuilder rex) {
    Project own =
        (Project) Microseconds.apply(TextCasts.apply(ZonedCasts.apply(project, rex), rex), rex);
    return own.getProjects();
  }
}
