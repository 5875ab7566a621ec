package org.thetisdb.core.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.key.KeyCodec;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.schema.Column;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.core.schema.RandomRows;
import org.thetisdb.core.schema.TableSchema;

/** Partitions are stretches of keys, in the order of keys, without holes. */
class PartitionGridTest {
  private static final int TABLE = 7;
  private static final TableSchema LONGS =
      new TableSchema("t", 1, 1, List.of(new Column("id", ColumnType.LONG, false)));

  private static byte[] key(long value) {
    return KeyCodec.encodeLong(value);
  }

  private static List<Long> indexes(PartitionGrid grid, byte[] from, byte[] to) {
    List<Long> found = new ArrayList<>();
    assertThat(grid.forEachPartition(from, to, 100, p -> found.add(PartitionId.index(p)))).isTrue();
    return found;
  }

  @Test
  void neighbouringNumbersShareAPartition() {
    PartitionGrid grid = new PartitionGrid(TABLE, LONGS, 100);
    assertThat(grid.partitionOf(new RowKey(TABLE, key(0)))).isEqualTo(PartitionId.of(TABLE, 0));
    assertThat(grid.partitionOf(key(99))).isEqualTo(PartitionId.of(TABLE, 0));
    assertThat(grid.partitionOf(key(100))).isEqualTo(PartitionId.of(TABLE, 1));
    assertThat(grid.partitionOf(key(-1))).isEqualTo(PartitionId.of(TABLE, -1));
    assertThat(grid.lowerBound(PartitionId.of(TABLE, 1))).isEqualTo(key(100));
    assertThat(grid.upperBound(PartitionId.of(TABLE, 1))).isEqualTo(key(200));
  }

  @Test
  void aRangeMeetsThePartitionsThatHoldItsKeys() {
    PartitionGrid grid = new PartitionGrid(TABLE, LONGS, 100);
    assertThat(indexes(grid, key(50), key(200))).containsExactly(0L, 1L);
    assertThat(indexes(grid, key(50), key(201))).containsExactly(0L, 1L, 2L);
    assertThat(indexes(grid, key(50), key(50))).isEmpty();
    assertThat(indexes(grid, key(60), key(50))).isEmpty();
    assertThat(grid.forEachPartition(new byte[0], new byte[0], 100, p -> {})).isFalse();
    assertThat(grid.countPartitions(key(Long.MAX_VALUE), new byte[0])).isEqualTo(1);
  }

  @Test
  void entriesOfAnIndexAreCutByTheirValuesAndNullsComeLast() {
    List<Column> columns =
        List.of(new Column("shop", ColumnType.INT, true), new Column("id", ColumnType.LONG, false));
    TableSchema entries = new TableSchema("entries", 1, 2, columns);
    KeyCodec keys = new KeyCodec(entries);
    PartitionGrid grid = new PartitionGrid(TABLE, entries, 100);
    assertThat(grid.partitionOf(keys.encode(99, 1L))).isEqualTo(PartitionId.of(TABLE, 0));
    assertThat(grid.partitionOf(keys.encode(100, 1L))).isEqualTo(PartitionId.of(TABLE, 1));
    assertThat(grid.partitionOf(keys.encode(null, 1L))).isEqualTo(grid.lastPartition());
    byte[] prefix = keys.encodePrefix(150);
    assertThat(indexes(grid, prefix, KeyCodec.end(prefix))).containsExactly(1L);
    byte[] nulls = keys.encodePrefix(new Object[] {null});
    assertThat(indexes(grid, nulls, KeyCodec.end(nulls)))
        .containsExactly(PartitionId.index(grid.lastPartition()));
  }

  @Test
  void farNumbersShareTheLastPartition() {
    PartitionGrid grid = new PartitionGrid(TABLE, LONGS, 1);
    assertThat(grid.partitionOf(key(Long.MAX_VALUE))).isEqualTo(grid.lastPartition());
    assertThat(grid.partitionOf(key(Long.MIN_VALUE))).isEqualTo(grid.firstPartition());
    assertThat(PartitionId.index(grid.lastPartition())).isEqualTo(PartitionId.MAX_INDEX);
    assertThat(grid.lowerBound(grid.firstPartition())).isEmpty();
    assertThat(grid.upperBound(grid.lastPartition())).isEmpty();
  }

  @Test
  void partitionsOfOtherTablesAreRefused() {
    PartitionGrid grid = new PartitionGrid(TABLE, LONGS, 1 << 20);
    assertThatThrownBy(() -> grid.lowerBound(PartitionId.of(8, 0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("partition 8/0 is not of table 7");
    assertThatThrownBy(() -> grid.lowerBound(PartitionId.of(TABLE, PartitionId.MAX_INDEX)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new PartitionGrid(TABLE, LONGS, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void partitionsRiseWithKeysAndBoundsPartThem() {
    for (int seed = 0; seed < 400; seed++) {
      RandomRows rows = new RandomRows(seed);
      TableSchema schema = rows.schema();
      KeyCodec codec = new KeyCodec(schema);
      PartitionGrid grid = new PartitionGrid(TABLE, schema, size(rows.random()));
      for (int i = 0; i < 100; i++) {
        byte[] left = codec.encode(rows.key(schema));
        byte[] right = codec.encode(rows.key(schema));
        int order = Arrays.compareUnsigned(left, right);
        int partitions = Long.compare(grid.partitionOf(left), grid.partitionOf(right));
        assertThat(partitions == 0 || (partitions < 0) == (order < 0)).as("seed %d", seed).isTrue();
        assertParted(grid, left, grid.partitionOf(left));
        assertParted(grid, left, grid.partitionOf(right));
        assertRange(grid, left, right);
      }
    }
  }

  private static long size(Random random) {
    long[] sizes = {1, 7, 100, 1 << 20, Long.MAX_VALUE};
    return sizes[random.nextInt(sizes.length)];
  }

  private static void assertParted(PartitionGrid grid, byte[] key, long partition) {
    long own = grid.partitionOf(key);
    byte[] upper = grid.upperBound(partition);
    boolean above = Arrays.compareUnsigned(grid.lowerBound(partition), key) <= 0;
    boolean below = upper.length == 0 || Arrays.compareUnsigned(key, upper) < 0;
    assertThat(above).isEqualTo(own >= partition);
    assertThat(below).isEqualTo(own <= partition);
  }

  /**
   * A range that ends just behind a key holds the key's partition; one that ends at a bound not.
   */
  private static void assertRange(PartitionGrid grid, byte[] from, byte[] key) {
    if (Arrays.compareUnsigned(from, key) <= 0) {
      long count = grid.partitionOf(key) - grid.partitionOf(from) + 1;
      byte[] behind = Arrays.copyOf(key, key.length + 1);
      assertThat(grid.countPartitions(from, behind)).isEqualTo(count);
      byte[] bound = grid.lowerBound(grid.partitionOf(key));
      if (bound.length > 0) {
        assertThat(grid.countPartitions(from, bound)).isEqualTo(count - 1);
      }
    }
  }
}
