package org.thetisdb.core.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.testing.TestSet;
import org.thetisdb.core.value.LargeImage;
import org.thetisdb.core.value.LargeValue;

/** Images of rows come back column by column, and lies in them are noticed. */
class RowCodecTest {
  private static final TableSchema ACCOUNT =
      new TableSchema(
          "account",
          3,
          1,
          List.of(
              new Column("id", ColumnType.LONG, false),
              new Column("balance", ColumnType.LONG, false),
              new Column("owner", ColumnType.STRING, true),
              new Column("open", ColumnType.BOOLEAN, false),
              new Column("limit", ColumnType.DECIMAL, true)));
  private static final RowCodec CODEC = new RowCodec(ACCOUNT);

  @Test
  void theImageHasTheFormThatIsDrawn() {
    byte[] image = CODEC.encode(7L, "x", true, null);
    assertThat(image).containsExactly(1, 0, 3, 0b1000, 0, 0, 0, 0, 0, 0, 0, 7, 1, 0, 1, 0, 1, 'x');
    CODEC.validate(image);
    assertThat(RowCodec.schemaVersion(image)).isEqualTo(3);
  }

  @Test
  void columnsComeBack() {
    for (int seed = 0; seed < 500; seed++) {
      RandomRows rows = new RandomRows(seed);
      TableSchema schema = rows.schema();
      RowCodec codec = new RowCodec(schema);
      for (int i = 0; i < 20; i++) {
        Object[] values = rows.rest(schema);
        byte[] image = codec.encode(values);
        codec.validate(image);
        assertColumns(codec, image, values);
      }
    }
  }

  private static final TableSchema FILES =
      new TableSchema(
          "files",
          1,
          1,
          List.of(
              new Column("id", ColumnType.LONG, false),
              new Column("text", ColumnType.STRING, true),
              new Column("bytes", ColumnType.BYTES, true),
              new Column("name", ColumnType.STRING, true)));
  private static final LargeValue TEXT = new LargeValue(1, true, 9, 5, 4, 7, 8);
  private static final LargeValue BYTES = new LargeValue(-2, false, 64 << 20, 0, 0, 7, -8);

  @Test
  void whatStandsForALargeValueComesBackAndIsNeverTakenForAValue() {
    RowCodec codec = new RowCodec(FILES);
    byte[] image = codec.encode(TEXT, BYTES, "n");
    assertColumns(codec, image, new Object[] {TEXT, BYTES, "n"});
    assertThat(codec.largeValue(image, 1)).isEqualTo(TEXT);
    assertThat(codec.largeValue(image, 2)).isEqualTo(BYTES);
    assertThat(codec.largeValue(image, 3)).isNull();
    byte[] likeIt = LargeImage.of(BYTES);
    for (int length = 0; length <= likeIt.length; length++) {
      byte[] given = Arrays.copyOf(likeIt, length);
      byte[] other = codec.encode("\u00ff", given, null);
      assertThat(codec.get(other, 2)).isEqualTo(given);
      assertThat(codec.largeValue(other, 2)).isNull();
      assertThat(codec.largeValue(other, 1)).isNull();
    }
    assertThatThrownBy(() -> codec.encode(BYTES, null, null))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aLargeValueThatIsCutOffIsNoticed() {
    RowCodec codec = new RowCodec(FILES);
    byte[] cut = codec.encode("x", new byte[] {1}, null);
    cut[cut.length - 2] = (byte) 0xff;
    assertThatThrownBy(() -> codec.get(cut, 1)).isInstanceOf(CodecException.class);
  }

  private static void assertColumns(RowCodec codec, byte[] image, Object[] values) {
    int keyColumns = codec.schema().keyColumns();
    for (int column = 0; column < values.length; column++) {
      assertThat(codec.get(image, keyColumns + column)).isEqualTo(values[column]);
      assertThat(codec.isNull(image, keyColumns + column)).isEqualTo(values[column] == null);
    }
  }

  @Test
  void rowsOfEveryEarlierVersionAreRead() {
    for (int seed = 0; seed < 300; seed++) {
      RandomRows rows = new RandomRows(seed);
      TableSchema first = rows.schema();
      TableSchema second = rows.later(first);
      TableSchema third = rows.later(second);
      RowCodec newest = new RowCodec(third);
      for (TableSchema written : List.of(first, second, third)) {
        Object[] values = rows.rest(written);
        byte[] image = new RowCodec(written).encode(values);
        byte[] before = image.clone();
        byte[] upgraded = newest.upgrade(image);
        assertThat(RowCodec.schemaVersion(upgraded)).isEqualTo(third.version());
        assertColumns(newest, upgraded, values);
        assertAbsent(newest, upgraded, written.columns().size());
        assertThat(new RowImage(newest, image)).isEqualTo(new RowImage(newest, upgraded));
        assertThat(image).isEqualTo(before);
      }
    }
  }

  private static void assertAbsent(RowCodec codec, byte[] image, int from) {
    for (int i = from; i < codec.schema().columns().size(); i++) {
      assertThat(codec.get(image, i)).isEqualTo(codec.schema().absentValue(i));
    }
  }

  @Test
  void aRowOfALaterVersionIsRefused() {
    TableSchema later = ACCOUNT.withColumn(new Column("more", ColumnType.INT, true), null);
    byte[] image = new RowCodec(later).encode(7L, "x", true, null, 5);
    assertThatThrownBy(() -> CODEC.upgrade(image))
        .isInstanceOf(CodecException.class)
        .hasMessage("a row of version 4 of table \"account\", which has version 3");
  }

  @Test
  void aRowOfADefinitionThatKnowsFewerColumnsIsConverted() {
    TableSchema later = ACCOUNT.withColumn(new Column("more", ColumnType.INT, false), 5);
    RowCodec newest = new RowCodec(later);
    byte[] converted = newest.convert(CODEC, CODEC.encode(7L, "x", true, null));
    assertThat(converted).isEqualTo(newest.encode(7L, "x", true, null, 5));
  }

  @Test
  void damagedRowsOfEarlierVersionsAreRefusedOrRows() {
    for (long seed : TestSet.seeds(0, 300)) {
      RandomRows rows = new RandomRows(seed);
      TableSchema first = rows.schema();
      RowCodec newest = new RowCodec(rows.later(first));
      RowCodec oldest = new RowCodec(first);
      for (int i = 0; i < 50; i++) {
        byte[] bad = rows.damage(oldest.encode(rows.rest(first)));
        try {
          assertThat(RowCodec.schemaVersion(newest.upgrade(bad)))
              .isEqualTo(newest.schema().version());
        } catch (CodecException e) {
          assertThat(e.getMessage()).isNotBlank();
        }
      }
    }
  }

  @Test
  void changesInAnyOrderEndInTheSameImage() {
    for (int seed = 0; seed < 300; seed++) {
      RandomRows rows = new RandomRows(seed);
      TableSchema schema = rows.schema();
      RowCodec codec = new RowCodec(schema);
      Object[] values = rows.rest(schema);
      byte[] first = codec.encode(rows.rest(schema));
      byte[] untouched = first.clone();
      RowImage image = new RowImage(codec, first);
      for (int i = 0; i < 3 * values.length; i++) {
        image.set(schema.keyColumns() + i % values.length, values[i % values.length]);
        image.get(schema.keyColumns() + rows.random().nextInt(values.length));
      }
      assertThat(image.toBytes()).as("seed %d", seed).isEqualTo(codec.encode(values));
      assertThat(first).isEqualTo(untouched);
    }
  }

  @Test
  void bytesThatWereHandedOutStayAsTheyAre() {
    RowImage image = new RowImage(CODEC, CODEC.encode(7L, "x", true, null));
    byte[] before = image.toBytes();
    image.setLong(1, 8);
    image.set(2, "longer");
    assertThat(CODEC.getLong(before, 1)).isEqualTo(7);
    assertThat(CODEC.getString(before, 2)).isEqualTo("x");
    assertThat(CODEC.getLong(image.toBytes(), 1)).isEqualTo(8);
    assertThat(CODEC.getString(image.toBytes(), 2)).isEqualTo("longer");
  }

  @Test
  void aRowLongerThanSixteenBitsIsWide() {
    String owner = "y".repeat(70_000);
    byte[] image = CODEC.encode(7L, owner, true, new BigDecimal("1.50"));
    assertThat(image[0]).isEqualTo((byte) 2);
    assertThat(CODEC.get(image, 2)).isEqualTo(owner);
    assertThat(CODEC.get(image, 4)).isEqualTo(new BigDecimal("1.50"));
    RowImage shorter = new RowImage(CODEC, image);
    shorter.set(2, "y");
    assertThat(shorter.toBytes()).isEqualTo(CODEC.encode(7L, "y", true, new BigDecimal("1.50")));
  }

  @Test
  void rowsThatCannotBeAreRefused() {
    assertThatThrownBy(() -> CODEC.encode(null, "x", true, null))
        .hasMessage("table \"account\" does not allow null in \"balance\"");
    assertThatThrownBy(() -> CODEC.encode("7", "x", true, null))
        .hasMessage("column \"balance\" of table \"account\" is LONG, not String");
    assertThatThrownBy(() -> CODEC.encode(7L))
        .hasMessage("table \"account\" has 4 columns behind its key, not 1");
    assertThatThrownBy(() -> new RowImage(CODEC).toBytes())
        .hasMessage("column \"balance\" of table \"account\" has no value, and may not be null");
    assertThatThrownBy(() -> CODEC.get(CODEC.empty(), 0))
        .hasMessage("column \"id\" is in the key of table \"account\", not in its rows");
    assertThatThrownBy(() -> CODEC.encode(7L, "y".repeat(17 << 20), true, null))
        .hasMessageContaining("more than the 16777216 allowed");
  }

  @Test
  void aRowOfAnotherVersionIsNamedAsSuch() {
    TableSchema next = new TableSchema("account", 4, 1, ACCOUNT.columns());
    byte[] image = new RowCodec(next).encode(7L, "x", true, null);
    assertThatThrownBy(() -> CODEC.getLong(image, 1))
        .isInstanceOf(CodecException.class)
        .hasMessage(
            "a row of 18 bytes with format and schema version 1/4 is not of table \"account\""
                + " version 3");
  }

  @Test
  void damagedImagesGiveValuesOrCodecExceptions() {
    for (long seed : TestSet.seeds(0, 300)) {
      RandomRows rows = new RandomRows(seed);
      TableSchema schema = rows.schema();
      RowCodec codec = new RowCodec(schema);
      for (int i = 0; i < 100; i++) {
        byte[] bad = rows.damage(codec.encode(rows.rest(schema)));
        for (int column = schema.keyColumns(); column < schema.columns().size(); column++) {
          readColumn(codec, bad, column);
        }
        validate(codec, bad);
      }
    }
  }

  private static void readColumn(RowCodec codec, byte[] bad, int column) {
    try {
      codec.get(bad, column);
    } catch (CodecException e) {
      assertThat(e.getMessage()).isNotBlank();
    }
  }

  /** What passes validation can be read and written again. */
  private static void validate(RowCodec codec, byte[] bad) {
    try {
      codec.validate(bad);
    } catch (CodecException e) {
      return;
    }
    RowImage image = new RowImage(codec, bad);
    int columns = codec.schema().columns().size();
    for (int column = codec.schema().keyColumns(); column < columns; column++) {
      image.set(column, image.get(column));
    }
    codec.validate(image.toBytes());
  }
}
