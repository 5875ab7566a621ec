package org.thetisdb.router.catalog;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.HexFormat;
import java.util.UUID;
import org.thetisdb.core.key.KeyCodec;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.core.schema.TableSchema;

/** Keys as people write them: values of the first key columns, with commas between them. */
public final class KeyText {
  private KeyText() {}

  /**
   * The bytes with which all keys begin that have these values.
   *
   * @throws RuntimeException if a word is no value of its column
   */
  public static byte[] prefixOf(TableSchema schema, String key) {
    String[] words = key.split(",", schema.keyColumns());
    Object[] values = new Object[words.length];
    for (int i = 0; i < words.length; i++) {
      values[i] = valueOf(schema.column(i).type(), words[i]);
    }
    return new KeyCodec(schema).encodePrefix(values);
  }

  private static Object valueOf(ColumnType type, String word) {
    return switch (type) {
      case BOOLEAN -> Boolean.valueOf(word);
      case INT -> Integer.valueOf(word);
      case LONG -> Long.valueOf(word);
      case DOUBLE -> Double.valueOf(word);
      case DECIMAL -> new BigDecimal(word);
      case STRING -> word;
      case BYTES -> HexFormat.of().parseHex(word);
      case TIMESTAMP -> Instant.parse(word);
      case UUID -> UUID.fromString(word);
    };
  }
}
