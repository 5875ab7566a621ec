package org.thetisdb.simulation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.LeaseTerm;
import org.thetisdb.replication.membership.Membership;
import org.thetisdb.replication.membership.MembershipListener;

/**
 * A registry of members in one world, with sessions as ZooKeeper has them. A process that is awake
 * and reaches the registry renews its session; one that does not for a whole lease loses it, and
 * with it its registrations and its leadership. It hears of that late, or only when it wakes. A
 * router that cannot reach the registry for two thirds of the lease is in doubt, and a leader in
 * doubt is deposed.
 */
public final class SimulatedMembership {
  /** The registry's name as an end of links that can be cut. */
  public static final String REGISTRY = "registry";

  private static final long NEWS_US = 2_000;

  private final World world;
  private final RandomGenerator random;
  private final long leaseUs;
  private final Map<Integer, Integer> incarnations = new HashMap<>();
  private final Map<Integer, Registered> sites = new TreeMap<>();
  private final List<ProcessMembership> sessions = new ArrayList<>();
  private SimulatedNetwork network;
  private ClusterSettings settings;
  private Candidate leader;
  private int epoch;
  private long awayUntilUs;

  /** A registry whose sessions end after {@code leaseUs} without a renewal. */
  public SimulatedMembership(World world, long leaseUs) {
    this.world = world;
    this.leaseUs = leaseUs;
    this.random = world.newRandom();
  }

  /** Links between processes and {@link #REGISTRY} can be cut in this network. */
  public void reachedOver(SimulatedNetwork links) {
    network = links;
  }

  /** The registry as one process sees it. */
  public Membership of(SimulatedProcess process) {
    ProcessMembership membership = new ProcessMembership(process);
    sessions.add(membership);
    membership.tick();
    return membership;
  }

  /** Nobody reaches the registry for a while. No session ends meanwhile. */
  public void goAway(long durationUs) {
    awayUntilUs = Math.max(awayUntilUs, world.nowUs() + durationUs);
  }

  private boolean isAway() {
    return awayUntilUs > world.nowUs();
  }

  private void tellSites() {
    // What is reported is read when it is reported: late news is not old news.
    sessions.forEach(session -> session.tell(watch -> watch.listener.onSites(living())));
  }

  private List<Membership.SiteInfo> living() {
    List<Membership.SiteInfo> living = new ArrayList<>();
    sites.values().forEach(registered -> living.add(registered.info));
    return living;
  }

  private void tellRouters() {
    sessions.forEach(session -> session.tell(watch -> watch.listener.onRouters(livingRouters())));
  }

  private List<Address> livingRouters() {
    return sessions.stream()
        .filter(session -> !session.expired)
        .flatMap(session -> session.candidates.stream())
        .map(candidate -> candidate.address)
        .distinct()
        .sorted(Comparator.comparing(Address::toString))
        .toList();
  }

  private void tellLeader() {
    Address leading = leader == null ? null : leader.address;
    sessions.forEach(session -> session.tell(watch -> watch.listener.onLeader(leading)));
  }

  private void elect() {
    for (ProcessMembership session : sessions) {
      if (leader == null && session.mayLead()) {
        leader = session.candidates.get(0);
        leader.elected(++epoch);
        tellLeader();
      }
    }
  }

  private final class ProcessMembership implements Membership {
    private final SimulatedProcess process;
    private final List<Registered> registrations = new ArrayList<>();
    private final List<Candidate> candidates = new ArrayList<>();
    private final List<Watch> watches = new ArrayList<>();
    private long renewedUs;
    private LeaseTerm lease = LeaseTerm.NONE;
    private boolean inDoubt;
    private boolean expired;
    private boolean missedNews;

    ProcessMembership(SimulatedProcess process) {
      this.process = process;
      renew();
    }

    private boolean reaches() {
      return process.isAwake()
          && !isAway()
          && (network == null
              || (!network.isCut(process.name(), REGISTRY)
                  && !network.isCut(REGISTRY, process.name())));
    }

    private boolean mayLead() {
      return reaches() && !expired && !candidates.isEmpty();
    }

    private void renew() {
      renewedUs = world.nowUs();
      long untilUs = process.clock().nowUs() + leaseUs * 9 / 10;
      lease = new LeaseTerm(untilUs, LeaseTerm.wallLeadUs(process.clock()), leaseUs / 10);
    }

    /** Renews the session, or finds that it was not renewed. */
    private void tick() {
      if (reaches()) {
        renew();
        registrations.forEach(Registered::lookForLater);
        if (expired || inDoubt) {
          comeBack();
        }
        deposeOthers();
        if (missedNews) {
          missedNews = false;
          watches.forEach(Watch::refresh);
        }
        elect();
      } else {
        notRenewed();
      }
      if (process.isAlive() || !expired) {
        world.at(world.nowUs() + leaseUs / 4, this::tick);
      }
    }

    private void comeBack() {
      boolean lost = expired;
      expired = false;
      inDoubt = false;
      if (lost) {
        registrations.forEach(Registered::reenter);
        tellOfCandidates();
      }
      watches.forEach(Watch::refresh);
      elect();
      if (leader != null && candidates.contains(leader) && !leader.believes) {
        leader.elected(++epoch);
        tellLeader();
      }
    }

    private void notRenewed() {
      long silentUs = world.nowUs() - renewedUs;
      if (isAway()) {
        renewedUs = Math.max(renewedUs, world.nowUs() - leaseUs * 2 / 3);
        silentUs = Math.min(silentUs, leaseUs * 2 / 3);
      }
      if (silentUs >= leaseUs * 2 / 3 && !inDoubt) {
        inDoubt = true;
        candidates.forEach(Candidate::deposed);
      }
      if (silentUs >= leaseUs && !expired) {
        expire();
      }
    }

    private void expire() {
      expired = true;
      registrations.forEach(Registered::remove);
      tellOfCandidates();
      if (candidates.contains(leader)) {
        leader = null;
        tellLeader();
        elect();
      }
    }

    private void tellOfCandidates() {
      if (!candidates.isEmpty()) {
        tellRouters();
      }
    }

    private void tell(Consumer<Watch> news) {
      for (Watch watch : watches) {
        world.at(
            world.nowUs() + random.nextLong(NEWS_US),
            () -> {
              if (reaches()) {
                watch.scheduler.execute(() -> news.accept(watch));
              } else {
                missedNews = true;
              }
            });
      }
    }

    @Override
    public void cluster(
        ClusterSettings wanted, Scheduler scheduler, Consumer<Result<ClusterSettings>> done) {
      ask(
          () -> {
            settings = settings == null ? wanted : settings;
            return settings;
          },
          scheduler,
          done);
    }

    @Override
    public void nextIncarnation(int site, Scheduler scheduler, Consumer<Result<Integer>> done) {
      ask(() -> incarnations.merge(site, 1, Integer::sum), scheduler, done);
    }

    @Override
    public void nextEpoch(Scheduler scheduler, Consumer<Result<Integer>> done) {
      ask(() -> ++epoch, scheduler, done);
    }

    /** Asks until the registry can be reached. */
    private <T> void ask(
        java.util.function.Supplier<T> question, Scheduler scheduler, Consumer<Result<T>> done) {
      world.at(
          Math.max(awayUntilUs, world.nowUs()) + random.nextLong(NEWS_US),
          () -> {
            if (reaches()) {
              T answer = question.get();
              scheduler.execute(() -> done.accept(new Result<>(answer, null)));
            } else if (process.isAlive()) {
              world.at(world.nowUs() + leaseUs / 4, () -> ask(question, scheduler, done));
            }
          });
    }

    @Override
    public Registration register(SiteInfo site) {
      Registered registered = new Registered(this, site);
      registrations.add(registered);
      world.at(
          world.nowUs() + random.nextLong(NEWS_US),
          () -> {
            if (reaches()) {
              registered.enter();
            } else {
              expired = true;
            }
          });
      return registered;
    }

    @Override
    public Candidacy campaign(Address address, Scheduler scheduler, LeaderListener listener) {
      Candidate candidate = new Candidate(address, scheduler, listener);
      candidates.add(candidate);
      tellRouters();
      world.at(world.nowUs() + random.nextLong(NEWS_US), SimulatedMembership.this::elect);
      return new Candidacy() {
        @Override
        public void challenge(Address silent) {
          world.at(world.nowUs() + random.nextLong(NEWS_US), () -> overthrow(candidate, silent));
        }

        @Override
        public void close() {
          candidate.closed = true;
          candidates.remove(candidate);
          tellRouters();
          if (leader == candidate) {
            leader = null;
            tellLeader();
            elect();
          }
        }
      };
    }

    /** One that is overthrown hears of it as soon as it reaches the registry. */
    private void overthrow(Candidate candidate, Address silent) {
      boolean stands = mayLead() && candidates.contains(candidate);
      if (stands && leader != null && leader != candidate && leader.address.equals(silent)) {
        leader = candidate;
        leader.elected(++epoch);
        tellLeader();
        sessions.forEach(ProcessMembership::deposeOthers);
      }
    }

    private void deposeOthers() {
      if (reaches()) {
        candidates.stream().filter(each -> each != leader).forEach(Candidate::deposed);
      }
    }

    @Override
    public AutoCloseable watch(Scheduler scheduler, MembershipListener listener) {
      Watch watch = new Watch(scheduler, listener);
      watches.add(watch);
      watch.refresh();
      return () -> watches.remove(watch);
    }

    @Override
    public void close() {
      watches.clear();
      List.copyOf(registrations).forEach(Registered::close);
    }
  }

  private final class Registered implements Membership.Registration {
    private final ProcessMembership session;
    private final Membership.SiteInfo info;
    private boolean closed;
    private boolean replaced;

    /** Whether its process knows that it is registered, and of nothing that has ended that. */
    private boolean believes;

    Registered(ProcessMembership session, Membership.SiteInfo info) {
      this.session = session;
      this.info = info;
    }

    void lookForLater() {
      replaced |= incarnations.getOrDefault(info.site(), 0) > info.incarnation();
    }

    /** Never again once a later incarnation of the site exists. */
    void enter() {
      lookForLater();
      if (!closed && !replaced) {
        sites.put(info.site(), this);
        believes = true;
        tellSites();
      }
    }

    /** Its process has heard that the session was lost. */
    void reenter() {
      believes = false;
      enter();
    }

    void remove() {
      if (sites.remove(info.site(), this)) {
        tellSites();
      }
    }

    @Override
    public LeaseTerm lease() {
      return believes && !replaced ? session.lease : LeaseTerm.NONE;
    }

    @Override
    public boolean isReplaced() {
      return replaced;
    }

    @Override
    public void close() {
      closed = true;
      believes = false;
      session.registrations.remove(this);
      world.at(world.nowUs() + random.nextLong(NEWS_US), this::remove);
    }
  }

  private static final class Candidate {
    private final Address address;
    private final Scheduler scheduler;
    private final Membership.LeaderListener listener;
    private boolean believes;
    private boolean closed;

    Candidate(Address address, Scheduler scheduler, Membership.LeaderListener listener) {
      this.address = address;
      this.scheduler = scheduler;
      this.listener = listener;
    }

    void elected(int newEpoch) {
      believes = true;
      tell(() -> listener.onElected(newEpoch));
    }

    void deposed() {
      if (believes) {
        believes = false;
        tell(listener::onDeposed);
      }
    }

    private void tell(Runnable news) {
      scheduler.execute(
          () -> {
            if (!closed) {
              news.run();
            }
          });
    }
  }

  private final class Watch {
    private final Scheduler scheduler;
    private final MembershipListener listener;

    Watch(Scheduler scheduler, MembershipListener listener) {
      this.scheduler = scheduler;
      this.listener = listener;
    }

    void refresh() {
      List<Membership.SiteInfo> living = living();
      List<Address> routers = livingRouters();
      Address leading = leader == null ? null : leader.address;
      scheduler.execute(
          () -> {
            listener.onSites(living);
            listener.onRouters(routers);
            listener.onLeader(leading);
          });
    }
  }
}
