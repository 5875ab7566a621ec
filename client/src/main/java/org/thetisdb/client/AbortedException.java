package org.thetisdb.client;

import org.thetisdb.core.error.ErrorCode;

/** The call ran and was rolled back; nothing of it remains. */
public final class AbortedException extends CallException {
  private static final long serialVersionUID = 1L;

  AbortedException(ErrorCode code, String message) {
    super(code, message);
  }
}
