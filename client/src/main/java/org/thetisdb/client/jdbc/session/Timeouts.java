package org.thetisdb.client.jdbc.session;

import java.sql.SQLException;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.thetisdb.client.jdbc.sql.SqlErrors;

/**
 * How long a connection's statements may take: what its URL says, unless SET statement_timeout says
 * something else, for the connection or for one transaction. Not thread-safe.
 */
public final class Timeouts {
  private static final long US_PER_MS = 1_000;
  private static final long MAX_MARGIN_US = 500_000;
  private static final long MAX_MS = Integer.MAX_VALUE;
  private static final Pattern TIME = Pattern.compile("(\\d{1,10})\\s*(us|ms|s|min|h|d)?");

  private final long urlUs;
  private long sessionUs;
  private long transactionUs;

  /** Those of a URL. */
  Timeouts(long urlUs) {
    this.urlUs = urlUs;
  }

  /** How long the client waits for a statement that says nothing of its own. */
  public long defaultUs() {
    return waited(askedUs());
  }

  /** How long the client waits for a statement; 0 if that says nothing of its own. */
  public long ofStatementUs(int timeoutS) {
    return timeoutS == 0
        ? defaultUs()
        : waited(Math.min(askedUs(), TimeUnit.SECONDS.toMicros(timeoutS)));
  }

  /** The cluster gets the time that was asked for, less the margin that is added here. */
  private static long waited(long us) {
    return us + Math.min(us / 3, MAX_MARGIN_US);
  }

  private long askedUs() {
    if (transactionUs > 0) {
      return transactionUs;
    }
    return sessionUs > 0 ? sessionUs : urlUs;
  }

  /**
   * Takes what SET statement_timeout says, as PostgreSQL writes times: milliseconds, or with a
   * unit.
   *
   * @param value 0 or null for what the URL says
   */
  void set(String value) throws SQLException {
    sessionUs = parse(value);
    transactionUs = 0;
  }

  /** The same for the open transaction. */
  void setForTransaction(String value) throws SQLException {
    transactionUs = parse(value);
  }

  /** No transaction is open any more. */
  public void endTransaction() {
    transactionUs = 0;
  }

  /** As SHOW statement_timeout writes it; 0 if the URL's holds. */
  String shown() {
    long ms = Math.max(transactionUs, sessionUs == 0 ? 0 : askedUs()) / US_PER_MS;
    if (ms == 0 || ms % 1_000 != 0) {
      return ms == 0 ? "0" : ms + "ms";
    }
    long s = ms / 1_000;
    return s % 60 != 0 ? s + "s" : s % 3_600 != 0 ? s / 60 + "min" : s / 3_600 + "h";
  }

  private static long parse(String value) throws SQLException {
    if (value == null) {
      return 0;
    }
    Matcher time = TIME.matcher(value.strip().toLowerCase(Locale.ROOT));
    if (!time.matches()) {
      throw bad(value);
    }
    String unit = time.group(2) == null ? "ms" : time.group(2);
    long count = Long.parseLong(time.group(1));
    if (unit.equals("us")) {
      return count == 0 ? 0 : Math.max(US_PER_MS, count);
    }
    long factor =
        switch (unit) {
          case "s" -> 1_000;
          case "min" -> 60_000;
          case "h" -> 3_600_000;
          case "d" -> 86_400_000;
          default -> 1;
        };
    if (count > MAX_MS / factor) {
      throw bad(value);
    }
    return count * factor * US_PER_MS;
  }

  private static SQLException bad(String value) {
    return SqlErrors.of(
        "22023",
        "statement_timeout cannot be \""
            + value
            + "\"; write milliseconds, or a number with ms, s, min, h or d.");
  }
}
