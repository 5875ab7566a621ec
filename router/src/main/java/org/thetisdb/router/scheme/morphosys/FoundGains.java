package org.thetisdb.router.scheme.morphosys;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.LongStream;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.router.routing.Decision;
import org.thetisdb.router.routing.Measures;
import org.thetisdb.router.routing.Move;
import org.thetisdb.router.routing.TimedCall;

/**
 * What plans have saved, beside what they were expected to save: the calls at the sites of a plan
 * are timed in the second before it and in a second behind it, with their waits for masters. If
 * several plans touch a site in that time, they share what is found by what was expected of each.
 * What clients do differently meanwhile is in the figure, too.
 *
 * <p>Not thread-safe.
 */
final class FoundGains {
  /** Plans of which it is found out at once. */
  private static final int MOST = 64;

  /** Times are summed up over such slices. */
  private static final long SLICE_US = 100_000;

  /** Slices that are remembered: of the second before a plan, and of the present one. */
  private static final int SLICES = 11;

  /** Behind a plan queues go down first. */
  private static final long SETTLE_US = 300_000;

  private static final long MEASURED_US = 1_000_000;

  /** Fewer timed calls tell nothing. */
  private static final int LEAST_CALLS = 50;

  private static final double SECOND_US = 1e6;

  private final Measures measures;
  private final double horizonS;
  private final Accuracy accuracy = Accuracy.ofMany();
  private final List<Watch> open = new ArrayList<>();

  /** By slice and site, since the beginning: calls, and microseconds that they took. */
  private final long[][] calls = new long[SLICES][Stamp.MAX_SITE + 1];

  private final long[][] tookUs = new long[SLICES][Stamp.MAX_SITE + 1];
  private long sliceBeganUs;
  private int slice;

  /**
   * Nothing is known.
   *
   * @param horizonUs for how long a plan is taken to save what it saves
   */
  FoundGains(Measures measures, long horizonUs) {
    this.measures = measures;
    this.horizonS = horizonUs / SECOND_US;
  }

  /** One plan that is watched. */
  private static final class Watch {
    private final Decision decision;
    private final double expectedUs;
    private final BitSet sites;
    private final long beganUs;
    private final long callsBefore;
    private final long tookBeforeUs;
    private double expectedOfAllUs;
    private long callsSince = -1;
    private long tookSinceUs;
    private long allSince;

    Watch(
        Decision decision,
        double expectedUs,
        BitSet sites,
        long beganUs,
        long callsBefore,
        long tookBeforeUs) {
      this.decision = decision;
      this.expectedUs = expectedUs;
      this.sites = sites;
      this.beganUs = beganUs;
      this.callsBefore = callsBefore;
      this.tookBeforeUs = tookBeforeUs;
      this.expectedOfAllUs = weight();
    }

    double weight() {
      return Math.max(1, Math.abs(expectedUs));
    }
  }

  /** A sampled call is answered. */
  void onTimed(TimedCall call) {
    calls[slice][call.site()]++;
    tookUs[slice][call.site()] += call.allUs();
  }

  /** A plan is carried out from now on. */
  void begin(Decision decision, double expectedUs, long nowUs) {
    if (open.size() == MOST) {
      return;
    }
    BitSet sites = new BitSet();
    sites.set(decision.site());
    for (Move move : decision.moves()) {
      sites.set(move.from());
    }
    int before = (slice + 1) % SLICES;
    Watch watch =
        new Watch(
            decision,
            expectedUs,
            sites,
            nowUs,
            sum(calls[slice], sites) - sum(calls[before], sites),
            sum(tookUs[slice], sites) - sum(tookUs[before], sites));
    for (Watch other : open) {
      if (other.sites.intersects(sites)) {
        other.expectedOfAllUs += watch.weight();
        watch.expectedOfAllUs += other.weight();
      }
    }
    open.add(watch);
  }

  /** Finds what can be found by now; to be called many times in a second. */
  void step(long nowUs) {
    if (nowUs - sliceBeganUs >= SLICE_US) {
      int next = (slice + 1) % SLICES;
      System.arraycopy(calls[slice], 0, calls[next], 0, calls[slice].length);
      System.arraycopy(tookUs[slice], 0, tookUs[next], 0, tookUs[slice].length);
      slice = next;
      sliceBeganUs = nowUs;
    }
    open.removeIf(watch -> isOver(watch, nowUs));
  }

  private boolean isOver(Watch watch, long nowUs) {
    long sinceUs = nowUs - watch.beganUs;
    if (sinceUs < SETTLE_US) {
      return false;
    }
    if (watch.callsSince < 0) {
      watch.callsSince = sum(calls[slice], watch.sites);
      watch.tookSinceUs = sum(tookUs[slice], watch.sites);
      watch.allSince = LongStream.of(calls[slice]).sum();
      return false;
    }
    if (sinceUs < SETTLE_US + MEASURED_US) {
      return false;
    }
    find(watch);
    return true;
  }

  private void find(Watch watch) {
    double count = sum(calls[slice], watch.sites) - watch.callsSince;
    double all = LongStream.of(calls[slice]).sum() - watch.allSince;
    if (watch.callsBefore < LEAST_CALLS || count < LEAST_CALLS) {
      return;
    }
    double beforeUs = watch.tookBeforeUs / (double) watch.callsBefore;
    double afterUs = (sum(tookUs[slice], watch.sites) - watch.tookSinceUs) / count;
    double callsPerS = count / all * measures.updatesPerS();
    double part = watch.weight() / watch.expectedOfAllUs;
    double gainedUs = (beforeUs - afterUs) * callsPerS * horizonS * part;
    watch.decision.outcome().gained(gainedUs);
    accuracy.note(watch.expectedUs, gainedUs);
  }

  private static long sum(long[] bySite, BitSet sites) {
    return sites.stream().mapToLong(site -> bySite[site]).sum();
  }

  /** How well gains were expected. */
  Accuracy accuracy() {
    return accuracy;
  }
}
