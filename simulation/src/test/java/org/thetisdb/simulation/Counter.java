package org.thetisdb.simulation;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/**
 * Procedures of the scenarios about sites: numbered counters that can be read, raised, and moved
 * between.
 */
public final class Counter {
  static final Table COUNTERS =
      Table.define("counters").key("id", ColumnType.LONG).column("value", ColumnType.LONG).build();

  /** Rows that are as long as is wanted. */
  static final Table PICTURES =
      Table.define("pictures").key("id", ColumnType.LONG).column("bytes", ColumnType.BYTES).build();

  /**
   * How often one of them that writes has run, be it rolled back or not. Worlds have a thread each.
   */
  static final ThreadLocal<AtomicLong> RUNS = ThreadLocal.withInitial(AtomicLong::new);

  private Counter() {}

  private static long value(Context context, long id) {
    Row row = context.get(COUNTERS, id);
    return row == null ? 0 : row.getLong("value");
  }

  private static void set(Context context, long id, long value) {
    context.put(COUNTERS.row(id).setLong(1, value));
  }

  /** Raises one counter and returns its new value. */
  public static final class Raise implements Procedure {
    @Override
    public List<Table> tables() {
      return List.of(COUNTERS);
    }

    /** The counter is written. */
    public void plan(Plan plan, long id, long by) {
      plan.write(COUNTERS, id);
    }

    /** Raises. */
    public long run(Context context, long id, long by) {
      RUNS.get().incrementAndGet();
      long raised = value(context, id) + by;
      if (raised < 0) {
        throw context.abort("counter " + id + " would fall below 0");
      }
      set(context, id, raised);
      return raised;
    }
  }

  /** Raises one counter and returns more bytes than anybody wants to keep. */
  public static final class Fill implements Procedure {
    @Override
    public List<Table> tables() {
      return List.of(COUNTERS);
    }

    /** The counter is written. */
    public void plan(Plan plan, long id, long bytes) {
      plan.write(COUNTERS, id);
    }

    /** Raises by one. */
    public byte[] run(Context context, long id, long bytes) {
      set(context, id, value(context, id) + 1);
      return new byte[(int) bytes];
    }
  }

  /** Writes a picture of so many bytes. */
  public static final class Paint implements Procedure {
    @Override
    public List<Table> tables() {
      return List.of(PICTURES);
    }

    /** The picture is written. */
    public void plan(Plan plan, long id, long bytes) {
      plan.write(PICTURES, id);
    }

    /** Paints over what was there. */
    public long run(Context context, long id, long bytes) {
      context.put(PICTURES.row(id).setBytes(1, new byte[(int) bytes]));
      return bytes;
    }
  }

  /** Moves an amount; finds its rows without a plan. */
  public static final class Shift implements Procedure {
    @Override
    public List<Table> tables() {
      return List.of(COUNTERS);
    }

    /** Shifts. */
    public long run(Context context, long from, long to, long amount) {
      RUNS.get().incrementAndGet();
      set(context, from, value(context, from) - amount);
      set(context, to, value(context, to) + amount);
      return amount;
    }
  }

  /** Sets one counter to what another one has. */
  public static final class Match implements Procedure {
    @Override
    public List<Table> tables() {
      return List.of(COUNTERS);
    }

    /** One is read, the other one written. */
    public void plan(Plan plan, long from, long to) {
      plan.read(COUNTERS, from).write(COUNTERS, to);
    }

    /** Matches. */
    public long run(Context context, long from, long to) {
      long value = value(context, from);
      set(context, to, value);
      return value;
    }
  }

  /** Passes an amount on in two parts; nobody falls below 0. */
  public static final class PassOn implements Procedure {
    @Override
    public List<Table> tables() {
      return List.of(COUNTERS);
    }

    @Override
    public boolean inFragments() {
      return true;
    }

    /** Both are written. */
    public void plan(Plan plan, long from, long to, long amount) {
      plan.write(COUNTERS, from).write(COUNTERS, to);
    }

    /** Passes on; returns what is left. */
    public long run(Context context, long from, long to, long amount) {
      long[] left = {0};
      context.at(COUNTERS, from, () -> left[0] = take(context, from, amount));
      context.at(COUNTERS, to, () -> set(context, to, value(context, to) + amount));
      return left[0];
    }

    private static long take(Context context, long from, long amount) {
      long left = value(context, from) - amount;
      if (left < 0) {
        throw context.abort("counter " + from + " would fall below 0");
      }
      set(context, from, left);
      return left;
    }
  }

  /** The sum of two counters. */
  public static final class Sum implements Procedure {
    @Override
    public List<Table> tables() {
      return List.of(COUNTERS);
    }

    @Override
    public boolean readOnly() {
      return true;
    }

    /** Both are read. */
    public void plan(Plan plan, long a, long b) {
      plan.read(COUNTERS, a).read(COUNTERS, b);
    }

    /** Sums. */
    public long run(Context context, long a, long b) {
      return value(context, a) + value(context, b);
    }
  }

  /** Notes the sum of two counters, which it only reads, in a row of another table. */
  public static final class Note implements Procedure {
    @Override
    public List<Table> tables() {
      return List.of(COUNTERS, PICTURES);
    }

    /** The counters are read. */
    public void plan(Plan plan, long id, long a, long b) {
      plan.write(PICTURES, id).read(COUNTERS, a).read(COUNTERS, b);
    }

    /** Notes; returns the sum. */
    public long run(Context context, long id, long a, long b) {
      RUNS.get().incrementAndGet();
      long sum = value(context, a) + value(context, b);
      context.put(PICTURES.row(id).setBytes("bytes", new byte[] {(byte) sum}));
      return sum;
    }
  }

  /** Raises one counter by the value of another, which it only reads. */
  public static final class RaiseBy implements Procedure {
    @Override
    public List<Table> tables() {
      return List.of(COUNTERS);
    }

    /** One is written, the other read. */
    public void plan(Plan plan, long id, long other) {
      plan.write(COUNTERS, id).read(COUNTERS, other);
    }

    /** Raises. */
    public long run(Context context, long id, long other) {
      RUNS.get().incrementAndGet();
      long raised = value(context, id) + value(context, other);
      set(context, id, raised);
      return raised;
    }
  }

  /**
   * Raises counters by the values of others, each in a piece of its own. It is refused if a further
   * counter is large, and a piece, which must not do that, if what it raises by is.
   */
  public static final class RaiseEach implements Procedure {
    static final long LARGE = 1_000_000;

    /** Less than this is added. */
    static final long MOST = 1_000;

    @Override
    public List<Table> tables() {
      return List.of(COUNTERS);
    }

    @Override
    public boolean inPieces() {
      return true;
    }

    /** Those that are raised are written. */
    public void plan(Plan plan, List<Long> ids, List<Long> others, long guard) {
      plan.read(COUNTERS, guard);
      ids.forEach(id -> plan.write(COUNTERS, id));
      others.forEach(id -> plan.read(COUNTERS, id));
    }

    /** Raises; returns the sum of what the raised ones are then. */
    public long run(Context context, List<Long> ids, List<Long> others, long guard) {
      RUNS.get().incrementAndGet();
      requireSmall(context, guard);
      long[] sum = {0};
      for (int i = 0; i < ids.size(); i++) {
        long id = ids.get(i);
        long other = others.get(i);
        context.piece(() -> sum[0] += raise(context, id, other));
      }
      return sum[0];
    }

    private static long raise(Context context, long id, long other) {
      set(context, id, value(context, id)); // what is left out after it has written leaves nothing
      requireSmall(context, other);
      long raised = value(context, id) + value(context, other) % MOST;
      set(context, id, raised);
      return raised;
    }

    private static void requireSmall(Context context, long id) {
      long value = value(context, id);
      if (value >= LARGE && value < LARGE + 10) {
        throw context.abort("counter " + id + " is too large");
      }
    }
  }

  /**
   * Draws the next number from a counter, keeps it in a row of a range, and raises counters by the
   * values of others, each in a piece of its own.
   */
  public static final class Draw implements Procedure {
    static final long FIRST = 51;
    static final long ROWS = 49;

    @Override
    public List<Table> tables() {
      return List.of(COUNTERS);
    }

    @Override
    public boolean inPieces() {
      return true;
    }

    /** Which row of the range is written, only the run finds out. */
    public void plan(Plan plan, long numbers, List<Long> ids, List<Long> others) {
      plan.write(COUNTERS, numbers).writeRange(COUNTERS.from(FIRST).to(FIRST + ROWS));
      ids.forEach(id -> plan.write(COUNTERS, id));
      others.forEach(id -> plan.read(COUNTERS, id));
    }

    /** Draws; returns the number. */
    public long run(Context context, long numbers, List<Long> ids, List<Long> others) {
      RUNS.get().incrementAndGet();
      long number = value(context, numbers) + 1;
      set(context, numbers, number);
      long row = FIRST + number % ROWS;
      set(context, row, value(context, row) + number);
      for (int i = 0; i < ids.size(); i++) {
        long id = ids.get(i);
        long other = others.get(i);
        context.piece(
            () -> set(context, id, value(context, id) + value(context, other) % RaiseEach.MOST));
      }
      return number;
    }
  }

  /** Sets one counter to the number of those in a range. */
  public static final class CountInto implements Procedure {
    @Override
    public List<Table> tables() {
      return List.of(COUNTERS);
    }

    /** Counts. */
    public long run(Context context, long id, long from, long to) {
      long count = context.scan(COUNTERS.from(from).to(to), 1_000).size();
      set(context, id, count);
      return count;
    }
  }

  /** Raises another counter in each run, as if what it finds there were always new. */
  public static final class Wander implements Procedure {
    @Override
    public List<Table> tables() {
      return List.of(COUNTERS);
    }

    /** Raises one of ten, by one; returns which. */
    public long run(Context context, long first) {
      long id = first + RUNS.get().incrementAndGet() % 10;
      set(context, id, value(context, id) + 1);
      return id;
    }
  }

  /** Deletes some counters that follow each other. */
  public static final class Drop implements Procedure {
    @Override
    public List<Table> tables() {
      return List.of(COUNTERS);
    }

    /** All are written. */
    public void plan(Plan plan, long first, long count) {
      for (long id = first; id < first + count; id++) {
        plan.write(COUNTERS, id);
      }
    }

    /** Deletes; returns how many there were. */
    public long run(Context context, long first, long count) {
      long deleted = 0;
      for (long id = first; id < first + count; id++) {
        deleted += context.delete(COUNTERS, id) ? 1 : 0;
      }
      return deleted;
    }
  }

  /** Aborts, catches that, and goes on as if nothing had happened. */
  public static final class Stubborn implements Procedure {
    @Override
    public List<Table> tables() {
      return List.of(COUNTERS);
    }

    /** The counter is written. */
    public void plan(Plan plan, long id) {
      plan.write(COUNTERS, id);
    }

    /** Raises in spite of its own abort. */
    public long run(Context context, long id) {
      set(context, id, 99);
      try {
        throw context.abort("no");
      } catch (org.thetisdb.procedures.AbortException ignored) {
        return 99;
      }
    }
  }
}
