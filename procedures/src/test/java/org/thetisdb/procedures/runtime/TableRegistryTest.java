package org.thetisdb.procedures.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import example.bank.SendPayment;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.key.KeyCodec;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.schema.Column;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/** One name, one id, one set of columns. */
class TableRegistryTest {
  private static final Table SAVINGS =
      Table.define("savings").key("id", ColumnType.LONG).column("x", ColumnType.INT).build();
  private static final Table OTHER_SAVINGS =
      Table.define("savings").key("id", ColumnType.LONG).column("x", ColumnType.LONG).build();

  private final TableRegistry one =
      TableRegistry.empty(10).withTable(2, SendPayment.CHECKING.schema());

  @Test
  void aTableIsFoundByIdNameAndDefinition() {
    assertThat(one.byId(2).table()).isEqualTo(SendPayment.CHECKING);
    assertThat(one.byName("checking")).isSameAs(one.byId(2));
    assertThat(one.of(SendPayment.CHECKING)).isSameAs(one.byId(2));
    assertThat(one.idOf(Table.of(SendPayment.CHECKING.schema()))).isEqualTo(2);
    assertThat(one.byId(0)).isNull();
    assertThat(one.byId(99)).isNull();
    assertThat(one.nextId()).isEqualTo(3);
    RowKey key = new RowKey(2, KeyCodec.encodeLong(25));
    assertThat(one.partitionOf(key)).isEqualTo(PartitionId.of(2, 2));
  }

  @Test
  void anOlderRegistryStaysAsItIs() {
    TableRegistry two = one.withTable(one.nextId(), SAVINGS.schema());
    assertThat(two.tables()).hasSize(2);
    assertThat(one.tables()).hasSize(1);
    assertThat(two.withTable(2, SendPayment.CHECKING.schema())).isSameAs(two);
  }

  @Test
  void missingTablesAreNamedOnceAndInOrder() {
    Table another = Table.define("another").key("id", ColumnType.LONG).build();
    assertThat(one.missing(List.of(SAVINGS, SendPayment.CHECKING, another, SAVINGS)))
        .containsExactly(another, SAVINGS);
  }

  @Test
  void otherColumnsUnderOneNameAreRefused() {
    TableRegistry two = one.withTable(5, SAVINGS.schema());
    assertMismatch(() -> two.withTable(6, OTHER_SAVINGS.schema()));
    assertMismatch(() -> two.missing(List.of(OTHER_SAVINGS)));
    assertMismatch(() -> one.missing(List.of(SAVINGS, OTHER_SAVINGS)));
    assertMismatch(() -> two.of(OTHER_SAVINGS));
  }

  private static void assertMismatch(Runnable action) {
    assertThatThrownBy(action::run)
        .isInstanceOfSatisfying(
            ThetisException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.SCHEMA_MISMATCH);
              assertThat(e.getMessage()).contains("savings(id LONG NOT NULL | x INT NOT NULL)");
            });
  }

  @Test
  void aLaterVersionTakesThePlaceOfTheEarlierOne() {
    TableSchema first = SAVINGS.schema();
    TableSchema second = first.withColumn(new Column("note", ColumnType.STRING, true), null);
    TableRegistry both = one.withTable(5, first).withTable(5, second);
    assertThat(both.byId(5).schema()).isEqualTo(second);
    assertThat(both.withTable(5, first)).isSameAs(both);
    assertThat(both.nextId()).isEqualTo(6);
  }

  @Test
  void aProcedureOfBeforeGoesOnWithATableThatGotAColumn() {
    Column note = new Column("note", ColumnType.STRING, false);
    TableRegistry grown = one.withTable(5, SAVINGS.schema().withColumn(note, "none"));
    RegisteredTable stored = grown.of(SAVINGS);
    assertThat(stored.id()).isEqualTo(5);
    assertThat(grown.missing(List.of(SAVINGS))).isEmpty();
    byte[] image = stored.imageOf(SAVINGS.row(7).setInt(1, 3));
    Row row = Row.of(stored.table(), KeyCodec.encodeLong(7), image);
    assertThat(row.getString("note")).isEqualTo("none");
    assertThat(row.getInt("x")).isEqualTo(3);
  }

  @Test
  void aTableThatWasRenamedLeavesItsNameToAnother() {
    TableSchema gone = SAVINGS.schema().withName("dropped_5");
    TableRegistry tables =
        one.withTable(5, SAVINGS.schema()).withTable(5, gone).withTable(6, OTHER_SAVINGS.schema());
    assertThat(tables.idOf(OTHER_SAVINGS)).isEqualTo(6);
    assertThat(tables.byId(5).schema()).isEqualTo(gone);
    assertThatThrownBy(() -> tables.of(SAVINGS)).isInstanceOf(ThetisException.class);
  }

  @Test
  void idsAreNotGivenTwice() {
    assertThatThrownBy(() -> one.withTable(2, SAVINGS.schema()))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> one.withTable(4, SendPayment.CHECKING.schema()))
        .isInstanceOf(IllegalStateException.class);
  }
}
