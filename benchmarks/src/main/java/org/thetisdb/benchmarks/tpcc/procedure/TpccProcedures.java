package org.thetisdb.benchmarks.tpcc.procedure;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.thetisdb.benchmarks.driver.Observations;
import org.thetisdb.benchmarks.driver.Workload;
import org.thetisdb.benchmarks.driver.result.BenchResult;
import org.thetisdb.benchmarks.driver.script.LoadPlan;
import org.thetisdb.benchmarks.driver.script.Script;
import org.thetisdb.benchmarks.tpcc.Conditions;
import org.thetisdb.benchmarks.tpcc.CreditNote;
import org.thetisdb.benchmarks.tpcc.StockTaken;
import org.thetisdb.benchmarks.tpcc.Tpcc;
import org.thetisdb.benchmarks.tpcc.TpccInput;
import org.thetisdb.benchmarks.tpcc.TpccOptions;
import org.thetisdb.benchmarks.tpcc.TpccRandom;
import org.thetisdb.benchmarks.tpcc.TpccReader;
import org.thetisdb.benchmarks.tpcc.TpccRows;
import org.thetisdb.benchmarks.tpcc.TpccSizes;
import org.thetisdb.benchmarks.tpcc.TpccTable;
import org.thetisdb.benchmarks.tpcc.TpccTransaction;
import org.thetisdb.client.CallException;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.runtime.ProcedureJar;

/** TPC-C with procedures that reach rows by key: one call is one transaction. */
public final class TpccProcedures implements Workload {
  private static final int ROWS_PER_CALL = 250;
  private static final int ORDERS_PER_CALL = 50;
  private static final int ROWS_PER_READ = 500;

  private final TpccOptions options;
  private final Observations witness = new Observations(TpccTransaction.labels().size());

  /** A company that is to be loaded. */
  public TpccProcedures(TpccOptions options) {
    this.options = options;
  }

  @Override
  public String name() {
    return Tpcc.NAME;
  }

  @Override
  public List<String> types() {
    return TpccTransaction.labels();
  }

  private static List<Procedure> all() {
    return List.of(
        new NewOrder(),
        new Payment(),
        new OrderStatus(),
        new Delivery(),
        new StockLevel(),
        new NewOrderInFragments(),
        new PaymentInFragments(),
        new StockLevelInFragments(),
        new LoadRows(),
        new ReadRows());
  }

  @Override
  public ProcedureJar procedures() {
    return ProcedureJar.of(Tpcc.NAME, 1, all().toArray(Procedure[]::new));
  }

  @Override
  public byte[] jar() {
    List<Class<?>> classes =
        new ArrayList<>(
            List.of(
                Company.class,
                CreditNote.class,
                FixedColumns.class,
                OrderLines.class,
                StockTaken.class,
                TpccRandom.class,
                TpccReader.class,
                TpccReader.Part.class,
                TpccRows.class,
                TpccSizes.class,
                TpccTable.class));
    all().forEach(procedure -> classes.add(procedure.getClass()));
    return ProcedureJar.pack(classes.toArray(Class<?>[]::new));
  }

  @Override
  public LoadPlan loadPlan() {
    List<Object[]> calls = new ArrayList<>();
    TpccSizes sizes = options.sizes();
    cut(calls, TpccTable.ITEM, 0, 0, 1, sizes.items(), ROWS_PER_CALL);
    for (int w = 1; options.inFragments() && w <= sizes.warehouses(); w++) {
      cut(calls, FixedColumns.LOADS_NAMES, w, 0, 0, TpccSizes.DISTRICTS, FixedColumns.places());
      cut(calls, FixedColumns.LOADS_COUNTS, w, 0, 1, sizes.items(), ROWS_PER_CALL);
    }
    for (int w = 1; w <= sizes.warehouses(); w++) {
      cut(calls, TpccTable.WAREHOUSE, w, 0, 1, 1, 1);
      cut(calls, TpccTable.DISTRICT, w, 0, 1, TpccSizes.DISTRICTS, TpccSizes.DISTRICTS);
      cut(calls, TpccTable.STOCK, w, 0, 1, sizes.items(), ROWS_PER_CALL);
      for (int d = 1; d <= TpccSizes.DISTRICTS; d++) {
        cut(calls, TpccTable.CUSTOMER, w, d, 1, sizes.customers(), ROWS_PER_CALL);
        cut(calls, TpccTable.HISTORY, w, d, 1, sizes.customers(), ROWS_PER_CALL);
        cut(calls, TpccTable.ORDERS, w, d, 1, sizes.customers(), ROWS_PER_CALL);
        int first = sizes.delivered() + 1;
        cut(calls, TpccTable.NEW_ORDER, w, d, first, sizes.customers(), ROWS_PER_CALL);
        cut(calls, TpccTable.ORDER_LINE, w, d, 1, sizes.customers(), ORDERS_PER_CALL);
      }
    }
    return new Calls(calls);
  }

  /** Calls of some rows each, from {@code first} to {@code last}. */
  private void cut(
      List<Object[]> calls, TpccTable table, int w, int d, int first, int last, int each) {
    cut(calls, table.name(), w, d, first, last, each);
  }

  private void cut(
      List<Object[]> calls, String table, int w, int d, int first, int last, int each) {
    TpccSizes sizes = options.sizes();
    List<Integer> numbers = List.of(sizes.warehouses(), sizes.customers(), sizes.items());
    for (int from = first; from <= last; from += each) {
      int end = Math.min(last + 1, from + each);
      calls.add(new Object[] {table, w, d, from, end, numbers});
    }
  }

  private record Calls(List<Object[]> all) implements LoadPlan {
    @Override
    public String procedure() {
      return "LoadRows";
    }

    @Override
    public int calls() {
      return all.size();
    }

    @Override
    public Object[] arguments(int call) {
      return all.get(call);
    }
  }

  @Override
  public Script script(int client, int clients, long seed) {
    SplittableRandom random = new SplittableRandom(seed * 1_000_003 + client);
    return new TpccScript(
        new TpccInput(options, client, random), options.inFragments(), random, witness);
  }

  @Override
  public String check(Caller caller) {
    if (!witness.impossible().isEmpty()) {
      return witness.impossible();
    }
    int[] orders = {0};
    Conditions conditions =
        new Conditions(
            options.sizes(), (part, w, d, sink) -> read(caller, part, w, d, orders, sink));
    try {
      String verdict = conditions.check();
      return verdict.equals(BenchResult.OK) ? Tpcc.compare(conditions.totals(), witness) : verdict;
    } catch (CallException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** In pieces; how many orders the district has, its own row says, which is read first. */
  private void read(
      Caller caller, TpccReader.Part part, int w, int d, int[] orders, Consumer<long[]> sink) {
    int end =
        switch (part) {
          case WAREHOUSE, DISTRICT -> 1;
          case ORDERS, NEW_ORDERS, ORDER_LINES -> orders[0];
          case CUSTOMERS, HISTORY -> options.sizes().customers() + 1;
        };
    for (int from = 0; from < end; from += ROWS_PER_READ) {
      List<?> numbers =
          (List<?>)
              caller.call("ReadRows", part.name(), w, d, from, Math.min(end, from + ROWS_PER_READ));
      for (int i = 0; i < numbers.size(); i += part.width()) {
        long[] row = new long[part.width()];
        for (int column = 0; column < row.length; column++) {
          row[column] = (Long) numbers.get(i + column);
        }
        if (part == TpccReader.Part.DISTRICT) {
          orders[0] = (int) row[1];
        }
        sink.accept(row);
      }
    }
  }

  @Override
  public String report(BenchResult result) {
    return Tpcc.report(result);
  }
}
