package org.thetisdb.procedures.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import example.bank.SendPayment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.key.KeyCodec;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.procedures.Table;

/** A plan turns into sorted keys, each once. */
class AccessPlanBuilderTest {
  private static final Table CHECKING = SendPayment.CHECKING;
  private static final Table ORDERS =
      Table.define("orders").key("district", ColumnType.INT).key("id", ColumnType.LONG).build();
  private static final TableRegistry TABLES =
      TableRegistry.empty(100).withTable(3, CHECKING.schema()).withTable(1, ORDERS.schema());

  private final AccessPlanBuilder builder = new AccessPlanBuilder().begin(TABLES);

  private static RowKey checking(long id) {
    return new RowKey(3, KeyCodec.encodeLong(id));
  }

  private static RowKey order(int district, long id) {
    return new RowKey(1, ORDERS.keys().encode(district, id));
  }

  @Test
  void keysAreSortedByTableAndKeyAndNamedOnce() {
    builder.write(CHECKING, 9).write(CHECKING, 2).write(ORDERS, 5, 1L).write(CHECKING, 9);
    builder.read(CHECKING, 2).read(CHECKING, 4).read(ORDERS, 5, 2L).read(CHECKING, 4);
    AccessPlan plan = builder.build();
    assertThat(plan.writes()).containsExactly(order(5, 1), checking(2), checking(9));
    assertThat(plan.reads()).containsExactly(order(5, 2), checking(4));
    assertThat(plan.isReadOnly()).isFalse();
  }

  @Test
  void manyKeysAreSortedToo() {
    Random random = new Random(5);
    for (int count = 0; count < 200; count++) {
      builder.begin(TABLES);
      TreeSet<RowKey> writes = new TreeSet<>();
      TreeSet<RowKey> reads = new TreeSet<>();
      for (int i = 0; i < count; i++) {
        RowKey key = checking(random.nextInt(count));
        (random.nextBoolean() ? writes : reads).add(key);
        (writes.contains(key) ? builder.write(key) : builder.read(key)).read(key);
      }
      reads.removeAll(writes);
      AccessPlan plan = builder.build();
      assertThat(plan.writes()).containsExactlyElementsOf(writes);
      assertThat(plan.reads()).containsExactlyElementsOf(reads);
    }
  }

  @Test
  void aPlanOutlivesTheNextOne() {
    builder.write(CHECKING, 1);
    AccessPlan first = builder.build();
    builder.begin(TABLES).write(CHECKING, 2);
    assertThat(builder.build().writes()).containsExactly(checking(2));
    assertThat(first.writes()).containsExactly(checking(1));
  }

  @Test
  void rangesCoverTheirKeys() {
    builder.writeRange(ORDERS.prefix(5)).readRange(ORDERS.from(7).to(9));
    AccessPlan plan = builder.build();
    assertThat(plan.coversWrite(order(5, Long.MAX_VALUE))).isTrue();
    assertThat(plan.coversRead(order(5, 1))).isTrue();
    assertThat(plan.coversWrite(order(6, Long.MIN_VALUE))).isFalse();
    assertThat(plan.coversRead(order(8, 1))).isTrue();
    assertThat(plan.coversWrite(order(8, 1))).isFalse();
    assertThat(plan.coversRead(order(9, 1))).isFalse();
    assertThat(plan.coversRead(range(ORDERS.prefix(8)))).isTrue();
    assertThat(plan.coversRead(range(ORDERS.from(8).to(10)))).isFalse();
    assertThat(plan.coversRead(range(ORDERS.all()))).isFalse();
    assertThat(plan.writesKey(order(5, 1))).isFalse();
    assertThat(plan.isReadOnly()).isFalse();
  }

  private static KeySet.KeyRange range(org.thetisdb.procedures.KeyRange range) {
    return new KeySet.KeyRange(1, range.encodedFrom(), range.encodedTo());
  }

  @Test
  void whatReconnaissanceFoundBecomesAPlan() {
    builder.write(CHECKING, 1).read(CHECKING, 2).readRange(ORDERS.prefix(5));
    KeySet keys = builder.build().toKeySet();
    AccessPlan plan = builder.begin(TABLES).add(keys).build();
    assertThat(plan.writes()).containsExactly(checking(1));
    assertThat(plan.reads()).containsExactly(checking(2));
    assertThat(plan.coversRead(order(5, 1))).isTrue();
  }

  @Test
  void anUnknownTableIsAnError() {
    Table other = Table.define("other").key("id", ColumnType.LONG).build();
    assertThatThrownBy(() -> builder.read(other, 1))
        .isInstanceOfSatisfying(
            ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_TABLE));
    Table wider =
        Table.define("checking")
            .key("customer_id", ColumnType.LONG)
            .column("balance", ColumnType.LONG)
            .column("limit", ColumnType.LONG)
            .build();
    assertThatThrownBy(() -> builder.read(wider, 1))
        .isInstanceOfSatisfying(
            ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SCHEMA_MISMATCH));
  }

  @Test
  void aPlanIsBounded() {
    List<Runnable> all = new ArrayList<>();
    all.add(() -> builder.read(CHECKING, 1));
    all.add(() -> builder.writeRange(CHECKING.all()));
    for (Runnable adding : all) {
      assertThatThrownBy(
              () -> {
                for (int i = 0; i <= 2 * AccessPlanBuilder.MAX_ENTRIES; i++) {
                  adding.run();
                }
              })
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("a plan names more than 100000 keys");
    }
  }
}
