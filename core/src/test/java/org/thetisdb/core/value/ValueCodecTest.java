package org.thetisdb.core.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.schema.RandomRows;

/** Arguments and results survive the way, and nothing else gets on it. */
class ValueCodecTest {
  private static Object randomValue(RandomRows rows, int depth) {
    Random random = rows.random();
    if (depth > 0 && random.nextInt(3) == 0) {
      return random.nextBoolean() ? randomList(rows, depth) : randomMap(rows, depth);
    }
    return random.nextInt(10) == 0 ? null : rows.value(rows.type());
  }

  private static List<Object> randomList(RandomRows rows, int depth) {
    List<Object> list = new ArrayList<>();
    for (int i = rows.random().nextInt(5); i > 0; i--) {
      list.add(randomValue(rows, depth - 1));
    }
    return list;
  }

  private static Map<String, Object> randomMap(RandomRows rows, int depth) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = rows.random().nextInt(5); i > 0; i--) {
      map.put("k" + rows.random().nextInt(100), randomValue(rows, depth - 1));
    }
    return map;
  }

  @Test
  void valuesComeBack() {
    for (int seed = 0; seed < 2000; seed++) {
      Object value = randomValue(new RandomRows(seed), 4);
      Object decoded = ValueCodec.decode(ValueCodec.encode(value));
      assertThat(decoded)
          .as("seed %d", seed)
          .usingRecursiveComparison()
          .withEqualsForType(Double::equals, Double.class)
          .isEqualTo(value);
      assertThat(ValueCodec.encode(decoded)).isEqualTo(ValueCodec.encode(value));
    }
  }

  @Test
  void everyKindKeepsItsType() {
    Object[] all = {
      null,
      true,
      5,
      5L,
      5.5,
      new BigDecimal("5.50"),
      "five",
      Instant.ofEpochSecond(-5, 123456789),
      LocalDate.of(-44, 3, 15),
      LocalTime.MAX,
      OffsetDateTime.of(LocalDateTime.MIN, ZoneOffset.MAX),
      OffsetDateTime.of(LocalDateTime.MAX, ZoneOffset.ofTotalSeconds(-1)),
      LocalDateTime.MIN,
      LocalDateTime.MAX,
      new LargeValue(-7, false, LargeValue.MAX_BYTES, 0, 0, 1_700_000_000_000L, -1),
      new LargeValue(Long.MAX_VALUE, true, 9, 5, 4, 0, Integer.MIN_VALUE)
    };
    Object[] decoded = ValueCodec.decodeArguments(ValueCodec.encodeArguments(all));
    assertThat(decoded).containsExactly(all);
    assertThat(ValueCodec.decode(ValueCodec.encode(Instant.MIN))).isEqualTo(Instant.MIN);
    assertThat(ValueCodec.decode(ValueCodec.encode(Instant.MAX))).isEqualTo(Instant.MAX);
  }

  @Test
  void nothingIsNull() {
    assertThat(ValueCodec.decode(new byte[0])).isNull();
  }

  @Test
  void equalMapsHaveEqualBytesUnlessTheirOrderMeansSomething() {
    Map<String, Object> ordered = new LinkedHashMap<>();
    ordered.put("b", 1);
    ordered.put("a", 2);
    Map<String, Object> hashed = new HashMap<>(ordered);
    assertThat(((Map<?, ?>) ValueCodec.decode(ValueCodec.encode(ordered))).keySet())
        .hasToString("[b, a]");
    assertThat(((Map<?, ?>) ValueCodec.decode(ValueCodec.encode(hashed))).keySet())
        .hasToString("[a, b]");
    assertThat(ValueCodec.encode(Map.of("b", 1, "a", 2))).isEqualTo(ValueCodec.encode(hashed));
  }

  @Test
  void whatIsSentInAnotherFormArrivesInIt() {
    Sendable sendable = () -> List.of(1, 2);
    assertThat(ValueCodec.decode(ValueCodec.encode(List.of(sendable))))
        .isEqualTo(List.of(List.of(1, 2)));
  }

  private static void assertUnsendable(Object value, String what) {
    assertThatThrownBy(() -> ValueCodec.requireSendable(value))
        .isInstanceOfSatisfying(
            UnsendableException.class, e -> assertThat(e.what()).isEqualTo(what));
  }

  @Test
  void whatCannotBeSentIsNamed() {
    assertUnsendable(new Random(1), "java.util.Random");
    assertUnsendable(List.of(Map.of("a", new int[0])), "int[]");
    assertUnsendable(Map.of(1, 2), "map with a key of type java.lang.Integer");
    assertUnsendable("\ud83d", "java.lang.String with half a surrogate pair");
    assertUnsendable(new BigDecimal("1E+5000"), "java.math.BigDecimal with so many digits");
    assertUnsendable(new byte[17 << 20], "value of more than 16777216 bytes");
    assertUnsendable(Arrays.asList(new Object[1_000_000]), "value of more than 1000000 parts");
    List<Object> endless = new ArrayList<>();
    endless.add(endless);
    assertUnsendable(endless, "value nested deeper than 32");
  }

  @Test
  void countsThatLieAllocateNothing() {
    ByteWriter nested = new ByteWriter();
    for (int i = 0; i < 30; i++) {
      nested.putByte(11).putVarInt(900_000);
    }
    byte[] bytes = Arrays.copyOf(nested.toByteArray(), 1_000_000);
    assertThatThrownBy(() -> ValueCodec.decode(bytes))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("parts");
  }

  @Test
  void argumentsAreOneList() {
    byte[] bytes = ValueCodec.encode(5);
    assertThatThrownBy(() -> ValueCodec.decodeArguments(bytes)).isInstanceOf(CodecException.class);
  }

  @Test
  void damagedValuesGiveValuesOrCodecExceptions() {
    for (int seed = 0; seed < 2000; seed++) {
      RandomRows rows = new RandomRows(seed);
      byte[] good = ValueCodec.encode(randomValue(rows, 4));
      for (int i = 0; i < 30; i++) {
        byte[] bad = rows.damage(good);
        try {
          ValueCodec.encode(ValueCodec.decode(bad));
        } catch (CodecException e) {
          assertThat(e.getMessage()).isNotBlank();
        }
      }
    }
  }
}
