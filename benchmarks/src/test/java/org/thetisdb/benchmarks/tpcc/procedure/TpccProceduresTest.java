package org.thetisdb.benchmarks.tpcc.procedure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.benchmarks.driver.script.LoadPlan;
import org.thetisdb.benchmarks.tpcc.TpccOptions;
import org.thetisdb.procedures.AbortException;
import org.thetisdb.procedures.testing.ProcedureTester;

/** The five transactions, one after the other, on a small warehouse. */
class TpccProceduresTest {
  private static final TpccOptions SMALL = new TpccOptions(1, 100, TpccOptions.USUAL_WEIGHTS);

  private final ProcedureTester db = new ProcedureTester();

  @BeforeEach
  void load() {
    LoadPlan plan = new TpccProcedures(SMALL).loadPlan();
    for (int call = 0; call < plan.calls(); call++) {
      db.call(new LoadRows(), plan.arguments(call));
    }
  }

  private String check() throws Exception {
    return new TpccProcedures(SMALL)
        .check((procedure, arguments) -> db.call(new ReadRows(), arguments));
  }

  @Test
  void whatIsLoadedIsConsistent() throws Exception {
    assertThat(check()).isEqualTo("ok");
  }

  @Test
  void orderTakesStockAndIsFound() {
    int quantity = db.get(Company.STOCK, 1, 5).getInt(Company.S_QUANTITY);

    assertThat(db.call(new NewOrder(), 1, 3, 4, List.of(5, 1, 2, 6, 1, 3))).isEqualTo(31);

    int left = db.get(Company.STOCK, 1, 5).getInt(Company.S_QUANTITY);
    assertThat(left).isIn(quantity - 2, quantity - 2 + 91);
    assertThat(db.call(new OrderStatus(), 1, 3, 4, "")).isEqualTo(2);
    assertThat(db.get(Company.NEW_ORDER, 1, 3, 31)).isNotNull();
    assertThat((Integer) db.call(new StockLevel(), 1, 3, 200)).isPositive();
  }

  @Test
  void orderOfAnItemThatIsNotThereLeavesNothing() {
    assertThatThrownBy(() -> db.call(new NewOrder(), 1, 3, 4, List.of(5, 1, 2, 9_999, 1, 3)))
        .isInstanceOf(AbortException.class)
        .hasMessageStartingWith(NewOrder.NO_ITEM);
    assertThat(db.get(Company.ORDERS, 1, 3, 31)).isNull();
  }

  @Test
  void paymentReachesWarehouseDistrictCustomerAndHistory() {
    BigDecimal amount = new BigDecimal("12.34");
    String name = db.get(Company.CUSTOMER, 1, 2, 9).getString(Company.C_LAST);

    assertThat(db.call(new Payment(), 1, 1, 1, 2, 0, name, amount)).isEqualTo(9);

    assertThat(db.get(Company.WAREHOUSE, 1).getDecimal(Company.W_YTD))
        .isEqualByComparingTo("3012.34");
    assertThat(db.get(Company.DISTRICT, 1, 1).getDecimal(Company.D_YTD))
        .isEqualByComparingTo("312.34");
    assertThat(db.get(Company.CUSTOMER, 1, 2, 9).getDecimal(Company.C_BALANCE))
        .isEqualByComparingTo("-22.34");
    assertThat(db.get(Company.HISTORY, 1, 2, 9, 2).getDecimal(Company.H_AMOUNT))
        .isEqualByComparingTo(amount);
  }

  @Test
  void piecesOfAnOrderAreTheItemsOfItsSuppliers() throws Exception {
    int quantity = db.get(Company.STOCK, 1, 5).getInt(Company.S_QUANTITY);
    int ordered = db.get(Company.STOCK, 1, 5).getInt(Company.S_ORDER_CNT);

    db.call(new NewOrder(), 1, 3, 4, List.of(5, 1, 2, 5, 1, 3, 6, 1, 1));

    assertThat(db.get(Company.STOCK, 1, 5).getInt(Company.S_QUANTITY))
        .isIn(quantity - 5, quantity - 5 + 91);
    assertThat(db.get(Company.STOCK, 1, 5).getInt(Company.S_ORDER_CNT)).isEqualTo(ordered + 2);
    assertThat(db.get(Company.ORDER_LINE, 1, 3, 31, 2).getInt(Company.OL_I_ID)).isEqualTo(5);
    assertThat(db.get(Company.ORDER_LINE, 1, 3, 31, 3).getInt(Company.OL_I_ID)).isEqualTo(6);
  }

  @Test
  void ordersAndPaymentsInPiecesLeaveTheCompanyConsistent() throws Exception {
    for (int i = 1; i <= 30; i++) {
      int district = 1 + i % 10;
      db.call(new NewOrder(), 1, district, 1 + i % 5, List.of(i, 1, 2, i, 1, 3, i + 1, 1, 9));
      db.call(new Payment(), 1, district, 1, 1 + i % 3, 1 + i % 7, "", new BigDecimal("7.50"));
    }
    assertThat(check())
        .as("all conditions hold, which are looked at first; no terminal has ordered anything")
        .isEqualTo("0 new orders were acknowledged, but 30 are there");
  }

  @Test
  void deliveryTakesTheOldestOrderOfEachDistrict() {
    assertThat(db.call(new Delivery(), 1, 7)).isEqualTo(10);

    assertThat(db.get(Company.NEW_ORDER, 1, 1, 22)).isNull();
    assertThat(db.get(Company.NEW_ORDER, 1, 1, 23)).isNotNull();
    assertThat(db.get(Company.ORDERS, 1, 1, 22).getInt(Company.O_CARRIER_ID)).isEqualTo(7);
  }

  private void loadFixedColumns() {
    LoadPlan plan = new TpccProcedures(SMALL.inFragments(true)).loadPlan();
    for (int call = 0; call < plan.calls(); call++) {
      if (FixedColumns.isLoaded((String) plan.arguments(call)[0])) {
        db.call(new LoadRows(), plan.arguments(call));
      }
    }
  }

  @Test
  void fragmentsDoWhatTheWholeDoes() throws Exception {
    loadFixedColumns();
    int quantity = db.get(FixedColumns.STOCK_COUNTS, 1, 5).getInt(FixedColumns.COUNT_QUANTITY);

    List<Integer> lines = List.of(5, 1, 2, 5, 1, 1, 6, 1, 3);
    assertThat(db.call(new NewOrderInFragments(), 1, 3, 4, lines)).isEqualTo(31);
    BigDecimal amount = new BigDecimal("12.00");
    assertThat(db.call(new PaymentInFragments(), 1, 2, 1, 3, 4, "", amount)).isEqualTo(4);

    int left = db.get(FixedColumns.STOCK_COUNTS, 1, 5).getInt(FixedColumns.COUNT_QUANTITY);
    assertThat(left).isIn(quantity - 3, quantity - 3 + 91);
    assertThat(db.call(new OrderStatus(), 1, 3, 4, "")).isEqualTo(3);
    assertThat((Integer) db.call(new StockLevelInFragments(), 1, 3, 200)).isPositive();
    assertThat(check()).isEqualTo("0 new orders were acknowledged, but 1 are there");
  }
}
