package org.thetisdb.benchmarks.jmh;

import java.util.List;
import java.util.Map;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.thetisdb.benchmarks.bound.BoundContext;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.core.time.Clock;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.time.SystemClock;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Table;
import org.thetisdb.procedures.runtime.AccessPlan;
import org.thetisdb.procedures.runtime.AccessPlanBuilder;
import org.thetisdb.procedures.runtime.TableRegistry;
import org.thetisdb.sql.call.Asker;
import org.thetisdb.sql.call.SqlEngine;
import org.thetisdb.sql.call.SqlServices;
import org.thetisdb.sql.call.StatementCache;
import org.thetisdb.sql.call.StatementCall;
import org.thetisdb.sql.call.StatementRun;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.integrity.IntegrityContext;
import org.thetisdb.sql.integrity.IntegrityRules;
import org.thetisdb.sql.plan.query.CompiledExpressions;
import org.thetisdb.sql.statement.Compiled;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.StoreConfig;
import org.thetisdb.store.chronicle.ChronicleRowStore;

/** A filled table, and all of SQL at a site or router but what surrounds every call. */
@State(Scope.Thread)
public class SqlAccounts {
  static final String SELECT = "SELECT name, balance FROM account WHERE id = ?";
  static final String UPDATE = "UPDATE account SET balance = balance + ? WHERE id = ?";

  private static final int TABLE = 1;
  private static final int ROWS = 100_000;
  private static final int PARTITION_KEYS = 100;
  private static final long STORE_BYTES = 1L << 30;
  private static final long STRIDE = 7_919;

  private static final Table ACCOUNT =
      Table.define("account")
          .key("id", ColumnType.LONG)
          .nullable("name", ColumnType.STRING)
          .nullable("balance", ColumnType.LONG)
          .build();

  private final SqlServices services = SqlServices.on(new SameThread());
  private final StatementCache cache = new SqlEngine(services, new SameThread()).statements();
  private final AccessPlanBuilder plans = new AccessPlanBuilder();
  private final byte[][] selects = new byte[ROWS][];
  private final byte[][] updates = new byte[ROWS][];
  private RowStore store;
  private BoundContext rows;
  private TableRegistry tables;
  private SqlCatalog catalog;
  private IntegrityRules rules;
  private int next;

  /** Fills the table and prepares calls for random rows. */
  @Setup(Level.Trial)
  public void load() {
    store = new ChronicleRowStore(StoreConfig.of(1, STORE_BYTES));
    rows = new BoundContext(store, List.of(ACCOUNT));
    tables = TableRegistry.empty(PARTITION_KEYS).withTable(TABLE, ACCOUNT.schema());
    catalog = SqlCatalog.of(tables);
    rules = new IntegrityRules(catalog, new CompiledExpressions());
    for (int i = 0; i < ROWS; i++) {
      rows.put(ACCOUNT.row((long) i).setString("name", "account " + i).setLong("balance", 100));
      rows.commit();
      long id = i * STRIDE % ROWS;
      selects[i] = call(SELECT, id).encode();
      updates[i] = call(UPDATE, 1L, id).encode();
    }
  }

  private static StatementCall call(String text, Object... arguments) {
    return new StatementCall(text, List.<Object[]>of(arguments), Map.of(), 0, false, false, 0);
  }

  /** The next call of a list, as it came from a router. */
  byte[] next(byte[][] calls) {
    next = next + 1 < ROWS ? next + 1 : 0;
    return calls[next];
  }

  byte[][] selects() {
    return selects;
  }

  byte[][] updates() {
    return updates;
  }

  /** What a router does with a statement that it knows: the keys, and the message for the site. */
  AccessPlan route(String text, byte[] arguments) {
    List<Object[]> runs = StatementCall.runsOf(ValueCodec.decode(arguments));
    StatementCall call = new StatementCall(text, runs, Map.of(), 0, false, false, 0);
    StatementRun run = new StatementRun(known(text), call, catalog);
    run.plan(plans.begin(tables), null);
    if (call.encode().length == 0) {
      throw new IllegalStateException("nothing to send");
    }
    return plans.build();
  }

  /** What a site does with a call of a statement that it knows, from the message to the result. */
  byte[] execute(byte[] encoded) {
    StatementCall call = StatementCall.decode(encoded);
    StatementRun run = new StatementRun(known(call.text()), call, catalog);
    run.plan(plans.begin(tables), null);
    if (plans.build() == null) {
      throw new IllegalStateException("no plan");
    }
    Context context = new IntegrityContext(rows, rules);
    byte[] result = run.encodeResult(run.run(context, null));
    rows.commit();
    return result;
  }

  private org.thetisdb.sql.statement.SqlStatement known(String text) {
    Compiled compiled = cache.find(text, catalog);
    if (compiled == null) {
      cache.compile(text, Asker.ENGINE, (made, error) -> {});
      compiled = cache.find(text, catalog);
    }
    return ((Compiled.Query) compiled).statement();
  }

  /** Compiles a text that nobody compiled before. */
  Compiled prepare(String text) {
    return services.compiler().compile(text, catalog);
  }

  /** Frees the rows. */
  @TearDown(Level.Trial)
  public void close() {
    store.close();
  }

  /** Runs all at once on the thread that asks. */
  private static final class SameThread implements Scheduler {
    @Override
    public Clock clock() {
      return SystemClock.INSTANCE;
    }

    @Override
    public void execute(Runnable task) {
      task.run();
    }

    @Override
    public Timer schedule(long delayUs, Runnable task) {
      throw new UnsupportedOperationException("nothing here waits");
    }
  }
}
