package org.thetisdb.client;

import org.thetisdb.core.error.ErrorCode;

/** The call was never run; it may be made again. */
public final class NotRunException extends CallException {
  private static final long serialVersionUID = 1L;

  NotRunException(ErrorCode code, String message) {
    super(code, message);
  }
}
