package org.thetisdb.core.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.testing.TestSet;

/** What is a table, and what is not. */
class TableSchemaTest {
  private static final Column ID = new Column("id", ColumnType.LONG, false);
  private static final Column NOTE = new Column("note", ColumnType.STRING, true);

  private static void assertRefused(String message, int keyColumns, Column... columns) {
    assertThatThrownBy(() -> new TableSchema("t", 1, keyColumns, List.of(columns)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void problemsAreSaidInOneSentence() {
    assertRefused("table \"t\" has no key; every table needs a primary key", 0, ID);
    assertRefused("table \"t\" has a key of more columns than there are", 2, ID);
    assertRefused(
        "table \"t\" has two columns named \"Id\"", 1, ID, new Column("Id", ColumnType.INT, true));
  }

  @Test
  void namesAreIdentifiers() {
    for (String name : new String[] {"", "1a", "a-b", "a b", "x".repeat(64), "\u00e4", null}) {
      assertThatThrownBy(() -> new Column(name, ColumnType.INT, true))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("cannot name a column");
      assertThatThrownBy(() -> new TableSchema(name, 1, 1, List.of(ID)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("cannot name a table");
    }
  }

  @Test
  void columnsAreFoundByName() {
    TableSchema schema = new TableSchema("t", 1, 1, List.of(ID, NOTE));
    assertThat(schema.indexOf("note")).isEqualTo(1);
    assertThat(schema.find("nothing")).isEqualTo(-1);
    assertThatThrownBy(() -> schema.indexOf("nothing"))
        .hasMessage("table \"t\" has no column \"nothing\"; it has id, note");
    assertThat(schema).hasToString("t(id LONG NOT NULL | note STRING)");
  }

  @Test
  void schemasComeBack() {
    for (int seed = 0; seed < 300; seed++) {
      TableSchema schema = new RandomRows(seed).schema();
      TableSchema decoded = TableSchema.decode(schema.encode());
      assertThat(decoded).isEqualTo(schema).hasSameHashCodeAs(schema);
      assertThat(decoded.hasSameColumns(schema)).isTrue();
    }
  }

  @Test
  void laterVersionsComeBackAndContinueTheEarlierOnes() {
    for (int seed = 0; seed < 300; seed++) {
      RandomRows rows = new RandomRows(seed);
      TableSchema first = rows.schema();
      TableSchema second = rows.later(first);
      TableSchema third = rows.later(second);
      assertThat(TableSchema.decode(third.encode())).isEqualTo(third);
      assertThat(third.continues(first)).isTrue();
      assertThat(third.continues(second)).isTrue();
      assertThat(first.continues(second)).isFalse();
      assertThat(third.columnsAt(first.version())).isEqualTo(first.columns().size());
      assertThat(second.continues(rows.schema().withName("other"))).isFalse();
    }
  }

  @Test
  void aTableServesThoseWhoKnowOnlyItsFirstColumns() {
    TableSchema first = new TableSchema("t", 1, 1, List.of(ID, NOTE));
    TableSchema later = first.withColumn(new Column("rank", ColumnType.INT, false), 5);
    assertThat(later.serves(first)).isTrue();
    assertThat(later.serves(new TableSchema("t", 1, 1, later.columns()))).isTrue();
    assertThat(later.serves(new TableSchema("t", 1, 1, List.of(ID)))).isFalse();
    assertThat(later.serves(new TableSchema("u", 1, 1, List.of(ID, NOTE)))).isFalse();
    assertThat(first.serves(later)).isFalse();
    assertThat(later.withName("u").serves(first)).isFalse();
  }

  @Test
  void aColumnThatMustNotBeNullNeedsAValueForRowsThatAreThere() {
    TableSchema schema = new TableSchema("t", 1, 1, List.of(ID));
    assertThatThrownBy(() -> schema.withColumn(new Column("n", ColumnType.INT, false), null))
        .hasMessage("table \"t\" has no value for \"n\" in rows that are there");
    assertThatThrownBy(() -> schema.withColumn(new Column("n", ColumnType.INT, true), "x"))
        .hasMessage("column \"n\" of table \"t\" is INT, not String");
  }

  @Test
  void damagedSchemasAreRefusedOrSchemas() {
    for (long seed : TestSet.seeds(0, 300)) {
      RandomRows rows = new RandomRows(seed);
      for (int i = 0; i < 100; i++) {
        byte[] bad = rows.damage(rows.later(rows.schema()).encode());
        try {
          TableSchema decoded = TableSchema.decode(bad);
          assertThat(TableSchema.decode(decoded.encode())).isEqualTo(decoded);
        } catch (CodecException e) {
          assertThat(e.getMessage()).isNotBlank();
        }
      }
    }
  }

  /** A column that came with its table has no rows from before it. */
  @Test
  void aSchemaSaysTheSameWhenItIsWrittenAgain() {
    TableSchema later =
        new TableSchema("t", 1, 1, List.of(ID))
            .withColumn(new Column("n", ColumnType.INT, true), 5);
    byte[] whole = later.encode();
    int refused = 0;
    for (int place = 0; place < whole.length; place++) {
      for (int value = 0; value < 8; value++) {
        byte[] changed = whole.clone();
        changed[place] = (byte) value;
        try {
          TableSchema read = TableSchema.decode(changed);
          assertThat(TableSchema.decode(read.encode())).isEqualTo(read);
        } catch (CodecException e) {
          refused++;
        }
      }
    }
    assertThat(refused).isPositive();
  }

  @Test
  void wholeNumbersWiden() {
    assertThat(ColumnType.LONG.convert(5)).isEqualTo(5L);
    assertThat(ColumnType.DOUBLE.convert(5)).isEqualTo(5.0);
    assertThat(ColumnType.DECIMAL.convert(5L)).hasToString("5");
    assertThat(ColumnType.INT.convert(5L)).isNull();
    assertThat(ColumnType.DOUBLE.convert(5L)).isNull();
    assertThat(ColumnType.STRING.convert(5)).isNull();
  }
}
