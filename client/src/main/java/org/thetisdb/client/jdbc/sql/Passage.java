package org.thetisdb.client.jdbc.sql;

import java.util.ArrayList;
import java.util.List;

/** Passages of SQL's text in which nothing is code: quotes and comments. Stateless. */
public final class Passage {
  private Passage() {}

  /** The end of what begins at a place; the place itself if code goes on there. */
  public static int end(String text, int at) {
    char c = text.charAt(at);
    if (c == '\'') {
      boolean escapes = at > 0 && (text.charAt(at - 1) | 0x20) == 'e' && !isOfName(text, at - 2);
      return escapes ? endOfEscapes(text, at) : behind(text, "'", at + 1);
    }
    if (c == '"') {
      return behind(text, "\"", at + 1);
    }
    if (text.startsWith("--", at)) {
      return behind(text, "\n", at);
    }
    if (text.startsWith("/*", at)) {
      return behind(text, "*/", at + 2);
    }
    if (c == '$' && !isOfName(text, at - 1)) {
      int tag = at + 1;
      while (isOfName(text, tag) && !Character.isDigit(text.charAt(at + 1))) {
        tag++;
      }
      boolean opens = tag < text.length() && text.charAt(tag) == '$';
      return opens ? behind(text, text.substring(at, tag + 1), tag + 1) : at;
    }
    return at;
  }

  /** The parts between the commas of a list, without the brackets around it. */
  public static List<String> split(String list) {
    List<String> parts = new ArrayList<>();
    int begin = 0;
    int depth = 0;
    int at = 0;
    while (at < list.length()) {
      int end = end(list, at);
      if (end > at) {
        at = end;
        continue;
      }
      char c = list.charAt(at);
      depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
      if (c == ',' && depth == 0) {
        parts.add(list.substring(begin, at).strip());
        begin = at + 1;
      }
      at++;
    }
    parts.add(list.substring(begin).strip());
    return parts;
  }

  /** Where the bracket that opens at a place is closed; -1 if it is not. */
  public static int closing(String text, int open) {
    int depth = 0;
    int at = open;
    while (at < text.length()) {
      int end = end(text, at);
      if (end > at) {
        at = end;
        continue;
      }
      depth += text.charAt(at) == '(' ? 1 : text.charAt(at) == ')' ? -1 : 0;
      if (depth == 0) {
        return at;
      }
      at++;
    }
    return -1;
  }

  private static int endOfEscapes(String text, int at) {
    int end = at + 1;
    while (end < text.length() && text.charAt(end) != '\'') {
      end += text.charAt(end) == '\\' ? 2 : 1;
    }
    return Math.min(end + 1, text.length());
  }

  private static int behind(String text, String mark, int from) {
    int found = text.indexOf(mark, from);
    return found < 0 ? text.length() : found + mark.length();
  }

  /** Whether a letter, digit or {@code _} stands at a place. */
  public static boolean isOfName(String text, int at) {
    return at >= 0
        && at < text.length()
        && (text.charAt(at) == '_' || Character.isLetterOrDigit(text.charAt(at)));
  }
}
