package org.thetisdb.procedures.testing;

import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;
import org.thetisdb.procedures.runtime.AccessPlan;
import org.thetisdb.procedures.runtime.AccessPlanBuilder;
import org.thetisdb.procedures.runtime.ProcedureDefinition;

/**
 * Runs procedures in a plain test, on tables in memory, one call after the other:
 *
 * <pre>{@code
 * ProcedureTester db = new ProcedureTester();
 * db.put(CHECKING.row(1).setLong("balance", 1000), CHECKING.row(2).setLong("balance", 0));
 * db.call(new SendPayment(), 1L, 2L, 500L);
 * assertEquals(500, db.get(CHECKING, 2).getLong("balance"));
 * }</pre>
 *
 * It holds a procedure to what a cluster demands, and throws {@link AssertionError} if it touches a
 * table that it did not declare or a key that it did not plan, if it writes though it is read-only,
 * if it swallows the exception by which it is rolled back, or if it does something else when it is
 * run again. Not thread-safe.
 */
public final class ProcedureTester {
  private final MemoryTables tables = new MemoryTables();
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private long seed = 1;

  /** A tester without any rows. */
  public ProcedureTester() {}

  /** Sets the time that the calls to come see. */
  public ProcedureTester at(Instant time) {
    this.now = time;
    return this;
  }

  /** Sets the seed of the next call's randomness; each call has another one. */
  public ProcedureTester seed(long newSeed) {
    this.seed = newSeed;
    return this;
  }

  /** Stores rows; their tables are made. */
  public ProcedureTester put(Row... rows) {
    for (Row row : rows) {
      tables.create(List.of(row.table()));
      byte[] image = row.encodedImage();
      tables.apply(Collections.singletonMap(tables.key(row.table(), row.encodedKey()), image));
    }
    return this;
  }

  /** The row with this key; null if there is none. */
  public Row get(Table table, Object... key) {
    return read(table, table.keys().encode(key));
  }

  /** The row with this key, which is one number; null if there is none. */
  public Row get(Table table, long key) {
    return read(table, table.keys().encode(key));
  }

  private Row read(Table table, byte[] encodedKey) {
    tables.create(List.of(table));
    byte[] image = tables.get(tables.key(table, encodedKey));
    return image == null ? null : Row.of(table, encodedKey, image);
  }

  /** All rows of a table, in order of their keys. */
  public List<Row> rows(Table table) {
    tables.create(List.of(table));
    return tables.rows(table);
  }

  /**
   * Calls a procedure.
   *
   * @return the result as a client gets it: a row as a map of its columns
   * @throws ThetisException if the procedure is not well-formed, the arguments do not fit, the
   *     result cannot be sent, or the procedure threw a checked exception
   * @throws org.thetisdb.procedures.AbortException if the procedure aborted; nothing of it remains
   * @throws org.thetisdb.procedures.ConstraintException if it inserted a row that is there
   */
  public Object call(Procedure procedure, Object... arguments) {
    ProcedureDefinition definition = ProcedureDefinition.of(procedure, "test", 1);
    tables.create(definition.tables());
    Object[] sent = ValueCodec.decodeArguments(ValueCodec.encodeArguments(arguments));
    Object[] checked = definition.checkArguments(sent);
    Rules rules = new Rules(definition, plan(definition, checked));
    MemoryContext first = context(rules);
    byte[] result = run(definition, rules, first, checked);
    MemoryContext again = context(rules);
    byte[] resultAgain = run(definition, rules, again, checked);
    if (!first.wroteAs(again) || !Arrays.equals(result, resultAgain)) {
      throw rules.broken(
          "does something else when it is run again; take time and randomness from the context,"
              + " and keep nothing in fields");
    }
    tables.apply(first.writes());
    seed++;
    return ValueCodec.decode(result);
  }

  private MemoryContext context(Rules rules) {
    return new MemoryContext(tables, rules, now, seed);
  }

  private AccessPlan plan(ProcedureDefinition definition, Object[] arguments) {
    if (!definition.hasPlan()) {
      return null;
    }
    AccessPlanBuilder builder = new AccessPlanBuilder().begin(tables.registry());
    try {
      definition.plan(builder, arguments);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw definition.toError(e);
    }
    return builder.build();
  }

  private static byte[] run(
      ProcedureDefinition definition, Rules rules, MemoryContext context, Object[] arguments) {
    Object result;
    try {
      result = definition.run(context, arguments);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw definition.toError(e);
    }
    if (context.rollingBack() != null) {
      throw rules.broken(
          "goes on after it was rolled back (" + context.rollingBack().getMessage() + ")");
    }
    return definition.encodeResult(result);
  }
}
