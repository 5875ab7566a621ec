package org.thetisdb.integrations.applications;

import java.sql.SQLException;
import java.util.concurrent.Callable;

/** The loop that every application has: on 40001, and on nothing else, the transaction again. */
final class Repeated {
  private static final int MOST_ATTEMPTS = 100;

  private Repeated() {}

  /** Runs a transaction, whichever library's exception its 40001 comes wrapped in. */
  static <T> T transaction(Callable<T> transaction) throws Exception {
    for (int attempt = 1; ; attempt++) {
      try {
        return transaction.call();
      } catch (Exception e) {
        if (!isConflict(e) || attempt == MOST_ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private static boolean isConflict(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql && "40001".equals(sql.getSQLState())) {
        return true;
      }
    }
    return false;
  }
}
