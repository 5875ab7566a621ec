package org.thetisdb.router.catalog;

import java.util.function.Consumer;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.time.GuardedRunner;
import org.thetisdb.core.time.WorkerLostError;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.procedures.runtime.AccessPlanBuilder;
import org.thetisdb.procedures.runtime.Executable;
import org.thetisdb.procedures.runtime.HeldThreads;
import org.thetisdb.procedures.runtime.TableRegistry;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.term.EngineParts;
import org.thetisdb.sql.call.StatementRun;
import org.thetisdb.sql.context.Calculation;
import org.thetisdb.sql.memory.MemoryPool;
import org.thetisdb.sql.memory.StatementMemory;

/**
 * Checks a call's arguments and asks its procedure for the keys. A plan is code of others: it runs
 * guarded where the scheduler can guard, so that one which does not come back costs a thread and
 * not the router. Owned by the engine's thread.
 */
public final class CallPlanner {
  private static final Calculation.Watch TOO_MUCH =
      () -> {
        throw new TooMuchError();
      };

  /** What a statement may make of its keys. */
  private static final long PLAN_BYTES = 192 << 20;

  private final RouterCatalog catalog;
  private final int planMs;
  private final GuardedRunner guard;
  private final HeldThreads held = new HeldThreads();
  private final MemoryPool memory = new MemoryPool(PLAN_BYTES, PLAN_BYTES);
  private final Footprints footprints;
  private AccessPlanBuilder builder = new AccessPlanBuilder();

  /** A planner; one procedure's plan may take {@code planMs}. */
  public CallPlanner(RouterCatalog catalog, EngineParts parts, int planMs) {
    this.footprints = new Footprints(parts.placement(), parts.reshaping());
    this.catalog = catalog;
    this.planMs = planMs;
    this.guard = parts.scheduler() instanceof GuardedRunner runner ? runner : null;
  }

  /**
   * The arguments in the types that the procedure wants.
   *
   * @throws ThetisException WRONG_ARGUMENTS or BAD_REQUEST
   */
  public static Object[] arguments(Executable procedure, byte[] encoded) {
    try {
      return procedure.checkArguments(ValueCodec.decodeArguments(encoded));
    } catch (CodecException e) {
      throw new ThetisException(ErrorCode.BAD_REQUEST, "its arguments are " + e.getMessage())
          .causedBy(e);
    }
  }

  /** Whether a caller-runs thread runs the event loop, which may run no code of procedures. */
  public boolean mustWaitForOwnThread() {
    return guard != null && guard.isRunByCaller();
  }

  /**
   * Asks for the keys. {@code planned} hears the footprint, null if reconnaissance has to find it;
   * {@code failed} hears what went wrong. One of the two is called before this returns, or, if the
   * plan does not come back, instead of it.
   */
  public void plan(
      Executable procedure,
      Object[] arguments,
      Consumer<Footprint> planned,
      Consumer<ThetisException> failed) {
    if (!procedure.hasPlan()) {
      planned.accept(null);
      return;
    }
    Footprint footprint;
    try {
      held.requireFew(procedure);
      runPlan(procedure, arguments, failed);
      footprint = footprints.of(builder.build(), catalog.tables());
    } catch (ThetisException e) {
      failed.accept(e);
      return;
    }
    planned.accept(footprint);
  }

  /**
   * The partitions of a statement, whose plan is the engine's own code; null if reconnaissance has
   * to find them, as it has if they are more than this thread should calculate.
   *
   * @throws ThetisException if the keys do not fit
   */
  public Footprint footprintOf(StatementRun statement, TableRegistry tables) {
    AccessPlanBuilder target = builder.begin(tables, catalog.existence()::isFrozen);
    try {
      try (StatementMemory account = memory.newAccount()) {
        account.during(
            () -> {
              Calculation.watched(TOO_MUCH, () -> statement.plan(target, null));
              return null;
            });
      }
    } catch (IllegalArgumentException e) {
      throw statement.toError(e);
    } catch (TooMuchError e) {
      return null;
    }
    return footprints.of(target.build(), tables);
  }

  /** The partitions of keys that a site found. */
  public Footprint footprintOf(KeySet keys) {
    return footprints.of(keys, catalog.tables());
  }

  private void runPlan(Executable procedure, Object[] arguments, Consumer<ThetisException> failed) {
    AccessPlanBuilder target = builder.begin(catalog.tables(), catalog.existence()::isFrozen);
    Runnable plan = () -> callPlan(procedure, target, arguments);
    if (guard == null) {
      plan.run();
      return;
    }
    guard.runGuarded(
        plan,
        planMs,
        lost -> {
          held.add(procedure, lost);
          builder = new AccessPlanBuilder();
          failed.accept(
              new ThetisException(ErrorCode.PROCEDURE_TOO_LONG, procedure.name(), planMs));
        });
  }

  private static void callPlan(Executable procedure, AccessPlanBuilder target, Object[] arguments) {
    try {
      procedure.plan(target, arguments);
    } catch (WorkerLostError lost) {
      throw lost;
    } catch (Throwable anything) {
      // To ask an exception what it is runs its author's code: that belongs into the guard, too.
      throw procedure.toError(anything);
    }
  }

  /** Thrown out of a calculation; no stack trace, since it is a jump and not a fault. */
  private static final class TooMuchError extends Error {
    private static final long serialVersionUID = 1L;

    TooMuchError() {
      super(null, null, false, false);
    }
  }
}
