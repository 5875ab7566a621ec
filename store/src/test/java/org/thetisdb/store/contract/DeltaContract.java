package org.thetisdb.store.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.thetisdb.store.contract.Rows.get;
import static org.thetisdb.store.contract.Rows.key;
import static org.thetisdb.store.contract.Rows.put;
import static org.thetisdb.store.contract.Rows.upTo;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.bytes.Delta;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.RowVersion;
import org.thetisdb.store.Snapshot;

/** Versions of which only that is known what they have other than the one before. */
public interface DeltaContract extends StoreFactory {
  private static byte[] text(String row) {
    return row.getBytes(StandardCharsets.UTF_8);
  }

  private static int change(
      RowStore store, long number, long base, long position, byte[] before, byte[] after) {
    ByteWriter delta = new ByteWriter();
    Delta.encode(before, before.length, after, delta);
    byte[] array = new byte[delta.length() + 2];
    System.arraycopy(delta.array(), 0, array, 1, delta.length());
    return store.installDelta(
        key(number),
        Rows.stamp(base),
        Rows.stamp(position),
        position,
        array,
        1,
        delta.length(),
        Snapshot.NOTHING);
  }

  @Test
  default void aDeltaMakesANewVersionAndLeavesTheOneBefore() {
    try (RowStore store = open()) {
      put(store, key(1), 10, "red house");
      assertThat(change(store, 1, 10, 20, text("red house"), text("red mouse"))).isEqualTo(2);
      assertThat(get(store, key(1), upTo(19))).isEqualTo("red house");
      assertThat(get(store, key(1), upTo(20))).isEqualTo("red mouse");
      assertThat(change(store, 1, 20, 30, text("red mouse"), text("reddish mouse"))).isEqualTo(3);
      assertThat(get(store, key(1), upTo(20))).isEqualTo("red mouse");
      assertThat(get(store, key(1), upTo(30))).isEqualTo("reddish mouse");
    }
  }

  @Test
  default void aDeltaToAnotherVersionThanTheNewestAddsNothing() {
    try (RowStore store = open()) {
      assertThat(change(store, 1, 10, 20, text("old"), text("new"))).isZero();
      put(store, key(1), 10, "old");
      assertThat(change(store, 1, 9, 20, text("old"), text("new"))).isZero();
      assertThat(get(store, key(1), Snapshot.EVERYTHING)).isEqualTo("old");
      Rows.delete(store, key(1), 30);
      assertThat(change(store, 1, 30, 40, text(""), text("new"))).isZero();
      assertThat(get(store, key(1), Snapshot.EVERYTHING)).isNull();
    }
  }

  @Test
  default void whatIsNoDeltaOfTheVersionChangesNothing() {
    try (RowStore store = open()) {
      put(store, key(1), 10, "old");
      for (byte[] wrong : new byte[][] {{3, 4, 0, 0}, {3, 2, 2, 2, 7, 7}, {3, 0, 1, 9}, {9}}) {
        assertThatThrownBy(
                () ->
                    store.installDelta(
                        key(1),
                        Rows.stamp(10),
                        Rows.stamp(20),
                        20,
                        wrong,
                        0,
                        wrong.length,
                        Snapshot.NOTHING))
            .isInstanceOf(CodecException.class);
      }
      assertThat(get(store, key(1), Snapshot.EVERYTHING)).isEqualTo("old");
      assertThat(change(store, 1, 10, 20, text("old"), text("new"))).isEqualTo(2);
    }
  }

  @Test
  default void rowsOfAnyLengthAreChangedALittleOrALot() {
    Random random = new Random(3);
    try (RowStore store = open()) {
      byte[] row = new byte[50];
      put(store, key(1), 1, row);
      for (int position = 2; position < 300; position++) {
        int length = random.nextInt(3) > 0 ? row.length : 1 + random.nextInt(20_000);
        byte[] next = Arrays.copyOf(row, length);
        for (int i = random.nextInt(4); i > 0; i--) {
          next[random.nextInt(length)] = (byte) random.nextInt();
        }
        assertThat(change(store, 1, position - 1, position, row, next)).isPositive();
        RowVersion newest = new RowVersion();
        assertThat(store.readNewest(key(1), newest)).isTrue();
        assertThat(newest.toByteArray()).isEqualTo(next);
        assertThat(store.read(key(1), upTo(position - 1), newest)).isTrue();
        assertThat(newest.toByteArray()).isEqualTo(row);
        row = next;
      }
    }
  }

  @Test
  default void versionsThatNobodyNeedsGo() {
    try (RowStore store = open()) {
      byte[] row = new byte[100];
      put(store, key(1), 1, row);
      long used = store.usedBytes();
      for (int position = 2; position < 10_000; position++) {
        byte[] next = row.clone();
        next[position % 100]++;
        ByteWriter delta = new ByteWriter();
        Delta.encode(row, row.length, next, delta);
        store.installDelta(
            key(1),
            Rows.stamp(position - 1),
            Rows.stamp(position),
            position,
            delta.array(),
            0,
            delta.length(),
            upTo(position - 1));
        row = next;
      }
      assertThat(store.usedBytes()).isLessThan(used + 100_000);
      assertThat(store.readNewest(key(1), new RowVersion())).isTrue();
    }
  }
}
