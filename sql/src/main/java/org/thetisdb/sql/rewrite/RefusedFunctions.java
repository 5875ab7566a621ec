package org.thetisdb.sql.rewrite;

import java.util.Locale;
import java.util.Map;
import org.apache.calcite.sql.SqlCall;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/** Functions of PostgreSQL that are refused, with what does the same. Stateless. */
final class RefusedFunctions {
  private static final String LOCKS = " (lock a row by SELECT ... FOR UPDATE)";
  private static final String SETTINGS = " (SET name = value does it, as a statement by itself)";

  private static final Map<String, String> REASONS =
      Map.ofEntries(
          Map.entry("pg_sleep", " (nothing waits within the database; wait in the client)"),
          Map.entry("pg_sleep_for", " (nothing waits within the database; wait in the client)"),
          Map.entry("pg_sleep_until", " (nothing waits within the database; wait in the client)"),
          Map.entry("pg_advisory_lock", LOCKS),
          Map.entry("pg_advisory_lock_shared", LOCKS),
          Map.entry("pg_advisory_xact_lock", LOCKS),
          Map.entry("pg_advisory_xact_lock_shared", LOCKS),
          Map.entry("pg_try_advisory_lock", LOCKS),
          Map.entry("pg_try_advisory_lock_shared", LOCKS),
          Map.entry("pg_try_advisory_xact_lock", LOCKS),
          Map.entry("pg_try_advisory_xact_lock_shared", LOCKS),
          Map.entry("pg_advisory_unlock", LOCKS),
          Map.entry("pg_advisory_unlock_shared", LOCKS),
          Map.entry("pg_advisory_unlock_all", LOCKS),
          Map.entry("set_config", SETTINGS),
          Map.entry("pg_backend_pid", " (a session has no process of its own)"),
          Map.entry("txid_current", " (transactions have no numbers)"),
          Map.entry("pg_notify", " (there are no notifications)"));

  private RefusedFunctions() {}

  /**
   * Looks at a call.
   *
   * @throws ThetisException NOT_SUPPORTED for one of them
   */
  static void check(SqlCall call) {
    String name = call.getOperator().getName().toLowerCase(Locale.ROOT);
    String reason = REASONS.get(name);
    if (reason != null) {
      throw new ThetisException(ErrorCode.NOT_SUPPORTED, name.toUpperCase(Locale.ROOT) + reason);
    }
  }
}
