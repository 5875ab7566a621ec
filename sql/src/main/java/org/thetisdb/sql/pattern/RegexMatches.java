package org.thetisdb.sql.pattern;

/** The matches of a regular expression in a text, one behind the other. For one thread. */
public abstract class RegexMatches {
  private final String text;
  private int from;
  private boolean found;

  RegexMatches(String text) {
    this.text = text;
  }

  /** The text. */
  public final String text() {
    return text;
  }

  /** Has the next match looked for from a place on. */
  public final RegexMatches from(int place) {
    from = place;
    return this;
  }

  /** Goes on to the next match; whether there is one. */
  public final boolean next() {
    found = from <= text.length() && find(from);
    if (found) {
      int end = end(0);
      from = end > start(0) ? end : behind(end);
    }
    return found;
  }

  private int behind(int place) {
    return place >= text.length()
        ? text.length() + 1
        : place + Character.charCount(text.codePointAt(place));
  }

  /** Looks for the first match from a place on. */
  abstract boolean find(int place);

  /** Where a group begins; -1 if it is not in the match. Group 0 is the match. */
  public abstract int start(int group);

  /** Where a group ends. */
  public abstract int end(int group);

  /** How many groups there are, without the match. */
  public abstract int groups();

  /** What a group is; null if it is not in the match. */
  public final String group(int group) {
    int begin = start(group);
    return begin < 0 ? null : text.substring(begin, end(group));
  }
}
