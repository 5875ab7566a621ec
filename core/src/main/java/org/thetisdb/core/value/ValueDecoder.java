package org.thetisdb.core.value;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.CodecException;

/** Reads one value and distrusts it. For one use by one thread. */
final class ValueDecoder {
  private final ByteReader source;
  private int values = 1;
  private int depth;

  ValueDecoder(ByteReader source) {
    this.source = source;
  }

  Object read() {
    int kind = source.getUnsignedByte();
    return switch (kind) {
      case ValueKind.NULL -> null;
      case ValueKind.FALSE -> false;
      case ValueKind.TRUE -> true;
      case ValueKind.INT -> readInt();
      case ValueKind.LONG -> readLong();
      case ValueKind.DOUBLE -> source.getDouble();
      case ValueKind.DECIMAL -> readDecimal();
      case ValueKind.STRING -> readString();
      case ValueKind.BYTES -> source.getBlob();
      case ValueKind.INSTANT -> readInstant();
      case ValueKind.UUID -> new UUID(source.getLong(), source.getLong());
      case ValueKind.LIST -> readList();
      case ValueKind.MAP -> readMap();
      case ValueKind.DATE -> readDate();
      case ValueKind.TIME -> readTime();
      case ValueKind.DATE_TIME -> LocalDateTime.of(readDate(), readTime());
      case ValueKind.OFFSET_DATE_TIME ->
          OffsetDateTime.of(LocalDateTime.of(readDate(), readTime()), readOffset());
      case ValueKind.LARGE -> LargeValue.decode(source);
      default -> throw new CodecException("a value of unknown kind " + kind);
    };
  }

  private int readInt() {
    long value = readLong();
    if (value != (int) value) {
      throw new CodecException("an int that is " + value);
    }
    return (int) value;
  }

  private long readLong() {
    long value = source.getVarLong();
    return value >>> 1 ^ -(value & 1);
  }

  private BigDecimal readDecimal() {
    byte[] bytes = source.getBlob();
    return Decimals.decode(bytes, 0, bytes.length);
  }

  private String readString() {
    return source.getBlob(Utf8::decode);
  }

  private Instant readInstant() {
    long second = readLong();
    int nanos = source.getVarInt();
    if (!Timestamps.isInstant(second, nanos)) {
      throw new CodecException("a time that is out of range");
    }
    return Instant.ofEpochSecond(second, nanos);
  }

  private LocalDate readDate() {
    long day = readLong();
    if (day < LocalDate.MIN.toEpochDay() || day > LocalDate.MAX.toEpochDay()) {
      throw new CodecException("a date that is out of range");
    }
    return LocalDate.ofEpochDay(day);
  }

  private LocalTime readTime() {
    long nanos = source.getVarLong();
    if (nanos < 0 || nanos > LocalTime.MAX.toNanoOfDay()) {
      throw new CodecException("a time of day that is out of range");
    }
    return LocalTime.ofNanoOfDay(nanos);
  }

  private ZoneOffset readOffset() {
    long seconds = readLong();
    if (Math.abs(seconds) > ZoneOffset.MAX.getTotalSeconds()) {
      throw new CodecException("an offset that is out of range");
    }
    return ZoneOffset.ofTotalSeconds((int) seconds);
  }

  private List<Object> readList() {
    Object[] elements = new Object[enter(1)];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = read();
    }
    depth--;
    return Collections.unmodifiableList(Arrays.asList(elements));
  }

  private Map<String, Object> readMap() {
    int count = enter(2);
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      String key = readString();
      if (map.containsKey(key)) {
        throw new CodecException("a map that holds the key " + key + " twice");
      }
      map.put(key, read());
    }
    depth--;
    return map;
  }

  /**
   * Counts before anything is allocated: nested lists could otherwise each claim all that is left.
   */
  private int enter(int bytesEach) {
    int count = source.getCount(bytesEach);
    values += count;
    if (++depth > ValueCodec.MAX_DEPTH || values > ValueCodec.MAX_VALUES || values < 0) {
      throw new CodecException("a value of " + values + " parts, nested " + depth + " deep");
    }
    return count;
  }
}
