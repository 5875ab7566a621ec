package org.thetisdb.lab.compare.database;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.lab.compare.grammar.TableSpec;
import org.thetisdb.sql.plan.relation.PlanRule;
import org.thetisdb.sql.plan.relation.RemovedRule;
import org.thetisdb.sql.script.ScriptDatabase;
import org.thetisdb.sql.statement.SqlResult;
import org.thetisdb.sql.type.Coercion;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;

/**
 * All of SQL over rows in memory, in this thread. With classes each statement runs twice,
 * interpreted and as classes, and is a fault where these differ.
 */
public final class LocalTarget implements ComparedDatabase {
  private static final SqlType TEXT = SqlType.of(SqlTypeName.VARCHAR);

  private final boolean keyed;
  private final boolean asClasses;
  private final Set<PlanRule> without;
  private final Set<RemovedRule> putBack;
  private ScriptDatabase database;

  /**
   * No tables yet.
   *
   * @param keyed whether tables have their keys and indexes
   * @param asClasses whether classes are made of each statement
   * @param without what plans do without
   * @param putBack what is known to be wrong, and done all the same
   */
  public LocalTarget(
      boolean keyed, boolean asClasses, Set<PlanRule> without, Set<RemovedRule> putBack) {
    this.keyed = keyed;
    this.asClasses = asClasses;
    this.without = Set.copyOf(without);
    this.putBack = Set.copyOf(putBack);
  }

  @Override
  public void reset(List<TableSpec> tables) {
    database = new ScriptDatabase();
    if (!asClasses) {
      database.interpretOnly();
    }
    tables.forEach(table -> table.definitions(keyed).forEach(database::run));
    database.planWith(without, putBack);
  }

  @Override
  public DatabaseAnswer query(String sql) {
    return answer(sql);
  }

  @Override
  public DatabaseAnswer change(String sql, String look) {
    return database.rolledBack(() -> answer(sql).and(answer(look)));
  }

  private DatabaseAnswer answer(String sql) {
    try {
      SqlResult result = database.run(sql);
      // rows of a change that does not ask for any are generated keys
      if (result.updateCount() >= 0 && !sql.contains("RETURNING")) {
        return DatabaseAnswer.of(List.of());
      }
      return DatabaseAnswer.of(result.rows().stream().map(LocalTarget::shown).toList());
    } catch (ThetisException e) {
      return DatabaseAnswer.error(e.code().sqlState(), e.getMessage());
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      return DatabaseAnswer.error(DatabaseAnswer.FAULT, e + " at " + place(e));
    }
  }

  /** Where it happened tells faults apart that have the same message. */
  private static StackTraceElement place(Throwable e) {
    StackTraceElement[] trace = e.getStackTrace();
    return trace.length == 0 ? null : trace[0];
  }

  private static String shown(Object[] row) {
    return Arrays.stream(row).map(LocalTarget::shown).collect(Collectors.joining("|"));
  }

  private static String shown(Object value) {
    if (value == null) {
      return "∅";
    }
    if (value instanceof Boolean truth) {
      return truth ? "t" : "f";
    }
    return Coercion.coerce(TEXT, value, "text").toString().replace("\n", "⏎");
  }
}
