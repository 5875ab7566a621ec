package org.thetisdb.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.LongArrayList;
import org.agrona.collections.LongHashSet;

/**
 * Collects a history in memory. For one thread. After an exception the builder must not be used any
 * more.
 */
public final class HistoryBuilder implements HistorySink {
  /** Most transactions, operations or elements of a history. */
  static final int MOST = 1 << 28;

  private static final int KIND_BITS = 2;
  private static final int KIND_MASK = (1 << KIND_BITS) - 1;

  private final TextNumbers labels;
  private final LongArrayList sessions = new LongArrayList();
  private final LongArrayList indexes = new LongArrayList();
  private final LongArrayList beginsNs = new LongArrayList();
  private final LongArrayList endsNs = new LongArrayList();
  private final List<Status> statuses = new ArrayList<>();
  private final IntArrayList firstOps = new IntArrayList();

  /** Of each operation: its key above {@link #KIND_BITS}, its kind below. */
  private final LongArrayList ops = new LongArrayList();

  private final IntArrayList arguments = new IntArrayList();
  private final Long2LongHashMap keyOrdinals = new Long2LongHashMap(History.NONE);
  private final LongArrayList keyNumbers = new LongArrayList();
  private final List<Spine> spines = new ArrayList<>();
  private final List<long[]> others = new ArrayList<>();
  private final History.ElementIndex elements = new History.ElementIndex();
  private final IntArrayList elementTxns = new IntArrayList();
  private final LongArrayList elementValues = new LongArrayList();
  private final IntArrayList elementPrevious = new IntArrayList();
  private final SessionIndex seen = new SessionIndex();
  private boolean open;

  /** An empty history whose keys and values are numbers. */
  public HistoryBuilder() {
    this(new TextNumbers());
  }

  HistoryBuilder(TextNumbers labels) {
    this.labels = labels;
  }

  @Override
  public void begin(long session, long index, long beginNs, long endNs, Status status) {
    require(!open, "the transaction before was not ended.");
    require(statuses.size() < MOST, "there are more than " + MOST + " transactions.");
    require(beginNs <= endNs, "the transaction ended before it began.");
    require(
        seen.add(session, index),
        "session " + session + " has two transactions with index " + index + ".");
    sessions.addLong(session);
    indexes.addLong(index);
    beginsNs.addLong(beginNs);
    endsNs.addLong(endNs);
    statuses.add(status);
    firstOps.addInt(arguments.size());
    open = true;
  }

  @Override
  public void append(long key, long value) {
    int ordinal = keyOrdinal(key);
    require(
        elements.find(ordinal, value) == History.NONE,
        "value "
            + labels.describe(value)
            + " is appended to key "
            + labels.describe(key)
            + " a second time.");
    int element = elementTxns.size();
    elements.put(ordinal, value, element);
    elementTxns.addInt(txn());
    elementValues.addLong(value);
    elementPrevious.addInt(spines.get(ordinal).appendedBy(txn(), element));
    op(History.APPEND, ordinal, element);
  }

  @Override
  public void read(long key, long[] values, int count) {
    int ordinal = keyOrdinal(key);
    if (!open || statuses.get(txn()) != Status.OK) {
      op(History.READ_UNKNOWN, ordinal, 0);
    } else if (spines.get(ordinal).accepts(values, count)) {
      op(History.READ, ordinal, count);
    } else {
      op(History.READ_OTHER, ordinal, others.size());
      others.add(Arrays.copyOf(values, count));
    }
  }

  @Override
  public void readUnknown(long key) {
    op(History.READ_UNKNOWN, keyOrdinal(key), 0);
  }

  @Override
  public void end() {
    require(open, "no transaction was begun.");
    open = false;
  }

  /** Number of transactions so far. */
  public int transactions() {
    return statuses.size();
  }

  /** The history so far; the builder must not be used any more. */
  public History build() {
    require(!open, "the last transaction was not ended.");
    History.HistoryData data = new History.HistoryData();
    data.session = sessions.toLongArray();
    data.index = indexes.toLongArray();
    data.beginNs = beginsNs.toLongArray();
    data.endNs = endsNs.toLongArray();
    data.status = statuses.toArray(new Status[0]);
    firstOps.addInt(arguments.size());
    data.firstOp = firstOps.toIntArray();
    buildOps(data);
    buildKeys(data);
    buildElements(data);
    return new History(data, labels);
  }

  private void buildOps(History.HistoryData data) {
    int count = ops.size();
    data.opKind = new byte[count];
    data.opKey = new int[count];
    for (int i = 0; i < count; i++) {
      data.opKind[i] = (byte) (ops.getLong(i) & KIND_MASK);
      data.opKey[i] = (int) (ops.getLong(i) >> KIND_BITS);
    }
    data.opArgument = arguments.toIntArray();
    data.others = others;
  }

  private void buildKeys(History.HistoryData data) {
    data.keyNumber = keyNumbers.toLongArray();
    data.spines = new long[spines.size()][];
    data.contested = new boolean[spines.size()];
    for (int key = 0; key < spines.size(); key++) {
      data.spines[key] = spines.get(key).values.toLongArray();
      data.contested[key] = spines.get(key).contested;
    }
  }

  private void buildElements(History.HistoryData data) {
    data.elements = elements;
    data.elementTxn = elementTxns.toIntArray();
    data.elementValue = elementValues.toLongArray();
    data.elementPrevious = elementPrevious.toIntArray();
    data.elementHasNext = new boolean[elementTxns.size()];
    for (int previous : data.elementPrevious) {
      if (previous != History.NONE) {
        data.elementHasNext[previous] = true;
      }
    }
  }

  private int txn() {
    return statuses.size() - 1;
  }

  private void op(byte kind, int key, int argument) {
    require(open, "no transaction was begun.");
    require(arguments.size() < MOST, "there are more than " + MOST + " operations.");
    ops.addLong((long) key << KIND_BITS | kind);
    arguments.addInt(argument);
  }

  private int keyOrdinal(long key) {
    long known = keyOrdinals.get(key);
    if (known != History.NONE) {
      return (int) known;
    }
    int ordinal = keyNumbers.size();
    keyOrdinals.put(key, ordinal);
    keyNumbers.addLong(key);
    spines.add(new Spine());
    return ordinal;
  }

  private static void require(boolean condition, String sentence) {
    if (!condition) {
      throw new HistoryException(sentence);
    }
  }

  /** The longest list of a key of which each list so far is a beginning. */
  private static final class Spine {
    final LongArrayList values = new LongArrayList();
    boolean contested;
    private int lastTxn = History.NONE;
    private int lastElement = History.NONE;

    /** Grows by a list that continues it; false if the list contradicts it. */
    boolean accepts(long[] list, int count) {
      int common = Math.min(values.size(), count);
      for (int i = 0; i < common; i++) {
        if (values.getLong(i) != list[i]) {
          contested = true;
          return false;
        }
      }
      for (int i = common; i < count; i++) {
        values.addLong(list[i]);
      }
      return true;
    }

    /** Notes an append; returns the one before by the same transaction. */
    int appendedBy(int txn, int element) {
      int previous = lastTxn == txn ? lastElement : History.NONE;
      lastTxn = txn;
      lastElement = element;
      return previous;
    }
  }

  /** Which places in sessions are taken. */
  private static final class SessionIndex {
    private final Long2LongHashMap ordinals = new Long2LongHashMap(History.NONE);
    private final List<LongHashSet> indexes = new ArrayList<>();

    boolean add(long session, long index) {
      long ordinal = ordinals.get(session);
      if (ordinal == History.NONE) {
        ordinal = indexes.size();
        ordinals.put(session, ordinal);
        indexes.add(new LongHashSet());
      }
      return indexes.get((int) ordinal).add(index);
    }
  }
}
