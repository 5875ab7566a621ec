package org.thetisdb.simulation.cluster.trouble;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.placement.Reshape;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.Move;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.Rebalance;
import org.thetisdb.router.routing.reshape.ReshapePolicy;

/**
 * Splits, merges and moves ranges at random: at keys that were written, at prefixes of them, and at
 * keys just behind. What is right must be right wherever borders are.
 */
public final class RandomReshaping implements ReshapePolicy {
  private static final int KEYS_KEPT = 64;

  private final Placement placement;
  private final ClusterView cluster;
  private final KeyPrefixes keys;
  private final int mostRanges;
  private final RandomGenerator random;
  private final List<RowKey> written = new ArrayList<>();

  /** Nothing seen yet. */
  public RandomReshaping(
      Placement placement,
      ClusterView cluster,
      KeyPrefixes keys,
      int mostRanges,
      RandomGenerator random) {
    this.placement = placement;
    this.cluster = cluster;
    this.keys = keys;
    this.mostRanges = mostRanges;
    this.random = random;
  }

  @Override
  public boolean wantsCall() {
    return true;
  }

  @Override
  public void onWrite(long partition, RowKey lowest, RowKey highest) {
    if (written.size() < KEYS_KEPT) {
      written.add(highest);
    } else {
      written.set(random.nextInt(KEYS_KEPT), highest);
    }
  }

  @Override
  public List<Reshape> plan(long nowUs) {
    List<Reshape> changes = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0 && !written.isEmpty(); i--) {
      RowKey key = written.get(random.nextInt(written.size()));
      Reshape change =
          random.nextInt(3) > 0 && placement.movedCount() < mostRanges ? split(key) : merger(key);
      if (change != null && placement.fits(change)) {
        changes.add(change);
      }
    }
    return changes;
  }

  private Owner rangeOf(RowKey key) {
    return placement.describe(placement.partitioning(key.tableId(), null).partitionOf(key.bytes()));
  }

  private Reshape split(RowKey key) {
    byte[] at = border(key);
    Owner range = rangeOf(new RowKey(key.tableId(), at));
    return Arrays.equals(at, range.from())
        ? null
        : new Reshape(true, key.tableId(), range.from(), at, range.to(), range.term() + 1);
  }

  private byte[] border(RowKey key) {
    int columns = 1 + random.nextInt(3);
    int length = keys.prefixLength(key, columns);
    return switch (random.nextInt(3)) {
      case 0 -> Arrays.copyOf(key.bytes(), key.bytes().length + 1);
      case 1 -> key.bytes();
      default -> Arrays.copyOf(key.bytes(), length == 0 ? key.bytes().length : length);
    };
  }

  private Reshape merger(RowKey key) {
    Owner lower = rangeOf(key);
    if (lower.to().length == 0) {
      return null;
    }
    Owner upper = rangeOf(new RowKey(key.tableId(), lower.to()));
    int term = Math.max(lower.term(), upper.term()) + 1;
    return new Reshape(false, key.tableId(), lower.from(), upper.from(), upper.to(), term);
  }

  @Override
  public Optional<Rebalance> move(long nowUs) {
    if (written.isEmpty() || random.nextInt(3) > 0) {
      return Optional.empty();
    }
    Owner range = rangeOf(written.get(random.nextInt(written.size())));
    int to = 1 + random.nextInt(cluster.sites());
    boolean moves =
        to != range.site() && cluster.isUsable(to) && PartitionId.table(range.partition()) >= 16;
    Move move = new Move(range.partition(), range.site(), to);
    return moves ? Optional.of(new Rebalance(List.of(move), "at random")) : Optional.empty();
  }
}
