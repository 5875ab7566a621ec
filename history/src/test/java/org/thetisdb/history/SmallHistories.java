package org.thetisdb.history;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Small random histories of a few transactions on two keys, right and wrong ones. Some read what
 * they like of a final list; others are what a database with snapshots would answer, at times with
 * one read changed.
 */
public final class SmallHistories {
  private static final int KEYS = 2;

  private final SplittableRandom random;
  private final int transactions;
  private final List<List<long[]>> programs = new ArrayList<>();
  private final Status[] statuses;
  private final List<List<Long>> lists = new ArrayList<>();

  private SmallHistories(long seed) {
    this.random = new SplittableRandom(seed);
    this.transactions = 2 + random.nextInt(4);
    this.statuses = new Status[transactions];
    for (int key = 0; key < KEYS; key++) {
      lists.add(new ArrayList<>());
    }
  }

  /** One history for each seed. */
  public static History of(long seed) {
    return new SmallHistories(seed).make();
  }

  private History make() {
    writePrograms();
    return random.nextInt(3) == 0 ? readAnything() : readSnapshots();
  }

  /** An operation is key and value; a read's value is 0. */
  private void writePrograms() {
    long value = 1;
    for (int txn = 0; txn < transactions; txn++) {
      List<long[]> program = new ArrayList<>();
      int ops = 1 + random.nextInt(3);
      for (int op = 0; op < ops; op++) {
        boolean append = random.nextInt(5) < 2;
        program.add(new long[] {random.nextInt(KEYS), append ? value++ : 0});
      }
      programs.add(program);
      int status = random.nextInt(12);
      statuses[txn] = status == 0 ? Status.FAIL : status == 1 ? Status.INFO : Status.OK;
    }
  }

  /** Reads of any beginning of the final lists, mostly with the own appends behind. */
  private History readAnything() {
    List<Integer> order = new ArrayList<>();
    for (int txn = 0; txn < transactions; txn++) {
      order.add(random.nextInt(order.size() + 1), txn);
    }
    for (int txn : order) {
      if (statuses[txn] == Status.OK || random.nextInt(4) == 0) {
        install(txn);
      }
    }
    HistoryBuilder builder = new HistoryBuilder();
    for (int txn = 0; txn < transactions; txn++) {
      begin(builder, txn);
      List<List<Long>> own = newOwn();
      for (long[] op : programs.get(txn)) {
        int key = (int) op[0];
        if (op[1] != 0) {
          builder.append(key, op[1]);
          own.get(key).add(op[1]);
        } else {
          builder.read(key, anyBeginning(txn, key, own.get(key)));
        }
      }
      builder.end();
    }
    return builder.build();
  }

  private long[] anyBeginning(int txn, int key, List<Long> own) {
    List<Long> seen = new ArrayList<>(lists.get(key));
    seen.removeIf(value -> appends(txn, key, value) && random.nextInt(20) != 0);
    seen = new ArrayList<>(seen.subList(0, random.nextInt(seen.size() + 1)));
    seen.addAll(own);
    return array(seen);
  }

  private boolean appends(int txn, int key, long value) {
    return programs.get(txn).stream().anyMatch(op -> op[0] == key && op[1] == value);
  }

  /**
   * Snapshots that are taken and installed at random; who conflicts fails, or at times does not.
   */
  private History readSnapshots() {
    boolean careless = random.nextInt(3) == 0;
    HistoryBuilder builder = new HistoryBuilder();
    List<List<List<Long>>> versions = new ArrayList<>();
    versions.add(copyOfLists());
    for (int txn = 0; txn < transactions; txn++) {
      int age = random.nextInt(versions.size());
      List<List<Long>> snapshot = versions.get(age);
      boolean changed = random.nextInt(12) == 0;
      if (statuses[txn] != Status.FAIL && conflicts(txn, snapshot) && !careless) {
        statuses[txn] = Status.FAIL;
      }
      begin(builder, txn);
      List<List<Long>> own = newOwn();
      for (long[] op : programs.get(txn)) {
        int key = (int) op[0];
        if (op[1] != 0) {
          builder.append(key, op[1]);
          own.get(key).add(op[1]);
        } else {
          List<Long> seen =
              new ArrayList<>(
                  changed
                      ? versions.get(random.nextInt(versions.size())).get(key)
                      : snapshot.get(key));
          seen.addAll(own.get(key));
          builder.read(key, array(seen));
        }
      }
      builder.end();
      if (statuses[txn] != Status.FAIL || random.nextInt(20) == 0) {
        install(txn);
        versions.add(copyOfLists());
      }
    }
    return builder.build();
  }

  private boolean conflicts(int txn, List<List<Long>> snapshot) {
    return programs.get(txn).stream()
        .anyMatch(op -> op[1] != 0 && !snapshot.get((int) op[0]).equals(lists.get((int) op[0])));
  }

  private void begin(HistoryBuilder builder, int txn) {
    long beginNs = 10L * txn + random.nextInt(15);
    builder.begin(random.nextInt(3), txn, beginNs, beginNs + random.nextInt(25), statuses[txn]);
  }

  private void install(int txn) {
    for (long[] op : programs.get(txn)) {
      if (op[1] != 0) {
        lists.get((int) op[0]).add(op[1]);
      }
    }
  }

  private static List<List<Long>> newOwn() {
    List<List<Long>> own = new ArrayList<>();
    for (int key = 0; key < KEYS; key++) {
      own.add(new ArrayList<>());
    }
    return own;
  }

  private List<List<Long>> copyOfLists() {
    return lists.stream().map(List::copyOf).toList();
  }

  private static long[] array(List<Long> values) {
    return values.stream().mapToLong(Long::longValue).toArray();
  }
}
