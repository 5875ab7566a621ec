package org.thetisdb.core.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.key.KeyCodec;
import org.thetisdb.core.testing.TestSet;

/** Scenarios about borders that come and go, at sites and in what a router believes. */
final class RangeMapTest {
  private static final int TABLE = 20;
  private static final long ROOT = PartitionId.of(TABLE, 0);
  private static final byte[] OPEN = {};

  private final PartitionMap map = newMap();

  private static PartitionMap newMap() {
    return PartitionMap.of(0, new AtFirst());
  }

  @Test
  void aTableBeginsAsOneRangeThatHoldsEveryKey() {
    assertThat(partitionOf("")).isEqualTo(ROOT);
    assertThat(partitionOf("zz")).isEqualTo(ROOT);
    assertThat(map.master(ROOT)).isEqualTo(1);
    assertThat(map.term(ROOT)).isZero();
    assertThat(map.size()).as("what takes memory").isZero();
  }

  @Test
  void aSplitMakesTwoOfOneWithTheSameMasterAndTheNextTerm() {
    map.move(ROOT, 1, 3);
    assertThat(split("m", "", "", 2)).isTrue();
    long upper = partitionOf("m");
    assertThat(partitionOf("lzzz")).isEqualTo(ROOT);
    assertThat(partitionOf("zz")).isEqualTo(upper).isNotEqualTo(ROOT);
    assertThat(map.describe(ROOT)).isEqualTo(new Owner(ROOT, 2, 3, OPEN, key("m")));
    assertThat(map.describe(upper)).isEqualTo(new Owner(upper, 2, 3, key("m"), OPEN));
  }

  @Test
  void theFirstRecordForARangeAndTermWins() {
    assertThat(split("m", "", "", 1)).isTrue();
    assertThat(split("k", "", "", 1)).as("another border in the same term").isFalse();
    assertThat(split("k", "", "m", 1)).as("of the part, in a term that is over").isFalse();
    assertThat(map.move(ROOT, 1, 2)).as("a release in the same term").isFalse();
    assertThat(map.move(ROOT, 2, 2)).isTrue();
    assertThat(map.master(partitionOf("m"))).isEqualTo(1);
  }

  @Test
  void aMergerTakesTheHigherTermAndTheNameOfTheUpperPartIsNoMore() {
    split("m", "", "", 1);
    long upper = partitionOf("m");
    map.move(upper, 2, 2);
    assertThat(merge("m", "", "", 3)).as("of ranges with two masters").isFalse();
    map.move(upper, 3, 1);
    assertThat(merge("m", "", "", 3)).as("in a term that the upper part had").isFalse();
    assertThat(merge("m", "", "", 4)).isTrue();
    assertThat(partitionOf("zz")).isEqualTo(ROOT);
    assertThat(map.term(ROOT)).isEqualTo(4);
    assertThat(map.isLive(upper)).isFalse();
    assertThat(map.master(upper)).isZero();
  }

  @Test
  void whoMeansARangeThatIsNoMoreMeansWhatHoldsItsBeginning() {
    split("m", "", "", 1);
    long upper = partitionOf("m");
    merge("m", "", "", 2);
    Mastership old = new Mastership(upper, 1, key("m"));
    assertThat(map.termAt(old)).isEqualTo(2);
    assertThat(map.describe(old)).isEqualTo(new Owner(upper, 2, 1, OPEN, OPEN));
  }

  @Test
  void aBorderThatComesAgainHasItsNameAgainAndAHigherTerm() {
    split("m", "", "", 1);
    long upper = partitionOf("m");
    merge("m", "", "", 2);
    split("m", "", "", 3);
    assertThat(partitionOf("n")).isEqualTo(upper);
    assertThat(map.term(upper)).isEqualTo(3);
    assertThat(map.move(upper, 2, 2)).as("a release of its first life").isFalse();
  }

  @Test
  void tenMillionKeysTouchedTakeNoMoreThanTheBordersThatThereAre() {
    split("m", "", "", 1);
    Partitioning table = map.partitioning(TABLE, null);
    long[] seen = new long[2];
    byte[] key = new byte[8];
    Random random = new Random(3);
    for (int i = 0; i < 10_000_000; i++) {
      key[random.nextInt(8)] = (byte) random.nextInt();
      seen[table.partitionOf(key) == ROOT ? 0 : 1]++;
    }
    assertThat(seen[0]).isPositive();
    assertThat(seen[1]).isPositive();
    assertThat(map.size()).isEqualTo(2);
  }

  @Test
  void aMillionRangesAreFoundByTheirKeys() {
    restore(map, 1_000_000);
    Partitioning table = map.partitioning(TABLE, null);
    for (long i = 1; i <= 1_000_000; i += 997) {
      long partition = table.partitionOf(KeyCodec.encodeLong(i * 10 + 3));
      assertThat(map.lowerBound(partition)).isEqualTo(KeyCodec.encodeLong(i * 10));
      assertThat(map.master(partition)).isEqualTo((int) (i % 8 + 1));
    }
    List<Long> three = new ArrayList<>();
    assertThat(table.forEachPartition(key(105), key(125), 3, three::add)).isTrue();
    assertThat(three).hasSize(3);
    assertThat(table.forEachPartition(key(105), key(125), 2, three::add)).isFalse();
    assertThat(three).hasSize(3);
  }

  @Test
  void aMapIsToldInPiecesAndIsTheSameAfterwards() {
    restore(map, TestSet.some(1_000_000));
    PartitionMap told = newMap();
    PartitionMap.Walk walk = map.walk();
    while (walk.step(1_000, owner -> told.learn(owner, new Silent()))) {
      assertThat(told.size()).isPositive();
    }
    assertThat(all(told)).isEqualTo(all(map));
  }

  private static void restore(PartitionMap target, long ranges) {
    target.restore(ROOT, OPEN, 1, 1);
    for (long i = 1; i <= ranges; i++) {
      target.restore(ROOT, KeyCodec.encodeLong(i * 10), 1, (int) (i % 8 + 1));
    }
  }

  /**
   * Borders and masters change at random; of what there was at any time, a router hears some, in
   * any order. Each key keeps the highest term that was told of it, and when it has heard all, it
   * knows the map.
   */
  @Test
  void aRouterThatHearsNewsInAnyOrderKnowsTheHighestTermOfEachKey() {
    for (int seed = 1; seed <= 60; seed++) {
      Random random = new Random(seed);
      PartitionMap truth = newMap();
      List<Owner> news = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        changeAtRandom(truth, random);
        truth.walk().step(Integer.MAX_VALUE, news::add);
      }
      Collections.shuffle(news, random);
      PartitionMap belief = newMap();
      int[] highest = new int[100];
      for (Owner each : news.subList(0, news.size() / 2)) {
        hear(belief, each, highest);
      }
      news.forEach(each -> belief.learn(each, new Silent()));
      assertThat(all(belief)).as("seed %d", seed).isEqualTo(all(truth));
    }
  }

  /** Keys are asked for again and again, below, at and above borders that come and go meanwhile. */
  @Test
  void whoAsksAgainHearsOfTheRangeThatHoldsTheKeyNow() {
    for (int seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      for (int change = 0; change < 400; change++) {
        changeAtRandom(map, random);
        byte[] key = key(random.nextInt(100));
        for (int again = 0; again < 3; again++) {
          requireFound(again == 2 ? Arrays.copyOf(key, key.length + again) : key);
        }
      }
    }
  }

  /** The range with the highest lower bound that is not above the key, by looking at them all. */
  private void requireFound(byte[] key) {
    List<Owner> ranges = new ArrayList<>();
    map.walk().step(Integer.MAX_VALUE, ranges::add);
    Owner holder = new Owner(ROOT, map.term(ROOT), map.master(ROOT), OPEN, OPEN);
    for (Owner range : ranges) {
      boolean isBelow = Arrays.compareUnsigned(range.from(), key) <= 0;
      if (isBelow && Arrays.compareUnsigned(range.from(), holder.from()) >= 0) {
        holder = range;
      }
    }
    assertThat(map.partitioning(TABLE, null).partitionOf(key)).isEqualTo(holder.partition());
    assertThat(map.masterAt(TABLE, null, key)).isEqualTo(holder.site());
  }

  private static void hear(PartitionMap belief, Owner news, int[] highest) {
    belief.learn(news, new Silent());
    Partitioning table = belief.partitioning(TABLE, null);
    for (int i = 0; i < highest.length; i++) {
      byte[] key = key(i);
      boolean told =
          Arrays.compareUnsigned(news.from(), key) <= 0
              && (news.to().length == 0 || Arrays.compareUnsigned(key, news.to()) < 0);
      highest[i] = told ? Math.max(highest[i], news.term()) : highest[i];
      assertThat(belief.term(table.partitionOf(key))).isEqualTo(highest[i]);
    }
  }

  private static void changeAtRandom(PartitionMap truth, Random random) {
    long partition = truth.partitioning(TABLE, null).partitionOf(key(random.nextInt(100)));
    Owner range = truth.describe(partition);
    byte[] at = key(random.nextInt(100));
    switch (random.nextInt(3)) {
      case 0 -> truth.move(partition, range.term() + 1, 1 + random.nextInt(3));
      case 1 -> {
        Owner whole = truth.describeAt(TABLE, at);
        if (Arrays.compareUnsigned(whole.from(), at) < 0) {
          truth.reshape(new Reshape(true, TABLE, whole.from(), at, whole.to(), whole.term() + 1));
        }
      }
      default -> {
        if (range.to().length > 0) {
          Owner upper = truth.describeAt(TABLE, range.to());
          int term = Math.max(range.term(), upper.term()) + 1;
          truth.reshape(new Reshape(false, TABLE, range.from(), upper.from(), upper.to(), term));
        }
      }
    }
  }

  private boolean split(String at, String from, String to, int term) {
    return map.reshape(new Reshape(true, TABLE, key(from), key(at), key(to), term));
  }

  private boolean merge(String at, String from, String to, int term) {
    return map.reshape(new Reshape(false, TABLE, key(from), key(at), key(to), term));
  }

  private long partitionOf(String text) {
    return map.partitioning(TABLE, null).partitionOf(key(text));
  }

  private static byte[] key(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] key(long number) {
    return KeyCodec.encodeLong(number);
  }

  private static List<Owner> all(PartitionMap of) {
    List<Owner> all = new ArrayList<>();
    of.walk().step(Integer.MAX_VALUE, all::add);
    return all;
  }

  /** Everything is at site 1. */
  private static final class AtFirst implements FirstPlacement {
    @Override
    public int master(long partition) {
      return 1;
    }

    @Override
    public int term(long partition) {
      return 0;
    }

    @Override
    public boolean isOfLine(long partition, int term, int site) {
      return term == 0 && site == 1;
    }
  }

  private static final class Silent implements PartitionMap.Listener {
    @Override
    public void onMoved(long partition, int from, int to) {}

    @Override
    public void onReshaped(long partition) {}
  }
}
