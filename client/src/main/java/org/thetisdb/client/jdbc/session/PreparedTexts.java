package org.thetisdb.client.jdbc.session;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.thetisdb.client.jdbc.sql.Passage;
import org.thetisdb.client.jdbc.sql.SqlErrors;

/**
 * The statements that a connection got by PREPARE. EXECUTE is sent as the statement with its values
 * in place of {@code $1} and so on; the cluster keeps plans by their text, whatever the constants.
 * No ROLLBACK rolls back any of it, as in PostgreSQL. Not thread-safe.
 */
public final class PreparedTexts {
  private static final int MOST = 1_000;
  private static final int MOST_CHARS = 1 << 20;
  private static final int MOST_PARAMETERS = 2_000;
  private static final String SPACE = "(?:\\s|--[^\n]*\n|/\\*(?:[^*]|\\*(?!/))*\\*/)";
  private static final String NAME = "(?<name>\"(?:[^\"]|\"\")+\"|[\\p{L}_][\\p{L}\\p{N}_$]*)";

  private static final Pattern HEAD =
      Pattern.compile(
          SPACE + "*(?<verb>PREPARE|EXECUTE)" + SPACE + "+" + NAME + SPACE + "*",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern DEALLOCATE =
      Pattern.compile(
          SPACE
              + "*DEALLOCATE"
              + SPACE
              + "+(?:PREPARE"
              + SPACE
              + "+)?"
              + NAME
              + SPACE
              + "*;?"
              + SPACE
              + "*",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern AS =
      Pattern.compile(SPACE + "*AS(?![\\w$])", Pattern.CASE_INSENSITIVE);
  private static final Pattern STATEMENT =
      Pattern.compile(
          SPACE
              + "*(?:\\(*"
              + SPACE
              + "*)(?:SELECT|INSERT|UPDATE|DELETE|MERGE|VALUES|WITH)(?![\\w$]).*",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /** Asks the cluster whether a statement can be run. */
  @FunctionalInterface
  public interface Check {
    /** Throws if it cannot. */
    void of(String sql) throws SQLException;
  }

  /**
   * A statement.
   *
   * @param types of the first parameters, as they were written
   */
  private record Prepared(String text, List<String> types, int parameters) {}

  private final Map<String, Prepared> byName = new HashMap<>();

  /** Whether a text may be one of these statements. */
  public static boolean mayBe(String sql) {
    int at = 0;
    while (at < sql.length()) {
      int end = Character.isWhitespace(sql.charAt(at)) ? at + 1 : comment(sql, at);
      if (end == at) {
        break;
      }
      at = end;
    }
    return begins(sql, at, "PREPARE")
        || begins(sql, at, "EXECUTE")
        || begins(sql, at, "DEALLOCATE");
  }

  private static int comment(String sql, int at) {
    boolean comment = sql.startsWith("--", at) || sql.startsWith("/*", at);
    return comment ? Passage.end(sql, at) : at;
  }

  private static boolean begins(String sql, int at, String word) {
    return sql.regionMatches(true, at, word, 0, word.length())
        && !Passage.isOfName(sql, at + word.length());
  }

  /**
   * Does what a statement says, or finds what it stands for.
   *
   * @return the statement to be run; null if nothing is left to do; the same text if it is none
   */
  public String run(String sql, Check check) throws SQLException {
    Matcher dropped = DEALLOCATE.matcher(sql);
    if (dropped.matches()) {
      deallocate(dropped.group("name"));
      return null;
    }
    Matcher head = HEAD.matcher(sql);
    if (!head.lookingAt()) {
      return sql;
    }
    String name = folded(head.group("name"));
    int behind = head.end();
    List<String> list = List.of();
    if (sql.startsWith("(", behind)) {
      int closing = Passage.closing(sql, behind);
      if (closing < 0) {
        throw SqlErrors.of("42601", "A bracket is not closed.");
      }
      list = Passage.split(sql.substring(behind + 1, closing));
      behind = closing + 1;
    }
    String rest = sql.substring(behind);
    if (head.group("verb").equalsIgnoreCase("EXECUTE")) {
      if (!rest.replace(';', ' ').isBlank()) {
        throw SqlErrors.of(
            "42601", "Nothing may follow EXECUTE of \"" + name + "\" and its values.");
      }
      return executed(name, list);
    }
    Matcher as = AS.matcher(rest);
    if (!as.lookingAt()) {
      return sql;
    }
    prepare(name, list, rest.substring(as.end()), check);
    return null;
  }

  /**
   * What a statement stands for, of which nothing is done.
   *
   * @return the statement that EXECUTE would run; null for PREPARE and DEALLOCATE; the same text if
   *     it is none
   */
  public String described(String sql) throws SQLException {
    Matcher head = HEAD.matcher(sql);
    boolean executes = head.lookingAt() && head.group("verb").equalsIgnoreCase("EXECUTE");
    boolean prepares = !executes && (head.lookingAt() || DEALLOCATE.matcher(sql).matches());
    return prepares ? null : run(sql, unchecked -> {});
  }

  /** Forgets all. */
  public void clear() {
    byName.clear();
  }

  private void prepare(String name, List<String> types, String text, Check check)
      throws SQLException {
    if (byName.containsKey(name)) {
      throw SqlErrors.of("42P05", "There is a prepared statement \"" + name + "\" already.");
    }
    if (!STATEMENT.matcher(text).matches()) {
      throw SqlErrors.of(
          "42601", "PREPARE takes SELECT, INSERT, UPDATE, DELETE, MERGE and VALUES alone.");
    }
    if (byName.size() == MOST) {
      throw SqlErrors.of(
          "53400", "A connection has at most " + MOST + " prepared statements; DEALLOCATE some.");
    }
    Writer writer = new Writer(text, types, null);
    String asked = writer.written();
    if (writer.highest <= types.size() && asked.indexOf("??") < 0) {
      check.of(asked);
    }
    byName.put(name, new Prepared(text, types, Math.max(writer.highest, types.size())));
  }

  private void deallocate(String written) throws SQLException {
    if (written.equalsIgnoreCase("ALL")) {
      byName.clear();
    } else if (byName.remove(folded(written)) == null) {
      throw unknown(folded(written));
    }
  }

  private String executed(String name, List<String> values) throws SQLException {
    Prepared prepared = byName.get(name);
    if (prepared == null) {
      throw unknown(name);
    }
    if (prepared.parameters != values.size()) {
      throw SqlErrors.of(
          "42601",
          "The prepared statement \"%s\" takes %d values, not %d."
              .formatted(name, prepared.parameters, values.size()));
    }
    return new Writer(prepared.text, prepared.types, values).written();
  }

  private static SQLException unknown(String name) {
    return SqlErrors.of("26000", "There is no prepared statement \"" + name + "\".");
  }

  private static String folded(String name) {
    return name.startsWith("\"")
        ? name.substring(1, name.length() - 1).replace("\"\"", "\"")
        : name.toLowerCase(Locale.ROOT);
  }

  /** Writes a statement with values, or with question marks, for its parameters. */
  private static final class Writer {
    private final String text;
    private final List<String> types;
    private final List<String> values;
    private int highest;
    private int last;

    /** Values are null for question marks. */
    Writer(String text, List<String> types, List<String> values) {
      this.text = text;
      this.types = types;
      this.values = values;
    }

    String written() throws SQLException {
      StringBuilder out = new StringBuilder(text.length() + 100);
      int at = 0;
      while (at < text.length()) {
        int end = Passage.end(text, at);
        if (end == at) {
          end = parameter(at, out);
        } else {
          out.append(text, at, end);
        }
        if (end == at) {
          out.append(text.charAt(at));
          end++;
        }
        if (out.length() > MOST_CHARS) {
          throw SqlErrors.of("54000", "A statement has at most " + MOST_CHARS + " characters.");
        }
        at = end;
      }
      return out.toString();
    }

    /** Writes the one that begins at a place; where it ends. */
    private int parameter(int at, StringBuilder out) throws SQLException {
      int end = at + 1;
      while (end < text.length() && end - at < 6 && Character.isDigit(text.charAt(end))) {
        end++;
      }
      if (text.charAt(at) != '$' || end == at + 1 || Passage.isOfName(text, at - 1)) {
        return at;
      }
      int number = Integer.parseInt(text.substring(at + 1, end));
      if (number == 0 || number > MOST_PARAMETERS) {
        throw SqlErrors.of("42P02", "There is no parameter $" + number + ".");
      }
      highest = Math.max(highest, number);
      String value = values == null ? "?" : '(' + values.get(number - 1) + ')';
      if (values != null && hasMark(value) && number != ++last) {
        throw SqlErrors.unsupported(
            "EXECUTE with a parameter of its own for one that is not used once, in its order");
      }
      out.append(
          number <= types.size() ? "CAST(" + value + " AS " + types.get(number - 1) + ")" : value);
      return end;
    }

    private static boolean hasMark(String value) {
      int at = 0;
      while (at < value.length()) {
        int end = Passage.end(value, at);
        if (end == at && value.charAt(at) == '?') {
          return true;
        }
        at = Math.max(end, at + 1);
      }
      return false;
    }
  }
}
