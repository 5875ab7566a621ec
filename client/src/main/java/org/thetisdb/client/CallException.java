package org.thetisdb.client;

import org.thetisdb.core.error.ErrorCode;

/**
 * A call that has no result; the subclass says what became of it. {@link #getMessage} is a sentence
 * for people.
 *
 * <pre>{@code
 * try {
 *   session.call("SendPayment", 1L, 2L, 300L);
 * } catch (AbortedException e) {
 *   boolean again = e.sqlState().equals("40001"); // else by e.code(): nothing was paid
 * } catch (NotRunException e) {
 *   System.err.println(e.describe()); // nothing was paid: call again when you like
 * } catch (OutcomeUnknownException e) {
 *   System.err.println(e.describe()); // look whether it was paid before you call again
 * } catch (ResultLostException e) {
 *   System.err.println(e.describe()); // it was paid: do not call again
 * }
 * }</pre>
 */
public abstract sealed class CallException extends RuntimeException
    permits AbortedException, NotRunException, OutcomeUnknownException, ResultLostException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  CallException(ErrorCode code, String message) {
    super(message);
    this.code = code;
  }

  /** {@return the error} */
  public ErrorCode code() {
    return code;
  }

  /** {@return the SQLState of the error, five characters} */
  public String sqlState() {
    return code.sqlState();
  }

  /** {@return code and sentence, as a person should see them: "T1001: There is no ..."} */
  public String describe() {
    return code.id() + ": " + getMessage();
  }
}
