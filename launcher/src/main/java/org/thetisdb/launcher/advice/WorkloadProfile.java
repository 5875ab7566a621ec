package org.thetisdb.launcher.advice;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.thetisdb.router.cut.Graph;
import org.thetisdb.router.cut.GraphCut;

/**
 * What a workload is like, found in a sample of its transactions. A <i>group</i> is all rows whose
 * keys begin with the same first column. Immutable.
 *
 * @param transactions in the sample
 * @param readShare of transactions that write nothing
 * @param interactiveShare of transactions that run statement by statement
 * @param rowsWritten by an update, in the mean
 * @param crossUpdates share of updates that write groups of several sites, with groups dealt out
 * @param crossAccesses the same with what updates read
 * @param crossReads share of transactions that only read, and read groups of several sites
 * @param crossWhenPlaced share of updates that write groups of several sites, with groups placed by
 *     what is written together: by a cut of one half of the sample, judged by the other half
 * @param conflict how likely two updates write the same row
 */
public record WorkloadProfile(
    int transactions,
    double readShare,
    double interactiveShare,
    double rowsWritten,
    double crossUpdates,
    double crossAccesses,
    double crossReads,
    double crossWhenPlaced,
    double conflict) {
  private static final double IMBALANCE = 1.2;
  private static final long SEED = 1;

  /** One transaction: the groups that it writes and reads, and the rows that it writes. */
  private record Call(int[] written, int[] read, int[] rows) {
    static Call parse(String text) {
      String[] parts = text.split("\\|", -1);
      return new Call(numbers(parts[0]), numbers(parts[1]), numbers(parts[2]));
    }

    private static int[] numbers(String text) {
      return text.isEmpty()
          ? new int[0]
          : Stream.of(text.split(",", -1)).mapToInt(Integer::parseInt).distinct().toArray();
    }

    boolean isUpdate() {
      return written.length > 0;
    }

    int[] all() {
      int[] all = Arrays.copyOf(written, written.length + read.length);
      System.arraycopy(read, 0, all, written.length, read.length);
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
    IntUnaryOperator dealt = group -> group % sites;
    int half = updates.size() / 2;
    List<Call> later = updates.subList(half, updates.size());
    IntUnaryOperator placed = placement(updates.subList(0, half), sites);
    long seen = sample.path("seen").asLong();
    return new WorkloadProfile(
        calls.size(),
        share(reads.size(), calls.size()),
        share(sample.path("interactive").asLong(), seen),
        updates.stream().mapToInt(call -> call.rows.length).average().orElse(0),
        share(
            updates.stream().filter(call -> crosses(call.written, dealt)).count(), updates.size()),
        share(updates.stream().filter(call -> crosses(call.all(), dealt)).count(), updates.size()),
        share(reads.stream().filter(call -> crosses(call.read, dealt)).count(), reads.size()),
        share(later.stream().filter(call -> crosses(call.written, placed)).count(), later.size()),
        conflict(updates));
  }

  private static double share(long part, long all) {
    return all == 0 ? 0 : (double) part / all;
  }

  private static boolean crosses(int[] groups, IntUnaryOperator siteOf) {
    for (int group : groups) {
      if (siteOf.applyAsInt(group) != siteOf.applyAsInt(groups[0])) {
        return true;
      }
    }
    return false;
  }

  /**
   * Where a group would be if what is written together were placed together; one that was never met
   * is dealt out.
   */
  private static IntUnaryOperator placement(List<Call> updates, int sites) {
    int groups =
        1 + updates.stream().flatMapToInt(each -> Arrays.stream(each.written)).max().orElse(0);
    Graph.Builder builder = new Graph.Builder(groups);
    for (Call update : updates) {
      for (int i = 0; i < update.written.length; i++) {
        builder.weigh(update.written[i], 1);
        for (int j = 0; j < i; j++) {
          builder.join(update.written[i], update.written[j], 1);
        }
      }
    }
    int[] partOf = GraphCut.of(builder.build(), sites, IMBALANCE, SEED).partOf();
    BitSet met = new BitSet();
    updates.forEach(update -> Arrays.stream(update.written).forEach(met::set));
    return group -> met.get(group) ? partOf[group] : group % sites;
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
}
