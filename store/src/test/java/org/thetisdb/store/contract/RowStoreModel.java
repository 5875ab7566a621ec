package org.thetisdb.store.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.store.contract.Rows.key;
import static org.thetisdb.store.contract.Rows.upTo;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.thetisdb.store.OnHeapRowStore;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.RowVersion;
import org.thetisdb.store.StoreConfig;

/**
 * One random list of operations, run against the reference and against the engine in several
 * configurations: every answer must be the same. The seeds are fixed, so a failure repeats.
 */
public final class RowStoreModel {
  private static final int OPERATIONS = 6_000;
  private static final int[] KEYS = {5, 60, 2_000};

  /** Memory of the stores that are compared. */
  public static final long LIMIT_BYTES = 512L << 20;

  private RowStoreModel() {}

  /** Runs the operations of a seed against the reference and an engine. */
  public static void compare(long seed, StoreFactory engines) {
    for (int versionsKept : new int[] {1, 4, 9}) {
      StoreConfig config = StoreConfig.of(Rows.SITE, LIMIT_BYTES).withVersionsKept(versionsKept);
      List<String> expected;
      try (RowStore reference = new OnHeapRowStore(config)) {
        expected = run(reference, seed);
      }
      try (RowStore engine = engines.open(config)) {
        List<String> answers = run(engine, seed);
        for (int i = 0; i < expected.size(); i++) {
          assertThat(answers.get(i))
              .as("answer %d, %d kept", i, versionsKept)
              .isEqualTo(expected.get(i));
        }
        assertThat(answers).hasSameSizeAs(expected);
      }
    }
  }

  private static List<String> run(RowStore store, long seed) {
    Random random = new Random(seed);
    int keys = KEYS[random.nextInt(KEYS.length)];
    List<String> answers = new ArrayList<>();
    long watermark = 0;
    for (int position = 1; position <= OPERATIONS; position++) {
      if (random.nextInt(20) == 0) {
        watermark += random.nextInt((int) (position - watermark));
      }
      answers.add(step(store, random, keys, position, watermark));
    }
    answers.add(Rows.scan(store, upTo(OPERATIONS)).toString());
    answers.add(Rows.scan(store, Rows.BEGINNING, null, true, upTo(watermark)).toString());
    return answers;
  }

  private static String step(
      RowStore store, Random random, int keys, int position, long watermark) {
    long number = random.nextInt(keys);
    long snapshot = watermark + random.nextInt((int) (position - watermark));
    switch (random.nextInt(10)) {
      case 0, 1, 2, 3, 4 -> {
        byte[] row = Rows.checked(number, position, length(random));
        return "put " + Rows.put(store, key(number), position, row, upTo(watermark));
      }
      case 5 -> {
        return "delete " + Rows.delete(store, key(number), position, upTo(watermark));
      }
      case 6 -> {
        return scan(store, number, number + random.nextInt(50), random.nextBoolean(), snapshot);
      }
      case 7 -> {
        return random.nextInt(20) == 0 ? "removed " + collectAll(store, watermark) : "";
      }
      case 8 -> {
        RowVersion version = new RowVersion();
        return store.readNewest(key(number), version) ? describe(version) : "no version";
      }
      default -> {
        RowVersion version = new RowVersion();
        return store.read(key(number), upTo(snapshot), version) ? describe(version) : "no row";
      }
    }
  }

  private static int length(Random random) {
    int kind = random.nextInt(1_000);
    return kind == 0 ? random.nextInt(100_000) : kind < 50 ? random.nextInt(3_000) : kind % 120;
  }

  private static int collectAll(RowStore store, long watermark) {
    int rows = (int) store.rowCount(Rows.TABLE);
    return store.collect(upTo(watermark), rows, rows)
        + store.collect(upTo(watermark), rows + 1, rows + 1);
  }

  private static String scan(RowStore store, long from, long to, boolean backwards, long snapshot) {
    StringBuilder seen = new StringBuilder("scan");
    store.scan(
        Rows.TABLE,
        Rows.bytes(from),
        Rows.bytes(to),
        backwards,
        upTo(snapshot),
        (key, version) -> {
          seen.append(' ').append(Rows.number(key)).append('=').append(describe(version));
          return true;
        });
    return seen.toString();
  }

  private static String describe(RowVersion version) {
    return version.isDeleted()
        ? "deleted at " + version.position()
        : version.position() + ":" + version.length() + ":" + Rows.isWhole(version);
  }
}
