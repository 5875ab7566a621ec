package org.thetisdb.benchmarks.tpcc.procedure;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.benchmarks.tpcc.TpccRows;
import org.thetisdb.benchmarks.tpcc.TpccSizes;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/**
 * TPC-C in fragments has columns that nobody changes in tables of their own (Dtxn, section 3.2), so
 * that each site may read its copy: all of STOCK but its counts, and the names of warehouses and
 * districts.
 */
final class FixedColumns {
  /** The counts of STOCK, which orders change; STOCK itself stays as it was loaded. */
  static final Table STOCK_COUNTS =
      Table.define("tpcc_stock_counts")
          .key("s_w_id", ColumnType.INT)
          .key("s_i_id", ColumnType.INT)
          .column("s_quantity", ColumnType.INT)
          .column("s_ytd", ColumnType.INT)
          .column("s_order_cnt", ColumnType.INT)
          .column("s_remote_cnt", ColumnType.INT)
          .build();

  /** The name of a district; of its warehouse, if the district is 0. */
  static final Table PLACE_NAMES =
      Table.define("tpcc_place_names")
          .key("p_w_id", ColumnType.INT)
          .key("p_d_id", ColumnType.INT)
          .column("p_name", ColumnType.STRING)
          .build();

  static final List<Table> TABLES = tables();

  static final int COUNT_QUANTITY = 2;
  static final int COUNT_YTD = 3;
  static final int COUNT_ORDERS = 4;
  static final int COUNT_REMOTE = 5;
  static final int NAME = 2;

  /** What {@link LoadRows} calls the rows of these tables. */
  static final String LOADS_COUNTS = "STOCK_COUNTS";

  static final String LOADS_NAMES = "PLACE_NAMES";

  private FixedColumns() {}

  private static List<Table> tables() {
    List<Table> all = new ArrayList<>(Company.TABLES);
    all.add(STOCK_COUNTS);
    all.add(PLACE_NAMES);
    return List.copyOf(all);
  }

  /** Whether rows of such a name are loaded here. */
  static boolean isLoaded(String table) {
    return table.equals(LOADS_COUNTS) || table.equals(LOADS_NAMES);
  }

  /** The place of rows that are to be loaded. */
  static void plan(Plan plan, String table, int warehouse, int from, int end) {
    Table target = table.equals(LOADS_COUNTS) ? STOCK_COUNTS : PLACE_NAMES;
    plan.writeRange(target.from(warehouse, from).to(warehouse, end));
  }

  /** Stores one of them. */
  static void load(Context ctx, String table, TpccRows rows, int warehouse, int number) {
    if (table.equals(LOADS_COUNTS)) {
      Object quantity = rows.stock(warehouse, number)[Company.S_QUANTITY];
      ctx.put(Company.row(STOCK_COUNTS, warehouse, number, quantity, 0, 0, 0));
    } else {
      Object[] place = number == 0 ? rows.warehouse(warehouse) : rows.district(warehouse, number);
      int name = number == 0 ? Company.W_NAME : Company.D_NAME;
      ctx.put(Company.row(PLACE_NAMES, warehouse, number, place[name]));
    }
  }

  /** A name; the district is 0 for that of the warehouse. */
  static String name(Context ctx, int warehouse, int district) {
    Row place = Company.require(ctx, PLACE_NAMES, warehouse, district);
    return place.getString(NAME);
  }

  /** The districts of a warehouse, and itself. */
  static int places() {
    return TpccSizes.DISTRICTS + 1;
  }
}
