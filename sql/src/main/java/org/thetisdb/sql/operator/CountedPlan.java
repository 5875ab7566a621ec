package org.thetisdb.sql.operator;

import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.linq4j.tree.BlockStatement;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.SingleRel;

/** The top of a plan whose operators count what they keep; otherwise it is what is below it. */
public final class CountedPlan extends SingleRel implements EnumerableRel {
  /** The plan below is one of operators that generate code. */
  public CountedPlan(EnumerableRel plan) {
    super(plan.getCluster(), plan.getTraitSet(), plan);
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new CountedPlan((EnumerableRel) inputs.get(0));
  }

  @Override
  public Result implement(EnumerableRelImplementor implementor, Prefer preference) {
    Result plan = implementor.visitChild(this, 0, (EnumerableRel) getInput(), preference);
    BlockStatement exact = WindowFrames.of(this).applyTo(plan.block);
    return implementor.result(plan.physType, exact.accept(new CountedCode()));
  }
}
