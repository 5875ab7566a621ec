package org.thetisdb.sql.type;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A statement with the types that clients' values brought for parameters which it leaves open. They
 * stand in a comment at the end of the text, so that one text stands for one plan everywhere. A
 * text whose comment cannot be read has none. Immutable.
 *
 * @param types by parameter, counted from 0
 * @param sequences for parameters that name a sequence, the name
 */
public record TypedText(Map<Integer, SqlType> types, Map<Integer, String> sequences) {
  /** No type is known beforehand. */
  public static final TypedText NONE = new TypedText(Map.of(), Map.of());

  private static final String BEGIN = "\n/*?";
  private static final int MAX_CHARS = 1 << 16;
  private static final Pattern PART =
      Pattern.compile("(\\d{1,4}) (?:=([0-9a-f]*)|([A-Z]{1,20}(?:\\[\\])?) (\\d{1,3}) (\\d{1,3}))");

  /** The text with these. */
  public String appendTo(String text) {
    StringBuilder all = new StringBuilder(text).append(BEGIN);
    String separator = "";
    for (Map.Entry<Integer, SqlType> entry : new TreeMap<>(types).entrySet()) {
      SqlType type = entry.getValue();
      all.append(separator).append(entry.getKey()).append(' ').append(type.bareName());
      all.append(' ').append(type.precision()).append(' ').append(type.scale());
      separator = ",";
    }
    for (Map.Entry<Integer, String> entry : new TreeMap<>(sequences).entrySet()) {
      byte[] name = entry.getValue().getBytes(StandardCharsets.UTF_8);
      all.append(separator).append(entry.getKey()).append(" =");
      all.append(HexFormat.of().formatHex(name));
      separator = ",";
    }
    return all.append("*/").toString();
  }

  /** Those of some parameters, which are counted anew. */
  public TypedText of(List<Integer> parameters) {
    if (types.isEmpty() && sequences.isEmpty()) {
      return NONE;
    }
    Map<Integer, SqlType> ownTypes = new TreeMap<>();
    Map<Integer, String> ownSequences = new TreeMap<>();
    for (int i = 0; i < parameters.size(); i++) {
      if (types.containsKey(parameters.get(i))) {
        ownTypes.put(i, types.get(parameters.get(i)));
      }
      if (sequences.containsKey(parameters.get(i))) {
        ownSequences.put(i, sequences.get(parameters.get(i)));
      }
    }
    return new TypedText(ownTypes, ownSequences);
  }

  /** Those of a text. */
  public static TypedText of(String text) {
    int begin = text.endsWith("*/") ? text.lastIndexOf(BEGIN) : -1;
    if (begin < 0 || text.length() - begin > MAX_CHARS) {
      return NONE;
    }
    Map<Integer, SqlType> types = new TreeMap<>();
    Map<Integer, String> sequences = new TreeMap<>();
    for (String part : text.substring(begin + BEGIN.length(), text.length() - 2).split(",", -1)) {
      Matcher matcher = PART.matcher(part);
      if (!matcher.matches()) {
        return NONE;
      }
      int parameter = Integer.parseInt(matcher.group(1));
      if (matcher.group(2) != null) {
        if (matcher.group(2).length() % 2 != 0) {
          return NONE;
        }
        byte[] name = HexFormat.of().parseHex(matcher.group(2));
        sequences.put(parameter, new String(name, StandardCharsets.UTF_8));
      } else {
        SqlType type =
            SqlType.ofName(
                matcher.group(3),
                Integer.parseInt(matcher.group(4)),
                Integer.parseInt(matcher.group(5)));
        if (type == null) {
          return NONE;
        }
        types.put(parameter, type);
      }
    }
    return new TypedText(types, sequences);
  }
}
