package org.thetisdb.sql.plan.query;

import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.util.Litmus;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * Whether the columns that a plan looks at are there. Calcite asserts it as it makes a plan, which
 * says nothing where assertions are off: a column that is another one, or none, would give wrong
 * rows. Stateless.
 */
final class SoundPlan {
  private SoundPlan() {}

  /**
   * A plan, if it is sound.
   *
   * @throws ThetisException NOT_SUPPORTED if not
   */
  static RelNode required(RelNode plan) {
    requireColumns(plan);
    plan.getInputs().forEach(SoundPlan::required);
    return plan;
  }

  private static void requireColumns(RelNode node) {
    boolean isChecked =
        node instanceof Correlate || node instanceof Filter || node instanceof Project;
    if (isChecked && !node.isValid(Litmus.IGNORE, null)) {
      throw new ThetisException(
          ErrorCode.NOT_SUPPORTED, "A subquery that looks at this column of the query around it");
    }
  }
}
