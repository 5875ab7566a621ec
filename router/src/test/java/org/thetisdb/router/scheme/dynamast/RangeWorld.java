package org.thetisdb.router.scheme.dynamast;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.placement.Reshape;
import org.thetisdb.core.time.Clock;
import org.thetisdb.replication.membership.ClusterSettings.FirstMaster;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Move;
import org.thetisdb.router.routing.reshape.LoadReshaping;
import org.thetisdb.router.routing.reshape.MoveCauses;

/**
 * A {@link RoutingWorld} in which all begins as one range per table at site 1, and gets borders as
 * the load asks for them. Keys are numbers, one after the other, of four bytes each.
 */
final class RangeWorld extends RoutingWorld {
  private static final int MOST_RANGES = 20_000;

  final LoadReshaping reshaping;
  int splits;
  private final MoveCauses causes;

  RangeWorld(int sites, long seed, int updatesPerS, Map<String, String> flags) {
    super(sites, seed, updatesPerS, flags, FirstMaster.FIRST_SITE, 0);
    this.reshaping =
        new LoadReshaping(
            placement,
            this,
            (key, columns) -> 4 * columns <= key.bytes().length ? 4 * columns : 0,
            new Time(),
            MOST_RANGES,
            new Random(seed + 2));
    this.causes = new MoveCauses(placement, reshaping);
  }

  /** A key of a table. */
  static RowKey key(int table, int... columns) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * columns.length);
    for (int column : columns) {
      bytes.putInt(column);
    }
    return new RowKey(table, bytes.array());
  }

  /** Routes {@code count} updates that write these keys. */
  void runKeys(int count, Supplier<List<RowKey>> workload) {
    run(count, () -> show(workload.get()));
  }

  /** As the engine does it: the policy of borders sees some of the calls. */
  private Footprint show(List<RowKey> keys) {
    List<RowKey> sorted = keys.stream().sorted().distinct().toList();
    long[] written = sorted.stream().mapToLong(this::partitionOf).toArray();
    if (reshaping.wantsCall()) {
      int first = 0;
      for (int i = 1; i <= sorted.size(); i++) {
        if (i == sorted.size() || written[i] != written[first]) {
          reshaping.onWrite(written[first], sorted.get(first), sorted.get(i - 1));
          first = i;
        }
      }
    }
    return Footprint.of(written, new long[0]).withKeys(sorted, List.of());
  }

  long partitionOf(RowKey key) {
    return placement.partitioning(key.tableId(), null).partitionOf(key.bytes());
  }

  /** The site that masters a key. */
  int masterOf(RowKey key) {
    return placement.master(partitionOf(key));
  }

  @Override
  void afterMoves(Footprint call, List<Move> moves) {
    moves.forEach(move -> causes.note(call, move.partition()));
  }

  @Override
  void afterRebalance() {
    if (scheme.needsBorders()) {
      reshaping.onNeeded(nowUs());
    }
    reshaping.plan(nowUs()).forEach(this::make);
  }

  /** As a site would, and tell of it. */
  private void make(Reshape change) {
    if (!placement.fits(change)) {
      return;
    }
    int site = placement.master(change.lower());
    if (change.split()) {
      splits++;
      placement.learn(new Owner(change.lower(), change.term(), site, change.from(), change.at()));
      placement.learn(new Owner(change.upper(), change.term(), site, change.at(), change.to()));
    } else {
      placement.learn(new Owner(change.lower(), change.term(), site, change.from(), change.to()));
    }
  }

  /** The ranges of a table that has borders. */
  List<Owner> ranges(int table) {
    List<Owner> found = new ArrayList<>();
    placement.forEachMoved(
        owner -> {
          if (PartitionId.table(owner.partition()) == table) {
            found.add(owner);
          }
        });
    return found;
  }

  private final class Time implements Clock {
    @Override
    public long nowUs() {
      return RangeWorld.this.nowUs();
    }

    @Override
    public long wallMs() {
      return nowUs() / 1000;
    }
  }
}
