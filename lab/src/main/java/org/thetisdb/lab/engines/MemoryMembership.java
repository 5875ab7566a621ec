package org.thetisdb.lab.engines;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.time.Clock;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.time.SystemClock;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.LeaseTerm;
import org.thetisdb.replication.membership.Membership;
import org.thetisdb.replication.membership.MembershipListener;

/**
 * Membership in the memory of this process, in which nobody is ever lost and no router leads.
 * Thread-safe.
 */
final class MemoryMembership implements Membership {
  private final Map<Integer, Integer> incarnations = new HashMap<>();
  private final Map<Integer, SiteInfo> living = new TreeMap<>();
  private final List<Runnable> watches = new ArrayList<>();
  private ClusterSettings settings;
  private int epochs;

  @Override
  public synchronized void cluster(
      ClusterSettings wanted, Scheduler scheduler, Consumer<Result<ClusterSettings>> done) {
    if (settings == null) {
      settings = wanted.withId(1);
    }
    answer(settings, scheduler, done);
  }

  @Override
  public synchronized void nextIncarnation(
      int site, Scheduler scheduler, Consumer<Result<Integer>> done) {
    answer(incarnations.merge(site, 1, Integer::sum), scheduler, done);
  }

  @Override
  public synchronized void nextEpoch(Scheduler scheduler, Consumer<Result<Integer>> done) {
    answer(++epochs, scheduler, done);
  }

  private static <T> void answer(T value, Scheduler scheduler, Consumer<Result<T>> done) {
    scheduler.execute(() -> done.accept(new Result<>(value, null)));
  }

  @Override
  public synchronized Registration register(SiteInfo site) {
    living.put(site.site(), site);
    watches.forEach(Runnable::run);
    return new Registered(site.site());
  }

  private synchronized void leave(int site) {
    living.remove(site);
    watches.forEach(Runnable::run);
  }

  @Override
  public Candidacy campaign(Address address, Scheduler scheduler, LeaderListener listener) {
    throw new UnsupportedOperationException("no router leads engines that are alone");
  }

  @Override
  public synchronized AutoCloseable watch(Scheduler scheduler, MembershipListener listener) {
    Runnable watch =
        () -> {
          List<SiteInfo> now = List.copyOf(living.values());
          scheduler.execute(() -> listener.onSites(now));
        };
    watches.add(watch);
    watch.run();
    return () -> end(watch);
  }

  private synchronized void end(Runnable watch) {
    watches.remove(watch);
  }

  @Override
  public void close() {
    // Nobody else is there.
  }

  private final class Registered implements Registration {
    private final int site;
    private final LeaseTerm lease;

    Registered(int site) {
      Clock clock = SystemClock.INSTANCE;
      this.site = site;
      this.lease = new LeaseTerm(Long.MAX_VALUE, LeaseTerm.wallLeadUs(clock), Long.MAX_VALUE);
    }

    @Override
    public LeaseTerm lease() {
      return lease;
    }

    @Override
    public boolean isReplaced() {
      return false;
    }

    @Override
    public void close() {
      leave(site);
    }
  }
}
