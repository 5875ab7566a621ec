package org.thetisdb.core.wire;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.core.schema.TemporarySchema;

/**
 * The schemas in which names without a schema are looked for, in order. A client keeps its own, and
 * sends it with each statement, in a comment at the end of the text: so one text means one thing at
 * every router and site, and a session that moves to another router takes it along. Immutable.
 *
 * <p>The schema of the connection's temporary tables stands first, if it has one.
 */
public record SearchPath(List<String> schemas) {
  /** Most schemas of a path. */
  public static final int MAX_SCHEMAS = 16;

  /** The path of a text that brings none. */
  public static final SearchPath PUBLIC = new SearchPath(List.of(ObjectName.PUBLIC));

  private static final String BEGIN = "\n/*@search_path=";
  private static final String END = "*/";

  /** What may stand behind a path: other things that a text brings along. */
  private static final String OTHERS = "\n/*?";

  private static final int MAX_NAME_CHARS = 63;
  private static final Pattern PLAIN = Pattern.compile("[a-z_][a-z0-9_]{0,62}");
  private static final Pattern CODED = Pattern.compile("\\$((?:[0-9a-f]{2}){0,252})");

  /** A path; the list is copied. */
  public SearchPath {
    schemas = List.copyOf(schemas);
    if (!isShort(schemas)) {
      throw new IllegalArgumentException("a search path of " + schemas.size() + " schemas");
    }
    for (String schema : schemas) {
      if (schema.length() > MAX_NAME_CHARS) {
        throw new IllegalArgumentException("a schema's name of " + schema.length() + " characters");
      }
    }
  }

  private static boolean isShort(List<String> schemas) {
    return schemas.size() <= MAX_SCHEMAS
        || (schemas.size() == MAX_SCHEMAS + 1 && TemporarySchema.isOne(schemas.get(0)));
  }

  /** The schema of the connection's temporary tables; null if it has none. */
  public String temporary() {
    boolean first = !schemas.isEmpty() && TemporarySchema.isOne(schemas.get(0));
    return first ? schemas.get(0) : null;
  }

  /** The same path with the schema of temporary tables in front; null for none. */
  public SearchPath withTemporary(String schema) {
    List<String> all = new ArrayList<>(named());
    if (schema != null) {
      all.add(0, schema);
    }
    return new SearchPath(all);
  }

  /** The schemas without that of temporary tables, in which objects are made. */
  public List<String> named() {
    return temporary() == null ? schemas : schemas.subList(1, schemas.size());
  }

  /** The schema of temporary tables that a text names; null, and at once, for most texts. */
  public static String temporaryOf(String text) {
    boolean may = text.endsWith(END) && text.lastIndexOf(BEGIN + TemporarySchema.ALIAS) >= 0;
    return may ? of(text).temporary() : null;
  }

  /** The text with this path. */
  public String appendTo(String text) {
    if (equals(PUBLIC)) {
      return text;
    }
    StringBuilder all = new StringBuilder(text).append(BEGIN);
    String separator = "";
    for (String schema : schemas) {
      all.append(separator).append(PLAIN.matcher(schema).matches() ? schema : coded(schema));
      separator = ",";
    }
    return all.append(END).toString();
  }

  private static String coded(String schema) {
    return '$' + HexFormat.of().formatHex(schema.getBytes(StandardCharsets.UTF_8));
  }

  /** The path of a text; {@link #PUBLIC} if it brings none. */
  public static SearchPath of(String text) {
    int begin = begin(text);
    if (begin < 0) {
      return PUBLIC;
    }
    String list = text.substring(begin + BEGIN.length(), text.indexOf(END, begin));
    List<String> schemas = new ArrayList<>();
    for (String part : list.isEmpty() ? new String[0] : list.split(",", -1)) {
      Matcher coded = CODED.matcher(part);
      if (coded.matches()) {
        byte[] name = HexFormat.of().parseHex(coded.group(1));
        schemas.add(new String(name, StandardCharsets.UTF_8));
      } else if (PLAIN.matcher(part).matches()) {
        schemas.add(part);
      } else {
        return PUBLIC; // a comment of somebody else
      }
    }
    boolean fits =
        isShort(schemas) && schemas.stream().allMatch(schema -> schema.length() <= MAX_NAME_CHARS);
    return fits ? new SearchPath(schemas) : PUBLIC;
  }

  /** The text without the path that it brings. */
  public static String without(String text) {
    int begin = begin(text);
    return begin < 0
        ? text
        : text.substring(0, begin) + text.substring(text.indexOf(END, begin) + END.length());
  }

  private static int begin(String text) {
    int begin = text.endsWith(END) ? text.lastIndexOf(BEGIN) : -1;
    int end = begin < 0 ? -1 : text.indexOf(END, begin) + END.length();
    boolean last = begin >= 0 && (end == text.length() || text.startsWith(OTHERS, end));
    return last ? begin : -1;
  }

  @Override
  public String toString() {
    return String.join(", ", named());
  }
}
