package org.thetisdb.sql.call;

import java.util.List;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.sql.define.Expressions;
import org.thetisdb.sql.define.step.StepText;
import org.thetisdb.sql.large.LargeText;
import org.thetisdb.sql.plan.SqlCompiler;
import org.thetisdb.sql.plan.query.CompiledExpressions;
import org.thetisdb.sql.statement.StatementCompiler;

/**
 * How SQL is compiled at a router or a site.
 *
 * @param expressions compiles what definitions hold
 * @param workers the event loop on which it is done, which may take their time
 * @param texts what others in the process have compiled
 */
public record SqlServices(
    StatementCompiler compiler,
    Expressions expressions,
    List<Scheduler> workers,
    CompiledTexts texts) {
  /** How many event loops a process compiles on; half of them for texts that take long. */
  public static final int WORKERS = 4;

  /**
   * The stack of each of these event loops: expressions are nested as deep as there are operators.
   */
  public static final long STACK_BYTES = 16 << 20;

  /** How long to wait for one that stops, in milliseconds; its text may be left alone. */
  public static final long STOP_MS = 1_000;

  /** Most rows that a run of a statement may hold. */
  private static final int MOST_ROWS = 1_000_000;

  /** SQL as it is, compiled on this event loop, for a site. */
  public static SqlServices on(Scheduler worker) {
    return on(List.of(worker));
  }

  /** The same, compiled on these event loops, several texts at the same time. */
  public static SqlServices on(List<? extends Scheduler> workers) {
    return of(new SqlCompiler(MOST_ROWS), workers, CompiledTexts.NONE);
  }

  /**
   * The same for a router or a site beside others in one process, of which each finds what another
   * has compiled: so the router has made what the sites run.
   */
  public static SqlServices sharing(CompiledTexts texts, List<? extends Scheduler> workers) {
    return of(new SqlCompiler(MOST_ROWS), workers, texts);
  }

  /** SQL for a router, which plans statements and has sites run them. */
  public static SqlServices ofRouter(Scheduler worker) {
    return ofRouter(List.of(worker));
  }

  /** The same, compiled on these event loops. */
  public static SqlServices ofRouter(List<? extends Scheduler> workers) {
    return of(SqlCompiler.ofPlans(MOST_ROWS), workers, CompiledTexts.NONE);
  }

  private static SqlServices of(
      SqlCompiler compiler, List<? extends Scheduler> workers, CompiledTexts texts) {
    CompiledExpressions expressions = new CompiledExpressions();
    return new SqlServices(
        LargeText.compiler(StepText.compiler(compiler, expressions)),
        expressions,
        List.copyOf(workers),
        texts);
  }

  /**
   * Has the planner's classes loaded on a worker, once in a process, so that the first client need
   * not wait for that: those for plans and those for code, whether a router or a site begins first.
   * For processes that start; simulated ones share one.
   *
   * @return what is to be closed before the worker's event loop is
   */
  public WarmUp warmUp() {
    WarmUp warmUp = new WarmUp(new SqlCompiler(MOST_ROWS));
    workers.get(workers.size() - 1).execute(warmUp);
    return warmUp;
  }
}
