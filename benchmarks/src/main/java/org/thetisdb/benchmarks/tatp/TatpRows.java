package org.thetisdb.benchmarks.tatp;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.thetisdb.benchmarks.jdbc.PreparedSession;

/** The rows that are loaded. Each subscriber's follow from the number alone. */
final class TatpRows {
  static final int SUBSCRIBERS_PER_BATCH = 100;
  static final int TYPES = 4;

  /** Subscribers who have about 128 rights, or facilities: two and a half each. */
  static final int OWNERS_OF_128_TYPES = 51;

  /** Subscribers who have about 128 forwardings. */
  static final int OWNERS_OF_128_FORWARDINGS = 34;

  static final int HOURS_APART = 8;
  static final int STARTS = 3;

  private static final int FLAGS = 10;
  private static final int NUMBER_LENGTH = 15;
  private static final int ACTIVE_PERCENT = 85;

  private TatpRows() {}

  /** A forwarding's facility and time. */
  record Forwarding(int facility, int start, int end) {}

  static String subscriberColumns() {
    return IntStream.rangeClosed(1, FLAGS)
        .mapToObj(
            i ->
                "bit_%d SMALLINT NOT NULL, hex_%d SMALLINT NOT NULL, byte2_%d SMALLINT NOT NULL"
                    .formatted(i, i, i))
        .collect(Collectors.joining(", "));
  }

  /** The telephone number of a subscriber: the subscriber's own with zeros in front. */
  static String number(int subscriber) {
    return "%015d".formatted(subscriber);
  }

  /** Letters from A to Z. */
  static String letters(RandomGenerator random, int length) {
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append((char) ('A' + random.nextInt(26)));
    }
    return text.toString();
  }

  /** One to four of the types 1 to 4. */
  private static List<Integer> types(RandomGenerator random) {
    List<Integer> left = new ArrayList<>(List.of(1, 2, 3, 4));
    int count = 1 + random.nextInt(TYPES);
    while (left.size() > count) {
      left.remove(random.nextInt(left.size()));
    }
    return left;
  }

  static List<Integer> accessTypes(int subscriber) {
    return types(new SplittableRandom(3L * subscriber));
  }

  static List<Integer> facilityTypes(int subscriber) {
    return types(new SplittableRandom(3L * subscriber + 1));
  }

  /** None to three for each facility, at different times. */
  static List<Forwarding> forwardings(int subscriber) {
    RandomGenerator random = new SplittableRandom(3L * subscriber + 2);
    List<Forwarding> all = new ArrayList<>();
    for (int facility : facilityTypes(subscriber)) {
      int count = random.nextInt(STARTS + 1);
      for (int i = 0; i < count; i++) {
        int start = i * HOURS_APART;
        all.add(new Forwarding(facility, start, start + 1 + random.nextInt(HOURS_APART)));
      }
    }
    return all;
  }

  static void loadSubscribers(PreparedSession session, int first, int end) throws SQLException {
    String insert = "INSERT INTO subscriber VALUES (?, ?" + ", ?".repeat(3 * FLAGS) + ", ?, ?)";
    session.clearBatch(insert);
    for (int subscriber = first; subscriber < end; subscriber++) {
      session.batch(insert, subscriberValues(subscriber));
    }
    session.runBatch(insert);
  }

  private static Object[] subscriberValues(int subscriber) {
    RandomGenerator random = new SplittableRandom(subscriber);
    List<Object> values = new ArrayList<>(List.of(subscriber, number(subscriber)));
    for (int i = 0; i < FLAGS; i++) {
      values.add(random.nextInt(2));
      values.add(random.nextInt(16));
      values.add(random.nextInt(256));
    }
    values.add(random.nextInt(1, Integer.MAX_VALUE));
    values.add(random.nextInt(1, Integer.MAX_VALUE));
    return values.toArray();
  }

  static void loadAccessInfo(PreparedSession session, int first, int end) throws SQLException {
    String insert = "INSERT INTO access_info VALUES (?, ?, ?, ?, ?, ?)";
    RandomGenerator random = new SplittableRandom(first);
    session.clearBatch(insert);
    for (int subscriber = first; subscriber < end; subscriber++) {
      for (int type : accessTypes(subscriber)) {
        session.batch(
            insert,
            subscriber,
            type,
            random.nextInt(256),
            random.nextInt(256),
            letters(random, 3),
            letters(random, 5));
      }
    }
    session.runBatch(insert);
  }

  static void loadFacilities(PreparedSession session, int first, int end) throws SQLException {
    String insert = "INSERT INTO special_facility VALUES (?, ?, ?, ?, ?, ?)";
    RandomGenerator random = new SplittableRandom(first);
    session.clearBatch(insert);
    for (int subscriber = first; subscriber < end; subscriber++) {
      for (int type : facilityTypes(subscriber)) {
        session.batch(
            insert,
            subscriber,
            type,
            random.nextInt(100) < ACTIVE_PERCENT ? 1 : 0,
            random.nextInt(256),
            random.nextInt(256),
            letters(random, 5));
      }
    }
    session.runBatch(insert);
  }

  static void loadForwardings(PreparedSession session, int first, int end) throws SQLException {
    String insert = "INSERT INTO call_forwarding VALUES (?, ?, ?, ?, ?)";
    RandomGenerator random = new SplittableRandom(first);
    session.clearBatch(insert);
    for (int subscriber = first; subscriber < end; subscriber++) {
      for (Forwarding one : forwardings(subscriber)) {
        session.batch(
            insert, subscriber, one.facility(), one.start(), one.end(), anyNumber(random));
      }
    }
    session.runBatch(insert);
  }

  /** Fifteen digits. */
  static String anyNumber(RandomGenerator random) {
    StringBuilder digits = new StringBuilder(NUMBER_LENGTH);
    while (digits.length() < NUMBER_LENGTH) {
      digits.append((char) ('0' + random.nextInt(10)));
    }
    return digits.toString();
  }
}
