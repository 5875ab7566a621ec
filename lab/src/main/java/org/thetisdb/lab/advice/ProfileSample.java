package org.thetisdb.lab.advice;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.thetisdb.router.estimate.WorkloadProfile;
import org.thetisdb.router.partitioning.Graph;
import org.thetisdb.router.partitioning.GraphPartitioning;

/**
 * Finds what a workload is like in a sample of its transactions. A <i>group</i> is all rows whose
 * keys begin with the same first column. Stateless.
 */
public final class ProfileSample {
  private static final double IMBALANCE = 1.2;
  private static final long SEED = 1;

  /** Into so many ranges groups are gathered at most, if all are about alike. */
  private static final int RANGES = 64;

  private ProfileSample() {}

  /**
   * One transaction: the groups that it writes, and reads in tables that are written; the rows that
   * it writes; groups that it reads in other tables; rows that it reads in those that are written;
   * and the numbers of ranges that it writes in, and reads.
   */
  private record Call(
      int[] written, int[] read, int[] rows, int[] others, int[] rowsRead, int ranges, int scans) {
    static Call parse(String text) {
      String[] parts = text.split("\\|", -1);
      return new Call(
          numbers(parts[0]),
          numbers(parts[1]),
          numbers(parts[2]),
          numbers(parts[3]),
          numbers(parts[4]),
          Integer.parseInt(parts[5]),
          Integer.parseInt(parts[6]));
    }

    private static int[] numbers(String text) {
      return text.isEmpty()
          ? new int[0]
          : Stream.of(text.split(",", -1)).mapToInt(Integer::parseInt).distinct().toArray();
    }

    boolean isUpdate() {
      return written.length > 0;
    }

    /** Groups in tables that are written. */
    int[] met() {
      return joined(written, read);
    }

    /** Groups in all tables. */
    int[] all() {
      return joined(met(), others);
    }

    private static int[] joined(int[] some, int[] more) {
      int[] all = Arrays.copyOf(some, some.length + more.length);
      System.arraycopy(more, 0, all, some.length, more.length);
      return all;
    }
  }

  /**
   * The profile of a sample.
   *
   * @param sample the answer of a router
   * @param sites of the cluster
   */
  public static WorkloadProfile of(JsonNode sample, int sites) {
    List<Call> calls = new ArrayList<>();
    sample.path("calls").forEach(each -> calls.add(Call.parse(each.asText())));
    List<Call> updates = calls.stream().filter(Call::isUpdate).toList();
    List<Call> reads = calls.stream().filter(call -> !call.isUpdate()).toList();
    Map<Integer, Integer> places = places(updates);
    IntUnaryOperator dealt = group -> places.getOrDefault(group, group) % sites;
    int half = updates.size() / 2;
    List<Call> later = updates.subList(half, updates.size());
    IntUnaryOperator placed = placement(updates.subList(0, half), places, sites);
    long seen = sample.path("seen").asLong();
    return new WorkloadProfile(
        calls.size(),
        share(reads.size(), calls.size()),
        share(sample.path("interactive").asLong(), seen),
        mean(updates, call -> call.rows.length),
        mean(updates, Call::ranges),
        mean(calls, call -> call.rowsRead.length + call.others.length),
        mean(calls, Call::scans),
        places.size(),
        crossing(updates, Call::written, dealt),
        crossing(updates, Call::met, dealt),
        crossing(reads, Call::read, dealt),
        mean(calls, call -> sitesOf(call.met(), dealt)),
        crossing(updates, Call::all, dealt),
        mean(calls, call -> sitesOf(call.all(), dealt)),
        busiest(later, placed, sites),
        crossing(later, Call::written, placed),
        conflict(updates),
        meetings(updates));
  }

  private static double share(long part, long all) {
    return all == 0 ? 0 : (double) part / all;
  }

  private static double mean(List<Call> calls, ToDoubleFunction<Call> what) {
    return calls.stream().mapToDouble(what).average().orElse(0);
  }

  /** The share of those that meet groups of several sites. */
  private static double crossing(
      List<Call> calls, Function<Call, int[]> groups, IntUnaryOperator siteOf) {
    return share(
        calls.stream().filter(call -> sitesOf(groups.apply(call), siteOf) > 1).count(),
        calls.size());
  }

  private static double busiest(List<Call> updates, IntUnaryOperator siteOf, int sites) {
    long[] written = new long[sites];
    for (Call update : updates) {
      written[siteOf.applyAsInt(update.written[0])]++;
    }
    return share(Arrays.stream(written).max().orElse(0), updates.size());
  }

  /** How many sites have some groups; at least one. */
  private static int sitesOf(int[] groups, IntUnaryOperator siteOf) {
    return Math.max(1, (int) Arrays.stream(groups).map(siteOf).distinct().count());
  }

  /** The groups that are written, in the order of their keys, each with its place in it. */
  private static Map<Integer, Integer> places(List<Call> updates) {
    int[] written =
        updates.stream()
            .flatMapToInt(call -> Arrays.stream(call.written))
            .distinct()
            .sorted()
            .toArray();
    Map<Integer, Integer> places = new HashMap<>();
    for (int place = 0; place < written.length; place++) {
      places.put(written[place], place);
    }
    return places;
  }

  /**
   * Where a group would be if what is written together were placed together, in ranges of
   * neighbouring groups in which about the same is written.
   *
   * @param places of all groups that are written
   */
  private static IntUnaryOperator placement(
      List<Call> updates, Map<Integer, Integer> places, int sites) {
    int[] rangeOf = ranges(updates, places);
    int ranges = 1 + Arrays.stream(rangeOf).max().orElse(0);
    long[] writes = new long[ranges];
    Graph.Builder builder = new Graph.Builder(ranges);
    for (Call update : updates) {
      int[] met = Arrays.stream(update.written).map(each -> rangeOf[places.get(each)]).toArray();
      for (int i = 0; i < met.length; i++) {
        writes[met[i]]++;
        for (int j = 0; j < i; j++) {
          builder.join(met[i], met[j], 1);
        }
      }
    }
    for (int range = 0; range < ranges; range++) {
      builder.weigh(range, Math.max(1, writes[range]));
    }
    int[] partOf = GraphPartitioning.of(builder.build(), sites, IMBALANCE, SEED).partOf();
    return group -> partOf[rangeOf[places.get(group)]];
  }

  /** For each place its range. A range ends where it has its share of what is written. */
  private static int[] ranges(List<Call> updates, Map<Integer, Integer> places) {
    long[] writes = new long[places.size()];
    updates.forEach(
        call -> Arrays.stream(call.written).forEach(each -> writes[places.get(each)]++));
    long all = Math.max(1, Arrays.stream(writes).sum());
    int[] rangeOf = new int[writes.length];
    int range = 0;
    long inRange = 0;
    for (int place = 0; place < writes.length; place++) {
      if (inRange > 0 && (inRange + writes[place]) * RANGES > all) {
        range++;
        inRange = 0;
      }
      rangeOf[place] = range;
      inRange += writes[place];
    }
    return rangeOf;
  }

  /** Of all pairs of updates, the share that writes a row in common, as far as rows are alike. */
  private static double conflict(List<Call> updates) {
    Map<Integer, Long> writers = new HashMap<>();
    updates.forEach(
        update -> Arrays.stream(update.rows).forEach(row -> writers.merge(row, 1L, Long::sum)));
    double pairs = (double) updates.size() * (updates.size() - 1);
    double common = writers.values().stream().mapToDouble(count -> count * (count - 1.0)).sum();
    return pairs == 0 ? 0 : Math.min(1, common / pairs);
  }

  /** Of all pairs of updates, what one writes and the other meets. */
  private static double meetings(List<Call> updates) {
    Map<Integer, Long> writers = new HashMap<>();
    Map<Integer, Long> readers = new HashMap<>();
    for (Call update : updates) {
      Arrays.stream(update.rows).forEach(row -> writers.merge(row, 1L, Long::sum));
      Arrays.stream(update.rowsRead).forEach(row -> readers.merge(row, 1L, Long::sum));
    }
    double pairs = (double) updates.size() * (updates.size() - 1);
    double common = 0;
    for (Map.Entry<Integer, Long> each : writers.entrySet()) {
      double count = each.getValue();
      common += count * (count - 1) + 2 * count * readers.getOrDefault(each.getKey(), 0L);
    }
    return pairs == 0 ? 0 : common / pairs;
  }
}
