package org.thetisdb.history;

import java.util.List;
import org.agrona.collections.Long2LongHashMap;

/**
 * A history in memory; made by a {@link HistoryBuilder}. Immutable, safe for all threads; arrays
 * that it gives out are its own, and are read only.
 *
 * <p>Inside, transactions, operations, keys and elements are numbered from 0. An element is one
 * append: a value on a key. Almost every list that is read is a beginning of one longer list, the
 * key's <em>spine</em>, so that a read is kept as a length; lists that contradict the spine are
 * kept as they are.
 */
public final class History {
  /** No element. */
  public static final int NONE = -1;

  /** An append; the argument is its element. */
  public static final byte APPEND = 0;

  /** A read; the argument is how much of the spine it saw. */
  public static final byte READ = 1;

  /** A read of a list that is no beginning of the spine; the argument is the list's number. */
  public static final byte READ_OTHER = 2;

  /** A read of nobody knows what. */
  public static final byte READ_UNKNOWN = 3;

  private final HistoryData data;
  private final TextNumbers labels;

  History(HistoryData data, TextNumbers labels) {
    this.data = data;
    this.labels = labels;
  }

  /** Number of transactions. */
  public int transactions() {
    return data.status.length;
  }

  /** Number of operations of all transactions. */
  public int operations() {
    return data.opKind.length;
  }

  /**
   * Passes the history to a sink, in the order in which it came. Keys and values that were texts
   * cannot be distinguished.
   */
  public void tell(HistorySink sink) {
    for (int txn = 0; txn < transactions(); txn++) {
      sink.begin(session(txn), index(txn), beginNs(txn), endNs(txn), status(txn));
      for (int op = firstOp(txn); op < endOp(txn); op++) {
        tellOp(sink, op);
      }
      sink.end();
    }
  }

  private void tellOp(HistorySink sink, int op) {
    long key = data.keyNumber[opKey(op)];
    switch (opKind(op)) {
      case APPEND -> sink.append(key, data.elementValue[opElement(op)]);
      case READ_UNKNOWN -> sink.readUnknown(key);
      case READ -> sink.read(key, spine(opKey(op)), readLength(op));
      default -> sink.read(key, other(op), readLength(op));
    }
  }

  /** The session that ran a transaction. */
  public long session(int txn) {
    return data.session[txn];
  }

  /** The place of a transaction in its session. */
  public long index(int txn) {
    return data.index[txn];
  }

  /** When a transaction began, in nanoseconds of the clock of its recorder. */
  public long beginNs(int txn) {
    return data.beginNs[txn];
  }

  /** When a transaction ended, in nanoseconds of the same clock. */
  public long endNs(int txn) {
    return data.endNs[txn];
  }

  /** How a transaction ended. */
  public Status status(int txn) {
    return data.status[txn];
  }

  /** The first operation of a transaction; that of the next one is its end. */
  public int firstOp(int txn) {
    return data.firstOp[txn];
  }

  /** The operation after the last one of a transaction. */
  public int endOp(int txn) {
    return data.firstOp[txn + 1];
  }

  /** One of {@link #APPEND}, {@link #READ}, {@link #READ_OTHER} and {@link #READ_UNKNOWN}. */
  public byte opKind(int op) {
    return data.opKind[op];
  }

  /** The key that an operation appends to or reads. */
  public int opKey(int op) {
    return data.opKey[op];
  }

  /** The element of an append. */
  public int opElement(int op) {
    return data.opArgument[op];
  }

  /** Number of keys. */
  public int keys() {
    return data.keyNumber.length;
  }

  /** Number of elements of all keys. */
  public int elements() {
    return data.elementTxn.length;
  }

  /** The transaction that appended an element. */
  public int elementTxn(int element) {
    return data.elementTxn[element];
  }

  /** The element before on the same key by the same transaction; or {@link #NONE}. */
  public int previousOfTxn(int element) {
    return data.elementPrevious[element];
  }

  /** Whether the same transaction appends to the same key later. */
  public boolean hasNextOfTxn(int element) {
    return data.elementHasNext[element];
  }

  /** The spine of a key; not to be changed. */
  public long[] spine(int key) {
    return data.spines[key];
  }

  /** Whether some list contradicts the key's spine. */
  public boolean isContested(int key) {
    return data.contested[key];
  }

  /** How many elements a read saw. */
  public int readLength(int op) {
    return data.opKind[op] == READ ? data.opArgument[op] : other(op).length;
  }

  /** The value that a read saw at a place of the list. */
  public long readValue(int op, int place) {
    return data.opKind[op] == READ ? data.spines[data.opKey[op]][place] : other(op)[place];
  }

  private long[] other(int op) {
    return data.others.get(data.opArgument[op]);
  }

  /** The element of a value on a key; {@link #NONE} if nobody appended it. */
  public int elementOf(int key, long value) {
    return data.elements.find(key, value);
  }

  /** A key as the record has it. */
  public String describeKey(int key) {
    return labels.describe(data.keyNumber[key]);
  }

  /** A value as the record has it. */
  public String describeValue(long value) {
    return labels.describe(value);
  }

  /** An element's value as the record has it. */
  public String describeElement(int element) {
    return labels.describe(data.elementValue[element]);
  }

  /** The arrays of a history. */
  static final class HistoryData {
    long[] session;
    long[] index;
    long[] beginNs;
    long[] endNs;
    Status[] status;
    int[] firstOp;
    byte[] opKind;
    int[] opKey;
    int[] opArgument;
    long[] keyNumber;
    long[][] spines;
    boolean[] contested;
    List<long[]> others;
    int[] elementTxn;
    long[] elementValue;
    int[] elementPrevious;
    boolean[] elementHasNext;
    ElementIndex elements;
  }

  /** Finds elements by key and value. */
  static final class ElementIndex {
    private final Long2LongHashMap values = new Long2LongHashMap(NONE);
    private final Long2LongHashMap elements = new Long2LongHashMap(NONE);

    int find(int key, long value) {
      long number = values.get(value);
      return number == NONE ? NONE : (int) elements.get(place(key, number));
    }

    /** Puts an element that is not there yet. */
    void put(int key, long value, int element) {
      long number = values.get(value);
      if (number == NONE) {
        number = values.size();
        values.put(value, number);
      }
      elements.put(place(key, number), element);
    }

    /** One number for the two, which no other two have; mixed, as the map's own hash is weak. */
    private static long place(int key, long number) {
      long mixed = ((long) key << 32 | number) * 0x9E37_79B9_7F4A_7C15L;
      return mixed ^ mixed >>> 29;
    }
  }
}
