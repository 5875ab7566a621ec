package org.thetisdb.simulation.workload;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.history.Checker;
import org.thetisdb.history.History;
import org.thetisdb.history.HistoryBuilder;
import org.thetisdb.history.Level;
import org.thetisdb.history.Status;
import org.thetisdb.history.Verdict;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/**
 * Lists to which each write appends a unique element, and of which each read returns all. The reads
 * give the order of versions, so that a checker of histories finds cycles (Elle: Kingsbury and
 * Alvaro, 2020). Keys are left behind after a number of appends, so that lists stay short.
 */
public final class ListAppend implements Workload {
  static final Table LISTS =
      Table.define("lists").key("id", ColumnType.LONG).column("items", ColumnType.BYTES).build();

  private static final long NS = 1_000;
  private static final int OP_BYTES = 1 + Long.BYTES + Long.BYTES;
  private static final byte APPEND = 1;
  private static final byte READ = 0;

  private final int hotKeys;
  private final int appendsPerKey;
  private final Problems problems = new Problems("list-append");
  private final Map<Long, Integer> appends = new HashMap<>();
  private final long[] keys;
  private final List<Txn> history = new ArrayList<>();
  private final Map<Integer, Integer> indexes = new HashMap<>();
  private long lastValue;
  private long lastKey;

  /** Lists of which so many are in use at a time, each for so many appends. */
  public ListAppend(int hotKeys, int appendsPerKey) {
    this.hotKeys = hotKeys;
    this.appendsPerKey = appendsPerKey;
    this.keys = new long[hotKeys];
    for (int i = 0; i < hotKeys; i++) {
      keys[i] = lastKey++;
    }
  }

  /** One operation: an append of {@code value}, or a read that found {@code found}. */
  public record Op(long key, boolean isAppend, long value, long[] found) {}

  /** One transaction of the history. */
  public record Txn(
      int session, int index, long beginUs, long endUs, CallOutcome outcome, List<Op> ops) {}

  @Override
  public List<Procedure> procedures() {
    return List.of(new ListTxn(), new ListTxnByName(), new ReadLists());
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
      boolean append = !readOnly && random.nextBoolean();
      ops.add(new Op(key, append, append ? ++lastValue : 0, null));
      if (append && appends.merge(key, 1, Integer::sum) >= appendsPerKey) {
        keys[slot] = lastKey++;
      }
    }
    boolean writes = ops.stream().anyMatch(Op::isAppend);
    String procedure = !writes ? "ReadLists" : random.nextInt(5) == 0 ? "ListTxnByName" : "ListTxn";
    return new Call(session, procedure, new Object[] {encode(ops)}, ops);
  }

  private static byte[] encode(List<Op> ops) {
    ByteBuffer bytes = ByteBuffer.allocate(ops.size() * OP_BYTES);
    for (Op op : ops) {
      bytes.put(op.isAppend() ? APPEND : READ).putLong(op.key()).putLong(op.value());
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
    history.add(new Txn(call.session(), index, beginUs, endUs, outcome, ops));
  }

  private static List<Op> withFound(List<Op> ops, byte[] result) {
    ByteBuffer bytes = ByteBuffer.wrap(result);
    List<Op> found = new ArrayList<>();
    for (Op op : ops) {
      if (op.isAppend()) {
        found.add(op);
      } else {
        long[] items = new long[bytes.getInt()];
        for (int i = 0; i < items.length; i++) {
          items[i] = bytes.getLong();
        }
        found.add(new Op(op.key(), false, 0, items));
      }
    }
    return found;
  }

  @Override
  public Call lastCall() {
    List<Op> all = new ArrayList<>();
    for (long key = 0; key < lastKey; key++) {
      all.add(new Op(key, false, 0, null));
    }
    return new Call(0, "ReadLists", new Object[] {encode(all)}, all);
  }

  @Override
  @SuppressWarnings("unchecked")
  public void checkLast(Object result) {
    Map<Long, long[]> lists = new HashMap<>();
    for (Op op : withFound((List<Op>) lastCall().note(), (byte[]) result)) {
      lists.put(op.key(), op.found());
    }
    Set<Long> present = new HashSet<>();
    lists.forEach(
        (key, items) -> {
          for (long item : items) {
            if (!present.add(item)) {
              problems.add("element " + item + " is there twice, in list " + key);
            }
          }
        });
    for (Txn txn : history) {
      checkTxn(txn, lists, present);
    }
    Verdict verdict = Checker.check(recorded(lists), Level.STRONG_SESSION_SI);
    if (!verdict.holds()) {
      problems.add(verdict.toString());
    }
  }

  /** The history, and what was read in the end by a session that comes after all. */
  private History recorded(Map<Long, long[]> lists) {
    HistoryBuilder builder = new HistoryBuilder();
    long lastEndUs = 0;
    for (Txn txn : history) {
      lastEndUs = Math.max(lastEndUs, txn.endUs());
      builder.begin(
          txn.session(), txn.index(), txn.beginUs() * NS, txn.endUs() * NS, statusOf(txn));
      for (Op op : txn.ops()) {
        if (op.isAppend()) {
          builder.append(op.key(), op.value());
        } else if (op.found() == null) {
          builder.readUnknown(op.key());
        } else {
          builder.read(op.key(), op.found(), op.found().length);
        }
      }
      builder.end();
    }
    builder.begin(0, 0, (lastEndUs + 1) * NS, (lastEndUs + 2) * NS, Status.OK);
    lists.forEach((key, items) -> builder.read(key, items, items.length));
    builder.end();
    return builder.build();
  }

  private static Status statusOf(Txn txn) {
    if (txn.outcome().isCommitted()) {
      return Status.OK;
    }
    return txn.outcome().isUnknown() ? Status.INFO : Status.FAIL;
  }

  private void checkTxn(Txn txn, Map<Long, long[]> lists, Set<Long> present) {
    for (Op op : txn.ops()) {
      if (op.isAppend() && txn.outcome().isCommitted() && !present.contains(op.value())) {
        problems.add("the acknowledged append of " + op.value() + " is lost: " + describe(txn));
      }
      if (op.isAppend()
          && !txn.outcome().isCommitted()
          && !txn.outcome().isUnknown()
          && present.contains(op.value())) {
        problems.add("the append of " + op.value() + " is there, but failed: " + describe(txn));
      }
      if (!op.isAppend() && op.found() != null && !isPrefix(own(txn, op), lists.get(op.key()))) {
        problems.add("a read is no prefix of list " + op.key() + ": " + describe(txn));
      }
    }
  }

  /** What a read found without what its own transaction appended before it. */
  @SuppressWarnings("ReferenceEquality") // this very read; an equal one may come before it
  private static long[] own(Txn txn, Op read) {
    int own = 0;
    for (Op op : txn.ops()) {
      if (op == read) {
        break;
      }
      own += op.isAppend() && op.key() == read.key() ? 1 : 0;
    }
    return java.util.Arrays.copyOf(read.found(), Math.max(0, read.found().length - own));
  }

  private static boolean isPrefix(long[] prefix, long[] all) {
    return prefix.length <= all.length
        && java.util.Arrays.equals(prefix, 0, prefix.length, all, 0, prefix.length);
  }

  private static String describe(Txn txn) {
    return "transaction "
        + txn.index()
        + " of session "
        + txn.session()
        + ", "
        + txn.beginUs()
        + " to "
        + txn.endUs()
        + " us: "
        + txn.outcome();
  }

  @Override
  public List<String> problems() {
    return problems.found();
  }

  private abstract static class OfLists implements Procedure {
    @Override
    public List<Table> tables() {
      return List.of(LISTS);
    }

    static byte[] execute(Context context, byte[] encoded) {
      ByteBuffer ops = ByteBuffer.wrap(encoded);
      java.io.ByteArrayOutputStream found = new java.io.ByteArrayOutputStream();
      while (ops.hasRemaining()) {
        boolean append = ops.get() == APPEND;
        long key = ops.getLong();
        long value = ops.getLong();
        byte[] items = itemsOf(context, key);
        if (append) {
          ByteBuffer longer = ByteBuffer.allocate(items.length + Long.BYTES);
          longer.put(items).putLong(value);
          context.put(LISTS.row(key).setBytes("items", longer.array()));
        } else {
          found.writeBytes(
              ByteBuffer.allocate(Integer.BYTES).putInt(items.length / Long.BYTES).array());
          found.writeBytes(items);
        }
      }
      return found.toByteArray();
    }

    private static byte[] itemsOf(Context context, long key) {
      Row row = context.get(LISTS, key);
      return row == null ? new byte[0] : row.getBytes("items");
    }

    static void planAll(Plan plan, byte[] encoded) {
      ByteBuffer ops = ByteBuffer.wrap(encoded);
      while (ops.hasRemaining()) {
        boolean append = ops.get() == APPEND;
        long key = ops.getLong();
        ops.getLong();
        if (append) {
          plan.write(LISTS, key);
        } else {
          plan.read(LISTS, key);
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
