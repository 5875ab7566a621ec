package org.thetisdb.sql.plan.error;

import java.util.List;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.wire.SearchPath;
import org.thetisdb.sql.parse.token.Token;
import org.thetisdb.sql.parse.token.Tokenizer;

/**
 * Finds in a statement as it was given what an error says of the text that was made of it for
 * Calcite: what is put in there moves what stands behind it. Immutable.
 */
public final class GivenPlace {
  /** So many tokens may have been put in, left out or replaced at one place. */
  private static final int MOST_CHANGED = 40;

  private final String given;
  private final String read;
  private final boolean ofParts;

  /** A place in a text, both from 1 on. */
  record Place(int line, int column) {}

  /**
   * A token.
   *
   * @param isEnd whether it is the end of the statement, which has no text
   */
  record Found(String text, boolean isEnd, Place place) {}

  /** How many tokens of each text are passed over until both go on in the same way. */
  private record Change(int read, int given) {}

  /**
   * Of a statement.
   *
   * @param read what Calcite reads
   */
  public GivenPlace(String given, String read) {
    this(given, read, false);
  }

  private GivenPlace(String given, String read, boolean ofParts) {
    this.given = SearchPath.without(given);
    this.read = read;
    this.ofParts = ofParts;
  }

  /** Of a statement whose parts are read one by one, as they stand in it. */
  public static GivenPlace ofParts(String given) {
    return new GivenPlace(given, given, true);
  }

  /** Whether a place may be that within a part. */
  boolean isOfParts() {
    return ofParts;
  }

  /** The text that Calcite reads. */
  String read() {
    return read;
  }

  /** Where the statement ends, or the semicolon behind it stands. */
  Place end() {
    List<Token> tokens = Tokenizer.tokens(given);
    int end = tokens.size() - 1;
    return placeOf(tokens.get(end > 0 && tokens.get(end - 1).isSymbol(";") ? end - 1 : end));
  }

  /**
   * Where a name stands: at the place that {@link #of} finds, or else where it first stands, since
   * clauses that Calcite does not know are read by themselves.
   */
  Place ofName(String name, int line, int column) {
    Place found = of(line, column);
    List<Place> named =
        Tokenizer.tokens(given).stream()
            .filter(token -> isName(token) && token.name().equals(name))
            .map(GivenPlace::placeOf)
            .toList();
    return named.isEmpty() || named.contains(found) ? found : named.get(0);
  }

  private static Place placeOf(Token token) {
    return new Place(token.line(), token.column());
  }

  /** The token behind the one at a place of the text that is read. */
  Found behind(int line, int column) {
    List<Token> tokens = Tokenizer.tokens(read);
    Token next = tokens.get(Math.min(at(tokens, line, column) + 1, tokens.size() - 1));
    return next.kind() == Token.Kind.END
        ? new Found("", true, end())
        : new Found(next.text(), false, of(next.line(), next.column()));
  }

  /** Where that stands in the given text which is at a place of the text that is read. */
  Place of(int line, int column) {
    try {
      return of(Tokenizer.tokens(read), Tokenizer.tokens(given), line, column);
    } catch (ThetisException e) {
      return new Place(line, column); // not even that can be cut into tokens
    }
  }

  private static Place of(List<Token> made, List<Token> written, int line, int column) {
    int target = at(made, line, column);
    int i = 0;
    int j = 0;
    while (i < target) {
      Change change = isSame(made, i, written, j) ? new Change(1, 1) : change(made, i, written, j);
      if (change == null || i + change.read() > target) {
        break;
      }
      i += change.read();
      j += change.given();
    }
    if (i == target && !isSame(made, i, written, j)) {
      Change change = change(made, i, written, j);
      j += change == null || change.read() > 0 ? 0 : change.given();
    }
    return placeOf(written.get(Math.min(j, written.size() - 1)));
  }

  /** The last token that begins at a place or before it. */
  private static int at(List<Token> tokens, int line, int column) {
    int at = 0;
    while (at + 1 < tokens.size() && isAtOrBefore(tokens.get(at + 1), line, column)) {
      at++;
    }
    return at;
  }

  private static boolean isAtOrBefore(Token token, int line, int column) {
    return token.line() < line || (token.line() == line && token.column() <= column);
  }

  private static Change change(List<Token> made, int i, List<Token> written, int j) {
    for (int all = 1; all <= MOST_CHANGED; all++) {
      for (int passed = all; passed >= 0; passed--) {
        int left = all - passed;
        if (isSame(made, i + passed, written, j + left)
            && isSame(made, i + passed + 1, written, j + left + 1)) {
          return new Change(passed, left);
        }
      }
    }
    return null;
  }

  private static boolean isSame(List<Token> made, int i, List<Token> written, int j) {
    if (i >= made.size() || j >= written.size()) {
      return i - made.size() == j - written.size();
    }
    Token one = made.get(i);
    Token other = written.get(j);
    return (isName(one) && isName(other))
        ? one.name().equals(other.name())
        : one.kind() == other.kind() && one.plain().equals(other.plain());
  }

  private static boolean isName(Token token) {
    return token.kind() == Token.Kind.WORD || token.kind() == Token.Kind.QUOTED;
  }
}
