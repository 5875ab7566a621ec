package org.thetisdb.benchmarks.tpcc.oltpbench;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.thetisdb.benchmarks.driver.Observations;
import org.thetisdb.benchmarks.driver.result.BenchResult;
import org.thetisdb.benchmarks.jdbc.BatchTasks;
import org.thetisdb.benchmarks.jdbc.JdbcWorkload;
import org.thetisdb.benchmarks.jdbc.LoadTask;
import org.thetisdb.benchmarks.jdbc.PreparedSession;
import org.thetisdb.benchmarks.jdbc.Terminal;
import org.thetisdb.benchmarks.tpcc.TerminalPlace;
import org.thetisdb.benchmarks.tpcc.Tpcc;
import org.thetisdb.benchmarks.tpcc.TpccInput;
import org.thetisdb.benchmarks.tpcc.TpccOptions;
import org.thetisdb.benchmarks.tpcc.TpccRows;
import org.thetisdb.benchmarks.tpcc.TpccSizes;
import org.thetisdb.benchmarks.tpcc.TpccTable;
import org.thetisdb.benchmarks.tpcc.TpccTransaction;
import org.thetisdb.benchmarks.tpcc.jdbc.OltpBenchTpccSchema;
import org.thetisdb.benchmarks.tpcc.jdbc.TpccJdbc;
import org.thetisdb.benchmarks.tpcc.jdbc.TpccSqlReader;

/**
 * TPC-C as OLTP-Bench has it: its tables with all foreign keys, its statements in its order, rows
 * locked as soon as they are read. The invariants are those of {@link TpccJdbc}.
 */
public final class OltpBenchTpcc implements JdbcWorkload {
  private static final int ORDERS_PER_BATCH = 13;
  private static final int HISTORY_NUMBER = 3;

  private final TpccOptions options;
  private final TpccSizes sizes;
  private final TpccRows rows;
  private final Observations witness = new Observations(TpccTransaction.labels().size());

  /** A company that is to be loaded. */
  public OltpBenchTpcc(TpccOptions options) {
    this.options = options;
    this.sizes = options.sizes();
    this.rows = new TpccRows(sizes);
  }

  @Override
  public String name() {
    return Tpcc.NAME;
  }

  @Override
  public List<String> types() {
    return TpccTransaction.labels();
  }

  @Override
  public List<String> definitions() {
    return OltpBenchTpccSchema.definitions();
  }

  @Override
  public List<LoadTask> loadTasks() {
    return loadPhases().stream().flatMap(List::stream).toList();
  }

  /** What is referred to comes first. */
  @Override
  public List<List<LoadTask>> loadPhases() {
    int districts = sizes.warehouses() * TpccSizes.DISTRICTS;
    int customers = districts * sizes.customers();
    List<LoadTask> places =
        all(
            insert(TpccTable.DISTRICT, districts, n -> rows.district(w(n, 1), d(n, 1))),
            insert(
                TpccTable.STOCK,
                sizes.warehouses() * sizes.items(),
                n -> rows.stock(n / sizes.items() + 1, n % sizes.items() + 1)));
    int each = sizes.customers();
    List<LoadTask> byCustomer =
        all(
            insert(
                TpccTable.HISTORY,
                customers,
                n -> withoutNumber(rows.history(w(n, each), d(n, each), n % each + 1))),
            insert(
                TpccTable.ORDERS,
                customers,
                n -> rows.order(w(n, each), d(n, each), n % each + 1)));
    return List.of(
        insert(TpccTable.ITEM, sizes.items(), n -> rows.item(n + 1)),
        insert(TpccTable.WAREHOUSE, sizes.warehouses(), n -> rows.warehouse(n + 1)),
        places,
        insert(
            TpccTable.CUSTOMER,
            customers,
            n -> rows.customer(w(n, each), d(n, each), n % each + 1)),
        byCustomer,
        all(newOrders(districts), lines(districts)));
  }

  private List<LoadTask> newOrders(int districts) {
    int open = sizes.customers() - sizes.delivered();
    return insert(
        TpccTable.NEW_ORDER,
        districts * open,
        n -> rows.newOrder(w(n, open), d(n, open), sizes.delivered() + n % open + 1));
  }

  /** The warehouse of a row, of which each district has so many. */
  private static int w(int number, int perDistrict) {
    return number / perDistrict / TpccSizes.DISTRICTS + 1;
  }

  private static int d(int number, int perDistrict) {
    return number / perDistrict % TpccSizes.DISTRICTS + 1;
  }

  private static List<LoadTask> all(List<LoadTask> some, List<LoadTask> more) {
    List<LoadTask> both = new ArrayList<>(some);
    both.addAll(more);
    return both;
  }

  private static List<LoadTask> insert(TpccTable table, int count, IntFunction<Object[]> row) {
    return BatchTasks.of(insertInto(table), count, n -> TpccJdbc.forJdbc(row.apply(n)));
  }

  /** The statement that names the columns, whose order differs between the ways. */
  static String insertInto(TpccTable table) {
    List<String> columns = new ArrayList<>(table.columnNames());
    String name = table == TpccTable.ORDERS ? "oorder" : table.tableName();
    if (table == TpccTable.HISTORY) {
      columns.remove(HISTORY_NUMBER);
    }
    return "INSERT INTO %s (%s) VALUES (?%s)"
        .formatted(name, String.join(", ", columns), ", ?".repeat(columns.size() - 1));
  }

  private static Object[] withoutNumber(Object[] row) {
    return IntStream.range(0, row.length)
        .filter(column -> column != HISTORY_NUMBER)
        .mapToObj(column -> row[column])
        .toArray();
  }

  /** An order has ten lines on average, so thirteen orders have about as many as a batch. */
  private List<LoadTask> lines(int districts) {
    List<LoadTask> tasks = new ArrayList<>();
    for (int place = 0; place < districts; place++) {
      int warehouse = w(place, 1);
      int district = d(place, 1);
      for (int from = 1; from <= sizes.customers(); from += ORDERS_PER_BATCH) {
        int first = from;
        int end = Math.min(sizes.customers() + 1, from + ORDERS_PER_BATCH);
        tasks.add(session -> loadLines(session, warehouse, district, first, end));
      }
    }
    return tasks;
  }

  private void loadLines(PreparedSession session, int warehouse, int district, int first, int end)
      throws SQLException {
    String insert = insertInto(TpccTable.ORDER_LINE);
    for (int order = first; order < end; order++) {
      for (Object[] line : rows.orderLines(warehouse, district, order)) {
        session.batch(insert, TpccJdbc.forJdbc(line));
      }
    }
    session.runBatch(insert);
  }

  @Override
  public Terminal terminal(PreparedSession session, int terminal, int terminals, long seed) {
    SplittableRandom random = new SplittableRandom(seed * 1_000_003 + terminal);
    TerminalPlace place = TerminalPlace.of(terminal, terminals, sizes.warehouses());
    return new OltpBenchTpccTerminal(
        session, new TpccInput(options, place, random), random, witness);
  }

  @Override
  public String check(PreparedSession session) throws SQLException {
    return new TpccSqlReader(session, "oorder").check(sizes, witness);
  }

  @Override
  public String report(BenchResult result) {
    return Tpcc.report(result);
  }
}
