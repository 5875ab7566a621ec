package org.thetisdb.client;

import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ErrorCode.Effect;
import org.thetisdb.core.value.ValueCodec;

/**
 * How a call ended. There are five ways, and they must not be mixed up: it committed; it committed
 * and its result is lost; it ran and was rolled back; it was never run; nobody can say. Of the five
 * methods that ask for one of them, one returns true. Immutable, but for the array of {@link
 * #encodedResult}.
 */
public final class CallOutcome {
  private static final byte[] NOTHING = new byte[0];

  private final ErrorCode code;
  private final String message;
  private final byte[] value;

  private CallOutcome(ErrorCode code, String message, byte[] value) {
    this.code = code;
    this.message = message;
    this.value = value;
  }

  /**
   * A call that committed; for code that stands in for a client, as in tests.
   *
   * @param value the result, encoded by {@link ValueCodec#encode(Object)}; taken over
   * @return the outcome of such a call
   */
  public static CallOutcome committed(byte[] value) {
    return new CallOutcome(null, "", value);
  }

  /**
   * A call that has no result; for code that stands in for a client, as in tests.
   *
   * @param code the error, whose effect says what became of the call
   * @param message the error's sentence
   * @return the outcome of such a call
   */
  public static CallOutcome failed(ErrorCode code, String message) {
    return new CallOutcome(code, message, NOTHING);
  }

  /**
   * It may have run, and its answer will not come.
   *
   * @hidden
   */
  public static CallOutcome unknown(String why) {
    return failed(ErrorCode.OUTCOME_UNKNOWN, ErrorCode.OUTCOME_UNKNOWN.format(why));
  }

  /**
   * A transaction of many statements ended before its COMMIT.
   *
   * @hidden
   */
  public static CallOutcome rolledBack(String why) {
    return failed(
        ErrorCode.SERIALIZATION_FAILURE, ErrorCode.SERIALIZATION_FAILURE.format(withoutStop(why)));
  }

  /**
   * A statement's own time was over, and nothing is left of the transaction that it was part of.
   *
   * @hidden
   */
  public static CallOutcome timedOut(long timeoutMs) {
    return failed(ErrorCode.STATEMENT_TIMED_OUT, ErrorCode.STATEMENT_TIMED_OUT.format(timeoutMs));
  }

  private static String withoutStop(String sentence) {
    return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
  }

  /** {@return whether the call committed, is durable as the cluster promises, and has a result} */
  public boolean isCommitted() {
    return code == null;
  }

  /** {@return whether the call committed, and its result is lost} */
  public boolean isResultLost() {
    return code != null && code.effect() == Effect.COMMITTED;
  }

  /** {@return whether the call ran and was rolled back, so that nothing of it remains} */
  public boolean isAborted() {
    return code != null && code.effect() == Effect.ABORTED;
  }

  /** {@return whether the call was never run; it may be made again} */
  public boolean isNotRun() {
    return code != null && code.effect() == Effect.NOT_RUN;
  }

  /** {@return whether the call may have committed or not} */
  public boolean isUnknown() {
    return code != null && code.effect() == Effect.UNKNOWN;
  }

  /** {@return the error; null when the call committed} */
  public ErrorCode code() {
    return code;
  }

  /** {@return the error's sentence; empty when the call committed} */
  public String message() {
    return message;
  }

  /**
   * The result as it came over the wire, which {@link ValueCodec#decode(byte[])} reads.
   *
   * @return the very array, which must not be changed; empty when there is no result
   */
  public byte[] encodedResult() {
    return value;
  }

  /** {@return the result, decoded anew at each call; null when there is none} */
  public Object result() {
    return ValueCodec.decode(value);
  }

  /**
   * The result, decoded anew at each call.
   *
   * @return the result; null if the procedure returned nothing
   * @throws CallException of the kind that says what became of the call, if it has no result
   */
  public Object resultOrThrow() {
    if (code != null) {
      throw exception();
    }
    return result();
  }

  /**
   * The exception for a call that has no result.
   *
   * @return a new exception of the kind that says what became of the call
   * @throws NullPointerException if the call committed
   */
  public CallException exception() {
    return switch (code.effect()) {
      case ABORTED -> new AbortedException(code, message);
      case NOT_RUN -> new NotRunException(code, message);
      case COMMITTED -> new ResultLostException(code, message);
      case UNKNOWN -> new OutcomeUnknownException(code, message);
    };
  }

  /** For people: {@code committed}, or code and sentence of the error. */
  @Override
  public String toString() {
    return code == null ? "committed" : code.id() + ": " + message;
  }
}
