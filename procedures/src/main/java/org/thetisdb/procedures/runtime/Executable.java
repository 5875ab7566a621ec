package org.thetisdb.procedures.runtime;

import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;

/**
 * What a call runs: a procedure of a jar, or an SQL statement. Router and sites treat both alike.
 * Exceptions of what is run come out of {@link #plan} and {@link #run} as they are.
 */
public interface Executable {
  /** What errors call it. */
  String name();

  /** What has to be equal for two calls to run the same code. */
  Object identity();

  /** Whether it declares that it writes nothing; what runs it has to hold it to that. */
  boolean readOnly();

  /** Whether it says what its pieces are when it runs. */
  default boolean inPieces() {
    return false;
  }

  /** What it does about rows that others have locked. */
  default RowWait rowWait() {
    return RowWait.WAIT;
  }

  /**
   * In which mode the rows are locked that its plan writes, before it runs. A deletion, or a change
   * of a key, takes more when it comes to that.
   */
  default RowLockMode lockMode() {
    return RowLockMode.NO_KEY_UPDATE;
  }

  /** Whether it names its keys before it runs. */
  boolean hasPlan();

  /**
   * The arguments that came with a call.
   *
   * @throws org.thetisdb.core.bytes.CodecException if they are none
   */
  default Object[] decodeArguments(byte[] encoded) {
    return ValueCodec.decodeArguments(encoded);
  }

  /**
   * The arguments in the types that are wanted: the array itself if nothing had to be changed, else
   * a new one.
   *
   * @throws ThetisException if they do not fit
   */
  Object[] checkArguments(Object[] arguments);

  /**
   * Names the keys.
   *
   * @param arguments as {@link #checkArguments} returned them
   * @throws IllegalStateException if it {@linkplain #hasPlan has no plan}
   */
  void plan(Plan target, Object[] arguments) throws Exception;

  /**
   * Runs.
   *
   * @param arguments as {@link #checkArguments} returned them
   */
  Object run(Context context, Object[] arguments) throws Exception;

  /**
   * A result as it is sent; empty for null. May run code that nobody vouches for.
   *
   * @throws ThetisException if it cannot be sent
   */
  byte[] encodeResult(Object result);

  /** What the caller learns of a result that cannot be sent; {@code what} is a noun. */
  ThetisException unsendable(String what);

  /**
   * What the caller learns when {@link #plan} or {@link #run} threw. Exceptions by which an engine
   * steers itself have to be sorted out before. May run code that nobody vouches for.
   */
  ThetisException toError(Throwable thrown);
}
