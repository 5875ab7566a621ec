package org.thetisdb.procedures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import example.bank.SendPayment;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.core.value.ValueCodec;

/** What an application does with a row, and what it hears when that is wrong. */
class RowTest {
  private static final Table ALL =
      Table.define("everything")
          .key("id", ColumnType.LONG)
          .key("line", ColumnType.INT)
          .nullable("flag", ColumnType.BOOLEAN)
          .nullable("small", ColumnType.INT)
          .nullable("big", ColumnType.LONG)
          .nullable("ratio", ColumnType.DOUBLE)
          .nullable("price", ColumnType.DECIMAL)
          .nullable("name", ColumnType.STRING)
          .nullable("data", ColumnType.BYTES)
          .nullable("at", ColumnType.TIMESTAMP)
          .nullable("ref", ColumnType.UUID)
          .build();

  @Test
  void everyTypeIsSetAndRead() {
    UUID ref = new UUID(1, 2);
    Row row =
        ALL.row(7L, 3)
            .setBoolean("flag", true)
            .setInt("small", 1)
            .setLong("big", 2)
            .setDouble("ratio", 0.5)
            .setDecimal("price", new BigDecimal("9.90"))
            .setString("name", "x")
            .setBytes("data", new byte[] {1})
            .setTimestamp("at", Instant.ofEpochSecond(5, 1234))
            .setUuid("ref", ref);
    assertThat(row.getLong("id")).isEqualTo(7);
    assertThat(row.getInt("line")).isEqualTo(3);
    assertThat(row.getBoolean("flag")).isTrue();
    assertThat(row.getInt("small")).isEqualTo(1);
    assertThat(row.getLong("small")).isEqualTo(1);
    assertThat(row.getLong("big")).isEqualTo(2);
    assertThat(row.getDouble("ratio")).isEqualTo(0.5);
    assertThat(row.getDecimal("price")).isEqualTo("9.90");
    assertThat(row.getString("name")).isEqualTo("x");
    assertThat(row.getBytes("data")).containsExactly(1);
    assertThat(row.getTimestamp("at")).isEqualTo(Instant.ofEpochSecond(5, 1000));
    assertThat(row.getUuid("ref")).isEqualTo(ref);
  }

  @Test
  void aNumberThatIsNoColumnsIsOutOfBounds() {
    Row row = ALL.row(7L, 3);
    for (int column : new int[] {-1, 11, 1000}) {
      assertThatThrownBy(() -> row.get(column)).isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> row.isNull(column)).isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> row.getLong(column)).isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> row.getString(column)).isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> row.set(column, null)).isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> row.setInt(column, 1)).isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Test
  void nullsAreNoNumbers() {
    Row row = ALL.row(7L, 3);
    assertThat(row.isNull("big")).isTrue();
    assertThat(row.getString("name")).isNull();
    assertThat(row.get("big")).isNull();
    assertThatThrownBy(() -> row.getLong("big"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("column \"big\" of table \"everything\" is null; ask isNull first");
    row.setLong("big", 1).setNull("big");
    assertThat(row.isNull("big")).isTrue();
  }

  @Test
  void wrongUseIsExplained() {
    Row row = ALL.row(7L, 3);
    assertThatThrownBy(() -> row.getLong("name"))
        .hasMessage("column \"name\" of table \"everything\" is STRING, not LONG");
    assertThatThrownBy(() -> row.setLong("small", 1))
        .hasMessage("column \"small\" of table \"everything\" is INT, not LONG");
    assertThatThrownBy(() -> row.setString("big", "1"))
        .hasMessage("column \"big\" of table \"everything\" is LONG, not String");
    assertThatThrownBy(() -> row.getLong("bigg"))
        .hasMessageStartingWith("table \"everything\" has no column \"bigg\"; it has id, line,");
    assertThatThrownBy(() -> row.setLong("id", 1))
        .hasMessage(
            "column \"id\" is in the key of table \"everything\" and cannot be changed;"
                + " make another row");
    assertThatThrownBy(() -> SendPayment.CHECKING.row(1).setNull("balance"))
        .hasMessage("table \"checking\" does not allow null in \"balance\"");
    assertThatThrownBy(() -> SendPayment.CHECKING.row(1).encodedImage())
        .hasMessage("column \"balance\" of table \"checking\" has no value, and may not be null");
  }

  @Test
  void anIntFitsIntoWiderColumns() {
    Row row = ALL.row(7L, 3).setInt("big", 5).setInt("ratio", 5).setInt("price", 5);
    assertThat(row.getLong("big")).isEqualTo(5);
    assertThat(row.getDouble("ratio")).isEqualTo(5.0);
    assertThat(row.getDecimal("price")).isEqualTo("5");
  }

  @Test
  void aRowComesBackFromItsBytesAndLeavesThemAlone() {
    Row row = SendPayment.CHECKING.row(7).setLong("balance", 100);
    byte[] image = row.encodedImage();
    Row again = Row.of(SendPayment.CHECKING, row.encodedKey(), image);
    assertThat(again).isEqualTo(row).hasSameHashCodeAs(row);
    again.setLong(1, 200);
    assertThat(again).isNotEqualTo(row).hasToString("checking{customer_id=7, balance=200}");
    assertThat(Row.of(SendPayment.CHECKING, row.encodedKey(), image).getLong(1)).isEqualTo(100);
  }

  @Test
  void aRowIsSentAsAMap() {
    Row row = SendPayment.CHECKING.row(7).setLong("balance", 100);
    assertThat(ValueCodec.decode(ValueCodec.encode(row)))
        .hasToString("{customer_id=7, balance=100}");
  }

  @Test
  void rangesFollowTheKeys() {
    Table table = ALL;
    assertThat(table.prefix(7L).encodedFrom()).isEqualTo(table.keys().encodePrefix(7L));
    assertThat(table.prefix(7L).encodedTo()).isEqualTo(table.keys().encodePrefix(8L));
    assertThat(table.from(7L, 1).to(7L, 1).isEmpty()).isTrue();
    assertThat(table.from(7L, 1).through(7L, 1).isEmpty()).isFalse();
    assertThat(table.all().isEmpty()).isFalse();
  }
}
