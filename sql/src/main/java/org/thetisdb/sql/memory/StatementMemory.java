package org.thetisdb.sql.memory;

import java.util.function.Supplier;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.time.WorkerLostError;

/**
 * What one statement has of the memory for statements. It is asked before something is made, and
 * refuses what would be too much. There are two kinds of it: what operators <em>keep</em>, such as
 * the rows of a sort, until they give it back or the statement ends; and what is <em>passing</em>,
 * the large values that were made of the row at hand, until the next row is read.
 *
 * <p>The account of a statement is at hand to all code that its thread runs for it, so that
 * functions, which know nothing of the statement that they are called by, can ask it too. Where
 * there is none, as while a statement is compiled, single values are bounded, and nothing else.
 *
 * <p>Used by one thread at a time, but for {@link #close}. Its pool hears of it in steps, so that
 * little costs little.
 */
public final class StatementMemory implements AutoCloseable {
  /** The longest value that a statement makes: as long as the longest one that is stored. */
  public static final long LONGEST_VALUE_BYTES = 64 << 20;

  /** Smaller values come and go without being counted. */
  public static final long SMALL_VALUE_BYTES = 64 << 10;

  /** A list is asked about when it has so many elements, and then each time it has doubled. */
  private static final int FIRST_ELEMENTS = 1_024;

  /** A reference, and a short text or a number. */
  private static final long ELEMENT_BYTES = 64;

  /** The pool is asked for at least so much. */
  private static final long STEP_BYTES = 64 << 10;

  /** For code that no statement runs: it has no state. */
  private static final StatementMemory NONE = new StatementMemory(null);

  private static final ThreadLocal<StatementMemory> AT_HAND = new ThreadLocal<>();

  private final MemoryPool pool;
  private long keptBytes;
  private long passingBytes;

  /** What was taken of the pool; at least what is kept and passing. */
  private long takenBytes;

  private boolean closed;

  /** What the operator keeps that gathers values at present; null if none does. */
  private Holding gathering;

  StatementMemory(MemoryPool pool) {
    this.pool = pool;
  }

  /** The account of the statement that this thread runs; never null. */
  public static StatementMemory atHand() {
    StatementMemory present = AT_HAND.get();
    return present == null ? NONE : present;
  }

  /** Has it at hand while something runs on this thread. */
  public <T> T during(Supplier<T> work) {
    StatementMemory before = putAtHand();
    try {
      return work.get();
    } finally {
      putBack(before);
    }
  }

  /** Has it at hand on this thread; gives what was before, for {@link #putBack}. */
  public StatementMemory putAtHand() {
    StatementMemory before = AT_HAND.get();
    AT_HAND.set(this);
    return before;
  }

  /** Has at hand what was before. */
  public static void putBack(StatementMemory before) {
    AT_HAND.set(before);
  }

  /**
   * A value will be made.
   *
   * @param bytes about how long it will be, at most
   * @throws ThetisException LARGE_VALUE_TOO_LONG, STATEMENT_MEMORY or QUERY_MEMORY if it is not to
   *     be made
   */
  public void requireValue(long bytes) {
    if (bytes < SMALL_VALUE_BYTES) {
      return;
    }
    requireLength(bytes);
    if (pool != null) {
      require(bytes);
      passingBytes += bytes;
    }
  }

  /**
   * A value becomes so long.
   *
   * @throws ThetisException LARGE_VALUE_TOO_LONG if that is more than a value may have
   */
  public static void requireLength(long bytes) {
    if (bytes > LONGEST_VALUE_BYTES) {
      throw new ThetisException(ErrorCode.LARGE_VALUE_TOO_LONG, LONGEST_VALUE_BYTES);
    }
  }

  /**
   * Something that is no single value will be made of the row at hand.
   *
   * @param bytes about how much of the heap it takes
   * @throws ThetisException STATEMENT_MEMORY or QUERY_MEMORY if it is not to be made
   */
  public void requirePassing(long bytes) {
    if (pool != null && bytes >= SMALL_VALUE_BYTES) {
      require(bytes);
      passingBytes += bytes;
    }
  }

  /**
   * A list got one more element: now and then it is asked whether it may become twice as long.
   *
   * @param size how many elements it has
   * @throws ThetisException STATEMENT_MEMORY or QUERY_MEMORY if it may not
   */
  public static void requireElements(int size) {
    if (size >= FIRST_ELEMENTS && Integer.bitCount(size) == 1) {
      atHand().requirePassing(2L * size * ELEMENT_BYTES);
    }
  }

  /**
   * Something will be kept.
   *
   * @param bytes about how much of the heap it takes
   * @throws ThetisException STATEMENT_MEMORY or QUERY_MEMORY if it is not to be kept
   */
  public void keep(long bytes) {
    if (pool != null) {
      require(bytes);
      keptBytes += bytes;
    }
  }

  /** An operator gathers values from here on. */
  public void setGathering(Holding operator) {
    if (pool != null) {
      gathering = operator;
    }
  }

  /**
   * The operator that gathers values will keep more.
   *
   * @param bytes about how much of the heap it takes
   * @throws ThetisException STATEMENT_MEMORY or QUERY_MEMORY if it is not to be kept
   */
  public void keepGathered(long bytes) {
    if (gathering == null) {
      keep(bytes);
    } else {
      gathering.keep(bytes);
    }
  }

  /** Something is kept no more. */
  public void letGo(long bytes) {
    if (pool != null) {
      keptBytes -= bytes;
      giveBackWhatIsLeft();
    }
  }

  /** The next row was read: what was made of the one before is gone, or is kept by somebody. */
  public void onRow() {
    if (passingBytes > 0) {
      passingBytes = 0;
      giveBackWhatIsLeft();
    }
  }

  /** Whether large values were made of the row at hand. */
  boolean isPassing() {
    return passingBytes > 0;
  }

  private void require(long bytes) {
    long all = keptBytes + passingBytes + bytes;
    if (all <= takenBytes) {
      return;
    }
    if (all > pool.statementBytes()) {
      throw new ThetisException(ErrorCode.STATEMENT_MEMORY, pool.statementBytes() >> 20);
    }
    long more = Math.min(pool.statementBytes() - takenBytes, all - takenBytes + STEP_BYTES);
    synchronized (pool) {
      if (closed) {
        throw new WorkerLostError(); // its statement has ended without it
      }
      pool.take(more);
      takenBytes += more;
    }
  }

  private void giveBackWhatIsLeft() {
    if (takenBytes - keptBytes - passingBytes <= 2 * STEP_BYTES) {
      return;
    }
    synchronized (pool) {
      if (!closed) {
        long left = takenBytes - keptBytes - passingBytes - STEP_BYTES;
        pool.giveBack(left);
        takenBytes -= left;
      }
    }
  }

  /** Gives all of it back. A thread that still runs ends where it asks for more. Any thread. */
  @Override
  public void close() {
    if (pool == null) {
      return;
    }
    synchronized (pool) {
      pool.giveBack(takenBytes);
      takenBytes = 0;
      closed = true;
    }
  }
}
