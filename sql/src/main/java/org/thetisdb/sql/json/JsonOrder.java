package org.thetisdb.sql.json;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * The order of documents, which is that of PostgreSQL's manual for jsonb: objects above arrays
 * above booleans above numbers above texts above null; longer arrays and larger objects above
 * others. Stateless.
 */
final class JsonOrder {
  /** How members of an object stand: short names first. */
  static final Comparator<String> NAMES =
      (one, other) -> {
        int shorter = Integer.compare(utf8Bytes(one), utf8Bytes(other));
        return shorter != 0 ? shorter : compareTexts(one, other);
      };

  private JsonOrder() {}

  /** Compares whole documents; an empty one of arrays is below all scalars there. */
  static int compareDocuments(Object one, Object other) {
    if (isEmptyArray(one) && isScalar(other)) {
      return -1;
    }
    return isEmptyArray(other) && isScalar(one) ? 1 : compare(one, other);
  }

  private static boolean isEmptyArray(Object value) {
    return value instanceof List<?> list && list.isEmpty();
  }

  private static boolean isScalar(Object value) {
    return !(value instanceof List<?>) && !(value instanceof Map<?, ?>);
  }

  static int compare(Object one, Object other) {
    int byKind = Integer.compare(kind(one), kind(other));
    if (byKind != 0) {
      return byKind;
    }
    if (one instanceof Map<?, ?> members) {
      return compareObjects(members, (Map<?, ?>) other);
    }
    if (one instanceof List<?> elements) {
      return compareArrays(elements, (List<?>) other);
    }
    if (one instanceof Boolean bool) {
      return bool.compareTo((Boolean) other);
    }
    if (one instanceof BigDecimal number) {
      return number.compareTo((BigDecimal) other);
    }
    return one instanceof String text ? compareTexts(text, (String) other) : 0;
  }

  private static int kind(Object value) {
    if (value instanceof Map<?, ?>) {
      return 5;
    }
    if (value instanceof List<?>) {
      return 4;
    }
    if (value instanceof Boolean) {
      return 3;
    }
    if (value instanceof BigDecimal) {
      return 2;
    }
    return value instanceof String ? 1 : 0;
  }

  private static int compareArrays(List<?> one, List<?> other) {
    int order = Integer.compare(one.size(), other.size());
    for (int i = 0; order == 0 && i < one.size(); i++) {
      order = compare(one.get(i), other.get(i));
    }
    return order;
  }

  private static int compareObjects(Map<?, ?> one, Map<?, ?> other) {
    int order = Integer.compare(one.size(), other.size());
    Iterator<? extends Map.Entry<?, ?>> others = other.entrySet().iterator();
    for (Map.Entry<?, ?> member : one.entrySet()) {
      if (order != 0) {
        break;
      }
      Map.Entry<?, ?> peer = others.next();
      order = compareTexts((String) member.getKey(), (String) peer.getKey());
      order = order != 0 ? order : compare(member.getValue(), peer.getValue());
    }
    return order;
  }

  /** In order of their bytes as UTF-8, which is that of code points. */
  private static int compareTexts(String one, String other) {
    int length = Math.min(one.length(), other.length());
    for (int i = 0; i < length; i++) {
      char c = one.charAt(i);
      char d = other.charAt(i);
      if (c != d) {
        // a surrogate stands for what lies above all other characters
        boolean above = Character.isSurrogate(c);
        return above != Character.isSurrogate(d) ? (above ? 1 : -1) : Character.compare(c, d);
      }
    }
    return Integer.compare(one.length(), other.length());
  }

  private static int utf8Bytes(String text) {
    int bytes = text.length();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        // half of a pair of surrogates is two bytes of four
        bytes += c >= 0x800 && !Character.isSurrogate(c) ? 2 : 1;
      }
    }
    return bytes;
  }
}
