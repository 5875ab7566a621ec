package org.thetisdb.sql.pattern;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;

/**
 * Reads PostgreSQL's advanced regular expressions and writes them in words that mean the same to
 * RE2/J and to Java's engine, whatever these would make of the text itself. Counts states while it
 * reads, so that a short text of nested repetitions does not become a large automaton. For one
 * expression; not thread-safe.
 */
final class RegexReader {
  private static final int MOST_STATES = 20_000;
  private static final int MOST_CHARACTERS = 200_000;
  private static final int DEEPEST = 200;

  /** PostgreSQL's, too. */
  private static final int MOST_REPETITIONS = 255;

  private static final int NO_END = -1;
  private static final String IN_WORD = "[" + CharacterClasses.WORD + "]";
  private static final String BEGINS_WORD = "(?<!" + IN_WORD + ")(?=" + IN_WORD + ")";
  private static final String ENDS_WORD = "(?<=" + IN_WORD + ")(?!" + IN_WORD + ")";
  private static final String WITHIN_WORD = "(?<=" + IN_WORD + ")(?=" + IN_WORD + ")";
  private static final String OUT_OF_WORD = "(?<!" + IN_WORD + ")(?!" + IN_WORD + ")";

  /** One that was opened, and what comes before it. */
  private record Group(int number, long sizeBefore, boolean constraint) {}

  private final RegexCursor in;
  private final RegexOptions options;
  private final StringBuilder out = new StringBuilder();
  private final Deque<Group> open = new ArrayDeque<>();
  private final BitSet closed = new BitSet();
  private int groups;
  private boolean backtracks;
  private boolean lazy;

  /** States of what was read of the innermost group. */
  private long size;

  /** States of the part that a quantifier would repeat; -1 if there is none. */
  private long lastSize = NO_END;

  private RegexReader(String regex, RegexOptions options) {
    this.in = new RegexCursor(regex);
    this.options = options;
  }

  /** Reads an expression with options. */
  static RegexForm read(String regex, String flags) {
    if (regex.length() > MOST_CHARACTERS) {
      throw RegexCursor.tooLarge();
    }
    RegexReader reader = new RegexReader(regex, RegexOptions.of(flags));
    reader.directives();
    if (reader.options.literal()) {
      reader.literally();
    } else {
      reader.all();
    }
    return new RegexForm(
        reader.out.toString(),
        reader.backtracks,
        reader.lazy,
        reader.options.insensitive(),
        (int) Math.min(Integer.MAX_VALUE, reader.size));
  }

  /** {@code ***:}, {@code ***=} and {@code (?i)} at the beginning. */
  private void directives() {
    if (in.take("***=")) {
      options.beLiteral();
      return;
    }
    in.take("***:"); // an advanced expression, as all are
    int place = in.at();
    if (options.literal() || !in.take("(?") || !isLetter(in.peek())) {
      in.backTo(place);
      return;
    }
    while (!in.take(")")) {
      int option = in.next();
      if (!isLetter(option) || option == 'g') {
        throw RegexCursor.bad("an option in it is unknown");
      }
      options.add((char) option);
    }
  }

  private static boolean isLetter(int c) {
    return c >= 'a' && c <= 'z';
  }

  private void literally() {
    while (!in.atEnd()) {
      CharacterClasses.literal(out, in.next());
      size++;
    }
  }

  private void all() {
    while (!in.atEnd()) {
      next(in.next());
    }
    if (!open.isEmpty()) {
      throw RegexCursor.bad("parentheses are not closed");
    }
    requireSmall(size);
  }

  private static void requireSmall(long states) {
    if (states > MOST_CHARACTERS) {
      throw RegexCursor.tooLarge();
    }
  }

  private void next(int c) {
    switch (c) {
      case '|' -> {
        out.append('|');
        size++;
        lastSize = NO_END;
      }
      case '(' -> opened();
      case ')' -> closed();
      case '[' -> bracket();
      case '.' -> atom(options.dotStopsAtLine() ? "[^\\x{a}]" : ".", 1);
      case '^' -> constraint(beginning());
      case '$' -> constraint(ending());
      case '*', '+', '?' -> quantified(c == '+' ? 1 : 0, c == '?' ? 1 : NO_END, "" + (char) c);
      case '{' -> brace();
      case '\\' -> escape(in.next());
      default -> plain(c);
    }
  }

  private void plain(int c) {
    if (options.expanded() && Character.isWhitespace(c)) {
      return;
    }
    if (options.expanded() && c == '#') {
      if (in.takeUntil("\n") == null) {
        in.rest();
      }
      return;
    }
    literal(c);
  }

  private void literal(int c) {
    CharacterClasses.literal(out, c);
    end(1);
  }

  private void end(long states) {
    size += states;
    lastSize = states;
  }

  private void atom(String written, long states) {
    out.append(written);
    end(states);
  }

  /** Something that no quantifier may follow. */
  private void constraint(String written) {
    out.append(written);
    size++;
    lastSize = NO_END;
  }

  private String beginning() {
    return options.anchorsAtLines() ? "(?m:^)" : "\\A";
  }

  private String ending() {
    return options.anchorsAtLines() ? "(?m:$)" : "\\z";
  }

  private void bracket() {
    if (in.take("[:<:]]")) {
      lookAround(BEGINS_WORD);
      return;
    }
    if (in.take("[:>:]]")) {
      lookAround(ENDS_WORD);
      return;
    }
    new BracketReader(in, out).read(options.dotStopsAtLine());
    end(2);
  }

  private void lookAround(String written) {
    backtracks = true;
    constraint("(?:" + written + ")");
  }

  private void opened() {
    if (in.take("?#")) {
      if (in.takeUntil(")") == null) {
        throw RegexCursor.bad("a comment is not closed");
      }
      return;
    }
    if (open.size() == DEEPEST) {
      throw RegexCursor.tooLarge();
    }
    String opening = opening();
    boolean constraint = opening.length() > 2 && !opening.equals("(?:");
    backtracks |= constraint;
    int number = opening.equals("(") ? ++groups : 0;
    open.push(new Group(number, size, constraint));
    out.append(opening);
    size = 0;
    lastSize = NO_END;
  }

  private String opening() {
    if (!in.take("?")) {
      return "(";
    }
    for (String kind : new String[] {":", "=", "!", "<=", "<!"}) {
      if (in.take(kind)) {
        return "(?" + kind;
      }
    }
    throw RegexCursor.bad("parentheses with a question mark begin in no known way");
  }

  private void closed() {
    if (open.isEmpty()) {
      throw RegexCursor.bad("parentheses are not opened");
    }
    Group group = open.pop();
    out.append(')');
    long states = size + 2;
    size = group.sizeBefore() + states;
    lastSize = group.constraint() ? NO_END : states;
    if (group.number() > 0) {
      closed.set(group.number());
    }
  }

  /** {@code {m,n}}; a brace before anything but a digit means itself. */
  private void brace() {
    int place = in.at();
    int from = in.digits(10, 1, 9);
    if (from < 0) {
      in.backTo(place);
      literal('{');
      return;
    }
    int to = from;
    if (in.take(",")) {
      to = in.digits(10, 1, 9);
    }
    if (!in.take("}")) {
      throw RegexCursor.bad("braces are not closed");
    }
    if (from > MOST_REPETITIONS || to > MOST_REPETITIONS || (to >= 0 && to < from)) {
      throw RegexCursor.bad("a number of repetitions is from 0 to " + MOST_REPETITIONS);
    }
    String written = to < 0 ? "{" + from + ",}" : "{" + from + "," + to + "}";
    quantified(from, to, written);
  }

  private void quantified(int from, int to, String written) {
    if (lastSize < 0) {
      throw RegexCursor.bad("there is nothing before a quantifier");
    }
    long states = lastSize * Math.max(1, Math.max(from, to)) + 2;
    size += states - lastSize;
    if (states > MOST_STATES || size > MOST_CHARACTERS) {
      throw RegexCursor.tooLarge();
    }
    out.append(written);
    if (in.take("?")) {
      lazy = true;
      out.append('?');
    }
    lastSize = NO_END;
  }

  private void escape(int c) {
    String all = RegexEscapes.classOf(c);
    String others = all == null ? classTurned(c) : null;
    if (all != null) {
      atom("[" + all + "]", 2);
    } else if (others != null) {
      atom(others, 2);
    } else if (!constrained(c)) {
      character(c);
    }
  }

  private String classTurned(int c) {
    if (RegexEscapes.otherThan(c) == null) {
      return null;
    }
    String stops = options.dotStopsAtLine() && c != 'S' ? "\\x{a}" : "";
    return "[^" + stops + RegexEscapes.classOf(Character.toLowerCase(c)) + "]";
  }

  private boolean constrained(int c) {
    switch (c) {
      case 'A' -> constraint("\\A");
      case 'Z' -> constraint("\\z");
      case 'm' -> lookAround(BEGINS_WORD);
      case 'M' -> lookAround(ENDS_WORD);
      case 'y' -> lookAround(BEGINS_WORD + "|" + ENDS_WORD);
      case 'Y' -> lookAround(WITHIN_WORD + "|" + OUT_OF_WORD);
      default -> {
        return false;
      }
    }
    return true;
  }

  private void character(int c) {
    if (c >= '1' && c <= '9') {
      reference(c - '0');
      return;
    }
    int found = RegexEscapes.character(c, in);
    if (found < 0) {
      throw RegexCursor.bad("an escape has no meaning");
    }
    literal(found);
  }

  /** {@code \12} is a group if there are as many, and else a character in octal digits. */
  private void reference(int digit) {
    int place = in.at();
    int more = in.digits(10, 1, 2);
    int tens = more < 0 ? digit : Integer.parseInt(digit + more(place));
    if (more >= 0 && tens <= groups) {
      refer(tens);
      return;
    }
    in.backTo(place);
    if (more >= 0 && digit < 8 && in.digits(8, 1, 1) >= 0) {
      in.backTo(place);
      literal(digit * pow8(place) + in.digits(8, 0, 2));
      return;
    }
    in.backTo(place);
    refer(digit);
  }

  private String more(int place) {
    int end = in.at();
    in.backTo(place);
    StringBuilder digits = new StringBuilder();
    while (in.at() < end) {
      digits.appendCodePoint(in.next());
    }
    return digits.toString();
  }

  private int pow8(int place) {
    in.digits(8, 0, 2);
    int count = in.at() - place;
    in.backTo(place);
    return 1 << (3 * count);
  }

  private void refer(int group) {
    if (!closed.get(group)) {
      throw RegexCursor.bad("it refers to a group that is not there");
    }
    backtracks = true;
    atom("(?:\\" + group + ")", 2);
  }
}
