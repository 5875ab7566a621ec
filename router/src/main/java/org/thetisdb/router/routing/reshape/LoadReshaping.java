package org.thetisdb.router.routing.reshape;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.collections.LongHashSet;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.placement.PartitionMap;
import org.thetisdb.core.placement.Reshape;
import org.thetisdb.core.time.Clock;
import org.thetisdb.replication.membership.FirstMasters;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.SampleRate;

/**
 * Borders follow the load. A range in which more is written than one eighth of an even share of a
 * site is split where {@link BorderFinder} finds a border, so that what is spread can be spread
 * evenly; so is one that is moved to and fro for calls which want different parts of it. Where load
 * cannot be spread since what is written together lies all over a table, borders that cut it come,
 * too, until the parts are small enough to show what belongs together. Neighbours with one master
 * in which nothing is written for a minute become one again. So there are as many ranges as the
 * load needs, whatever keys there are. Not thread-safe.
 */
public final class LoadReshaping implements ReshapePolicy {
  /** Splits and mergers that begin at once. */
  private static final int MOST_AT_ONCE = 8;

  /** Sampled calls; more cost more and tell little more. */
  private static final int SAMPLED_PER_S = 4_000;

  /** Parts of an even share that can move by themselves. */
  private static final int PARTS_PER_SITE = 8;

  /**
   * The same where load cannot be spread. Eight are too few, and 128 are no better (decision 0022).
   */
  private static final int FINE_PARTS_PER_SITE = 32;

  /** For so long borders are still needed. */
  private static final long NEED_US = 1_000_000;

  /** Below so many sampled calls, each counted less the older it is, there is nothing to spread. */
  private static final double LEAST_LOAD = 200;

  /**
   * A range that moves more often for calls is cut where these can be told apart. At two
   * milliseconds each, it is away for one percent of the time.
   */
  private static final double MOST_MOVES_PER_S = 5;

  private static final long COLD_US = 60_000_000;
  private static final long FORGET_EVERY_US = 1_000_000;

  /** A range whose border was refused is not looked at again for about so long. */
  private static final long REFUSED_US = 250_000;

  /** Ranges whose writes are sampled at once. */
  private static final int MOST_SAMPLED = 16_384;

  /** Ranges that are looked at for mergers in one go. */
  private static final int LOOKED_AT = 512;

  private final Placement placement;
  private final ClusterView cluster;
  private final Clock clock;
  private final BorderFinder borders;
  private final int mostRanges;
  private final SampleRate rate;
  private final Long2ObjectHashMap<KeySample> samples = new Long2ObjectHashMap<>();

  /** What calls wrote for which ranges were moved. */
  private final Long2ObjectHashMap<KeySample> moved = new Long2ObjectHashMap<>();

  /** Ranges in which the scheme wanted no border a moment ago. */
  private final LongHashSet refused = new LongHashSet();

  private final RecentCount calls = new RecentCount();
  private final long begunUs;
  private long forgotUs;
  private long refusedSinceUs;
  private long neededUntilUs = Long.MIN_VALUE;
  private PartitionMap.Walk walk;
  private Owner lastSeen;

  /** A policy that has seen nothing yet. */
  public LoadReshaping(
      Placement placement,
      ClusterView cluster,
      KeyPrefixes keys,
      Clock clock,
      int mostRanges,
      RandomGenerator random) {
    this.placement = placement;
    this.cluster = cluster;
    this.clock = clock;
    this.borders = new BorderFinder(keys);
    this.mostRanges = mostRanges;
    this.rate = new SampleRate(SAMPLED_PER_S, random);
    this.begunUs = clock.nowUs();
  }

  @Override
  public boolean wantsCall() {
    long nowUs = clock.nowUs();
    boolean wanted = rate.wants(1, nowUs);
    if (wanted) {
      calls.add(1, nowUs);
    }
    return wanted;
  }

  @Override
  public void onWrite(long partition, RowKey lowest, RowKey highest) {
    if (PartitionId.table(partition) < FirstMasters.FIRST_USER_TABLE) {
      return;
    }
    add(samples, partition, lowest, highest);
  }

  @Override
  public void onMoved(long partition, RowKey lowest, RowKey highest) {
    if (PartitionId.table(partition) >= FirstMasters.FIRST_USER_TABLE) {
      add(moved, partition, lowest, highest);
    }
  }

  private void add(
      Long2ObjectHashMap<KeySample> to, long partition, RowKey lowest, RowKey highest) {
    KeySample sample = to.get(partition);
    if (sample == null) {
      if (to.size() >= MOST_SAMPLED) {
        return;
      }
      sample = new KeySample();
      to.put(partition, sample);
    }
    sample.add(lowest, highest, clock.nowUs());
  }

  @Override
  public void onNeeded(long nowUs) {
    neededUntilUs = nowUs + NEED_US;
  }

  @Override
  public List<Reshape> plan(long nowUs) {
    if (nowUs - forgotUs >= FORGET_EVERY_US) {
      forgotUs = nowUs;
      samples.values().removeIf(sample -> nowUs - sample.lastUs() > COLD_US);
      moved.values().removeIf(sample -> nowUs - sample.lastUs() > COLD_US);
    }
    if (nowUs - refusedSinceUs >= REFUSED_US) {
      refusedSinceUs = nowUs;
      refused.clear();
    }
    List<Reshape> changes = new ArrayList<>();
    if (placement.movedCount() < mostRanges && usableSites() > 1) {
      addSplits(changes, nowUs);
    }
    if (nowUs - begunUs > COLD_US) {
      addMergers(changes);
    }
    return changes;
  }

  /** What was sampled for the part that does not come is of no use. */
  @Override
  public void onRefused(Reshape change) {
    if (change.split()) {
      refused.add(change.lower());
      samples.remove(change.upper());
      moved.remove(change.upper());
    }
  }

  private int usableSites() {
    int usable = 0;
    for (int site = 1; site <= cluster.sites(); site++) {
      usable += cluster.isUsable(site) ? 1 : 0;
    }
    return usable;
  }

  private void addSplits(List<Reshape> changes, long nowUs) {
    double load = calls.at(nowUs);
    if (load >= LEAST_LOAD) {
      boolean areNeeded = nowUs < neededUntilUs;
      int parts = areNeeded ? FINE_PARTS_PER_SITE : PARTS_PER_SITE;
      double share = load / (parts * usableSites());
      for (Heavy heavy : heaviest(samples, share, nowUs)) {
        if (changes.size() < MOST_AT_ONCE) {
          Owner range = placement.describe(heavy.partition());
          addSplit(samples, range, border(heavy.sample(), range, areNeeded), changes);
        }
      }
    }
    for (Heavy contended : heaviest(moved, MOST_MOVES_PER_S / RecentCount.PER_S, nowUs)) {
      boolean isWorthALook = contended.sample().unseen() >= BorderFinder.LEAST_WRITES;
      if (isWorthALook && changes.size() < MOST_AT_ONCE) {
        addSplitBetweenMoves(contended, changes);
      }
    }
  }

  private byte[] border(KeySample sample, Owner range, boolean isNeeded) {
    byte[] at = borders.find(sample, range.from());
    return at == null && isNeeded ? borders.findMiddle(sample, range.from()) : at;
  }

  /** Looks for a border; if there is none, not again before so many moves as it takes to tell. */
  private void addSplitBetweenMoves(Heavy contended, List<Reshape> changes) {
    Owner range = placement.describe(contended.partition());
    byte[] at = borders.findBetweenMoves(contended.sample(), range.from());
    if (at == null) {
      contended.sample().seen();
    } else {
      addSplit(moved, range, at, changes);
    }
  }

  private record Heavy(long partition, double weight, KeySample sample) {}

  /** The ranges with the most in their samples, if that is more than so much. */
  private List<Heavy> heaviest(Long2ObjectHashMap<KeySample> of, double least, long nowUs) {
    List<Heavy> heavy = new ArrayList<>();
    of.forEachLong(
        (partition, sample) -> {
          boolean counts = !refused.contains(partition) && placement.isLive(partition);
          if (counts && sample.weight(nowUs) > least) {
            heavy.add(new Heavy(partition, sample.weight(nowUs), sample));
          }
        });
    heavy.sort(
        Comparator.comparingDouble(Heavy::weight).reversed().thenComparingLong(Heavy::partition));
    return heavy;
  }

  private void addSplit(
      Long2ObjectHashMap<KeySample> found, Owner range, byte[] at, List<Reshape> changes) {
    if (at == null || isChanging(range, changes)) {
      return;
    }
    if (!range.endsAbove(at)) {
      found.remove(range.partition()); // of a time when it reached further
      return;
    }
    int table = PartitionId.table(range.partition());
    Reshape split = new Reshape(true, table, range.from(), at, range.to(), range.term() + 1);
    if (placement.fits(split)) {
      changes.add(split);
      divide(samples, split);
      divide(moved, split);
    }
  }

  private static boolean isChanging(Owner range, List<Reshape> changes) {
    return changes.stream().anyMatch(change -> change.lower() == range.partition());
  }

  private static void divide(Long2ObjectHashMap<KeySample> all, Reshape split) {
    KeySample whole = all.get(split.lower());
    if (whole != null) {
      all.put(split.lower(), whole.part(split.at(), false));
      all.put(split.upper(), whole.part(split.at(), true));
    }
  }

  /** Goes over the map some ranges at a time. */
  private void addMergers(List<Reshape> changes) {
    if (walk == null) {
      walk = placement.walk();
      lastSeen = null;
    }
    int[] added = {0};
    boolean more =
        walk.step(
            LOOKED_AT,
            range -> {
              if (added[0] < MOST_AT_ONCE && addMerger(lastSeen, range, changes)) {
                added[0]++;
                lastSeen = null;
              } else {
                lastSeen = range;
              }
            });
    walk = more ? walk : null;
  }

  private boolean addMerger(Owner lower, Owner upper, List<Reshape> changes) {
    boolean neighbours =
        lower != null
            && PartitionId.table(lower.partition()) == PartitionId.table(upper.partition())
            && upper.from().length > 0
            && lower.site() == upper.site();
    if (!neighbours || isWarm(lower) || isWarm(upper)) {
      return false;
    }
    int term = Math.max(lower.term(), upper.term()) + 1;
    int table = PartitionId.table(lower.partition());
    Reshape merger = new Reshape(false, table, lower.from(), upper.from(), upper.to(), term);
    return placement.fits(merger) && changes.add(merger);
  }

  private boolean isWarm(Owner range) {
    return samples.containsKey(range.partition());
  }
}
