package com.example.trouble;

import java.util.AbstractList;
import java.util.List;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Table;

/** Procedures that go wrong in every way that one procedure can, and one that looks at the rows. */
public final class Troublemakers {
  /** Where all of them write. */
  public static final Table NOTES =
      Table.define("trouble_notes")
          .key("id", ColumnType.LONG)
          .column("text", ColumnType.STRING)
          .build();

  private static final int MIB = 1 << 20;

  private Troublemakers() {}

  /** The classes of all of them. */
  public static Class<?>[] classes() {
    return new Class<?>[] {Troublemakers.class};
  }

  /** What they have in common: the table, and the one row that each of them writes. */
  public abstract static class Troublemaker implements Procedure {
    @Override
    public List<Table> tables() {
      return List.of(NOTES);
    }

    static void write(Context ctx, long id) {
      ctx.put(NOTES.row(id).setString("text", "left behind"));
    }
  }

  /** Sleeps whatever happens: code that never comes back, without using up a core of the tests. */
  static void neverComeBack() {
    while (true) {
      try {
        Thread.sleep(Long.MAX_VALUE);
      } catch (InterruptedException e) {
        // asked to stop, it does not
      }
    }
  }

  /** Whether a row is there. */
  public static final class IsThere extends Troublemaker {
    public void plan(Plan plan, long id) {
      plan.read(NOTES, id);
    }

    public boolean run(Context ctx, long id) {
      return ctx.get(NOTES, id) != null;
    }
  }

  /** Returns its argument's length; there to be called wrongly, or with much. */
  public static final class Measure extends Troublemaker {
    public void plan(Plan plan, long id, byte[] bytes) {
      plan.write(NOTES, id);
    }

    public long run(Context ctx, long id, byte[] bytes) {
      return bytes.length;
    }
  }

  /** Throws an exception of the given kind after it wrote. */
  public static final class Throws extends Troublemaker {
    public void plan(Plan plan, long id, String kind) {
      plan.write(NOTES, id);
    }

    public void run(Context ctx, long id, String kind) {
      write(ctx, id);
      switch (kind) {
        case "plain" -> throw new IllegalStateException("on purpose");
        case "error" -> throw new AssertionError("on purpose");
        case "recursion" -> run(ctx, id, kind);
        case "long" -> throw new IllegalStateException("x".repeat(20 * MIB));
        case "half" -> throw new IllegalStateException("half a pair: \ud800");
        case "hostile" -> throw new HostileException();
        case "sleepless" -> throw new SleeplessException();
        default -> throw ctx.abort(kind);
      }
    }
  }

  /** Does not even tell what it is. */
  static final class HostileException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new IllegalStateException("thrown while being asked for the message");
    }
  }

  /** Never finishes telling what it is. */
  static final class SleeplessException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      neverComeBack();
      return "";
    }
  }

  /** Aborts with a text of the given length. */
  public static final class AbortsWith extends Troublemaker {
    public void plan(Plan plan, long id, int length) {
      plan.write(NOTES, id);
    }

    public void run(Context ctx, long id, int length) {
      if (length > 0) {
        throw ctx.abort("y".repeat(length));
      }
    }
  }

  /** Writes and never comes back. */
  public static final class Hangs extends Troublemaker {
    public void plan(Plan plan, long id) {
      plan.write(NOTES, id);
    }

    public void run(Context ctx, long id) {
      write(ctx, id);
      neverComeBack();
    }
  }

  /** Comes back late, writes, and goes on as if nothing had happened. */
  public static final class ComesLate extends Troublemaker {
    public void plan(Plan plan, long id) {
      plan.write(NOTES, id);
    }

    public void run(Context ctx, long id) {
      long until = System.nanoTime() + 2_000_000_000L;
      while (System.nanoTime() < until) {
        Thread.onSpinWait();
      }
      write(ctx, id);
    }
  }

  /** Reads for ever and catches whatever wants to stop it. */
  public static final class ClingsOn extends Troublemaker {
    public void plan(Plan plan, long id) {
      plan.write(NOTES, id);
    }

    public void run(Context ctx, long id) {
      write(ctx, id);
      while (true) {
        try {
          ctx.get(NOTES, id);
        } catch (Throwable stop) {
          neverComeBack();
        }
      }
    }
  }

  /** Its plan is what goes wrong. */
  public static final class PlansBadly extends Troublemaker {
    public void plan(Plan plan, String kind) {
      switch (kind) {
        case "throws" -> throw new IllegalStateException("on purpose");
        case "hangs" -> neverComeBack();
        case "hostile" -> throw new HostileException();
        default -> {}
      }
    }

    public void run(Context ctx, String kind) {}
  }

  /** Returns what cannot be sent, after it wrote. */
  public static final class Returns extends Troublemaker {
    public void plan(Plan plan, long id, String kind) {
      plan.write(NOTES, id);
    }

    public Object run(Context ctx, long id, String kind) {
      write(ctx, id);
      return something(kind);
    }
  }

  /** As Returns, but it only reads. */
  public static final class OnlyReturns extends Troublemaker {
    @Override
    public boolean readOnly() {
      return true;
    }

    public void plan(Plan plan, long id, String kind) {
      plan.read(NOTES, id);
    }

    public Object run(Context ctx, long id, String kind) {
      return something(kind);
    }
  }

  private static Object something(String kind) {
    return switch (kind) {
      case "thread" -> new Thread();
      case "17 MiB" -> new byte[17 * MIB];
      case "almost 16 MiB" -> new byte[16 * MIB - 100];
      case "throwing list" -> new HostileList(false);
      case "hanging list" -> new HostileList(true);
      case "cycle" -> cycle();
      default -> kind;
    };
  }

  private static List<Object> cycle() {
    List<Object> cycle = new java.util.ArrayList<>();
    cycle.add(cycle);
    return cycle;
  }

  /** A list only by its type. */
  static final class HostileList extends AbstractList<Long> {
    private final boolean hangs;

    HostileList(boolean hangs) {
      this.hangs = hangs;
    }

    @Override
    public Long get(int index) {
      if (hangs) {
        neverComeBack();
      }
      throw new IllegalStateException("there is nothing in it");
    }

    @Override
    public int size() {
      return 1;
    }
  }

  /** Writes a few mebibytes, which is much, but allowed. */
  public static final class WritesMuch extends Troublemaker {
    public void plan(Plan plan, long id) {
      plan.write(NOTES, id);
    }

    public void run(Context ctx, long id) {
      ctx.put(NOTES.row(id).setString("text", "m".repeat(6 * MIB)));
    }
  }

  /** Writes rows of a mebibyte, far beyond what one transaction may write. */
  public static final class WritesTooMuch extends Troublemaker {
    public void plan(Plan plan, long id) {
      plan.writeRange(NOTES.from(id).to(id + 1_000));
    }

    public void run(Context ctx, long id) {
      String much = "z".repeat(MIB);
      for (long row = id; row < id + 1_000; row++) {
        ctx.put(NOTES.row(row).setString("text", much));
      }
    }
  }
}
