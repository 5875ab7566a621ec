package org.thetisdb.client;

import org.thetisdb.core.error.ErrorCode;

/**
 * The call has committed, but its answer was lost on the way, and its result, of more than 64 KiB,
 * was too long to be kept for a second one (T1009). Do not make it again; read what it has done.
 */
public final class ResultLostException extends CallException {
  private static final long serialVersionUID = 1L;

  ResultLostException(ErrorCode code, String message) {
    super(code, message);
  }
}
