package org.thetisdb.core.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.schema.RandomRows;

/** Rows that are written value by value are a list of lists to whoever reads them. */
class EncodedRowsTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void theyAreWhatACodecMakesOfTheWholeList(long seed) {
    RandomRows random = new RandomRows(seed);
    List<List<Object>> rows = new ArrayList<>();
    EncodedRows encoded = new EncodedRows(1_000);
    for (int row = 0; row < 200; row++) {
      Object[] values = new Object[random.random().nextInt(6)];
      encoded.beginRow(values.length, random.random().nextInt(100));
      for (int i = 0; i < values.length; i++) {
        values[i] = random.random().nextInt(5) == 0 ? null : random.value(random.type());
        put(values[i], encoded);
      }
      rows.add(Arrays.asList(values));
    }
    assertThat(encoded.count()).isEqualTo(200);
    byte[] bytes = bytesOf(encoded);
    assertThat(bytes).isEqualTo(ValueCodec.encode(rows));
    assertThat(encoded.listBytes()).isEqualTo(bytes.length);
  }

  /** A text goes as the bytes that a store has of it, out of the middle of others. */
  private static void put(Object value, EncodedRows encoded) {
    if (value instanceof String text) {
      byte[] utf8 = ("<" + text + ">").getBytes(StandardCharsets.UTF_8);
      encoded.putText(utf8, 1, utf8.length - 2);
    } else {
      encoded.put(value);
    }
  }

  @Test
  void aWholeRowIsItsValuesOneByOne() {
    EncodedRows encoded = new EncodedRows(1);
    encoded.add(new Object[] {1, "two", null, new byte[] {3}});
    List<Object> row = Arrays.asList(1, "two", null, new byte[] {3});
    assertThat(bytesOf(encoded)).isEqualTo(ValueCodec.encode(List.of(row)));
  }

  @Test
  void itIsFullWithAsManyRowsAsAreWanted() {
    EncodedRows encoded = new EncodedRows(2);
    encoded.beginRow(0, 0);
    assertThat(encoded.isFull()).isFalse();
    encoded.beginRow(0, 0);
    assertThat(encoded.isFull()).isTrue();
    assertThat(ValueCodec.decode(bytesOf(encoded))).isEqualTo(List.of(List.of(), List.of()));
  }

  @Test
  void noRowsAreAnEmptyList() {
    assertThat(bytesOf(new EncodedRows(10))).isEqualTo(ValueCodec.encode(List.of()));
  }

  @Test
  void moreValuesThanADecoderTakesAreRefused() {
    EncodedRows encoded = new EncodedRows(Long.MAX_VALUE);
    assertThatThrownBy(
            () -> {
              for (int row = 0; row <= ValueCodec.MAX_VALUES / 2; row++) {
                encoded.beginRow(1, 8);
                encoded.put(1);
              }
            })
        .isInstanceOf(UnsendableException.class)
        .hasMessageContaining("parts");
    assertThat(encoded.count()).isEqualTo(ValueCodec.MAX_VALUES / 2);
  }

  @Test
  void moreBytesThanADecoderTakesAreRefused() {
    EncodedRows encoded = new EncodedRows(Long.MAX_VALUE);
    byte[] text = new byte[1 << 20];
    assertThatThrownBy(
            () -> {
              for (int row = 0; row <= ValueCodec.MAX_BYTES / text.length; row++) {
                encoded.beginRow(1, 8);
                encoded.putText(text, 0, text.length);
              }
            })
        .isInstanceOf(UnsendableException.class)
        .hasMessageContaining("bytes");
  }

  private static byte[] bytesOf(EncodedRows encoded) {
    ByteWriter bytes = new ByteWriter();
    encoded.appendTo(bytes);
    return bytes.toByteArray();
  }
}
