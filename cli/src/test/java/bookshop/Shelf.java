package bookshop;

import java.util.List;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Table;

/** Procedures that fill memory and empty it again. */
public final class Shelf {
  /** Books that one call stores or drops. */
  public static final int BOOKS_PER_CALL = 50;

  static final Table BOOKS =
      Table.define("books").key("id", ColumnType.LONG).column("text", ColumnType.STRING).build();

  private Shelf() {}

  private static void plan(Plan plan, long first) {
    for (long id = first; id < first + BOOKS_PER_CALL; id++) {
      plan.write(BOOKS, id);
    }
  }

  /** Stores books of a thousand letters. */
  public static final class StoreBooks implements Procedure {
    @Override
    public List<Table> tables() {
      return List.of(BOOKS);
    }

    /** All of them. */
    public void plan(Plan plan, long first) {
      Shelf.plan(plan, first);
    }

    /** Stores. */
    public int run(Context ctx, long first) {
      String text = "x".repeat(1_000);
      for (long id = first; id < first + BOOKS_PER_CALL; id++) {
        ctx.put(BOOKS.row(id).setString(1, text));
      }
      return BOOKS_PER_CALL;
    }
  }

  /** Deletes them. */
  public static final class DropBooks implements Procedure {
    @Override
    public List<Table> tables() {
      return List.of(BOOKS);
    }

    /** All of them. */
    public void plan(Plan plan, long first) {
      Shelf.plan(plan, first);
    }

    /** Deletes; returns how many there were. */
    public int run(Context ctx, long first) {
      int deleted = 0;
      for (long id = first; id < first + BOOKS_PER_CALL; id++) {
        deleted += ctx.delete(BOOKS, id) ? 1 : 0;
      }
      return deleted;
    }
  }

  /** Counts books. */
  public static final class CountBooks implements Procedure {
    @Override
    public List<Table> tables() {
      return List.of(BOOKS);
    }

    @Override
    public boolean readOnly() {
      return true;
    }

    /** Those that were stored by one call. */
    public void plan(Plan plan, long first) {
      for (long id = first; id < first + BOOKS_PER_CALL; id++) {
        plan.read(BOOKS, id);
      }
    }

    /** Counts those whose text is whole. */
    public int run(Context ctx, long first) {
      int whole = 0;
      for (long id = first; id < first + BOOKS_PER_CALL; id++) {
        var book = ctx.get(BOOKS, id);
        whole += book != null && book.getString(1).length() == 1_000 ? 1 : 0;
      }
      return whole;
    }
  }
}
