package org.thetisdb.lab.compare;

import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.thetisdb.lab.compare.database.ComparedDatabase;
import org.thetisdb.lab.compare.database.DatabaseAnswer;
import org.thetisdb.lab.compare.database.LocalTarget;
import org.thetisdb.lab.compare.database.PostgreSql;
import org.thetisdb.lab.compare.grammar.TableSpec;
import org.thetisdb.sql.plan.relation.PlanRule;
import org.thetisdb.sql.plan.relation.RemovedRule;

/** All databases that hold the same tables; each is made when it is asked. Not thread-safe. */
final class ComparedDatabases implements AutoCloseable {
  private final Lazy keyed;
  private final Lazy plain;
  private final Lazy bare;
  private final Lazy classes;
  private final Lazy postgreSql;
  private final Lazy reversed;
  private List<TableSpec> tables = List.of();

  /**
   * The databases.
   *
   * @param first what is judged
   * @param psql the command of PostgreSQL's shell; empty for none
   * @param putBack rules that are known to be wrong
   */
  ComparedDatabases(ComparedDatabase first, List<String> psql, Set<RemovedRule> putBack)
      throws IOException {
    keyed = new Lazy(first);
    plain = new Lazy(new LocalTarget(false, false, Set.of(), putBack));
    bare = new Lazy(new LocalTarget(true, false, EnumSet.allOf(PlanRule.class), putBack));
    classes = new Lazy(new LocalTarget(true, true, Set.of(), putBack));
    if (psql.isEmpty()) {
      postgreSql = null;
      reversed = null;
    } else {
      postgreSql = new Lazy(new PostgreSql(psql, false));
      reversed = new Lazy(new PostgreSql(psql, true));
    }
  }

  /** A database whose tables are made when it is asked. */
  private final class Lazy {
    private final ComparedDatabase target;
    private List<TableSpec> made;

    Lazy(ComparedDatabase target) {
      this.target = target;
    }

    @SuppressWarnings("ReferenceEquality") // other tables are another list
    ComparedDatabase ready() {
      if (made != tables) {
        target.reset(tables);
        made = tables;
      }
      return target;
    }
  }

  /** From here on all hold these tables. */
  void use(List<TableSpec> others) {
    tables = List.copyOf(others);
  }

  List<TableSpec> tables() {
    return tables;
  }

  /** Thetis, its tables with keys and indexes. */
  ComparedDatabase keyed() {
    return keyed.ready();
  }

  /** The same without keys and indexes. */
  ComparedDatabase plain() {
    return plain.ready();
  }

  /** The same with keys, whose plans do without rules of the optimizer. */
  ComparedDatabase bare() {
    return bare.ready();
  }

  /** The same with keys, where what is interpreted is compared with classes. */
  ComparedDatabase classes() {
    return classes.ready();
  }

  boolean hasPostgreSql() {
    return postgreSql != null;
  }

  /** PostgreSQL. */
  ComparedDatabase postgreSql() {
    return postgreSql.ready();
  }

  /** Whether PostgreSQL has this error when it plans the statement, and runs nothing. */
  boolean failsInPlan(String sql, DatabaseAnswer error) {
    return postgreSql().query("EXPLAIN " + sql).sqlState().equals(error.sqlState());
  }

  /** Whether PostgreSQL gives the same rows if they lie in another order. */
  boolean isDetermined(String sql) {
    if (postgreSql == null) {
      return true;
    }
    Supplier<DatabaseAnswer> asked = postgreSql().asked(sql);
    DatabaseAnswer other = reversed.ready().query(sql);
    return same(sql, asked.get(), other);
  }

  /** The same of a change. */
  boolean isDetermined(String sql, String look) {
    return postgreSql == null
        || postgreSql().change(sql, look).equals(reversed.ready().change(sql, look));
  }

  /** Whether two answers have the same rows, in the same order where there is one. */
  static boolean same(String sql, DatabaseAnswer one, DatabaseAnswer other) {
    return one.sqlState().equals(other.sqlState())
        && (Texts.ordersRows(sql)
            ? one.rows().equals(other.rows())
            : one.sorted().equals(other.sorted()));
  }

  @Override
  public void close() {
    keyed.target.close();
    if (postgreSql != null) {
      postgreSql.target.close();
      reversed.target.close();
    }
  }
}
