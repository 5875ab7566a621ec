package org.thetisdb.sql.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.calcite.linq4j.function.Deterministic;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * Paths of SQL/JSON as far as they name places: {@code $.a."b c"[*][0][last][1 to 2].*}, in lax
 * mode, in which an array is opened where a member is asked for and a value counts as an array of
 * itself. Filters, methods and {@code strict} are refused. Stateless.
 */
@Deterministic
public final class JsonPathFunctions {
  private static final int MOST_STEPS = 100;

  private JsonPathFunctions() {}

  /** {@code jsonb_path_exists(doc, path)}. */
  public static boolean exists(Json json, String path) {
    return !found(json, path).isEmpty();
  }

  /** {@code jsonb_path_query_first(doc, path)}; null if there is nothing. */
  public static Json first(Json json, String path) {
    List<Object> found = found(json, path);
    return found.isEmpty() ? null : Json.ofValue(found.get(0));
  }

  /** {@code jsonb_path_query_array(doc, path)}. */
  public static Json all(Json json, String path) {
    return Json.ofValue(found(json, path));
  }

  /** {@code jsonb_path_query(doc, path)}, for a table of what is found. */
  public static List<Json> each(Json json, String path) {
    List<Json> each = new ArrayList<>();
    found(json, path).forEach(value -> each.add(Json.ofValue(value)));
    return each;
  }

  private static List<Object> found(Json json, String path) {
    List<Object> found = new ArrayList<>(List.of(json.value()));
    for (Step step : new Reader(path).steps()) {
      List<Object> next = new ArrayList<>();
      found.forEach(value -> step.from(value, next));
      found = next;
    }
    return found;
  }

  /** One step of a path. */
  private sealed interface Step {
    void from(Object value, List<Object> into);
  }

  /** A member, or with a name that is null all of them. */
  private record Member(String name) implements Step {
    @Override
    public void from(Object value, List<Object> into) {
      if (value instanceof List<?> elements) {
        elements.forEach(element -> ofObject(element, into));
      } else {
        ofObject(value, into);
      }
    }

    private void ofObject(Object value, List<Object> into) {
      if (!(value instanceof Map<?, ?> members)) {
        return;
      }
      if (name == null) {
        into.addAll(members.values());
      } else if (members.containsKey(name)) {
        into.add(members.get(name));
      }
    }
  }

  /** Elements; places below 0 are counted from behind the last. */
  private record Elements(int first, int last) implements Step {
    @Override
    public void from(Object value, List<Object> into) {
      List<?> elements = value instanceof List<?> list ? list : List.of(value);
      int begin = first < 0 ? elements.size() + first : first;
      int end = last < 0 ? elements.size() + last : last;
      for (int i = Math.max(0, begin); i <= Math.min(end, elements.size() - 1); i++) {
        into.add(elements.get(i));
      }
    }
  }

  /** Reads a path; not thread-safe. */
  private static final class Reader {
    private final String path;
    private int at;

    Reader(String path) {
      this.path = path;
    }

    List<Step> steps() {
      List<Step> steps = new ArrayList<>();
      skip();
      if (path.startsWith("lax", at)) {
        at += "lax".length();
        skip();
      }
      if (path.startsWith("strict", at)) {
        throw unsupported();
      }
      expect('$');
      skip();
      while (at < path.length()) {
        if (steps.size() == MOST_STEPS) {
          throw bad("has more than " + MOST_STEPS + " steps");
        }
        steps.add(step());
        skip();
      }
      return steps;
    }

    private Step step() {
      if (take('.')) {
        skip();
        if (take('*')) {
          if (at < path.length() && path.charAt(at) == '*') {
            throw unsupported();
          }
          return new Member(null);
        }
        Step member = new Member(name());
        skip();
        if (at < path.length() && path.charAt(at) == '(') {
          throw unsupported();
        }
        return member;
      }
      if (!take('[')) {
        throw at < path.length() && "?+-*/%=<>!&|@".indexOf(path.charAt(at)) >= 0
            ? unsupported()
            : bad("makes no sense at character " + (at + 1));
      }
      skip();
      Step elements;
      if (take('*')) {
        elements = new Elements(0, -1);
      } else {
        int first = subscript();
        skip();
        int last = first;
        if (path.startsWith("to", at)) {
          at += 2;
          skip();
          last = subscript();
        }
        elements = new Elements(first, last);
      }
      skip();
      if (at < path.length() && path.charAt(at) != ']') {
        throw unsupported();
      }
      expect(']');
      return elements;
    }

    private int subscript() {
      if (path.startsWith("last", at)) {
        at += "last".length();
        return -1;
      }
      int begin = at;
      while (at < path.length() && Character.isDigit(path.charAt(at))) {
        at++;
      }
      if (at == begin) {
        throw unsupported();
      }
      if (at - begin > 9) {
        throw bad("has a place that is too high");
      }
      return Integer.parseInt(path, begin, at, 10);
    }

    private String name() {
      if (take('"')) {
        int begin = at;
        while (at < path.length() && path.charAt(at) != '"') {
          if (path.charAt(at) == '\\') {
            throw unsupported();
          }
          at++;
        }
        expect('"');
        return path.substring(begin, at - 1);
      }
      int begin = at;
      while (at < path.length()
          && (Character.isLetterOrDigit(path.charAt(at)) || path.charAt(at) == '_')) {
        at++;
      }
      if (at == begin || Character.isDigit(path.charAt(begin))) {
        throw bad("has no name at character " + (begin + 1));
      }
      return path.substring(begin, at);
    }

    private boolean take(char wanted) {
      boolean there = at < path.length() && path.charAt(at) == wanted;
      at += there ? 1 : 0;
      return there;
    }

    private void expect(char wanted) {
      if (!take(wanted)) {
        throw bad("has no \"" + wanted + "\" at character " + (at + 1));
      }
    }

    private void skip() {
      while (at < path.length() && Character.isWhitespace(path.charAt(at))) {
        at++;
      }
    }

    private static ThetisException unsupported() {
      return new ThetisException(
          ErrorCode.NOT_SUPPORTED,
          "A JSON path with filters, methods, calculations, ** or strict; one of members and elements, such as $.a.b[*],");
    }

    private static ThetisException bad(String problem) {
      return ThetisException.withMessage(
          ErrorCode.BAD_JSON, "The JSON path %s.".formatted(problem));
    }
  }
}
