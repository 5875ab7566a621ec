package org.thetisdb.sql.pattern;

import java.util.Map;

/** Reads {@code [abc]}. Not thread-safe. */
final class BracketReader {
  /** Names of characters in {@code [.name.]}, of those that are used. */
  private static final Map<String, Integer> NAMED =
      Map.of(
          "hyphen", (int) '-',
          "period", (int) '.',
          "slash", (int) '/',
          "space", (int) ' ',
          "tab", 9,
          "newline", 10,
          "left-square-bracket", (int) '[',
          "right-square-bracket", (int) ']');

  private static final int CLASS = -2;

  private final RegexCursor in;
  private final StringBuilder out;

  /** Reads behind the first bracket. */
  BracketReader(RegexCursor in, StringBuilder out) {
    this.in = in;
    this.out = out;
  }

  /** Reads it to its end. */
  void read(boolean stopsAtLine) {
    boolean negated = in.take("^");
    out.append(negated ? "[^" : "[");
    if (negated && stopsAtLine) {
      out.append("\\x{a}");
    }
    boolean first = true;
    while (first || !in.take("]")) {
      first = false;
      member();
    }
    out.append(']');
  }

  private void member() {
    int begin = element();
    int place = in.at();
    if (!in.take("-")) {
      one(begin);
      return;
    }
    if (in.peek() == ']') {
      in.backTo(place);
      one(begin);
      return;
    }
    int end = element();
    if (begin == CLASS || end == CLASS || begin > end) {
      throw RegexCursor.bad("a range of characters has no order");
    }
    one(begin);
    out.append('-');
    one(end);
  }

  private void one(int c) {
    if (c != CLASS) {
      CharacterClasses.literal(out, c);
    }
  }

  /** A character, or {@link #CLASS} for what was written at once. */
  private int element() {
    if (in.take("[:")) {
      String found = CharacterClasses.byName(named(":]"));
      if (found == null) {
        throw RegexCursor.bad("there is no such class of characters");
      }
      out.append(found);
      return CLASS;
    }
    if (in.take("[.")) {
      return collating(named(".]"));
    }
    if (in.take("[=")) {
      return collating(named("=]"));
    }
    int c = in.next();
    return c == '\\' ? escaped(in.next()) : c;
  }

  private int escaped(int c) {
    String all =
        RegexEscapes.classOf(c) == null ? RegexEscapes.otherThan(c) : RegexEscapes.classOf(c);
    if (all != null) {
      out.append(all);
      return CLASS;
    }
    int found = RegexEscapes.character(c, in);
    if (found < 0) {
      throw RegexCursor.bad("an escape has no meaning within brackets");
    }
    return found;
  }

  private String named(String end) {
    String name = in.takeUntil(end);
    if (name == null) {
      throw RegexCursor.bad("brackets are not closed");
    }
    return name;
  }

  private static int collating(String name) {
    if (!name.isEmpty() && name.codePointCount(0, name.length()) == 1) {
      return name.codePointAt(0);
    }
    Integer known = NAMED.get(name);
    if (known == null) {
      throw RegexCursor.bad("there is no such character");
    }
    return known;
  }
}
