package org.thetisdb.router.harness;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.Membership;
import org.thetisdb.replication.membership.MembershipListener;

/** A registry in memory; the test says who is elected. */
public final class FakeMembership implements Membership {
  private final List<MembershipListener> watchers = new ArrayList<>();
  private final TreeMap<Integer, SiteInfo> sites = new TreeMap<>();
  private final List<Candidate> candidates = new ArrayList<>();
  private ClusterSettings settings;
  private Address leader;
  private int epoch;
  public boolean epochsFail;

  private record Candidate(Address address, Scheduler scheduler, LeaderListener listener) {}

  /** Elects the candidate at this address. */
  void elect(Address address) {
    epoch++;
    leader = address;
    for (Candidate candidate : candidates) {
      if (candidate.address().equals(address)) {
        int elected = epoch;
        candidate.scheduler().execute(() -> candidate.listener().onElected(elected));
      }
    }
    watchers.forEach(watcher -> watcher.onLeader(address));
  }

  /** Tells the candidate at this address that it may have lost. */
  public void depose(Address address) {
    for (Candidate candidate : candidates) {
      if (candidate.address().equals(address)) {
        candidate.listener().onDeposed();
      }
    }
  }

  /** A site registers, or registers anew. */
  void add(SiteInfo site) {
    sites.put(site.site(), site);
    tellSites();
  }

  /** A site is gone. */
  public void remove(int site) {
    sites.remove(site);
    tellSites();
  }

  /** Nobody leads any more; who did has not heard of it. */
  public void loseLeader() {
    leader = null;
    watchers.forEach(watcher -> watcher.onLeader(null));
  }

  private void tellRouters() {
    watchers.forEach(watcher -> watcher.onRouters(routers()));
  }

  private List<Address> routers() {
    return candidates.stream()
        .map(Candidate::address)
        .sorted(Comparator.comparing(Address::toString))
        .toList();
  }

  private void tellSites() {
    List<SiteInfo> living = new ArrayList<>(sites.values());
    living.sort(Comparator.comparingInt(SiteInfo::site));
    watchers.forEach(watcher -> watcher.onSites(living));
  }

  @Override
  public void cluster(
      ClusterSettings wanted, Scheduler scheduler, Consumer<Result<ClusterSettings>> done) {
    settings = settings == null ? wanted : settings;
    scheduler.execute(() -> done.accept(new Result<>(settings, null)));
  }

  @Override
  public void nextIncarnation(int site, Scheduler scheduler, Consumer<Result<Integer>> done) {
    throw new UnsupportedOperationException();
  }

  /** An epoch that nobody leads with. */
  public int nextEpoch() {
    return ++epoch;
  }

  @Override
  public void nextEpoch(Scheduler scheduler, Consumer<Result<Integer>> done) {
    Result<Integer> answer =
        epochsFail
            ? new Result<>(null, new IllegalStateException("away"))
            : new Result<>(nextEpoch(), null);
    scheduler.execute(() -> done.accept(answer));
  }

  @Override
  public Registration register(SiteInfo site) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Candidacy campaign(Address address, Scheduler scheduler, LeaderListener listener) {
    candidates.add(new Candidate(address, scheduler, listener));
    tellRouters();
    return new Candidacy() {
      @Override
      public void challenge(Address silent) {
        throw new UnsupportedOperationException();
      }

      @Override
      public void close() {
        candidates.removeIf(candidate -> candidate.listener() == listener);
        tellRouters();
      }
    };
  }

  @Override
  public AutoCloseable watch(Scheduler scheduler, MembershipListener listener) {
    watchers.add(listener);
    listener.onSites(List.copyOf(sites.values()));
    listener.onRouters(routers());
    listener.onLeader(leader);
    return () -> watchers.remove(listener);
  }

  @Override
  public void close() {}
}
