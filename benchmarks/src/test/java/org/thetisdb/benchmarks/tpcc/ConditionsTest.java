package org.thetisdb.benchmarks.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.thetisdb.benchmarks.tpcc.TpccReader.Part;

/**
 * The consistency conditions hold for what is loaded, and each fault breaks the one that it should.
 */
class ConditionsTest {
  private static final TpccSizes SIZES = new TpccSizes(1, 30, 100);

  /** Reads what is loaded, with one number of one row changed, or with the row left out. */
  private static final class Loaded implements TpccReader {
    private final TpccRows rows = new TpccRows(SIZES);
    private final Part faultyPart;
    private final int faultyColumn;
    private final long added;

    Loaded(Part faultyPart, int faultyColumn, long added) {
      this.faultyPart = faultyPart;
      this.faultyColumn = faultyColumn;
      this.added = added;
    }

    @Override
    public void read(Part part, int warehouse, int district, Consumer<long[]> sink) {
      List<long[]> all = rows(part, district);
      if (part == faultyPart && district % TpccSizes.DISTRICTS == 0) {
        if (faultyColumn < 0) {
          all.remove(all.size() - 1);
        } else {
          all.get(all.size() - 1)[faultyColumn] += added;
        }
      }
      all.forEach(sink);
    }

    private List<long[]> rows(Part part, int district) {
      List<long[]> all = new ArrayList<>();
      switch (part) {
        case WAREHOUSE -> all.add(new long[] {10 * 30 * 1_000});
        case DISTRICT -> all.add(new long[] {30 * 1_000, 31});
        case ORDERS -> each(1, o -> all.add(order(district, o)));
        case NEW_ORDERS -> each(SIZES.delivered() + 1, o -> all.add(new long[] {o}));
        case ORDER_LINES -> each(1, o -> lines(district, o, all));
        case CUSTOMERS -> each(1, c -> all.add(new long[] {c, -1_000, 1_000, 0}));
        case HISTORY -> each(1, c -> all.add(new long[] {c, 1, district, 1_000}));
      }
      return all;
    }

    private static void each(int first, Consumer<Integer> action) {
      for (int number = first; number <= SIZES.customers(); number++) {
        action.accept(number);
      }
    }

    private long[] order(int district, int number) {
      Object[] row = rows.order(1, district, number);
      long carrier = row[5] == null ? NULL : (Integer) row[5];
      return new long[] {number, (Integer) row[3], carrier, (Integer) row[6]};
    }

    private void lines(int district, int order, List<long[]> all) {
      for (Object[] row : rows.orderLines(1, district, order)) {
        long cents = ((BigDecimal) row[8]).movePointRight(2).longValueExact();
        all.add(new long[] {order, row[6] == null ? 0 : 1, cents});
      }
    }
  }

  @Test
  void whatIsLoadedIsConsistent() throws Exception {
    Conditions conditions = new Conditions(SIZES, new Loaded(Part.WAREHOUSE, 0, 0));

    assertThat(conditions.check()).isEqualTo("ok");
    assertThat(conditions.totals()).isEqualTo(new Conditions.Totals(0, 0, 0));
  }

  @ParameterizedTest
  @CsvSource({
    "WAREHOUSE, 0, 1, 1",
    "DISTRICT, 0, 1, 1",
    "DISTRICT, 1, 1, 2",
    "ORDERS, -1, 0, 2",
    "NEW_ORDERS, -1, 0, 2",
    "NEW_ORDERS, 0, 1, 2",
    "ORDER_LINES, -1, 0, 4",
    "ORDERS, 2, 5, 5",
    "ORDER_LINES, 0, -1, 6",
    "ORDER_LINES, 1, 1, 7",
    "HISTORY, 2, 1, 9",
    "HISTORY, 3, 1, 10",
    "CUSTOMERS, 1, 1, 10",
    "CUSTOMERS, 2, 1, 12",
    "CUSTOMERS, 3, 1, 11",
  })
  void eachFaultBreaksItsCondition(Part part, int column, long added, int condition)
      throws Exception {
    String verdict = new Conditions(SIZES, new Loaded(part, column, added)).check();

    assertThat(verdict).startsWith("consistency condition " + condition + " does not hold");
  }
}
