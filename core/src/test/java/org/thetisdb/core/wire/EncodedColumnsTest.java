package org.thetisdb.core.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.wire.SqlReply.ColumnInfo;
import org.thetisdb.core.wire.SqlReply.TypeInfo;

/** Columns that come again and again are known by their bytes. */
class EncodedColumnsTest {
  private static List<ColumnInfo> columns(String first, int count, int last) {
    List<ColumnInfo> columns = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      TypeInfo type = new TypeInfo(12, 100, i == count - 1 ? last : 0);
      columns.add(new ColumnInfo(first + i, type, true, false, "table", "column " + i));
    }
    return columns;
  }

  private static byte[] encoded(List<ColumnInfo> columns) {
    ByteWriter out = new ByteWriter();
    SqlColumnCodec.encode(columns, out);
    return out.toByteArray();
  }

  private static ByteReader followed(byte[] columns, int next) {
    return new ByteReader(new ByteWriter().putBytes(columns).putInt(next).toByteArray());
  }

  @Test
  void whatWasReadOnceIsKnownTheNextTimeWhateverFollows() {
    byte[] bytes = encoded(columns("seen", 11, 3));
    SqlColumnCodec.decode(new ByteReader(bytes));
    ByteReader in = followed(bytes, 77);
    List<ColumnInfo> again = SqlColumnCodec.decode(in);
    assertThat(again).isInstanceOf(EncodedColumns.class).isEqualTo(columns("seen", 11, 3));
    assertThat(in.getInt()).isEqualTo(77);
    assertThat(encoded(again)).isEqualTo(bytes);
  }

  @Test
  void columnsThatBeginAlikeAreToldApart() {
    for (int round = 0; round < 3; round++) {
      for (int last = 0; last < 20; last++) {
        ByteReader in = followed(encoded(columns("alike", 5, last)), last);
        assertThat(SqlColumnCodec.decode(in)).isEqualTo(columns("alike", 5, last));
        assertThat(in.getInt()).isEqualTo(last);
      }
    }
  }

  @Test
  void moreThanAreRememberedAreReadAsBefore() {
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 2_000; i++) {
        List<ColumnInfo> columns = columns("label" + i, 1 + i % 4, i);
        assertThat(SqlColumnCodec.decode(new ByteReader(encoded(columns)))).isEqualTo(columns);
      }
    }
    assertThat(SqlColumnCodec.decode(new ByteReader(encoded(List.of())))).isEmpty();
  }

  @Test
  void knownColumnsThatAreCutShortAreRefused() {
    byte[] bytes = encoded(columns("cut", 3, 1));
    SqlColumnCodec.decode(new ByteReader(bytes));
    for (int length = 0; length < bytes.length; length++) {
      ByteReader in = new ByteReader(Arrays.copyOf(bytes, length));
      assertThatThrownBy(() -> SqlColumnCodec.decode(in)).isInstanceOf(CodecException.class);
    }
  }

  @Test
  void theirFormIsThatOfAnyList() {
    List<ColumnInfo> columns = columns("form", 4, 2);
    assertThat(EncodedColumns.of(columns)).isEqualTo(columns);
    assertThat(encoded(EncodedColumns.of(columns))).isEqualTo(encoded(columns));
  }
}
