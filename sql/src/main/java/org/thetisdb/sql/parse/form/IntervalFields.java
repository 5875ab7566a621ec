package org.thetisdb.sql.parse.form;

import java.util.List;
import java.util.Locale;
import org.thetisdb.core.value.Interval;
import org.thetisdb.core.value.Interval.Field;
import org.thetisdb.sql.parse.token.Token;

/**
 * What may stand behind INTERVAL: {@code DAY}, {@code DAY TO SECOND(3)}, {@code (3)}. Digits of the
 * second bind nobody. Immutable.
 *
 * @param last the last unit; SECOND if none is named
 * @param minuteToSecond whether it is MINUTE TO SECOND
 * @param end the first token behind it
 */
record IntervalFields(Field last, boolean minuteToSecond, int end) {
  /** Those that begin at a token; of no tokens if there are none. */
  static IntervalFields at(List<Token> tokens, int begin) {
    Field first = field(tokens.get(begin));
    if (first == null) {
      return new IntervalFields(Field.SECOND, false, behindDigits(tokens, begin));
    }
    int end = behindDigits(tokens, begin + 1);
    Field last = tokens.get(end).isWord("TO") ? field(tokens.get(end + 1)) : null;
    return last == null || last.compareTo(first) <= 0
        ? new IntervalFields(first, false, end)
        : new IntervalFields(
            last, first == Field.MINUTE && last == Field.SECOND, behindDigits(tokens, end + 2));
  }

  private static Field field(Token token) {
    if (token.kind() != Token.Kind.WORD) {
      return null;
    }
    String word = token.text().toUpperCase(Locale.ROOT);
    for (Field field : Interval.Field.values()) {
      if (field.name().equals(word)) {
        return field;
      }
    }
    return null;
  }

  private static int behindDigits(List<Token> tokens, int begin) {
    int last = tokens.size() - 1;
    if (!tokens.get(begin).isSymbol("(")
        || tokens.get(Math.min(begin + 1, last)).kind() != Token.Kind.NUMBER) {
      return begin;
    }
    for (int i = begin + 2; i <= Math.min(begin + 4, last); i++) {
      if (tokens.get(i).isSymbol(")")) {
        return i + 1;
      }
    }
    return begin;
  }
}
