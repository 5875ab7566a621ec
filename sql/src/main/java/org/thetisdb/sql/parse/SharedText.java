package org.thetisdb.sql.parse;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.parse.token.Token;
import org.thetisdb.sql.parse.token.Tokenizer;

/**
 * A statement whose constants were taken out of its text, so that all statements that differ in
 * nothing else share one. Only constants that are compared, listed behind IN or VALUES, or set are
 * taken: elsewhere a constant may say what the statement means, as in ORDER BY 1. For statements
 * without parameters; immutable.
 */
public final class SharedText {
  /** Longer texts are compiled as they are. */
  private static final int LONGEST_CHARS = 8 << 10;

  private static final int MOST_VALUES = 256;

  private final String written;
  private final List<Constant> constants;
  private final String text;

  /** What the place of a constant wants of the type that it has as a parameter. */
  public enum Kind {
    /** A number beside numbers. */
    NUMBER,
    /** A text beside what texts are read as. */
    TEXT,
    /** A number that is added, so that the type of the sum depends on it. */
    ADDED,
    /** A date, with that word before it. */
    DATE
  }

  /**
   * A constant.
   *
   * @param begin where it begins in the text
   * @param end where it ends, exclusive
   * @param value in a client's form
   */
  public record Constant(int begin, int end, Object value, Kind kind) {}

  private SharedText(String written, List<Constant> constants) {
    this.written = written;
    this.constants = constants;
    StringBuilder shared = new StringBuilder(written.length());
    int copied = 0;
    for (Constant constant : constants) {
      shared.append(written, copied, constant.begin).append('?');
      copied = constant.end;
    }
    this.text = shared.append(written, copied, written.length()).toString();
  }

  /** The text without its constants; null if it has none that can be taken, or has parameters. */
  public static SharedText of(String text) {
    return of(text, Set.of());
  }

  /**
   * The same, but for some constants that may say how rows are found.
   *
   * @param kept constants that stay, as they are written
   */
  public static SharedText of(String text, Set<String> kept) {
    if (text.length() > LONGEST_CHARS || !mayHold(text)) {
      return null;
    }
    List<Constant> constants;
    try {
      constants = new ConstantReader(Tokenizer.tokens(text), kept).read();
    } catch (PlainReader.NotPlain | ThetisException e) {
      return null;
    }
    return constants.isEmpty() || constants.size() > MOST_VALUES
        ? null
        : new SharedText(text, List.copyOf(constants));
  }

  /** A first look, before the text is cut into tokens. */
  private static boolean mayHold(String text) {
    boolean constant = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '?') {
        return false;
      }
      constant |= c == '\'' || (c >= '0' && c <= '9');
    }
    return constant;
  }

  /** The constants of an expression, as they are written. */
  public static Set<String> constantsOf(String expressionSql) {
    Set<String> constants = new TreeSet<>();
    for (Token token : Tokenizer.tokens(expressionSql)) {
      if (ConstantReader.isConstant(token)) {
        constants.add(token.text());
      }
    }
    return constants;
  }

  /** With a parameter in place of each constant. */
  public String text() {
    return text;
  }

  /** What was taken out, in order. */
  public List<Constant> constants() {
    return constants;
  }

  /** The values that stood there. */
  public Object[] values() {
    return constants.stream().map(Constant::value).toArray();
  }

  /**
   * The text with some of its constants as they were written.
   *
   * @param staying these, counted from 0
   * @return null if that are all
   */
  public SharedText without(BitSet staying) {
    List<Constant> others = new ArrayList<>();
    for (int i = 0; i < constants.size(); i++) {
      if (!staying.get(i)) {
        others.add(constants.get(i));
      }
    }
    return others.isEmpty() ? null : new SharedText(written, List.copyOf(others));
  }
}
