package org.thetisdb.client.jdbc.value;

import java.util.List;
import java.util.regex.Pattern;
import org.thetisdb.core.bytes.ByteSlice;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.wire.SqlReply.Result;
import org.thetisdb.core.wire.TransactionStatus;

/** A statement without a word: it does nothing, as with PostgreSQL, and is not sent. Stateless. */
public final class EmptyText {
  /** What it ends with: a count of no rows. */
  public static final Result RESULT =
      new Result(
          0,
          0,
          "",
          VersionVector.ZERO,
          TransactionStatus.NONE,
          List.of(0L),
          List.of(),
          ByteSlice.EMPTY,
          0);

  private static final Pattern NOTHING =
      Pattern.compile("(?:[\\s;]|--[^\n]*+|/\\*(?:(?!\\*/).)*+\\*/)*+", Pattern.DOTALL);

  private EmptyText() {}

  /** Whether a text holds blanks, semicolons and comments alone. */
  public static boolean is(String sql) {
    int at = 0;
    while (at < sql.length() && (Character.isWhitespace(sql.charAt(at)) || sql.charAt(at) == ';')) {
      at++;
    }
    return at == sql.length()
        || ((sql.startsWith("--", at) || sql.startsWith("/*", at))
            && NOTHING.matcher(sql).matches());
  }
}
