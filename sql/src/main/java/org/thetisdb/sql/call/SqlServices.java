package org.thetisdb.sql.call;

import org.thetisdb.core.time.Scheduler;
import org.thetisdb.sql.define.Expressions;
import org.thetisdb.sql.define.StepText;
import org.thetisdb.sql.large.LargeText;
import org.thetisdb.sql.plan.CompiledExpressions;
import org.thetisdb.sql.plan.SqlCompiler;
import org.thetisdb.sql.statement.StatementCompiler;

/**
 * How SQL is compiled at a router or a site.
 *
 * @param expressions compiles what definitions hold
 * @param worker the line of execution on which it is done, which may take its time
 */
public record SqlServices(StatementCompiler compiler, Expressions expressions, Scheduler worker) {
  /** Most rows that a run of a statement may hold. */
  private static final int MOST_ROWS = 1_000_000;

  /** SQL as it is, compiled on this line. */
  public static SqlServices on(Scheduler worker) {
    CompiledExpressions expressions = new CompiledExpressions();
    SqlCompiler compiler = new SqlCompiler(MOST_ROWS);
    return new SqlServices(
        LargeText.compiler(StepText.compiler(compiler, expressions)), expressions, worker);
  }

  /**
   * Has the planner's classes loaded on the worker, once in a process, so that the first client
   * need not wait for that. For processes that start; simulated ones share one.
   */
  public void warmUp() {
    worker.execute(new WarmUp(compiler));
  }
}
