package org.thetisdb.client;

import org.thetisdb.core.error.ErrorCode;

/**
 * The call ran and was rolled back; nothing of it remains. {@link #code()} says why: with SQLState
 * 40001 it may be made again as it is, with others the cause has to be removed first.
 */
public final class AbortedException extends CallException {
  private static final long serialVersionUID = 1L;

  AbortedException(ErrorCode code, String message) {
    super(code, message);
  }
}
