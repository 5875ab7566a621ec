package org.thetisdb.router.statement;

import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.call.ControlCall;

/**
 * Savepoints of a transaction of which no site knows yet: nothing was done, so there is nothing to
 * come back to but the beginning. A site would have to be chosen for them before anybody knows what
 * the transaction is going to touch. Stateless.
 */
final class EarlySavepoints {
  /** So many are kept; a site has no bound of its own, since they cost what statements wrote. */
  private static final int MOST = 1_000;

  private EarlySavepoints() {}

  /**
   * Does what a control call says.
   *
   * @param names those that are set, in their order; changed
   * @throws ThetisException UNKNOWN_SAVEPOINT
   */
  static void apply(List<String> names, String procedure, String name) {
    switch (procedure) {
      case ControlCall.SAVEPOINT -> {
        if (names.size() >= MOST) {
          throw new ThetisException(
              ErrorCode.STATEMENT_TOO_LARGE, "more than " + MOST + " savepoints before it");
        }
        names.add(name);
      }
      case ControlCall.RELEASE_SAVEPOINT -> names.subList(place(names, name), names.size()).clear();
      case ControlCall.ROLLBACK_TO -> names.subList(place(names, name) + 1, names.size()).clear();
      default -> throw new ThetisException(ErrorCode.BAD_REQUEST, "unknown control call");
    }
  }

  private static int place(List<String> names, String name) {
    int place = names.lastIndexOf(name);
    if (place < 0) {
      throw new ThetisException(ErrorCode.UNKNOWN_SAVEPOINT, name);
    }
    return place;
  }
}
