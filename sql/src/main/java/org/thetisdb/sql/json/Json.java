package org.thetisdb.sql.json;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.memory.HeldBytes;
import org.thetisdb.sql.memory.Sized;

/**
 * A document of JSON as a value: like jsonb of PostgreSQL it has no blanks, order of members or
 * members twice that anybody could see, and two that say the same are equal. Its text is the form
 * that rows store and clients get. Immutable, safe for all threads.
 */
public final class Json implements Comparable<Json>, Sized {
  /** The null of JSON. */
  public static final Json NULL = new Json(null, JsonNull.NULL);

  /** Either may be missing and is made of the other one when it is asked for, perhaps twice. */
  private String text;

  private Object value;

  /** What the value takes; 0 until that is asked for. */
  private long valueBytes;

  private Json(String text, Object value) {
    this.text = text;
    this.value = value;
  }

  /**
   * The document that a text is.
   *
   * @throws org.thetisdb.core.error.ThetisException BAD_JSON if it is none
   */
  public static Json parse(String text) {
    return new Json(null, JsonText.read(text));
  }

  /** The document with this {@link #text}, which was such a text before. */
  public static Json ofStored(String text) {
    return new Json(text, null);
  }

  /** A document that is a text. */
  public static Json ofText(String text) {
    return new Json(null, text);
  }

  /** A document that is a number. */
  public static Json of(BigDecimal number) {
    return new Json(null, number.scale() < 0 ? number.setScale(0) : number);
  }

  /** A document that is true or false. */
  public static Json of(boolean truth) {
    return new Json(null, truth);
  }

  /** An array; null stands for the null of JSON. */
  public static Json ofElements(Collection<Json> elements) {
    List<Object> values = new ArrayList<>(elements.size());
    elements.forEach(element -> values.add(ofNullable(element).value()));
    return built(values);
  }

  /** An object; null as a value stands for the null of JSON. */
  public static Json ofMembers(Map<String, Json> members) {
    Map<String, Object> values = new TreeMap<>(JsonOrder.NAMES);
    members.forEach((name, member) -> values.put(name, ofNullable(member).value()));
    return built(values);
  }

  private static Json ofNullable(Json json) {
    return json == null ? NULL : json;
  }

  /** A part of a document. */
  static Json ofValue(Object value) {
    return new Json(null, value);
  }

  /** What was put together of parts, and may be nested too deep to be read again. */
  static Json built(Object value) {
    if (isDeeper(value, JsonText.MAX_DEPTH)) {
      throw ThetisException.withMessage(
          ErrorCode.BAD_JSON,
          "The JSON would be nested more than " + JsonText.MAX_DEPTH + " deep.");
    }
    return new Json(null, value);
  }

  private static boolean isDeeper(Object value, int levels) {
    Collection<?> parts =
        value instanceof Map<?, ?> members
            ? members.values()
            : value instanceof List<?> elements ? elements : null;
    if (parts == null || levels == 0) {
      return parts != null;
    }
    for (Object part : parts) {
      if (isDeeper(part, levels - 1)) {
        return true;
      }
    }
    return false;
  }

  /** What it is: Map, List, String, BigDecimal, Boolean or JsonNull; nobody changes it. */
  Object value() {
    Object present = value;
    if (present == null) {
      present = JsonText.read(text);
      value = present;
    }
    return present;
  }

  /** The text that is stored, which is the same for documents of equal form. */
  public String text() {
    String present = text;
    if (present == null) {
      present = JsonWriter.text(value);
      text = present;
    }
    return present;
  }

  @Override
  public long heldBytes() {
    Object present = value;
    if (present != null && valueBytes == 0) {
      valueBytes = HeldBytes.ofValue(present);
    }
    return valueBytes + (text == null ? 0 : HeldBytes.ofText(text));
  }

  /**
   * What {@code ->>} gives: a text without its quotes, null for null, all else as it is written.
   */
  public String plainText() {
    Object present = value();
    if (present == JsonNull.NULL) {
      return null;
    }
    return present instanceof String string ? string : text();
  }

  /** The number, text or truth that it is; null if it is none of these. */
  public Object scalar() {
    Object present = value();
    return present instanceof String || present instanceof BigDecimal || present instanceof Boolean
        ? present
        : null;
  }

  /** Whether it has no parts. */
  boolean isScalar() {
    return !(value() instanceof Map<?, ?>) && !(value() instanceof List<?>);
  }

  /** Object, array, string, number, boolean or null. */
  public String kind() {
    Object present = value();
    if (present instanceof Map<?, ?>) {
      return "object";
    }
    if (present instanceof List<?>) {
      return "array";
    }
    if (present instanceof String) {
      return "string";
    }
    if (present instanceof BigDecimal) {
      return "number";
    }
    return present instanceof Boolean ? "boolean" : "null";
  }

  /** As {@code jsonb_pretty} writes it. */
  public String pretty() {
    return JsonWriter.pretty(value());
  }

  @Override
  public int compareTo(Json other) {
    return JsonOrder.compareDocuments(value(), other.value());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Json json
        && ((text != null && text.equals(json.text)) || compareTo(json) == 0);
  }

  @Override
  public int hashCode() {
    return hash(value());
  }

  /** Numbers that are equal have one hash, whatever their digits behind the point. */
  private static int hash(Object value) {
    if (value instanceof Map<?, ?> members) {
      int hash = 1;
      for (Map.Entry<?, ?> member : members.entrySet()) {
        hash = 31 * hash + member.getKey().hashCode() * 17 + hash(member.getValue());
      }
      return hash;
    }
    if (value instanceof List<?> elements) {
      int hash = 7;
      for (Object element : elements) {
        hash = 31 * hash + hash(element);
      }
      return hash;
    }
    if (value instanceof BigDecimal number) {
      return number.signum() == 0 ? 0 : number.stripTrailingZeros().hashCode();
    }
    return value == JsonNull.NULL ? 3 : Objects.hashCode(value);
  }

  @Override
  public String toString() {
    return text();
  }
}
