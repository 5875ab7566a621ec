package org.thetisdb.replication.embedded;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/** What happens when a server here does not start or does not stop. */
final class StartFailure {
  private static final Logger LOG = LoggerFactory.getLogger(StartFailure.class);

  private StartFailure() {}

  /** One clear error for whatever kept {@code what} from starting. */
  static ThetisException of(String what, Exception cause) {
    if (cause instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    if (cause instanceof ThetisException e) {
      return e;
    }
    String text =
        cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    return new ThetisException(ErrorCode.START_FAILED, what, text).causedBy(cause);
  }

  /** Closes what may be half open; the error that led here is the one to be reported. */
  @SuppressWarnings("try") // close() may be interrupted: that is handled here
  static void closeQuietly(AutoCloseable closeable) {
    try {
      closeable.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      LOG.debug("while closing", e);
    }
  }
}
