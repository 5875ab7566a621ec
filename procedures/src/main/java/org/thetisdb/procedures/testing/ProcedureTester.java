package org.thetisdb.procedures.testing;

import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.key.RowKey;
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
 * <p>It holds a procedure to what a cluster demands, and throws {@link AssertionError} if it
 * touches a table that it did not declare or a key that it did not plan, if it writes though it is
 * read-only, if it swallows the exception by which it is rolled back, if it breaks a rule of {@link
 * org.thetisdb.procedures.Context#piece pieces} or of {@link org.thetisdb.procedures.Context#at
 * fragments}, or if it does something else when it is run again: each call is run twice. Rows are
 * kept on the heap. There is nothing to close. Not thread-safe.
 */
public final class ProcedureTester {
  private final MemoryTables tables = new MemoryTables();
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private long seed = 1;

  /** A tester without any rows. */
  public ProcedureTester() {}

  /**
   * Sets the time that the calls to come see.
   *
   * @param time what {@link org.thetisdb.procedures.Context#now} returns; 2026-01-01T00:00Z if
   *     never set
   * @return this tester
   */
  public ProcedureTester at(Instant time) {
    this.now = time;
    return this;
  }

  /**
   * Sets the seed of the next call's random numbers. Each call that commits raises it by one.
   *
   * @param newSeed any number; 1 if never set
   * @return this tester
   */
  public ProcedureTester seed(long newSeed) {
    this.seed = newSeed;
    return this;
  }

  /**
   * Stores rows, whether or not rows with their keys exist; their tables are made.
   *
   * @param rows with a value in each column that may not be null; what is changed in them
   *     afterwards does not reach the table
   * @return this tester
   * @throws IllegalArgumentException if a column has no value that must have one
   * @throws ThetisException SCHEMA_MISMATCH if there is a table of this name with other columns
   */
  public ProcedureTester put(Row... rows) {
    for (Row row : rows) {
      tables.create(List.of(row.table()));
      byte[] image = row.encodedImage();
      tables.apply(Collections.singletonMap(tables.key(row.table(), row.encodedKey()), image));
    }
    return this;
  }

  /**
   * Reads a row by its key.
   *
   * @param table the table, which is made if it is not there
   * @param key a value for each column of the key
   * @return a copy of the row; null if there is none
   */
  public Row get(Table table, Object... key) {
    return read(table, table.keys().encode(key));
  }

  /**
   * Reads a row whose key is one INT or LONG.
   *
   * @param table the table, which is made if it is not there
   * @param key the key
   * @return a copy of the row; null if there is none
   */
  public Row get(Table table, long key) {
    return read(table, table.keys().encode(key));
  }

  private Row read(Table table, byte[] encodedKey) {
    tables.create(List.of(table));
    byte[] image = tables.get(tables.key(table, encodedKey));
    return image == null ? null : Row.of(table, encodedKey, image);
  }

  /**
   * Reads all rows of a table.
   *
   * @param table the table, which is made if it is not there
   * @return copies of the rows, in order of their keys
   */
  public List<Row> rows(Table table) {
    tables.create(List.of(table));
    return tables.rows(table);
  }

  /**
   * Calls a procedure. Its tables are made if they are not there. After an exception nothing of the
   * call remains.
   *
   * @param procedure what to call; may be another object at each call
   * @param arguments what a client would pass, without the context
   * @return the result as a client gets it: a row as a map of its columns; null if there is none
   * @throws ThetisException BAD_JAR if the procedure is not well-formed, WRONG_ARGUMENTS if the
   *     arguments do not fit, UNSENDABLE_RESULT if the result cannot be sent, PROCEDURE_FAILED if
   *     the procedure threw a checked exception
   * @throws org.thetisdb.procedures.AbortException if the procedure aborted
   * @throws org.thetisdb.procedures.ConstraintException if it inserted a row that is there
   * @throws RuntimeException any other one that the procedure threw, as it was thrown
   * @throws AssertionError if the procedure breaks a rule; the sentence says which
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
    if (definition.inFragments()) {
      checkFragments(definition, rules, first, checked, result);
    }
    tables.apply(first.writes());
    seed++;
    return ValueCodec.decode(result);
  }

  /**
   * The parts of each row alone write what all of them do, and the first of them knows the result;
   * or the results of all of them make it.
   */
  private void checkFragments(
      ProcedureDefinition definition,
      Rules rules,
      MemoryContext whole,
      Object[] arguments,
      byte[] result) {
    MemoryContext together = context(rules);
    Map<Integer, byte[]> returned = new HashMap<>();
    RowKey first = null;
    for (RowKey row : whole.parts().rows()) {
      MemoryContext alone = context(rules, new FragmentRules(rules, row, null));
      byte[] found = runAlone(definition, rules, alone, arguments);
      if (first == null && !whole.parts().hasResults() && !Arrays.equals(result, found)) {
        throw rules.broken("returns something else where its first part runs alone");
      }
      first = row;
      together.writes().putAll(alone.writes());
      returned.putAll(alone.parts().returned());
    }
    if (whole.parts().hasResults()) {
      MemoryContext home = context(rules, new FragmentRules(rules, null, returned));
      if (!Arrays.equals(result, runAlone(definition, rules, home, arguments))) {
        throw rules.broken("returns something else where others have run its parts");
      }
    }
    if (first == null || !whole.wroteAs(together)) {
      throw rules.broken("writes something else when the parts of each row run alone");
    }
  }

  private static byte[] runAlone(
      ProcedureDefinition definition, Rules rules, MemoryContext context, Object[] arguments) {
    try {
      return run(definition, rules, context, arguments);
    } catch (RuntimeException e) {
      throw rules.broken("fails when the parts of one row run alone (" + e + ")");
    }
  }

  private MemoryContext context(Rules rules) {
    return context(rules, new FragmentRules(rules, null, null));
  }

  private MemoryContext context(Rules rules, FragmentRules fragments) {
    return new MemoryContext(tables, rules, now, seed, fragments);
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
