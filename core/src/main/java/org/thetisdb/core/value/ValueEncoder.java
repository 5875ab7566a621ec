package org.thetisdb.core.value;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.thetisdb.core.bytes.ByteWriter;

/** Writes one value; keeps count of what it wrote. For one use by one thread. */
final class ValueEncoder {
  private ByteWriter target;

  /** Where what is counted begins in the target; below 0 if it began in another one. */
  private int start;

  private int values;
  private int depth;

  ValueEncoder(ByteWriter target) {
    this.target = target;
    this.start = target.length();
  }

  void write(Object value) {
    countOne();
    if (!writeNumber(value) && !writeScalar(value)) {
      writeNested(value);
    }
    requireRoom(0);
  }

  /** What follows is written to another target, and counts with what was written so far. */
  void goOnIn(ByteWriter next) {
    start = next.length() - (target.length() - start);
    target = next;
  }

  /** A value that somebody else writes counts, too. */
  void countOne() {
    if (++values > ValueCodec.MAX_VALUES) {
      throw new UnsendableException("value of more than " + ValueCodec.MAX_VALUES + " parts");
    }
  }

  /** A list of so many elements, which follow one by one. */
  void beginList(int size) {
    countOne();
    ValueCodec.beginList(size, target);
  }

  /** A text in UTF-8. */
  void writeText(byte[] utf8, int offset, int length) {
    countOne();
    requireRoom(length);
    target.putByte(ValueKind.STRING).putVarInt(length).putBytes(utf8, offset, length);
    requireRoom(0);
  }

  private boolean writeNumber(Object value) {
    if (value instanceof Long number) {
      target.putByte(ValueKind.LONG).putVarLong(zigzag(number));
    } else if (value instanceof Integer number) {
      target.putByte(ValueKind.INT).putVarLong(zigzag(number));
    } else if (value instanceof Double number) {
      target.putByte(ValueKind.DOUBLE).putDouble(number);
    } else if (value instanceof BigDecimal number) {
      target.putByte(ValueKind.DECIMAL).putBlob(decimal(number));
    } else {
      return false;
    }
    return true;
  }

  private boolean writeScalar(Object value) {
    if (value == null) {
      target.putByte(ValueKind.NULL);
    } else if (value instanceof String text) {
      writeBlob(ValueKind.STRING, text(text));
    } else if (value instanceof Boolean flag) {
      target.putByte(flag ? ValueKind.TRUE : ValueKind.FALSE);
    } else if (value instanceof byte[] bytes) {
      writeBlob(ValueKind.BYTES, bytes);
    } else if (value instanceof Instant instant) {
      target.putByte(ValueKind.INSTANT).putVarLong(zigzag(instant.getEpochSecond()));
      target.putVarInt(instant.getNano());
    } else if (value instanceof UUID uuid) {
      target.putByte(ValueKind.UUID);
      target.putLong(uuid.getMostSignificantBits()).putLong(uuid.getLeastSignificantBits());
    } else {
      return writeLocal(value);
    }
    return true;
  }

  private boolean writeLocal(Object value) {
    if (value instanceof LocalDate date) {
      target.putByte(ValueKind.DATE);
      putDate(date);
    } else if (value instanceof LocalTime time) {
      target.putByte(ValueKind.TIME).putVarLong(time.toNanoOfDay());
    } else if (value instanceof LocalDateTime dateTime) {
      target.putByte(ValueKind.DATE_TIME);
      putDateTime(dateTime);
    } else if (value instanceof OffsetDateTime zoned) {
      target.putByte(ValueKind.OFFSET_DATE_TIME);
      putDateTime(zoned.toLocalDateTime());
      target.putVarLong(zigzag(zoned.getOffset().getTotalSeconds()));
    } else if (value instanceof LargeValue large) {
      target.putByte(ValueKind.LARGE);
      large.encode(target);
    } else {
      return false;
    }
    return true;
  }

  private void putDateTime(LocalDateTime dateTime) {
    putDate(dateTime.toLocalDate());
    target.putVarLong(dateTime.toLocalTime().toNanoOfDay());
  }

  private void putDate(LocalDate date) {
    target.putVarLong(zigzag(date.toEpochDay()));
  }

  private void writeNested(Object value) {
    if (++depth > ValueCodec.MAX_DEPTH) {
      throw new UnsendableException("value nested deeper than " + ValueCodec.MAX_DEPTH);
    }
    if (value instanceof List<?> list) {
      ValueCodec.beginList(list.size(), target);
      list.forEach(this::write);
    } else if (value instanceof Map<?, ?> map) {
      writeMap(map);
    } else if (value instanceof Sendable sendable) {
      write(sendable.sendableForm());
    } else {
      throw new UnsendableException(value.getClass().getTypeName());
    }
    depth--;
  }

  private void writeMap(Map<?, ?> map) {
    target.putByte(ValueKind.MAP).putVarInt(map.size());
    inStableOrder(map)
        .forEach(
            (key, value) -> {
              byte[] name = text((String) key);
              requireRoom(name.length);
              target.putBlob(name);
              write(value);
            });
  }

  private static Map<?, ?> inStableOrder(Map<?, ?> map) {
    for (Object key : map.keySet()) {
      if (!(key instanceof String)) {
        String type = key == null ? "null" : key.getClass().getTypeName();
        throw new UnsendableException("map with a key of type " + type);
      }
    }
    boolean ordered = map instanceof LinkedHashMap || map instanceof SortedMap;
    return ordered ? map : new TreeMap<>(map);
  }

  private void writeBlob(int kind, byte[] bytes) {
    requireRoom(bytes.length);
    target.putByte(kind).putBlob(bytes);
  }

  private void requireRoom(int extraBytes) {
    if ((long) target.length() - start + extraBytes > ValueCodec.MAX_BYTES) {
      throw new UnsendableException("value of more than " + ValueCodec.MAX_BYTES + " bytes");
    }
  }

  private static byte[] text(String text) {
    try {
      return Utf8.encode(text);
    } catch (IllegalArgumentException e) {
      throw new UnsendableException("java.lang.String with half a surrogate pair");
    }
  }

  private static byte[] decimal(BigDecimal number) {
    if (!Decimals.isStorable(number)) {
      throw new UnsendableException("java.math.BigDecimal with so many digits");
    }
    return Decimals.encode(number);
  }

  private static long zigzag(long value) {
    return value << 1 ^ value >> 63;
  }
}
