package org.thetisdb.sql.plan.error;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.parser.babel.ParseException;
import org.apache.calcite.sql.parser.babel.Token;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.plan.error.GivenPlace.Place;

/** Says what is wrong with a text that Calcite's grammar does not have, and where. Stateless. */
public final class SyntaxErrors {
  private static final int MAX_EXPECTED = 8;
  private static final int MAX_SHOWN_CHARS = 40;
  private static final int END = 0;
  private static final Pattern KEYWORD =
      Pattern.compile("^Incorrect syntax near the keyword '([^']*)'");

  private SyntaxErrors() {}

  /**
   * The error.
   *
   * @param given where its places are in what people wrote; null if the text was read as it is
   */
  public static ThetisException of(SqlParseException e, GivenPlace given) {
    if (e.getCause() instanceof StackOverflowError) {
      return new ThetisException(ErrorCode.STATEMENT_TOO_LARGE, "expressions nested too deep")
          .causedBy(e);
    }
    if (e.getCause() instanceof ParseException parsing && parsing.currentToken != null) {
      return ofToken(parsing, given).causedBy(e);
    }
    Matcher keyword = KEYWORD.matcher(String.valueOf(e.getMessage()));
    ThetisException error =
        given != null && keyword.find() ? ofKeyword(e, keyword.group(1), given) : ofText(e, given);
    return error.causedBy(e);
  }

  /** Where a name could stand, Calcite names a keyword, though what follows it may be wrong. */
  private static ThetisException ofKeyword(SqlParseException e, String keyword, GivenPlace given) {
    int line = e.getPos().getLineNum();
    int column = e.getPos().getColumnNum();
    String image = '"' + keyword.toUpperCase(Locale.ROOT) + '"';
    boolean begins =
        Stream.of(e.getExpectedTokenSequences())
            .anyMatch(each -> each.length > 1 && e.getTokenImages()[each[0]].equals(image));
    if (!begins) {
      return unexpected(keyword, given.of(line, column), "");
    }
    GivenPlace.Found next = given.behind(line, column);
    return next.isEnd() ? tooShort(next.place(), "") : unexpected(next.text(), next.place(), "");
  }

  /**
   * Calcite names the first of some tokens that it has looked at; the one that is wrong is named.
   */
  private static ThetisException ofToken(ParseException e, GivenPlace given) {
    List<int[]> going =
        e.expectedTokenSequences == null ? List.of() : List.of(e.expectedTokenSequences);
    Token token = e.currentToken.next;
    int depth = 0;
    while (token.kind != END && token.next != null) {
      List<int[]> further = begunBy(going, depth, token.kind).toList();
      if (further.isEmpty()) {
        break;
      }
      going = further;
      token = token.next;
      depth++;
    }
    String expected = expected(going, depth, e.tokenImage);
    if (token.kind == END) {
      Place place = given == null ? new Place(token.beginLine, token.beginColumn + 1) : given.end();
      return tooShort(place, expected);
    }
    return unexpected(token.image, placeOf(given, token.beginLine, token.beginColumn), expected);
  }

  private static ThetisException tooShort(Place place, String expected) {
    return error(
        place, "the statement ends " + (expected.isEmpty() ? "too early" : "here") + expected);
  }

  private static ThetisException unexpected(String token, Place place, String expected) {
    String hint = token.equals(";") ? "; send statements one by one" : expected;
    return error(place, '"' + shortened(token) + "\" is not expected here" + hint);
  }

  private static Stream<int[]> begunBy(List<int[]> sequences, int depth, int kind) {
    return sequences.stream().filter(each -> each.length > depth && each[depth] == kind);
  }

  private static String expected(List<int[]> sequences, int depth, String[] images) {
    Collection<String> names = new TreeSet<>();
    for (int[] sequence : sequences) {
      if (sequence.length > depth) {
        names.add(shown(images[sequence[depth]].replaceAll("[\"<>]", "")));
      }
    }
    return names.isEmpty() || names.size() > MAX_EXPECTED
        ? ""
        : "; expected: " + String.join(", ", names);
  }

  /** Kinds of tokens are named in words, not by the names that the grammar has for them. */
  private static String shown(String token) {
    if (token.endsWith("IDENTIFIER")) {
      return "a name";
    }
    return token.endsWith("LITERAL") ? "a constant" : token;
  }

  private static ThetisException ofText(SqlParseException e, GivenPlace given) {
    SqlParserPos position = e.getPos();
    int line = position == null ? 1 : position.getLineNum();
    int column = position == null ? 1 : position.getColumnNum();
    String message = CalciteErrors.firstLine(e.getMessage());
    if (given != null && message.startsWith("Lexical error")) {
      message = '"' + characterAt(given.read(), line, column) + "\" is not expected here";
    }
    String bare = message.replaceFirst(" at line \\d+, column \\d+.*$", "");
    return error(
        placeOf(given, line, column),
        bare.endsWith(".") ? bare.substring(0, bare.length() - 1) : bare);
  }

  /** The character there; the last one of the line if only what would follow it is missing. */
  private static String characterAt(String text, int line, int column) {
    String of = text.lines().skip(line - 1L).findFirst().orElse("");
    return of.isEmpty()
        ? ""
        : Character.toString(of.codePointAt(Math.min(column, of.length()) - 1));
  }

  private static Place placeOf(GivenPlace given, int line, int column) {
    return given == null ? new Place(line, column) : given.of(line, column);
  }

  private static String shortened(String text) {
    return text.length() > MAX_SHOWN_CHARS ? text.substring(0, MAX_SHOWN_CHARS) + "…" : text;
  }

  private static ThetisException error(Place place, String problem) {
    return new ThetisException(ErrorCode.SQL_SYNTAX, place.line(), place.column(), problem + ".");
  }
}
