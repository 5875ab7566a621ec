package org.thetisdb.client;

import org.thetisdb.core.error.ErrorCode;

/**
 * The call was never run; nothing of it remains, and it may be made again. {@link #code()} says
 * why, such as that there is no such procedure (T1001), that the arguments do not fit (T1002), that
 * too many calls wait (T1005), or that no router can be reached (T3006).
 */
public final class NotRunException extends CallException {
  private static final long serialVersionUID = 1L;

  NotRunException(ErrorCode code, String message) {
    super(code, message);
  }
}
