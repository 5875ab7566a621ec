package org.thetisdb.benchmarks.tpcc.jdbc;

import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.thetisdb.benchmarks.driver.Observations;
import org.thetisdb.benchmarks.driver.result.BenchResult;
import org.thetisdb.benchmarks.jdbc.Isolation;
import org.thetisdb.benchmarks.jdbc.JdbcWorkload;
import org.thetisdb.benchmarks.jdbc.LoadTask;
import org.thetisdb.benchmarks.jdbc.PreparedSession;
import org.thetisdb.benchmarks.jdbc.Terminal;
import org.thetisdb.benchmarks.tpcc.Tpcc;
import org.thetisdb.benchmarks.tpcc.TpccInput;
import org.thetisdb.benchmarks.tpcc.TpccOptions;
import org.thetisdb.benchmarks.tpcc.TpccRows;
import org.thetisdb.benchmarks.tpcc.TpccSizes;
import org.thetisdb.benchmarks.tpcc.TpccTable;
import org.thetisdb.benchmarks.tpcc.TpccTransaction;

/**
 * TPC-C over JDBC, statement by statement. Its invariants are the consistency conditions, and that
 * as many orders and payments are there as were acknowledged.
 */
public final class TpccJdbc implements JdbcWorkload {
  private static final int ITEMS_PER_BATCH = 500;
  private static final int CUSTOMERS_PER_BATCH = 250;
  private static final int ORDERS_PER_BATCH = 50;

  private final TpccOptions options;
  private final TpccRows rows;
  private final Observations witness = new Observations(TpccTransaction.labels().size());

  /** A company that is to be loaded. */
  public TpccJdbc(TpccOptions options) {
    this.options = options;
    this.rows = new TpccRows(options.sizes());
  }

  @Override
  public String name() {
    return Tpcc.NAME;
  }

  @Override
  public List<String> types() {
    return TpccTransaction.labels();
  }

  /** What is written is locked before it is read. */
  @Override
  public Isolation isolation() {
    return Isolation.READ_COMMITTED;
  }

  @Override
  public List<String> definitions() {
    List<String> definitions = new ArrayList<>(OltpBenchTpccSchema.DROPS);
    for (TpccTable table : TpccTable.values()) {
      definitions.add(table.create());
    }
    return definitions;
  }

  @Override
  public List<String> definitionsAfterLoad() {
    return List.of(
        "CREATE INDEX customer_by_name ON customer (c_w_id, c_d_id, c_last, c_first)",
        "CREATE INDEX orders_by_customer ON orders (o_w_id, o_d_id, o_c_id, o_id)");
  }

  @Override
  public List<LoadTask> loadTasks() {
    List<LoadTask> tasks = new ArrayList<>();
    cut(tasks, TpccTable.ITEM, options.sizes().items(), ITEMS_PER_BATCH, rows::item);
    for (int w = 1; w <= options.warehouses(); w++) {
      int warehouse = w;
      cut(tasks, TpccTable.WAREHOUSE, 1, 1, i -> rows.warehouse(warehouse));
      cut(
          tasks,
          TpccTable.STOCK,
          options.sizes().items(),
          ITEMS_PER_BATCH,
          item -> rows.stock(warehouse, item));
      cut(
          tasks,
          TpccTable.DISTRICT,
          TpccSizes.DISTRICTS,
          TpccSizes.DISTRICTS,
          district -> rows.district(warehouse, district));
      for (int district = 1; district <= TpccSizes.DISTRICTS; district++) {
        addDistrict(tasks, warehouse, district);
      }
    }
    return tasks;
  }

  private void addDistrict(List<LoadTask> tasks, int w, int d) {
    int count = options.sizes().customers();
    cut(tasks, TpccTable.CUSTOMER, count, CUSTOMERS_PER_BATCH, c -> rows.customer(w, d, c));
    cut(tasks, TpccTable.HISTORY, count, ITEMS_PER_BATCH, c -> rows.history(w, d, c));
    cut(tasks, TpccTable.ORDERS, count, ITEMS_PER_BATCH, o -> rows.order(w, d, o));
    int delivered = options.sizes().delivered();
    cut(
        tasks,
        TpccTable.NEW_ORDER,
        count - delivered,
        ITEMS_PER_BATCH,
        o -> rows.newOrder(w, d, delivered + o));
    for (int first = 1; first <= count; first += ORDERS_PER_BATCH) {
      int from = first;
      int end = Math.min(count + 1, first + ORDERS_PER_BATCH);
      tasks.add(session -> loadLines(session, w, d, from, end));
    }
  }

  /** Tasks of some rows each, for numbers from 1 on. */
  private static void cut(
      List<LoadTask> tasks, TpccTable table, int count, int each, IntFunction<Object[]> row) {
    for (int first = 1; first <= count; first += each) {
      int from = first;
      int end = Math.min(count + 1, first + each);
      tasks.add(
          session -> {
            session.clearBatch(table.insert());
            for (int number = from; number < end; number++) {
              session.batch(table.insert(), forJdbc(row.apply(number)));
            }
            session.runBatch(table.insert());
          });
    }
  }

  private void loadLines(PreparedSession session, int warehouse, int district, int from, int end)
      throws SQLException {
    String insert = TpccTable.ORDER_LINE.insert();
    session.clearBatch(insert);
    for (int order = from; order < end; order++) {
      for (Object[] line : rows.orderLines(warehouse, district, order)) {
        session.batch(insert, forJdbc(line));
      }
    }
    session.runBatch(insert);
  }

  /** Not all drivers take instants. */
  public static Object[] forJdbc(Object[] row) {
    for (int i = 0; i < row.length; i++) {
      if (row[i] instanceof Instant time) {
        row[i] = Timestamp.from(time);
      }
    }
    return row;
  }

  @Override
  public Terminal terminal(PreparedSession session, int terminal, int terminals, long seed) {
    SplittableRandom random = new SplittableRandom(seed * 1_000_003 + terminal);
    return new TpccTerminal(session, new TpccInput(options, terminal, random), random, witness);
  }

  @Override
  public String check(PreparedSession session) throws SQLException {
    return new TpccSqlReader(session, "orders").check(options.sizes(), witness);
  }

  @Override
  public String report(BenchResult result) {
    return Tpcc.report(result);
  }
}
