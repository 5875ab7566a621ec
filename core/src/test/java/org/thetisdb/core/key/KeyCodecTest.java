package org.thetisdb.core.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.schema.Column;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.core.schema.RandomRows;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.core.testing.TestSet;
import org.thetisdb.core.value.SpecialDecimals;

/** Encoded keys sort as the keys do, and come back as they were. */
class KeyCodecTest {
  private static KeyCodec codec(ColumnType... types) {
    List<Column> columns = new ArrayList<>();
    for (ColumnType type : types) {
      columns.add(new Column("k" + columns.size(), type, false));
    }
    return new KeyCodec(new TableSchema("t", 1, types.length, columns));
  }

  @Test
  void aSingleLongTakesEightBytesWhicheverWayItIsGiven() {
    KeyCodec codec = codec(ColumnType.LONG);
    for (long value : new long[] {0, -1, 7, Long.MIN_VALUE, Long.MAX_VALUE}) {
      byte[] key = codec.encode(value);
      assertThat(key).hasSize(8).isEqualTo(codec.encode(new Object[] {value}));
      assertThat(codec.decodeLong(key, 0)).isEqualTo(value);
      assertThat(codec.decode(key)).containsExactly(value);
    }
    assertThat(codec.encode(new Object[] {5})).isEqualTo(codec.encode(5L));
  }

  @Test
  void aLongFindsItsWayIntoKeysOfOtherNumbers() {
    assertThat(codec(ColumnType.INT).encode(5L)).hasSize(4);
    assertThat(codec(ColumnType.DECIMAL).decode(codec(ColumnType.DECIMAL).encode(100L)))
        .containsExactly(BigDecimal.valueOf(100));
    assertThatThrownBy(() -> codec(ColumnType.INT).encode(1L << 40))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("column \"k0\" of table \"t\" is INT, not Long");
    assertThatThrownBy(() -> codec(ColumnType.STRING).encode(1L))
        .hasMessage("column \"k0\" of table \"t\" is STRING, not Long");
  }

  @Test
  void theBeginningOfAKeyHasAsManyColumnsAsAreWhole() {
    KeyCodec codec = codec(ColumnType.INT, ColumnType.STRING);
    byte[] key = codec.encode(new Object[] {3, "name"});
    assertThat(codec.prefixLength(key, 2)).isEqualTo(key.length);
    byte[] beginning = Arrays.copyOf(key, 6);
    assertThat(codec.prefixLength(beginning, 1)).isEqualTo(4);
    assertThat(codec.prefixLength(beginning, 2)).as("it ends within the text").isZero();
    assertThat(codec.prefixLength(new byte[0], 1)).isZero();
  }

  @Test
  void numbersThatAreNotBoxedMakeTheSameKeysAndAreReadBack() {
    ColumnType[] types = {ColumnType.INT, ColumnType.LONG, ColumnType.DECIMAL, ColumnType.DOUBLE};
    Random random = new Random(5);
    for (int round = 0; round < 2_000; round++) {
      ColumnType[] of = new ColumnType[4];
      int among = round % 2 == 0 ? 2 : 4;
      Arrays.setAll(of, i -> types[random.nextInt(among)]);
      int a = random.nextInt();
      int b = random.nextInt(3) - 1;
      int c = random.nextInt();
      int d = -random.nextInt(1000);
      KeyCodec four = codec(of);
      byte[] key = four.encode(a, b, c, d);
      assertThat(key).isEqualTo(four.encode(new Object[] {a, b, c, d}));
      assertThat(four.encodePrefix((long) a)).isEqualTo(four.encodePrefix(new Object[] {a}));
      assertThat(codec(of[0], of[1]).encode(a, b)).isEqualTo(four.encodePrefix(a, b));
      assertThat(codec(of[0], of[1], of[2]).encode(a, b, c)).isEqualTo(four.encodePrefix(a, b, c));
      assertThat(four.decodeLong(key, 3)).isEqualTo(d);
      assertThat(four.decode(key, 2)).isEqualTo(four.decode(key)[2]);
    }
    KeyCodec two = codec(ColumnType.LONG, ColumnType.INT);
    assertThatThrownBy(() -> two.encode(1, 1L << 31))
        .hasMessage("column \"k1\" of table \"t\" is INT, not Long");
    assertThatThrownBy(() -> two.encode(1, 2, 3)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> two.encodePrefix(1, 2, 3))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> two.decodeLong(new byte[11], 1)).isInstanceOf(CodecException.class);
  }

  @Test
  void aWrongNumberOfValuesNamesTheKey() {
    assertThatThrownBy(() -> codec(ColumnType.LONG, ColumnType.STRING).encode(1L))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the key of table \"t\" is (k0 LONG NOT NULL, k1 STRING NOT NULL):"
                + " 2 values expected, 1 given");
    assertThatThrownBy(() -> codec(ColumnType.LONG).encode(new Object[] {null}))
        .hasMessage("table \"t\" does not allow null in \"k0\"");
  }

  @Test
  void bytesOrderIsKeyOrder() {
    for (int seed = 0; seed < 400; seed++) {
      RandomRows rows = new RandomRows(seed);
      TableSchema schema = rows.schema();
      KeyCodec codec = new KeyCodec(schema);
      for (int i = 0; i < 100; i++) {
        Object[] left = rows.key(schema);
        Object[] right = rows.key(schema);
        if (rows.random().nextBoolean()) {
          right[0] = left[0];
        }
        int order = Arrays.compareUnsigned(codec.encode(left), codec.encode(right));
        assertThat(Integer.signum(order))
            .as("seed %d: %s and %s", seed, Arrays.deepToString(left), Arrays.deepToString(right))
            .isEqualTo(compare(left, right));
      }
    }
  }

  private static int compare(Object[] left, Object[] right) {
    int order = 0;
    for (int i = 0; i < left.length && order == 0; i++) {
      order = Integer.signum(compareValues(left[i], right[i]));
    }
    return order;
  }

  /** Null comes last. */
  private static int compareValues(Object left, Object right) {
    if (left == null || right == null) {
      return Boolean.compare(left == null, right == null);
    }
    if (left instanceof byte[] bytes) {
      return Arrays.compareUnsigned(bytes, (byte[]) right);
    }
    if (left instanceof String text) {
      int[] codePoints = text.codePoints().toArray();
      return Arrays.compare(codePoints, ((String) right).codePoints().toArray());
    }
    if (left instanceof UUID) {
      return left.toString().compareTo(right.toString());
    }
    @SuppressWarnings("unchecked")
    Comparable<Object> comparable = (Comparable<Object>) left;
    return comparable.compareTo(right);
  }

  @Test
  void keysComeBack() {
    for (int seed = 0; seed < 300; seed++) {
      RandomRows rows = new RandomRows(seed);
      TableSchema schema = rows.schema();
      KeyCodec codec = new KeyCodec(schema);
      for (int i = 0; i < 50; i++) {
        Object[] key = rows.key(schema);
        byte[] encoded = codec.encode(key);
        Object[] decoded = codec.decode(encoded);
        assertThat(compare(key, decoded)).as("seed %d", seed).isZero();
        assertThat(codec.encode(decoded)).isEqualTo(encoded);
        int column = rows.random().nextInt(key.length);
        assertThat(codec.decode(encoded, column)).isEqualTo(decoded[column]);
      }
    }
  }

  @Test
  void aNullComesBehindAllValuesAndIsReadBack() {
    List<Column> columns =
        List.of(
            new Column("mail", ColumnType.STRING, true), new Column("id", ColumnType.LONG, false));
    KeyCodec codec = new KeyCodec(new TableSchema("entries", 1, 2, columns));
    byte[] absent = codec.encode(null, 7L);
    assertThat(absent).startsWith(2).hasSize(9);
    assertThat(codec.encode("\uffff", 7L)).startsWith(1);
    assertThat(Arrays.compareUnsigned(codec.encode("\uffff", 7L), absent)).isNegative();
    assertThat(codec.decode(absent)).containsExactly(null, 7L);
    assertThat(codec.isNull(absent, 0)).isTrue();
    assertThat(codec.isNull(absent, 1)).isFalse();
    assertThat(codec.describe(absent)).isEqualTo("(null, 7)");
    assertThatThrownBy(() -> codec.decode(new byte[] {3, 0}))
        .isInstanceOf(CodecException.class)
        .hasMessage("a key column that begins with 3");
  }

  @Test
  void aPrefixHoldsExactlyTheKeysThatBeginWithIt() {
    for (int seed = 0; seed < 300; seed++) {
      RandomRows rows = new RandomRows(seed);
      TableSchema schema = rows.schema();
      KeyCodec codec = new KeyCodec(schema);
      for (int i = 0; i < 50; i++) {
        Object[] key = rows.key(schema);
        Object[] prefix = Arrays.copyOf(rows.key(schema), 1 + rows.random().nextInt(key.length));
        if (rows.random().nextBoolean()) {
          System.arraycopy(key, 0, prefix, 0, prefix.length);
        }
        byte[] from = codec.encodePrefix(prefix);
        byte[] to = KeyCodec.end(from);
        boolean begins = compare(prefix, Arrays.copyOf(key, prefix.length)) == 0;
        assertThat(isIn(codec.encode(key), from, to)).as("seed %d", seed).isEqualTo(begins);
      }
    }
  }

  private static boolean isIn(byte[] key, byte[] from, byte[] to) {
    return Arrays.compareUnsigned(from, key) <= 0
        && (to.length == 0 || Arrays.compareUnsigned(key, to) < 0);
  }

  @Test
  void damagedKeysAreRefusedOrOnesThatTheCodecWouldMake() {
    for (long seed : TestSet.seeds(0, 300)) {
      RandomRows rows = new RandomRows(seed);
      TableSchema schema = rows.schema();
      KeyCodec codec = new KeyCodec(schema);
      for (int i = 0; i < 200; i++) {
        byte[] bad = rows.damage(codec.encode(rows.key(schema)));
        try {
          assertThat(codec.encode(codec.decode(bad))).as("seed %d", seed).isEqualTo(bad);
        } catch (CodecException e) {
          assertThat(e).hasMessageNotContaining("null");
        }
        assertThat(codec.describe(bad)).isNotEmpty();
      }
    }
  }

  @Test
  void aKeyThatIsTooLongIsRefusedOnBothSides() {
    KeyCodec codec = codec(ColumnType.STRING);
    assertThatThrownBy(() -> codec.encode("x".repeat(5000)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("5002 bytes, more than the 4096 allowed");
    assertThatThrownBy(() -> codec.decode(new byte[5000])).isInstanceOf(CodecException.class);
  }

  @Test
  void halfASurrogatePairIsNoKey() {
    assertThatThrownBy(() -> codec(ColumnType.STRING).encode("a\ud83d"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("half a surrogate pair at index 1");
  }

  @Test
  void keysOfDecimalsThatAreNoNumbersLieAboveAndBelowAllOthers() {
    KeyCodec codec = codec(ColumnType.DECIMAL);
    List<BigDecimal> ascending =
        List.of(
            SpecialDecimals.MINUS_INFINITY,
            new BigDecimal("-9.9E+999"),
            BigDecimal.ZERO,
            new BigDecimal("9.9E+999"),
            SpecialDecimals.INFINITY,
            SpecialDecimals.NAN);
    List<byte[]> keys = ascending.stream().map(codec::encode).toList();
    assertThat(keys).isSortedAccordingTo(Arrays::compareUnsigned);
    for (int i = 0; i < keys.size(); i++) {
      assertThat(codec.decode(keys.get(i))).containsExactly(ascending.get(i));
    }
  }

  @Test
  void decimalsThatDifferInScaleAreOneKey() {
    KeyCodec codec = codec(ColumnType.DECIMAL);
    byte[] key = codec.encode(new BigDecimal("1.50"));
    assertThat(codec.encode(new BigDecimal("1.5"))).isEqualTo(key);
    assertThat(codec.decode(key)).containsExactly(new BigDecimal("1.5"));
    assertThat(codec.decode(codec.encode(new BigDecimal("1E+3"))))
        .containsExactly(new BigDecimal("1000"));
    assertThatThrownBy(() -> codec.encode(new BigDecimal("1E-2000000000")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void keysAreReadable() {
    KeyCodec codec = codec(ColumnType.STRING, ColumnType.BYTES, ColumnType.TIMESTAMP);
    byte[] key = codec.encode("Smith", new byte[] {1, (byte) 0xab}, Instant.EPOCH);
    assertThat(codec.describe(key)).isEqualTo("(\"Smith\", x'01ab', 1970-01-01T00:00:00Z)");
    assertThat(codec.describe(new byte[] {1})).isEqualTo("x'01'");
  }
}
