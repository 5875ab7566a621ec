package org.thetisdb.client;

import org.thetisdb.core.error.ErrorCode;

/**
 * The call may have committed or not: its answer did not come in time (T3005), or the thread that
 * waited for it was interrupted. Look at the data before making it again.
 */
public final class OutcomeUnknownException extends CallException {
  private static final long serialVersionUID = 1L;

  OutcomeUnknownException(ErrorCode code, String message) {
    super(code, message);
  }
}
