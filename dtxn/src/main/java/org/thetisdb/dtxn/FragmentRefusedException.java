package org.thetisdb.dtxn;

/** An engine does not run a fragment, so that its whole transaction is rolled back. */
public final class FragmentRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * With a reason.
   *
   * @param reason one sentence for the caller of the transaction
   */
  public FragmentRefusedException(String reason) {
    super(reason, null, false, false);
  }
}
