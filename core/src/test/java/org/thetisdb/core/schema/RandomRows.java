package org.thetisdb.core.schema;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.thetisdb.core.value.Timestamps;

/** Tables and values from a seed; values at the edges of their types come often. */
public final class RandomRows {
  private static final long[] EDGES = {
    0, 1, -1, 255, 256, -256, Integer.MAX_VALUE, Integer.MIN_VALUE, Long.MAX_VALUE, Long.MIN_VALUE
  };
  private static final double[] DOUBLE_EDGES = {
    0.0, -0.0, Double.NaN, Double.MIN_VALUE, -Double.MAX_VALUE, Double.NEGATIVE_INFINITY, 1e300
  };
  private static final String[] TEXT_PARTS = {
    "", "a", "b", "\0", "\0\0", "\u00ff", "\ud83d\ude00", "\uffff", "z", "ab", "\u0001"
  };
  private static final byte[] BYTE_EDGES = {0, 1, -1, 127, -128};

  private static final List<ColumnType> TYPES = List.of(ColumnType.values());

  private final Random random;

  /** Everything follows from the seed. */
  public RandomRows(long seed) {
    this.random = new Random(seed);
  }

  /** The source of randomness. */
  public Random random() {
    return random;
  }

  /**
   * A table with one to three key columns and up to twelve others. Some have columns in their key
   * that may be null.
   */
  public TableSchema schema() {
    int keys = 1 + random.nextInt(3);
    int all = keys + random.nextInt(13);
    boolean entries = random.nextInt(3) == 0;
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < all; i++) {
      columns.add(new Column("c" + i, type(), (i >= keys || entries) && random.nextBoolean()));
    }
    return new TableSchema("t", 1 + random.nextInt(5), keys, columns);
  }

  /** A later version of a table: up to four changes. */
  public TableSchema later(TableSchema schema) {
    TableSchema later = schema;
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      int last = later.columns().size() - 1;
      if (random.nextInt(4) == 0) {
        later = later.withName("t" + i);
      } else if (random.nextInt(4) == 0 && last >= later.keyColumns()) {
        later = later.withNullable(last);
      } else {
        Column column = new Column("d" + later.version(), type(), random.nextBoolean());
        boolean value = !column.nullable() || random.nextBoolean();
        later = later.withColumn(column, value ? value(column.type()) : null);
      }
    }
    return later;
  }

  /** Any type. */
  public ColumnType type() {
    return TYPES.get(random.nextInt(TYPES.size()));
  }

  /** Values for a table's key. */
  public Object[] key(TableSchema schema) {
    return values(schema, 0, schema.keyColumns());
  }

  /** Values for the columns behind a table's key; null now and then where that is allowed. */
  public Object[] rest(TableSchema schema) {
    return values(schema, schema.keyColumns(), schema.columns().size());
  }

  private Object[] values(TableSchema schema, int from, int to) {
    Object[] values = new Object[to - from];
    for (int i = from; i < to; i++) {
      boolean absent = schema.column(i).nullable() && random.nextInt(3) == 0;
      values[i - from] = absent ? null : value(schema.column(i).type());
    }
    return values;
  }

  /** A value that the type holds without converting it. */
  public Object value(ColumnType type) {
    return switch (type) {
      case BOOLEAN -> random.nextBoolean();
      case INT -> (int) number();
      case LONG -> number();
      case DOUBLE ->
          random.nextInt(3) == 0 ? DOUBLE_EDGES[random.nextInt(DOUBLE_EDGES.length)] : decimalOf();
      case DECIMAL -> decimal();
      case STRING -> text();
      case BYTES -> bytes();
      case TIMESTAMP -> timestamp();
      case UUID -> new UUID(number(), number());
    };
  }

  private double decimalOf() {
    return random.nextGaussian() * Math.pow(10, random.nextInt(20) - 10);
  }

  private long number() {
    return switch (random.nextInt(4)) {
      case 0 -> EDGES[random.nextInt(EDGES.length)];
      case 1 -> random.nextInt(20) - 10;
      case 2 -> random.nextInt();
      default -> random.nextLong();
    };
  }

  private BigDecimal decimal() {
    int scale = random.nextInt(12) - 4;
    return random.nextBoolean()
        ? BigDecimal.valueOf(random.nextInt(2000) - 1000, scale)
        : new BigDecimal(new BigInteger(random.nextInt(200), random), scale * 10);
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(4); i > 0; i--) {
      text.append(TEXT_PARTS[random.nextInt(TEXT_PARTS.length)]);
    }
    return text.toString();
  }

  private byte[] bytes() {
    byte[] bytes = new byte[random.nextInt(5)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = BYTE_EDGES[random.nextInt(BYTE_EDGES.length)];
    }
    return bytes;
  }

  private Instant timestamp() {
    return Timestamps.ofMicros(number());
  }

  /** Bytes that are damaged: some changed, perhaps cut or longer, or random throughout. */
  public byte[] damage(byte[] good) {
    int length = random.nextInt(4) == 0 ? random.nextInt(good.length + 9) : good.length;
    byte[] bad = Arrays.copyOf(good, length);
    if (random.nextInt(5) == 0) {
      random.nextBytes(bad);
    }
    for (int i = random.nextInt(4); i > 0 && length > 0; i--) {
      bad[random.nextInt(length)] = (byte) number();
    }
    return bad;
  }
}
