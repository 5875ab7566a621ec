package org.thetisdb.cli.admin;

import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A procedure's result as text for people. Stateless. */
final class ValueText {
  private ValueText() {}

  /** One line for a plain value, one for each element of a list. */
  static String of(Object result) {
    if (result instanceof List<?> rows && !rows.isEmpty()) {
      return rows.stream().map(ValueText::inner).collect(Collectors.joining("\n"));
    }
    return result == null ? "(nothing)" : inner(result);
  }

  private static String inner(Object value) {
    if (value instanceof byte[] bytes) {
      return "bytes:" + HexFormat.of().formatHex(bytes);
    }
    if (value instanceof List<?> list) {
      return list.stream().map(ValueText::inner).collect(Collectors.joining(", ", "[", "]"));
    }
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(entry -> entry.getKey() + "=" + inner(entry.getValue()))
          .collect(Collectors.joining(", ", "{", "}"));
    }
    return String.valueOf(value);
  }
}
