package org.thetisdb.procedures.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import example.bank.SendPayment;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.procedures.AbortException;
import org.thetisdb.procedures.ConstraintException;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.KeyRange;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/** What an application's test sees, and what the tester holds procedures to. */
class ProcedureTesterTest {
  private static final Table CHECKING = SendPayment.CHECKING;
  private static final Table ORDERS =
      Table.define("orders")
          .key("district", ColumnType.INT)
          .key("id", ColumnType.LONG)
          .column("item", ColumnType.STRING)
          .build();

  private final ProcedureTester db =
      new ProcedureTester()
          .put(CHECKING.row(1).setLong("balance", 1000), CHECKING.row(2).setLong("balance", 0));

  private long balance(long customer) {
    return db.get(CHECKING, customer).getLong("balance");
  }

  @Test
  void aCallChangesItsRows() {
    assertThat(db.call(new SendPayment(), 1L, 2L, 300L)).isEqualTo(700L);
    assertThat(db.call(new SendPayment(), 1, 2, 300)).isEqualTo(400L);
    assertThat(balance(1)).isEqualTo(400);
    assertThat(balance(2)).isEqualTo(600);
    assertThat(db.rows(CHECKING)).hasSize(2);
  }

  @Test
  void anAbortLeavesNothing() {
    assertThatThrownBy(() -> db.call(new SendPayment(), 1L, 2L, 5000L))
        .isInstanceOf(AbortException.class)
        .hasMessage("Customer 1 has not enough money.");
    assertThat(balance(1)).isEqualTo(1000);
    assertThat(db.get(CHECKING, 99)).isNull();
    assertThatThrownBy(() -> db.call(new SendPayment(), 1L, "2", 1L))
        .isInstanceOfSatisfying(
            ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.WRONG_ARGUMENTS));
  }

  /** A procedure over both tables whose run is given. */
  public abstract static class Any implements Procedure {
    @Override
    public List<Table> tables() {
      return List.of(CHECKING, ORDERS);
    }
  }

  /** Uses everything that a context offers. */
  public static final class Orders extends Any {
    /** Writes, deletes and scans; returns what it saw. */
    public List<Object> run(Context ctx) {
      List<Object> seen = new ArrayList<>();
      for (long id = 1; id <= 5; id++) {
        ctx.insert(ORDERS.row(7, id).setString("item", "i" + id));
      }
      ctx.put(ORDERS.row(8, 1L).setString("item", "other"));
      seen.add(ctx.delete(ORDERS, 7, 2L));
      seen.add(ctx.delete(ORDERS, 7, 2L));
      KeyRange district = ORDERS.prefix(7);
      seen.add(ids(ctx.scan(district, 100)));
      seen.add(ids(ctx.scan(district, 2)));
      seen.add(ids(ctx.scanBackwards(district, 1)));
      seen.add(ids(ctx.scan(ORDERS.from(7, 3L).to(7, 5L), 100)));
      seen.add(ids(ctx.scan(ORDERS.from(7, 3L).through(7, 5L), 100)));
      seen.add(ids(ctx.scan(ORDERS.from(7, 5L).to(7, 3L), 100)));
      seen.add(ctx.get(ORDERS, 7, 3L));
      seen.add(ctx.now());
      return seen;
    }

    private static List<Object> ids(List<Row> rows) {
      List<Object> ids = new ArrayList<>();
      rows.forEach(row -> ids.add(row.get("id")));
      return ids;
    }
  }

  @Test
  void aTransactionSeesItsOwnWrites() {
    Object seen = db.at(Instant.EPOCH).call(new Orders());
    assertThat(seen)
        .hasToString(
            "[true, false, [1, 3, 4, 5], [1, 3], [5], [3, 4], [3, 4, 5], [],"
                + " {district=7, id=3, item=i3}, 1970-01-01T00:00:00Z]");
    assertThat(db.rows(ORDERS)).hasSize(5);
    assertThatThrownBy(() -> db.call(new Orders()))
        .isInstanceOf(ConstraintException.class)
        .hasMessage("Table \"orders\" already has a row with key (7, 1).");
  }

  private void assertBroken(Procedure procedure, String problem, Object... arguments) {
    assertThatThrownBy(() -> db.call(procedure, arguments))
        .isInstanceOf(AssertionError.class)
        .hasMessage("procedure " + procedure.name() + " " + problem);
    assertThat(balance(1)).isEqualTo(1000);
  }

  /** Plans less than it does. */
  public static final class Unplanned extends Any {
    public void plan(Plan plan, int what) {
      plan.read(CHECKING, 1).readRange(ORDERS.prefix(1));
    }

    public void run(Context ctx, int what) {
      switch (what) {
        case 0 -> ctx.get(CHECKING, 2);
        case 1 -> ctx.put(CHECKING.row(1).setLong("balance", 1));
        case 2 -> ctx.delete(CHECKING, 2);
        case 3 -> ctx.scan(ORDERS.all(), 1);
        default -> {
          ctx.get(CHECKING, 1);
          ctx.get(ORDERS, 1, 5L);
          ctx.scan(ORDERS.prefix(1, 5L), 1);
        }
      }
    }
  }

  @Test
  void whatIsNotPlannedIsNoticed() {
    Procedure unplanned = new Unplanned();
    assertBroken(unplanned, "reads checking(2), which its plan does not name", 0);
    assertBroken(unplanned, "writes checking(1), which its plan does not name as written", 1);
    assertBroken(unplanned, "writes checking(2), which its plan does not name as written", 2);
    assertBroken(unplanned, "scans a range of \"orders\" that no range of its plan holds", 3);
    db.call(unplanned, 4);
  }

  /** Writes though it says that it does not. */
  public static final class Pretends extends Any {
    @Override
    public boolean readOnly() {
      return true;
    }

    public void run(Context ctx) {
      ctx.put(CHECKING.row(1).setLong("balance", 1));
    }
  }

  /** Forgets a table. */
  public static final class Forgets implements Procedure {
    @Override
    public List<Table> tables() {
      return List.of();
    }

    public void run(Context ctx) {
      ctx.get(CHECKING, 1);
    }
  }

  /** Goes on after an abort. */
  public static final class Stubborn extends Any {
    public void run(Context ctx) {
      try {
        throw ctx.abort("No.");
      } catch (AbortException e) {
        ctx.put(CHECKING.row(1).setLong("balance", 1));
      }
    }
  }

  /** Remembers how often it ran. */
  public static final class Counts extends Any {
    private int calls;

    public int run(Context ctx) {
      return calls++;
    }
  }

  @Test
  void brokenPromisesAreNoticed() {
    assertBroken(new Pretends(), "writes checking(1), but says that it is read-only");
    assertBroken(new Forgets(), "uses table \"checking\", which tables() does not name");
    assertBroken(new Stubborn(), "goes on after it was rolled back (No.)");
    assertBroken(
        new Counts(),
        "does something else when it is run again; take time and randomness from the context, and"
            + " keep nothing in fields");
  }

  /** Draws a number. */
  public static final class Draw extends Any {
    public int run(Context ctx) {
      return ctx.random().nextInt(1_000_000);
    }
  }

  @Test
  void randomnessComesFromTheSeed() {
    Object first = db.seed(5).call(new Draw());
    Object second = db.call(new Draw());
    assertThat(second).isNotEqualTo(first);
    assertThat(db.seed(5).call(new Draw())).isEqualTo(first);
  }

  /** Returns what cannot be sent. */
  public static final class Unsendable extends Any {
    public Map<String, Object> run(Context ctx) {
      return Map.of("thread", new Thread());
    }
  }

  /** Throws a checked exception. */
  public static final class Checked extends Any {
    public void run(Context ctx) throws IOException {
      if (ctx.get(CHECKING, 1) != null) {
        throw new IOException("disk");
      }
    }
  }

  @Test
  void otherFailuresAreErrorsAsInACluster() {
    assertThatThrownBy(() -> db.call(new Unsendable()))
        .isInstanceOf(ThetisException.class)
        .hasMessageContaining("returned a java.lang.Thread, which cannot be sent");
    assertThatThrownBy(() -> db.call(new Checked()))
        .isInstanceOf(ThetisException.class)
        .hasMessageContaining("java.io.IOException: disk");
    assertThatThrownBy(() -> db.call(new Draw(), 1))
        .isInstanceOf(ThetisException.class)
        .hasMessageContaining("takes (), but was called with (Integer)");
  }

  /** Moves money in pieces, and does not keep to what was said about them. */
  public static final class Pieces extends Any {
    @Override
    public boolean inPieces() {
      return true;
    }

    public long run(Context ctx, int what) {
      ctx.put(CHECKING.row(9).setLong("balance", 9));
      ctx.piece(() -> ctx.put(CHECKING.row(1).setLong("balance", balance(ctx, 9))));
      ctx.piece(
          () -> {
            switch (what) {
              case 1 -> balance(ctx, 1);
              case 2 -> ctx.put(CHECKING.row(1).setLong("balance", 2));
              case 3 -> ctx.scan(CHECKING.all(), 1);
              case 4 -> throw ctx.abort("no");
              default -> ctx.piece(() -> ctx.put(CHECKING.row(2).setLong("balance", 2)));
            }
          });
      return what == 5 ? balance(ctx, 2) : balance(ctx, 9);
    }

    private static long balance(Context ctx, long customer) {
      return ctx.get(CHECKING, customer).getLong("balance");
    }
  }

  /** Has a piece, and does not say so. */
  public static final class Silent extends Any {
    public void run(Context ctx) {
      ctx.piece(() -> {});
    }
  }

  @Test
  void piecesDependOnNoOtherOnes() {
    assertBroken(new Pieces(), "reads checking(1), which another piece has written", 1);
    assertBroken(new Pieces(), "writes checking(1) in more than one piece", 2);
    assertBroken(new Pieces(), "reads checking(1), which another piece has written", 3);
    assertBroken(new Pieces(), "is rolled back in a piece (no)", 4);
    assertBroken(new Pieces(), "reads checking(2), which another piece has written", 5);
    assertBroken(new Silent(), "has pieces, but inPieces() does not say so");
    assertThat(db.call(new Pieces(), 0)).isEqualTo(9L);
    assertThat(balance(1)).isEqualTo(9);
  }

  /** Moves money in fragments, and does not keep to what was said about them. */
  public static final class Fragments extends Any {
    @Override
    public boolean inFragments() {
      return true;
    }

    public long run(Context ctx, int what) {
      long[] found = {0};
      if (what == 1) {
        ctx.put(CHECKING.row(3).setLong("balance", 1));
      }
      ctx.at(
          CHECKING,
          1,
          () -> {
            ctx.put(CHECKING.row(1).setLong("balance", 10));
            found[0] = what == 2 ? 0 : 10;
          });
      ctx.at(
          CHECKING,
          2,
          () -> {
            Row other = what == 3 ? ctx.get(CHECKING, 1) : null;
            long balance = other == null ? 20 : other.getLong("balance");
            ctx.put(CHECKING.row(2).setLong("balance", balance));
            found[0] = what == 2 ? 20 : found[0];
            if (what == 4 && found[0] == 0) {
              throw ctx.abort("no");
            }
          });
      return found[0];
    }
  }

  /** Sums what its parts return, and does not keep to what was said about results. */
  public static final class Results extends Any {
    @Override
    public boolean inFragments() {
      return true;
    }

    public long run(Context ctx, int what) {
      long[] seen = {0};
      Long one = ctx.resultAt(CHECKING, 1, () -> seen[0] = 10);
      Long two = ctx.resultAt(CHECKING, 2, () -> 20L);
      if (what == 1) {
        return one + two;
      }
      long known = (one == null ? 0 : one) + (two == null ? 0 : two);
      return what == 2 ? known + seen[0] : known;
    }
  }

  @Test
  void whatPartsReturnMakesTheResultWhereAllOfItIsKnown() {
    assertThat(db.call(new Results(), 0)).isEqualTo(30L);
    assertBroken(new Results(), "returns something else where others have run its parts", 2);
    assertThatThrownBy(() -> db.call(new Results(), 1))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("fails when the parts of one row run alone")
        .hasMessageContaining("NullPointerException");
  }

  /** Has a part, and does not say so. */
  public static final class Whole extends Any {
    public void run(Context ctx) {
      ctx.at(CHECKING, 1, () -> {});
    }
  }

  @Test
  void fragmentsDependOnNoOtherOnes() {
    assertBroken(new Fragments(), "writes checking(3) outside of its parts", 1);
    assertBroken(new Fragments(), "returns something else where its first part runs alone", 2);
    assertBroken(new Fragments(), "writes something else when the parts of each row run alone", 3);
    assertBroken(
        new Fragments(),
        "fails when the parts of one row run alone (org.thetisdb.procedures.AbortException: no)",
        4);
    assertBroken(new Whole(), "has parts, but inFragments() does not say so");
    assertThat(db.call(new Fragments(), 0)).isEqualTo(10L);
    assertThat(balance(2)).isEqualTo(20);
  }
}
