package org.thetisdb.client;

import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ErrorCode.Effect;
import org.thetisdb.core.value.ValueCodec;

/**
 * How a call ended. There are five ways, and they must not be mixed up: it committed; it committed
 * and its result is lost; it ran and was rolled back; it was never run; nobody can say.
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
   * A call that committed; for who stands in for a client.
   *
   * @param value the result, encoded by ValueCodec; taken over
   */
  public static CallOutcome committed(byte[] value) {
    return new CallOutcome(null, "", value);
  }

  /** A call that did not, or of which nobody can say; for who stands in for a client. */
  public static CallOutcome failed(ErrorCode code, String message) {
    return new CallOutcome(code, message, NOTHING);
  }

  static CallOutcome unknown(String why) {
    return failed(ErrorCode.OUTCOME_UNKNOWN, ErrorCode.OUTCOME_UNKNOWN.format(why));
  }

  /** A transaction of many statements ended before its COMMIT. */
  static CallOutcome rolledBack(String why) {
    return failed(
        ErrorCode.SERIALIZATION_FAILURE, ErrorCode.SERIALIZATION_FAILURE.format(withoutStop(why)));
  }

  /**
   * A statement's own time was over, and nothing is left of the transaction that it was part of.
   */
  static CallOutcome timedOut(long timeoutMs) {
    return failed(ErrorCode.STATEMENT_TIMED_OUT, ErrorCode.STATEMENT_TIMED_OUT.format(timeoutMs));
  }

  private static String withoutStop(String sentence) {
    return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
  }

  /** Whether the call committed, is durable as the cluster's setting promises, and has a result. */
  public boolean isCommitted() {
    return code == null;
  }

  /** Whether the call committed, and its result is lost. */
  public boolean isResultLost() {
    return code != null && code.effect() == Effect.COMMITTED;
  }

  /** Whether the call ran and nothing of it remains. */
  public boolean isAborted() {
    return code != null && code.effect() == Effect.ABORTED;
  }

  /** Whether the call was never run. It may be made again. */
  public boolean isNotRun() {
    return code != null && code.effect() == Effect.NOT_RUN;
  }

  /** Whether the call may have committed or not. */
  public boolean isUnknown() {
    return code != null && code.effect() == Effect.UNKNOWN;
  }

  /** The error; null when the call committed. */
  public ErrorCode code() {
    return code;
  }

  /** The error's sentence; empty when the call committed. */
  public String message() {
    return message;
  }

  /** The encoded result; empty when there is none. Must not be changed. */
  public byte[] encodedResult() {
    return value;
  }

  /** The decoded result; null when there is none. */
  public Object result() {
    return ValueCodec.decode(value);
  }

  /**
   * The decoded result.
   *
   * @throws CallException of the kind that tells what became of the call
   */
  public Object resultOrThrow() {
    if (code != null) {
      throw exception();
    }
    return result();
  }

  /** The exception for a call that has no result. */
  public CallException exception() {
    return switch (code.effect()) {
      case ABORTED -> new AbortedException(code, message);
      case NOT_RUN -> new NotRunException(code, message);
      case COMMITTED -> new ResultLostException(code, message);
      case UNKNOWN -> new OutcomeUnknownException(code, message);
    };
  }

  @Override
  public String toString() {
    return code == null ? "committed" : code.id() + ": " + message;
  }
}
