package org.thetisdb.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers for the keys and values of a file that are texts. They lie above all other numbers. */
final class TextNumbers {
  private static final long FIRST = HistorySink.MAX_NUMBER + 1;
  private static final int MOST = 1 << 26;

  private final Map<String, Long> numbers = new HashMap<>();
  private final List<String> texts = new ArrayList<>();

  /** The number of a text, the same each time. */
  long numberOf(String text) {
    Long known = numbers.get(text);
    if (known != null) {
      return known;
    }
    if (texts.size() == MOST) {
      throw new HistoryException("there are more than " + MOST + " different texts.");
    }
    long number = FIRST + texts.size();
    numbers.put(text, number);
    texts.add(text);
    return number;
  }

  /** A number as it was written: a text in quotes, or the number itself. */
  String describe(long number) {
    boolean text = number >= FIRST && number < FIRST + texts.size();
    return text ? '"' + texts.get((int) (number - FIRST)) + '"' : Long.toString(number);
  }
}
