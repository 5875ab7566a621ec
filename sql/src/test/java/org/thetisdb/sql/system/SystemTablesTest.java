package org.thetisdb.sql.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.runtime.TableRegistry;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.context.MadeRows;
import org.thetisdb.sql.plan.SqlCompiler;
import org.thetisdb.sql.run.query.TableQuery;
import org.thetisdb.sql.script.ScriptDatabase;
import org.thetisdb.sql.statement.Compiled;
import org.thetisdb.sql.statement.GeneratedValues;
import org.thetisdb.sql.statement.SqlStatement;

/** What is asked of one table costs the rows of that table, however many tables there are. */
class SystemTablesTest {
  private static final int TABLES = 600;
  private static final int COLUMNS = 12;
  private static final long MOST_BYTES_A_RELATION = 400;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final ScriptDatabase DATABASE = new ScriptDatabase();
  private static SqlCatalog before;

  @BeforeAll
  static void define() {
    for (int i = 0; i < TABLES; i++) {
      StringBuilder columns = new StringBuilder("id INT PRIMARY KEY");
      for (int c = 1; c < COLUMNS; c++) {
        columns.append(", c").append(c).append(" VARCHAR(20) DEFAULT 'x'");
      }
      String parent = i == 0 ? "" : ", p INT REFERENCES t" + (i - 1);
      DATABASE.run("CREATE TABLE t" + i + " (" + columns + parent + ")");
    }
    before = DATABASE.catalog();
    StringBuilder wide = new StringBuilder("id INT PRIMARY KEY");
    for (int c = 1; c < 500; c++) {
      wide.append(", c").append(c).append(" BIGINT");
    }
    DATABASE.run("CREATE TABLE wide (" + wide + ")");
  }

  /** A run's rows, and how many rows of system tables were made for them. */
  private record Outcome(List<Object[]> rows, int made) {}

  private static SqlStatement compiled(String text) {
    return ((Compiled.Query) DATABASE.compile(text)).statement();
  }

  private static Outcome run(SqlStatement statement, SqlCatalog catalog, Object... arguments) {
    AtomicInteger made = new AtomicInteger();
    Context context =
        (Context)
            Proxy.newProxyInstance(
                SystemTablesTest.class.getClassLoader(),
                new Class<?>[] {Context.class, MadeRows.class},
                (proxy, method, given) -> {
                  if (!method.getName().equals("onRowMade")) {
                    throw new AssertionError("nothing is stored, but " + method + " was called");
                  }
                  return made.incrementAndGet();
                });
    List<Object[]> rows =
        statement.run(context, statement.checkArguments(arguments), in(catalog)).rows();
    return new Outcome(rows, made.get());
  }

  private static GeneratedValues in(SqlCatalog catalog) {
    return new GeneratedValues() {
      @Override
      public long next(String sequence) {
        throw new AssertionError("no sequence is asked");
      }

      @Override
      public SqlCatalog catalog() {
        return catalog;
      }
    };
  }

  private static Outcome run(String text, Object... arguments) {
    return run(compiled(text), DATABASE.catalog(), arguments);
  }

  @Test
  void whatIsAskedOfOneTableCostsItsRows() {
    String columns =
        "SELECT column_name FROM information_schema.columns WHERE table_schema = ? AND table_name ="
            + " ?";
    Outcome one = run(columns, "public", "t300");
    assertThat(one.rows()).hasSize(COLUMNS + 1);
    assertThat(one.made()).isEqualTo(COLUMNS + 1);
    assertThat(compiled(columns)).as("it takes no code of its own").isInstanceOf(TableQuery.class);
    assertThat(run(columns, "public", "nothing").made()).isZero();
    assertThat(run(columns, "public", "wide").rows()).hasSize(500);
    assertThat(run("SELECT * FROM information_schema.columns WHERE table_name = 't7'").made())
        .isEqualTo(COLUMNS + 1);
    assertThat(
            run("SELECT * FROM information_schema.referential_constraints"
                    + " WHERE unique_constraint_schema = 'public' AND referenced_table_name = 't7'")
                .made())
        .isEqualTo(1);
    for (String view : List.of("table_constraints", "key_column_usage", "indexes", "tables")) {
      assertThat(
              run("SELECT * FROM information_schema." + view + " WHERE table_name = 't9'").made())
          .as(view)
          .isLessThan(5);
    }
  }

  @Test
  void aRelationThatAPatternPassesOverTakesLittleMemory() {
    SqlStatement columns =
        compiled(
            "SELECT column_name FROM information_schema.columns WHERE table_name LIKE ? ESCAPE"
                + " '!'");
    int relations = run("SELECT * FROM information_schema.tables").made();
    allocated(columns, "_no");
    assertThat(allocated(columns, "_no") / relations).as("bytes").isLessThan(MOST_BYTES_A_RELATION);
  }

  private static long allocated(SqlStatement statement, Object... arguments) {
    Context context =
        (Context)
            Proxy.newProxyInstance(
                SystemTablesTest.class.getClassLoader(),
                new Class<?>[] {Context.class},
                (proxy, method, given) -> {
                  throw new AssertionError("nothing is stored, but " + method + " was called");
                });
    SqlCatalog catalog = DATABASE.catalog();
    Object[] checked = statement.checkArguments(arguments);
    long before = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
    assertThat(statement.run(context, checked, in(catalog)).rows()).isEmpty();
    return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
  }

  @Test
  void aPatternOfNamesIsComparedBeforeRowsAreMade() {
    String columns =
        "SELECT column_name FROM information_schema.columns WHERE table_schema LIKE ? ESCAPE '!'"
            + " AND table_name LIKE ? ESCAPE '!'";
    int relations = run("SELECT * FROM information_schema.tables").made();
    Outcome some = run(columns, "%", "t_7");
    assertThat(some.rows()).hasSize(9 * (COLUMNS + 1));
    assertThat(some.made()).isEqualTo(relations + some.rows().size());
    assertThat(run(columns + " AND column_name LIKE 'c%'", "pub%", "t_7").rows())
        .hasSize(9 * (COLUMNS - 1));
    for (String condition :
        List.of(
            "table_name > 't99'",
            "table_name IN ('t1', 't2') OR table_name LIKE 't!_3' ESCAPE '!'",
            "table_name NOT LIKE 't%' AND table_schema <> 'pg_catalog'",
            "table_name = table_schema",
            "upper(table_name) = 'T17'",
            "table_schema || '.' || table_name = 'public.t17'")) {
      Outcome found = run("SELECT * FROM information_schema.columns WHERE " + condition);
      assertThat(found.made()).as(condition).isEqualTo(relations + found.rows().size());
    }
  }

  @Test
  void whatMayFailIsAskedInItsOwnOrder() {
    Outcome found =
        run(
            "SELECT 1 FROM information_schema.columns WHERE column_name = 'id'"
                + " AND table_name LIKE 't_' AND substr(table_name, 2)::int > 5");
    assertThat(found.rows()).hasSize(4);
  }

  @Test
  void aJoinLooksUpWhatItJoins() {
    Outcome joined =
        run(
            "SELECT a.attname, t.typname FROM pg_class c"
                + " JOIN pg_namespace n ON n.oid = c.relnamespace"
                + " JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_type t ON t.oid = a.atttypid"
                + " LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum"
                + " WHERE c.relname = 't300' AND n.nspname = 'public'");
    assertThat(joined.rows()).hasSize(COLUMNS + 1);
    assertThat(joined.made()).isLessThan(300);
    Outcome keys =
        run(
            "SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint"
                + " WHERE conrelid = 't300'::regclass");
    assertThat(keys.made()).isEqualTo(2);
    assertThat(run("SELECT relname FROM pg_class WHERE oid = 't12'::regclass").made()).isEqualTo(1);
  }

  @Test
  void allColumnsAreReadOneByOne() {
    Outcome all =
        run("SELECT column_name FROM information_schema.columns WHERE table_schema = 'public'");
    assertThat(all.rows()).hasSize(TABLES * (COLUMNS + 1) - 1 + 500);
    Outcome some = run("SELECT column_name FROM information_schema.columns LIMIT 5");
    assertThat(some.rows()).hasSize(5);
    assertThat(some.made()).isEqualTo(5);
  }

  @Test
  void aCompiledStatementNamesTheCatalogThatItRunsWith() {
    SqlStatement statement =
        compiled("SELECT count(*) FROM information_schema.tables WHERE table_name = 'wide'");
    assertThat(run(statement, DATABASE.catalog()).rows().get(0)[0]).isEqualTo(1L);
    assertThat(run(statement, before).rows().get(0)[0]).isEqualTo(0L);
  }

  @Test
  void eachTableHasANumberOfItsOwnAndRowsOfItsColumns() {
    SqlCompiler compiler = new SqlCompiler(1_000_000);
    SqlCatalog nothing = SqlCatalog.of(TableRegistry.EMPTY);
    SystemTables.ofCatalog()
        .forEach(
            table -> {
              String name = table.relation().schemaName() + '.' + table.name();
              Compiled all = compiler.compile("SELECT * FROM " + name, nothing);
              run(((Compiled.Query) all).statement(), DATABASE.catalog());
              assertThat(SystemTables.of(table.definition())).as(name).isSameAs(table);
            });
  }
}
