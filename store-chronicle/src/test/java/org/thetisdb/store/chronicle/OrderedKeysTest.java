package org.thetisdb.store.chronicle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.store.contract.Crew;
import org.thetisdb.store.contract.Rows;

/** The packed index against a sorted set, and under many readers. */
@Tag("threads")
@Tag("slow")
@InTurn(oneIn = 2)
class OrderedKeysTest {
  private static final byte[] BEGINNING = {};

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 5, 8, 13, 21, 34})
  void answersAsASortedSetDoes(long seed) {
    Random random = new Random(seed);
    OrderedKeys keys = new OrderedKeys();
    NavigableSet<byte[]> model = new TreeSet<>(Arrays::compareUnsigned);
    for (int step = 0; step < 30_000; step++) {
      byte[] key = key(random, seed);
      if (random.nextInt(3) == 0) {
        assertThat(keys.remove(key)).isEqualTo(model.remove(key));
      } else {
        assertThat(keys.add(key)).isEqualTo(model.add(key));
      }
      if (step % 1_000 == 0) {
        assertSameRanges(keys, model, key(random, seed), key(random, seed));
      }
    }
    assertThat(keys.count()).isEqualTo(model.size());
  }

  /** Short keys collide often, long ones differ in length; both orders of bytes occur. */
  private static byte[] key(Random random, long seed) {
    byte[] key = new byte[seed % 2 == 0 ? 2 : random.nextInt(5)];
    random.nextBytes(key);
    return key;
  }

  private static void assertSameRanges(
      OrderedKeys keys, NavigableSet<byte[]> model, byte[] from, byte[] to) {
    boolean empty = Arrays.compareUnsigned(from, to) >= 0;
    NavigableSet<byte[]> range =
        empty ? new TreeSet<>(Arrays::compareUnsigned) : model.subSet(from, true, to, false);
    assertSame(ascending(keys, from, to), range);
    assertSame(descending(keys, from, to), range.descendingSet());
    assertSame(ascending(keys, from, null), model.tailSet(from, true));
    assertSame(ascending(keys, BEGINNING, null), model);
    assertSame(descending(keys, from, null), model.tailSet(from, true).descendingSet());
    List<byte[]> behind = new ArrayList<>();
    keys.ascend(from, false, null, behind::add);
    assertSame(behind, model.tailSet(from, false));
  }

  private static void assertSame(List<byte[]> seen, NavigableSet<byte[]> expected) {
    assertThat(Arrays.deepEquals(seen.toArray(), expected.toArray())).isTrue();
  }

  private static List<byte[]> ascending(OrderedKeys keys, byte[] from, byte[] to) {
    List<byte[]> seen = new ArrayList<>();
    keys.ascend(from, true, to, seen::add);
    return seen;
  }

  private static List<byte[]> descending(OrderedKeys keys, byte[] from, byte[] to) {
    List<byte[]> seen = new ArrayList<>();
    keys.descend(from, to, seen::add);
    return seen;
  }

  @Test
  void risingKeysFillTheirLeaves() {
    OrderedKeys keys = new OrderedKeys();
    int count = 100 * KeyLeaf.MAX_KEYS;
    for (int i = 0; i < count; i++) {
      keys.add(Rows.bytes(i));
    }
    assertThat(keys.leafCount()).isEqualTo(100);
  }

  @Test
  void risingKeysOfManyDistrictsFillTheirLeaves() {
    OrderedKeys keys = new OrderedKeys();
    int districts = 10;
    int orders = 10 * KeyLeaf.MAX_KEYS;
    for (int order = 0; order < orders; order++) {
      for (int district = 0; district < districts; district++) {
        keys.add(Rows.bytes(((long) district << 32) + order));
      }
    }
    assertThat(keys.leafCount()).isLessThan(districts * orders * 3 / 2 / KeyLeaf.MAX_KEYS);
  }

  @Test
  void aTableOfManyLevelsAnswersAsASortedSetDoes() {
    Random random = new Random(55);
    OrderedKeys keys = new OrderedKeys();
    NavigableSet<byte[]> model = new TreeSet<>(Arrays::compareUnsigned);
    int count = 3 * KeyLeaf.MAX_KEYS * InnerKeys.MAX_CHILDREN;
    for (int i = 0; i < count; i++) {
      byte[] key = Rows.bytes(random.nextInt(4 * count));
      assertThat(keys.add(key)).isEqualTo(model.add(key));
    }
    assertSameRanges(keys, model, Rows.bytes(random.nextInt(count)), Rows.bytes(3L * count));
    List<byte[]> all = new ArrayList<>(model);
    Collections.shuffle(all, random);
    for (byte[] key : all.subList(0, all.size() - 100)) {
      assertThat(keys.remove(key)).isEqualTo(model.remove(key));
    }
    assertSameRanges(keys, model, Rows.bytes(random.nextInt(count)), Rows.bytes(3L * count));
    for (byte[] key : all) {
      assertThat(keys.remove(key)).isEqualTo(model.remove(key));
    }
    assertThat(keys.leafCount()).isOne();
    assertThat(keys.add(Rows.bytes(1))).isTrue();
    assertThat(ascending(keys, BEGINNING, null)).hasSize(1);
  }

  @Test
  void risingKeysFillInnerNodesTooAndCanBeTakenFromBothEnds() {
    OrderedKeys keys = new OrderedKeys();
    int leaves = 3 * InnerKeys.MAX_CHILDREN + 1;
    int count = leaves * KeyLeaf.MAX_KEYS;
    for (int i = 0; i < count; i++) {
      keys.add(Rows.bytes(i));
    }
    assertThat(keys.leafCount()).isEqualTo(leaves);
    for (int i = 0; i < count / 2; i++) {
      assertThat(keys.remove(Rows.bytes(i))).isTrue();
      assertThat(keys.remove(Rows.bytes(count - 1 - i))).isTrue();
      if (i % 5_000 == 0) {
        assertThat(ascending(keys, BEGINNING, null)).hasSize(count - 2 * (i + 1));
        assertThat(descending(keys, BEGINNING, null)).hasSize(count - 2 * (i + 1));
      }
    }
    assertThat(keys.leafCount()).isOne();
  }

  @Test
  void aQueueStaysSmallHoweverManyPassThroughIt() {
    OrderedKeys keys = new OrderedKeys();
    int length = 1_000;
    for (int i = 0; i < 1_000 * length; i++) {
      keys.add(Rows.bytes(i));
      keys.remove(Rows.bytes(i - length));
    }
    assertThat(ascending(keys, BEGINNING, null)).hasSize(length);
    assertThat(keys.leafCount()).isLessThan(2 + 2 * length / KeyLeaf.MAX_KEYS);
  }

  @Test
  void leavesThatLoseAllTheirKeysGo() {
    OrderedKeys keys = new OrderedKeys();
    for (int i = 0; i < 10_000; i++) {
      keys.add(Rows.bytes(i));
    }
    for (int i = 0; i < 9_990; i++) {
      keys.remove(Rows.bytes(i));
    }
    assertThat(keys.leafCount()).isLessThanOrEqualTo(2);
    assertThat(ascending(keys, BEGINNING, null)).hasSize(10);
  }

  @ParameterizedTest
  @ValueSource(ints = {2_000, 40_000})
  void readersSeeEveryStandingKeyInOrderWhileOthersComeAndGo(int standing) {
    OrderedKeys keys = new OrderedKeys();
    for (int i = 0; i < standing; i++) {
      keys.add(Rows.bytes(i * 1_000L));
    }
    AtomicBoolean done = new AtomicBoolean();
    try (Crew crew = new Crew()) {
      crew.start(() -> walk(keys, standing, done, false));
      crew.start(() -> walk(keys, standing, done, true));
      churn(keys, standing);
      done.set(true);
    }
    assertThat(keys.count()).isEqualTo(standing);
  }

  /** Adds keys between the standing ones and removes them, at random and in rising order. */
  private static void churn(OrderedKeys keys, int standing) {
    Random random = new Random(7);
    for (int round = 0; round < 60; round++) {
      List<byte[]> added = new ArrayList<>();
      long base = random.nextInt(standing) * 1_000L;
      for (int i = 1; i < 2_000; i++) {
        long number = round % 2 == 0 ? base + i : random.nextInt(standing * 1_000);
        byte[] key = Rows.bytes(number);
        if (number % 1_000 != 0 && keys.add(key)) {
          added.add(key);
        }
      }
      added.forEach(keys::remove);
    }
  }

  private static void walk(OrderedKeys keys, int standing, AtomicBoolean done, boolean backwards) {
    int direction = backwards ? -1 : 1;
    while (!done.get()) {
      AtomicLong seen = new AtomicLong();
      long[] last = {backwards ? Long.MAX_VALUE : -1};
      OrderedKeys.KeyVisitor visitor =
          key -> {
            long number = Rows.number(key);
            assertThat(Long.compare(number, last[0])).isEqualTo(direction);
            last[0] = number;
            seen.addAndGet(number % 1_000 == 0 ? 1 : 0);
            return true;
          };
      if (backwards) {
        keys.descend(BEGINNING, null, visitor);
      } else {
        keys.ascend(BEGINNING, true, null, visitor);
      }
      assertThat(seen.get()).isEqualTo(standing);
    }
  }
}
