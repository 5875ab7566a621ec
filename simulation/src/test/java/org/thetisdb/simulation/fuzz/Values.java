package org.thetisdb.simulation.fuzz;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.UUID;
import org.thetisdb.core.schema.ColumnType;

/** A value of each type. */
final class Values {
  private Values() {}

  static Object of(ColumnType type, int variant) {
    return switch (type) {
      case BOOLEAN -> variant == 0;
      case INT -> 7 - 14 * variant;
      case LONG -> 1L << (60 * variant);
      case DOUBLE -> variant == 0 ? 1.5 : -0.0;
      case DECIMAL -> new BigDecimal(variant == 0 ? "12.50" : "-9876543210123456789.1");
      case STRING -> variant == 0 ? "a text" : "\u00e4\u20ac\ud83d\ude00\u0000";
      case BYTES -> new byte[] {0, 1, 0, (byte) 0xff};
      case TIMESTAMP -> Instant.ofEpochSecond(1_700_000_000L * (1 - variant), 123_000);
      case UUID -> new UUID(variant - 1L, 99);
    };
  }
}
