package org.thetisdb.sql.function;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.calcite.linq4j.function.Deterministic;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.memory.GrowingText;
import org.thetisdb.sql.memory.StatementMemory;

/** Functions that make parts of statements, and FORMAT, as PostgreSQL has them. Stateless. */
@Deterministic
public final class FormatFunctions {
  /** Words that PostgreSQL puts into quotes as names. */
  private static final Set<String> RESERVED =
      Set.of(
          ("all analyse analyze and any array as asc asymmetric authorization between bigint binary"
                  + " bit boolean both case cast char character check coalesce collate collation"
                  + " column concurrently constraint create cross current_catalog current_date"
                  + " current_role current_schema current_time current_timestamp current_user dec"
                  + " decimal default deferrable desc distinct do else end except exists extract false"
                  + " fetch float for foreign freeze from full grant greatest group grouping having"
                  + " ilike in initially inner inout int integer intersect interval into is isnull"
                  + " join lateral leading least left like limit localtime localtimestamp national"
                  + " natural nchar none normalize not notnull null nullif numeric offset on only or"
                  + " order out outer overlaps overlay placing position precision primary real"
                  + " references returning right row select session_user setof similar smallint some"
                  + " substring symmetric table tablesample then time timestamp to trailing treat trim"
                  + " true union unique user using values varchar variadic verbose when where window"
                  + " with")
              .split(" "));

  private static final Pattern SPECIAL_IN_ROW = Pattern.compile("[\\s,()\"\\\\]");

  private FormatFunctions() {}

  /** QUOTE_LITERAL: a text as a constant of a statement. */
  public static String quoteLiteral(String text) {
    StatementMemory.atHand().requireValue(text.length() + more(text));
    String quoted = "'" + text.replace("'", "''").replace("\\", "\\\\") + "'";
    return text.indexOf('\\') < 0 ? quoted : "E" + quoted;
  }

  /** How much longer a text is as a constant. */
  private static long more(String text) {
    return text.chars().filter(c -> c == '\'' || c == '\\').count();
  }

  /** QUOTE_NULLABLE: the same, or NULL. */
  public static String quoteNullable(String text) {
    return text == null ? "NULL" : quoteLiteral(text);
  }

  /** QUOTE_IDENT: a name, in quotes if it needs them. */
  public static String quoteIdent(String name) {
    boolean plain = !name.isEmpty() && !Character.isDigit(name.charAt(0)) && name.charAt(0) != '$';
    for (int i = 0; i < name.length() && plain; i++) {
      char c = name.charAt(i);
      plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    }
    return plain && !RESERVED.contains(name.toLowerCase(Locale.ROOT))
        ? name
        : '"' + name.replace("\"", "\"\"") + '"';
  }

  /**
   * FORMAT: {@code %s}, {@code %I}, {@code %L} and {@code %%}, with places and widths.
   *
   * @param values as texts; null for NULL
   * @throws ThetisException BAD_ARGUMENT for a format that makes no sense
   */
  public static String format(String format, List<?> values) {
    return format == null ? null : new Formatter(format, values).run();
  }

  /** A row as PostgreSQL writes it: {@code (1,"two words",)}, with nothing for NULL. */
  public static String textOfRow(List<?> values) {
    GrowingText out = new GrowingText();
    String separator = "(";
    for (Object value : values) {
      out.append(separator);
      separator = ",";
      if (value != null) {
        String text = value.toString();
        boolean quoted = text.isEmpty() || SPECIAL_IN_ROW.matcher(text).find();
        out.append(quoted ? '"' + text.replace("\\", "\\\\").replace("\"", "\"\"") + '"' : text);
      }
    }
    return out.append(")").toString();
  }

  /** One run; not thread-safe. */
  private static final class Formatter {
    private final String format;
    private final List<?> values;
    private final GrowingText out = new GrowingText();
    private int at;
    private int next;

    Formatter(String format, List<?> values) {
      this.format = format;
      this.values = values;
    }

    String run() {
      while (at < format.length()) {
        char c = format.charAt(at++);
        if (c != '%') {
          out.append(c);
        } else if (peek() == '%') {
          out.append('%');
          at++;
        } else {
          specifier();
        }
      }
      return out.toString();
    }

    private char peek() {
      if (at >= format.length()) {
        throw bad("The text of FORMAT ends within a specifier; write %% for a percent sign.");
      }
      return format.charAt(at);
    }

    private void specifier() {
      int place = place();
      boolean left = false;
      while (peek() == '-') {
        left = true;
        at++;
      }
      int width = 0;
      if (peek() == '*') {
        at++;
        int of = place();
        next = of > 0 ? of : next + 1;
        Object given = value(next);
        width = given == null ? 0 : number(given.toString());
        left |= width < 0;
        width = Math.abs(width);
      } else if (Character.isDigit(peek())) {
        width = digits();
      }
      char kind = peek();
      at++;
      String text = text(kind, place > 0 ? value(place) : value(++next));
      next = place > 0 ? place : next;
      int blanks = width - TextFunctions.charLength(text);
      if (left) {
        out.append(text).repeat(' ', blanks);
      } else {
        out.repeat(' ', blanks).append(text);
      }
    }

    /** The number before a dollar sign; 0 if there is none. */
    private int place() {
      int end = at;
      while (end < format.length() && Character.isDigit(format.charAt(end))) {
        end++;
      }
      if (end == at || end >= format.length() || format.charAt(end) != '$') {
        return 0;
      }
      int place = digits();
      at++;
      if (place == 0) {
        throw bad("FORMAT counts its values from 1.");
      }
      return place;
    }

    private int digits() {
      int begin = at;
      while (at < format.length() && Character.isDigit(format.charAt(at))) {
        at++;
      }
      return number(format.substring(begin, at));
    }

    private static int number(String digits) {
      try {
        return Integer.parseInt(digits);
      } catch (NumberFormatException e) {
        throw bad("A width or place of FORMAT is no number: " + digits + ".");
      }
    }

    private Object value(int place) {
      if (place > values.size()) {
        throw bad("FORMAT has too few values: there is none with number %d.".formatted(place));
      }
      return values.get(place - 1);
    }

    private static String text(char kind, Object value) {
      return switch (kind) {
        case 's' -> value == null ? "" : value.toString();
        case 'L' -> quoteNullable((String) value);
        case 'I' -> {
          if (value == null) {
            throw ThetisException.withMessage(
                ErrorCode.NULL_NOT_ALLOWED, "NULL is no name for %I of FORMAT.");
          }
          yield quoteIdent(value.toString());
        }
        default -> throw bad("FORMAT knows %%s, %%I, %%L and %%%%, but not %%%s.".formatted(kind));
      };
    }
  }

  private static ThetisException bad(String message) {
    return ThetisException.withMessage(ErrorCode.BAD_ARGUMENT, message);
  }
}
