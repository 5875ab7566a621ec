package org.thetisdb.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.thetisdb.core.net.Address;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.Membership;
import org.thetisdb.replication.membership.MembershipListener;

/** A registry of members in one world. The first who campaigns leads until it leaves. */
public final class SimulatedMembership implements Membership {
  private final Map<Integer, Integer> incarnations = new HashMap<>();
  private final Map<Integer, SiteInfo> sites = new TreeMap<>();
  private final List<Watch> watches = new ArrayList<>();
  private final List<Candidate> candidates = new ArrayList<>();
  private ClusterSettings settings;
  private Address leader;
  private int epoch;

  @Override
  public void cluster(
      ClusterSettings wanted, Scheduler scheduler, Consumer<Result<ClusterSettings>> done) {
    settings = settings == null ? wanted : settings;
    scheduler.execute(() -> done.accept(new Result<>(settings, null)));
  }

  @Override
  public void nextIncarnation(int site, Scheduler scheduler, Consumer<Result<Integer>> done) {
    int next = incarnations.merge(site, 1, Integer::sum);
    scheduler.execute(() -> done.accept(new Result<>(next, null)));
  }

  @Override
  public Registration register(SiteInfo site) {
    sites.put(site.site(), site);
    tellSites();
    return new Registration() {
      @Override
      public long leaseUntilUs() {
        return Long.MAX_VALUE;
      }

      @Override
      public void close() {
        if (sites.remove(site.site(), site)) {
          tellSites();
        }
      }
    };
  }

  @Override
  public Candidacy campaign(Address address, Scheduler scheduler, LeaderListener listener) {
    Candidate candidate = new Candidate(address, scheduler, listener);
    candidates.add(candidate);
    if (candidates.size() == 1) {
      elect(candidate);
    }
    return () -> leave(candidate);
  }

  private void leave(Candidate candidate) {
    boolean led = !candidates.isEmpty() && candidates.get(0).equals(candidate);
    candidates.remove(candidate);
    if (led) {
      leader = null;
      tellLeader();
      if (!candidates.isEmpty()) {
        elect(candidates.get(0));
      }
    }
  }

  private void elect(Candidate candidate) {
    int elected = ++epoch;
    leader = candidate.address;
    candidate.scheduler.execute(() -> candidate.listener.onElected(elected));
    tellLeader();
  }

  @Override
  public AutoCloseable watch(Scheduler scheduler, MembershipListener listener) {
    Watch watch = new Watch(scheduler, listener);
    watches.add(watch);
    watch.sites(List.copyOf(sites.values()));
    watch.leader(leader);
    return () -> watches.remove(watch);
  }

  private void tellSites() {
    List<SiteInfo> living = List.copyOf(sites.values());
    watches.forEach(watch -> watch.sites(living));
  }

  private void tellLeader() {
    Address leading = leader;
    watches.forEach(watch -> watch.leader(leading));
  }

  @Override
  public void close() {
    watches.clear();
  }

  private record Candidate(Address address, Scheduler scheduler, LeaderListener listener) {}

  private record Watch(Scheduler scheduler, MembershipListener listener) {
    void sites(List<SiteInfo> living) {
      scheduler.execute(() -> listener.onSites(living));
    }

    void leader(Address leading) {
      scheduler.execute(() -> listener.onLeader(leading));
    }
  }
}
