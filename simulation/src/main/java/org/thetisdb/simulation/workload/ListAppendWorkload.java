package org.thetisdb.simulation.workload;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.history.Status;
import org.thetisdb.history.verdict.Level;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;
import org.thetisdb.simulation.workload.ListHistory.Op;
import org.thetisdb.simulation.workload.ListHistory.Txn;

/**
 * Lists to which each write appends a unique element, and of which each read returns all. The reads
 * give the order of versions, so that a checker of histories finds cycles (Elle: Kingsbury and
 * Alvaro, 2020). Keys are left behind after a number of appends, so that lists stay short.
 */
public final class ListAppendWorkload implements SimulatedWorkload {
  static final Table LISTS =
      Table.define("lists").key("id", ColumnType.LONG).column("items", ColumnType.BYTES).build();

  private static final int OP_BYTES = 1 + Long.BYTES + Long.BYTES;
  private static final byte APPEND = 1;
  private static final byte READ = 0;

  /** Added to either where the list is in the table that is seldom written. */
  private static final byte OF_SELDOM = 2;

  /** Every so many-th list is in that table, where there is one. */
  private static final int SELDOM_LISTS = 3;

  /** One append in so many to such a list is made; the others are reads. */
  private static final int SELDOM_APPENDS = 12;

  private final Level[] levels;
  private final int hotKeys;
  private final int appendsPerKey;
  private final Problems problems = new Problems("list-append");
  private final Map<Long, Integer> appends = new HashMap<>();
  private final long[] keys;
  private final ListHistory history = new ListHistory(problems);
  private final Map<Integer, Integer> indexes = new HashMap<>();
  private long lastValue;
  private long lastKey;
  private boolean hasSeldom;

  /**
   * Lists of which so many are in use at a time, each for so many appends.
   *
   * @param levels what the history is held to
   */
  public ListAppendWorkload(int hotKeys, int appendsPerKey, Level... levels) {
    this.levels = levels.clone();
    this.hotKeys = hotKeys;
    this.appendsPerKey = appendsPerKey;
    this.keys = new long[hotKeys];
    for (int i = 0; i < hotKeys; i++) {
      keys[i] = lastKey++;
    }
  }

  /** This one, where some lists are in a table of their own, which is seldom written. */
  ListAppendWorkload withSeldom() {
    hasSeldom = true;
    return this;
  }

  @Override
  public List<Procedure> procedures() {
    List<Procedure> all = List.of(new ListTxn(), new ListTxnByName(), new ReadLists());
    return hasSeldom ? SeldomLists.procedures() : all;
  }

  @Override
  public List<Call> load() {
    return List.of();
  }

  @Override
  public Call next(int session, RandomGenerator random) {
    boolean readOnly = random.nextInt(4) == 0;
    int count = 1 + random.nextInt(4);
    List<Op> ops = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int slot = random.nextInt(hotKeys);
      long key = keys[slot];
      boolean append = !readOnly && random.nextBoolean() && isMade(key, random);
      ops.add(new Op(key, append, append ? ++lastValue : 0, null));
      if (append && appends.merge(key, 1, Integer::sum) >= appendsPerKey) {
        keys[slot] = keyLike(key);
      }
    }
    boolean writes = ops.stream().anyMatch(Op::isAppend);
    String procedure = !writes ? "ReadLists" : random.nextInt(5) == 0 ? "ListTxnByName" : "ListTxn";
    return new Call(session, named(procedure), new Object[] {encode(ops)}, ops);
  }

  /** Whether an append is made that could be; a list of the other table gets few. */
  private boolean isMade(long key, RandomGenerator random) {
    return !isSeldom(key) || random.nextInt(SELDOM_APPENDS) == 0;
  }

  /** A new key of the same table: those of the seldom one would be all that is left. */
  private long keyLike(long key) {
    while (isSeldom(lastKey) != isSeldom(key)) {
      lastKey++;
    }
    return lastKey++;
  }

  private boolean isSeldom(long key) {
    return hasSeldom && key % SELDOM_LISTS == 0;
  }

  private String named(String procedure) {
    return hasSeldom ? "Seldom" + procedure : procedure;
  }

  private byte[] encode(List<Op> ops) {
    ByteBuffer bytes = ByteBuffer.allocate(ops.size() * OP_BYTES);
    for (Op op : ops) {
      int kind = (op.isAppend() ? APPEND : READ) + (isSeldom(op.key()) ? OF_SELDOM : 0);
      bytes.put((byte) kind).putLong(op.key()).putLong(op.value());
    }
    return bytes.array();
  }

  @Override
  @SuppressWarnings("unchecked")
  public void ended(Call call, CallOutcome outcome, long beginUs, long endUs) {
    List<Op> ops = (List<Op>) call.note();
    if (outcome.isCommitted()) {
      ops = withFound(ops, (byte[]) outcome.result());
    }
    int index = indexes.merge(call.session(), 1, Integer::sum) - 1;
    history.add(
        new Txn(call.session(), index, beginUs, endUs, statusOf(outcome), outcome.toString(), ops));
  }

  private static List<Op> withFound(List<Op> ops, byte[] result) {
    ByteBuffer bytes = ByteBuffer.wrap(result);
    List<Op> found = new ArrayList<>();
    for (Op op : ops) {
      if (op.isAppend()) {
        found.add(op);
      } else {
        found.add(new Op(op.key(), false, 0, itemsIn(bytes)));
      }
    }
    return found;
  }

  /** What a list had; null if another site has read it than the one that knows the result. */
  private static long[] itemsIn(ByteBuffer bytes) {
    int length = bytes.getInt();
    long[] items = length < 0 ? null : new long[length];
    for (int i = 0; i < length; i++) {
      items[i] = bytes.getLong();
    }
    return items;
  }

  @Override
  public Call lastCall() {
    List<Op> all = new ArrayList<>();
    for (long key = 0; key < lastKey; key++) {
      all.add(new Op(key, false, 0, null));
    }
    return new Call(0, named("ReadLists"), new Object[] {encode(all)}, all);
  }

  @Override
  @SuppressWarnings("unchecked")
  public void checkLast(Object result) {
    Map<Long, long[]> lists = new HashMap<>();
    for (Op op : withFound((List<Op>) lastCall().note(), (byte[]) result)) {
      lists.put(op.key(), op.found());
    }
    history.check(lists, levels);
  }

  private static Status statusOf(CallOutcome outcome) {
    if (outcome.isCommitted()) {
      return Status.OK;
    }
    return outcome.isUnknown() ? Status.INFO : Status.FAIL;
  }

  @Override
  public List<String> problems() {
    return problems.found();
  }

  /** What all procedures of lists do. */
  abstract static class OfLists implements Procedure {
    @Override
    public List<Table> tables() {
      return List.of(LISTS);
    }

    /** Each operation is one; those on the same list depend on each other, though they must not. */
    @Override
    public boolean inPieces() {
      return true;
    }

    /** Each belongs to its list. */
    @Override
    public boolean inFragments() {
      return true;
    }

    static byte[] execute(Context context, byte[] encoded) {
      ByteBuffer ops = ByteBuffer.wrap(encoded);
      ByteArrayOutputStream found = new ByteArrayOutputStream();
      while (ops.hasRemaining()) {
        byte kind = ops.get();
        Table table = tableOf(kind);
        long key = ops.getLong();
        long value = ops.getLong();
        if (isAppend(kind)) {
          inPart(context, table, key, () -> append(context, table, key, value));
        } else {
          note(read(context, table, key), found);
        }
      }
      return found.toByteArray();
    }

    private static byte[] read(Context context, Table table, long key) {
      return context.resultAt(
          table,
          key,
          () -> {
            byte[][] items = {null};
            context.piece(() -> items[0] = itemsOf(context, table, key));
            return items[0];
          });
    }

    private static void inPart(Context context, Table table, long key, Runnable part) {
      context.at(table, key, () -> context.piece(part));
    }

    private static boolean isAppend(byte kind) {
      return (kind & APPEND) != 0;
    }

    private static Table tableOf(byte kind) {
      return (kind & OF_SELDOM) != 0 ? SeldomLists.SELDOM : LISTS;
    }

    private static void append(Context context, Table table, long key, long value) {
      byte[] items = itemsOf(context, table, key);
      ByteBuffer longer = ByteBuffer.allocate(items.length + Long.BYTES);
      longer.put(items).putLong(value);
      context.put(table.row(key).setBytes("items", longer.array()));
    }

    private static void note(byte[] items, ByteArrayOutputStream found) {
      int length = items == null ? -1 : items.length / Long.BYTES;
      found.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(length).array());
      if (items != null) {
        found.writeBytes(items);
      }
    }

    private static byte[] itemsOf(Context context, Table table, long key) {
      Row row = context.get(table, key);
      return row == null ? new byte[0] : row.getBytes("items");
    }

    static void planAll(Plan plan, byte[] encoded) {
      ByteBuffer ops = ByteBuffer.wrap(encoded);
      while (ops.hasRemaining()) {
        byte kind = ops.get();
        long key = ops.getLong();
        ops.getLong();
        // Of the other table every second write is not planned: only the run finds it.
        if (isAppend(kind) && ((kind & OF_SELDOM) == 0 || key % 2 == 0)) {
          plan.write(tableOf(kind), key);
        } else {
          plan.read(tableOf(kind), key);
        }
      }
    }
  }

  /** Appends and reads. */
  public static final class ListTxn extends OfLists {
    /** The keys are among the arguments. */
    public void plan(Plan plan, byte[] ops) {
      planAll(plan, ops);
    }

    /** Runs the operations. */
    public byte[] run(Context context, byte[] ops) {
      return execute(context, ops);
    }
  }

  /** The same without a plan. */
  public static final class ListTxnByName extends OfLists {
    /** Runs the operations. */
    public byte[] run(Context context, byte[] ops) {
      return execute(context, ops);
    }
  }

  /** Reads only. */
  public static final class ReadLists extends OfLists {
    @Override
    public boolean readOnly() {
      return true;
    }

    /** The keys are among the arguments. */
    public void plan(Plan plan, byte[] ops) {
      planAll(plan, ops);
    }

    /** Reads. */
    public byte[] run(Context context, byte[] ops) {
      return execute(context, ops);
    }
  }
}
