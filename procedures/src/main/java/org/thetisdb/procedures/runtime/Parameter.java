package org.thetisdb.procedures.runtime;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The types that a procedure's parameters may have, and what may be passed for each. */
enum Parameter {
  BOOLEAN(boolean.class, Boolean.class),
  INT(int.class, Integer.class),
  LONG(long.class, Long.class),
  DOUBLE(double.class, Double.class),
  DECIMAL(BigDecimal.class, BigDecimal.class),
  STRING(String.class, String.class),
  BYTES(byte[].class, byte[].class),
  INSTANT(Instant.class, Instant.class),
  UUID(UUID.class, UUID.class),
  LIST(List.class, List.class),
  MAP(Map.class, Map.class);

  private final Class<?> plain;
  private final Class<?> boxed;

  Parameter(Class<?> plain, Class<?> boxed) {
    this.plain = plain;
    this.boxed = boxed;
  }

  /** The parameter type of this class; null if a parameter may not have it. */
  static Parameter of(Class<?> type) {
    for (Parameter parameter : values()) {
      if (parameter.plain == type || parameter.boxed == type) {
        return parameter;
      }
    }
    return null;
  }

  /** Whether a value can be passed as it is. */
  boolean accepts(Object value) {
    return boxed.isInstance(value);
  }

  /** The value widened to this type, as Java would widen it without loss; null if it cannot be. */
  Object widen(Object value) {
    return switch (this) {
      case LONG -> value instanceof Integer number ? (Object) number.longValue() : null;
      case DOUBLE -> value instanceof Integer number ? (Object) number.doubleValue() : null;
      case DECIMAL ->
          value instanceof Integer || value instanceof Long
              ? BigDecimal.valueOf(((Number) value).longValue())
              : null;
      case BOOLEAN, INT, STRING, BYTES, INSTANT, UUID, LIST, MAP -> null;
    };
  }
}
