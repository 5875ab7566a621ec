package org.thetisdb.sql.json;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.thetisdb.sql.memory.GrowingText;

/** Writes documents: as they are stored, with one blank behind each colon and comma. Stateless. */
final class JsonWriter {
  private static final String ESCAPED = "\"\\\b\f\n\r\t";
  private static final String LETTERS = "\"\\bfnrt";

  private JsonWriter() {}

  static String text(Object value) {
    GrowingText out = new GrowingText();
    write(value, out);
    return out.toString();
  }

  private static void write(Object value, GrowingText out) {
    if (value instanceof Map<?, ?> members) {
      String separator = "{";
      for (Map.Entry<?, ?> member : members.entrySet()) {
        out.append(separator);
        quote((String) member.getKey(), out);
        write(member.getValue(), out.append(": "));
        separator = ", ";
      }
      out.append(members.isEmpty() ? "{}" : "}");
    } else if (value instanceof List<?> elements) {
      String separator = "[";
      for (Object element : elements) {
        write(element, out.append(separator));
        separator = ", ";
      }
      out.append(elements.isEmpty() ? "[]" : "]");
    } else if (value instanceof String text) {
      quote(text, out);
    } else if (value instanceof BigDecimal number) {
      out.append(number.toPlainString());
    } else {
      out.append(value == JsonNull.NULL ? "null" : value.toString());
    }
  }

  private static void quote(String text, GrowingText out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      int place = c < ' ' || c == '"' || c == '\\' ? ESCAPED.indexOf(c) : -2;
      if (place >= 0) {
        out.append('\\').append(LETTERS.charAt(place));
      } else if (place == -1) {
        out.append("\\u%04x".formatted((int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }

  /** The same for people, each member and element in a line of its own. */
  static String pretty(Object value) {
    GrowingText out = new GrowingText();
    pretty(value, 0, out);
    return out.toString();
  }

  private static void pretty(Object value, int depth, GrowingText out) {
    if (value instanceof Map<?, ?> members && !members.isEmpty()) {
      String separator = "{";
      for (Map.Entry<?, ?> member : members.entrySet()) {
        line(out.append(separator), depth + 1);
        quote((String) member.getKey(), out);
        pretty(member.getValue(), depth + 1, out.append(": "));
        separator = ",";
      }
      line(out, depth).append('}');
    } else if (value instanceof List<?> elements && !elements.isEmpty()) {
      String separator = "[";
      for (Object element : elements) {
        line(out.append(separator), depth + 1);
        pretty(element, depth + 1, out);
        separator = ",";
      }
      line(out, depth).append(']');
    } else {
      write(value, out);
    }
  }

  private static GrowingText line(GrowingText out, int depth) {
    return out.append('\n').repeat(' ', 4L * depth);
  }
}
