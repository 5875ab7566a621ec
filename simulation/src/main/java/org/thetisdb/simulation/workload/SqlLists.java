package org.thetisdb.simulation.workload;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.thetisdb.core.wire.SqlRequest.Statement;
import org.thetisdb.history.Status;
import org.thetisdb.history.verdict.Level;
import org.thetisdb.simulation.workload.ListHistory.Op;
import org.thetisdb.simulation.workload.ListHistory.Txn;

/**
 * Lists to which SQL statements append, alone or in interactive transactions. What the reads found
 * is judged at the level that the sessions ask for: as that of {@link ListAppendWorkload} is, with
 * SERIALIZABLE at that level, too, with READ COMMITTED at that level only.
 */
public final class SqlLists {
  /** Makes the table. */
  public static final String DEFINITION =
      "CREATE TABLE IF NOT EXISTS sql_lists (id BIGINT PRIMARY KEY, items VARCHAR(4000))";

  /** Lists that one answer to {@link #READ_ALL} has at most: more might come in parts. */
  public static final int AT_ONCE = 50;

  /** Reads the next lists behind one. */
  public static final String READ_ALL =
      "SELECT id, items FROM sql_lists WHERE id > ? ORDER BY id LIMIT " + AT_ONCE;

  private static final String APPEND =
      "INSERT INTO sql_lists VALUES (?, ?) ON CONFLICT (id)"
          + " DO UPDATE SET items = sql_lists.items || EXCLUDED.items";
  private static final String APPEND_TO_MANY =
      "INSERT INTO sql_lists SELECT g, CAST(CAST(? AS BIGINT) + g AS VARCHAR) || ','"
          + " FROM generate_series(CAST(? AS BIGINT), CAST(? AS BIGINT)) AS q(g) ON CONFLICT (id)"
          + " DO UPDATE SET items = sql_lists.items || EXCLUDED.items";
  private static final String READ = "SELECT id, items FROM sql_lists WHERE id = ?";
  private static final String READ_RANGE =
      "SELECT id, items FROM sql_lists WHERE id BETWEEN ? AND ?";

  /** Where absent rows matter, one slot in so many is read with those behind it. */
  private static final int RANGES = 3;

  private static final int LONGEST_RANGE = 3;

  /** Lists to which one statement appends, more than are written on the engine's event loop. */
  private static final int MANY = 30;

  private final int hotKeys;
  private final int appendsPerKey;
  private final Isolation isolation;
  private final Problems problems = new Problems("sql-lists");
  private final ListHistory history = new ListHistory(problems);
  private final Map<Long, Integer> appends = new HashMap<>();
  private final Map<Integer, Integer> indexes = new HashMap<>();
  private final long[] keys;
  private long lastValue;
  private long lastKey;

  /** What sessions ask for, and get. */
  public enum Isolation {
    /** Each statement sees a state of its own. */
    READ_COMMITTED(Statement.READ_COMMITTED),
    /** A snapshot, which is what one gets without asking. */
    SNAPSHOT(0),
    /** As if one came after the other. */
    SERIALIZABLE(Statement.SERIALIZABLE);

    private final int flag;

    Isolation(int flag) {
      this.flag = flag;
    }

    /** What a statement of it says. */
    public int flag() {
      return flag;
    }

    private Level[] levels() {
      return switch (this) {
        case READ_COMMITTED -> new Level[] {Level.READ_COMMITTED};
        case SNAPSHOT -> new Level[] {Level.STRONG_SESSION_SI};
        case SERIALIZABLE -> new Level[] {Level.STRONG_SESSION_SI, Level.SERIALIZABLE};
      };
    }
  }

  /** A statement, and what it does to lists. */
  public record Step(String sql, List<Object> arguments, List<Op> ops) {}

  /**
   * What one transaction does.
   *
   * @param alone whether its only statement is sent with auto-commit
   */
  public record Script(int session, boolean alone, List<Step> steps) {}

  /** Lists of which so many are in use at a time, each for so many appends. */
  public SqlLists(int hotKeys, int appendsPerKey, Isolation isolation) {
    this.hotKeys = hotKeys;
    this.appendsPerKey = appendsPerKey;
    this.isolation = isolation;
    this.keys = new long[hotKeys];
    for (int i = 0; i < hotKeys; i++) {
      keys[i] = lastKey++;
    }
  }

  /** What its sessions ask for. */
  public Isolation isolation() {
    return isolation;
  }

  /** The next transaction of a session. */
  public Script next(int session, RandomGenerator random) {
    int count = 1 + random.nextInt(4);
    boolean readOnly = random.nextInt(5) == 0;
    if (count > 1 && !readOnly && random.nextInt(8) == 0) {
      return new Script(session, true, List.of(appendToMany()));
    }
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int slot = random.nextInt(hotKeys);
      boolean append = !readOnly && random.nextBoolean();
      steps.add(append ? append(slot) : read(slot));
    }
    return new Script(session, count == 1 && random.nextBoolean(), steps);
  }

  private Step append(int slot) {
    long key = keys[slot];
    Op op = new Op(key, true, ++lastValue, null);
    if (appends.merge(key, 1, Integer::sum) >= appendsPerKey) {
      keys[slot] = lastKey++;
    }
    return new Step(APPEND, List.of(key, lastValue + ","), List.of(op));
  }

  /** The lists that are in use, and others beside them, each get an element of their own. */
  private Step appendToMany() {
    long first = Math.max(0, lastKey - MANY);
    long last = first + MANY - 1;
    long base = lastValue + 1 - first;
    List<Op> ops =
        LongStream.rangeClosed(first, last)
            .mapToObj(key -> new Op(key, true, base + key, null))
            .toList();
    lastValue += MANY;
    return new Step(APPEND_TO_MANY, List.of(base, first, last), ops);
  }

  /**
   * Lists that nobody has appended to are not there: only serializable reads see that they stay
   * away.
   */
  private Step read(int slot) {
    long key = keys[slot];
    boolean isRange = isolation == Isolation.SERIALIZABLE && slot % RANGES == 0;
    long last = isRange ? Math.min(key + LONGEST_RANGE, lastKey) - 1 : key;
    List<Op> ops = LongStream.rangeClosed(key, last).mapToObj(SqlLists::readOf).toList();
    return isRange
        ? new Step(READ_RANGE, List.of(key, last), ops)
        : new Step(READ, List.of(key), ops);
  }

  private static Op readOf(long key) {
    return new Op(key, false, 0, null);
  }

  /**
   * A transaction has ended.
   *
   * @param results the rows that its statements returned, as far as they were run
   */
  public void ended(
      Script script, Status status, String end, List<List<?>> results, long beginUs, long endUs) {
    List<Op> ops = new ArrayList<>();
    for (int i = 0; i < script.steps.size(); i++) {
      for (Op op : script.steps.get(i).ops()) {
        boolean found = !op.isAppend() && i < results.size();
        ops.add(found ? new Op(op.key(), false, 0, items(op.key(), results.get(i))) : op);
      }
    }
    int index = indexes.merge(script.session, 1, Integer::sum) - 1;
    history.add(new Txn(script.session, index, beginUs, endUs, status, end, ops));
  }

  private static long[] items(long key, List<?> rows) {
    for (Object row : rows) {
      List<?> columns = (List<?>) row;
      if ((Long) columns.get(0) == key) {
        return parse((String) columns.get(1));
      }
    }
    return new long[0];
  }

  /** The elements, each of which ends with a comma. */
  private static long[] parse(String items) {
    String[] texts = items.substring(0, items.length() - 1).split(",", -1);
    return Arrays.stream(texts).mapToLong(Long::parseLong).toArray();
  }

  /** Judges; {@code rows} are those of {@link #READ_ALL} when all is at rest. */
  public void checkLast(List<?> rows) {
    Map<Long, long[]> lists = new HashMap<>();
    for (long key = 0; key < lastKey; key++) {
      lists.put(key, new long[0]);
    }
    for (Object row : rows) {
      List<?> columns = (List<?>) row;
      lists.put((Long) columns.get(0), parse((String) columns.get(1)));
    }
    history.check(lists, isolation.levels());
  }

  /** What broke the promises, in words; empty if nothing did. */
  public List<String> problems() {
    return problems.found();
  }
}
