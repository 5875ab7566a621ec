package org.thetisdb.router.engine;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.config.BasicSettings;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.metrics.Metrics;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.net.SpareConnections;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.Membership;
import org.thetisdb.replication.membership.Membership.SiteInfo;
import org.thetisdb.replication.membership.MembershipListener;
import org.thetisdb.router.config.RouterConfig;
import org.thetisdb.router.reading.ReplicaReads;
import org.thetisdb.router.relay.LivingRouters;
import org.thetisdb.router.relay.Relays;
import org.thetisdb.router.report.Counters;
import org.thetisdb.router.watch.LeaderWatch;

/**
 * A router: listens for clients, stands for leadership, and while it leads takes their calls to the
 * sites. A router that does not lead serves clients, too: reads it takes to the sites itself, and
 * all else to the one that leads, and brings the answers back (DynaMast, Appendix H; decisions 0048
 * and 0059).
 *
 * <p>Thread-safe: what is called from outside is handed to the scheduler, on which all else
 * happens.
 */
public final class Router implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Router.class);

  /** To each site: one to ask it whether it hears the leader, and one to lead it by. */
  private static final int SPARES = 2;

  private final RouterPorts ports;
  private final Scheduler scheduler;
  private final RouterListener listener;
  private final LivingRouters routers;

  /** To sites, for the moment in which this router leads. */
  private final SpareConnections spares;

  private final ReplicaReads reads;
  private final Relays relays;
  private final LeaderWatch leaderWatch;
  private RouterConfig config;
  private Transport.Server server;

  // All below belongs to the scheduler.
  private List<SiteInfo> living = List.of();

  /** The numbers of all sites that membership has ever named. */
  private final Set<Integer> seen = new HashSet<>();

  private Address leader;
  private LeadershipTerm leadership;
  private boolean knowsCluster;
  private boolean closed;
  private AutoCloseable watch;
  private Membership.Candidacy candidacy;

  private Router(RouterConfig config, RouterPorts ports, RouterListener listener) {
    this.config = config;
    this.ports = ports;
    this.scheduler = ports.scheduler();
    this.listener = listener;
    this.routers = new LivingRouters(this::address);
    this.spares = new SpareConnections(ports.transport(), scheduler, SPARES);
    this.reads =
        new ReplicaReads(config.cluster().name(), ports.transport(), scheduler, ports.random());
    this.relays =
        new Relays(
            this::address,
            ports.transport(),
            scheduler,
            routers,
            reads,
            config.limits().callsPerConnection(),
            this::notLeader);
    this.leaderWatch =
        new LeaderWatch(
            config.cluster().name(),
            spares,
            scheduler,
            config.limits().leaderSilenceMs() * 1000L,
            this::challenge);
  }

  /**
   * Starts a router. It returns at once; {@code listener} hears on the scheduler when it serves, or
   * why it cannot.
   *
   * @throws ThetisException PORT_IN_USE if it cannot listen
   */
  public static Router start(RouterConfig config, RouterPorts ports, RouterListener listener) {
    Router router = new Router(config, ports, listener);
    router.server = ports.transport().listen(config.listen(), ports.scheduler(), router::accept);
    ports.scheduler().execute(router::join);
    return router;
  }

  /** Where clients connect. */
  public Address address() {
    return server.address();
  }

  /** Makes this router's counters visible. */
  public void register(Metrics metrics) {
    metrics.counter("router.committed", "calls committed", () -> counters().committed);
    metrics.counter("router.aborted", "calls that failed", () -> counters().aborted);
    metrics.counter("router.retried", "calls routed again", () -> counters().retried);
    metrics.counter(
        "router.remastered", "calls that moved partitions", () -> counters().remasteredTxns);
    metrics.counter("router.moves", "partitions moved", () -> counters().moves);
    metrics.counter(
        "router.relayed", "messages of clients handed on to the leader", () -> relays.messages());
    metrics.counter(
        "router.read_at_sites", "calls read at sites without the leader", reads::results);
    metrics.gauge("router.relayed_clients", "clients served without leading", relays::clients);
  }

  private Counters counters() {
    LeadershipTerm present = leadership;
    return present == null ? new Counters() : present.counters();
  }

  @Override
  public void close() {
    server.close();
    scheduler.execute(this::shutDown);
  }

  private void join() {
    ports.membership().cluster(config.cluster(), scheduler, this::onCluster);
  }

  private void onCluster(Membership.Result<ClusterSettings> result) {
    if (closed) {
      return;
    }
    if (result.error() != null) {
      listener.onFailed(result.error());
      return;
    }
    try {
      config = following(result.value());
    } catch (ThetisException e) {
      listener.onFailed(e);
      return;
    }
    knowsCluster = true;
    watch = ports.membership().watch(scheduler, new Watcher());
    candidacy = ports.membership().campaign(address(), scheduler, new Campaign());
  }

  /** The scheme of a cluster that is there wins over the one that this router was given. */
  private RouterConfig following(ClusterSettings cluster) {
    SchemeSpec made = ports.schemes().schemes().find(cluster.scheme());
    if (made == null && !cluster.scheme().isEmpty()) {
      throw new ThetisException(
          ErrorCode.BAD_SETTING,
          BasicSettings.SCHEME.name(),
          cluster.scheme(),
          "the cluster was made with it, and this release does not have it");
    }
    if (made != null && !made.equals(config.scheme())) {
      LOG.warn(
          "the cluster was made with scheme {}; --scheme {} is for a new cluster and is not followed",
          made,
          config.scheme());
    }
    return config.withCluster(cluster, made == null ? config.scheme() : made);
  }

  private ConnectionListener accept(Connection connection) {
    return leadership != null ? leadership.accept(connection) : relays.accept(connection);
  }

  private void begin(int epoch) {
    end("this router was elected again");
    LOG.info("router {} leads in epoch {}", address(), epoch);
    leadership =
        new LeadershipTerm(
            epoch,
            config,
            address(),
            routers,
            ports.withTransport(spares),
            new LeadershipListener());
    relays.onOwnTerm(leadership);
    leaderWatch.onLeader(null);
    leadership.start(living, seen);
    keepSpares();
  }

  private void challenge(Address silent) {
    if (candidacy != null) {
      candidacy.challenge(silent);
    }
  }

  private void end(String why) {
    if (leadership != null) {
      LOG.info("router {} no longer leads: {}", address(), why);
      LeadershipTerm ended = leadership;
      leadership = null;
      ended.close(notLeader());
      keepSpares();
    }
  }

  /** Whoever leads has its connections. */
  private void keepSpares() {
    boolean mayLead = !closed && leadership == null && config.limits().leaderSilenceMs() > 0;
    spares.keep(mayLead ? living.stream().map(SiteInfo::address).toList() : List.of());
  }

  private ThetisException notLeader() {
    boolean known = leader != null && !leader.equals(address());
    return new ThetisException(
        ErrorCode.NOT_LEADER, known ? leader.toString() : "again in a moment; none is known yet");
  }

  private void shutDown() {
    if (closed) {
      return;
    }
    closed = true;
    keepSpares();
    leaderWatch.onLeader(null);
    relays.close(new ThetisException(ErrorCode.SHUTTING_DOWN));
    if (leadership != null) {
      leadership.close(new ThetisException(ErrorCode.SHUTTING_DOWN));
      leadership = null;
    }
    if (candidacy != null) {
      candidacy.close();
    }
    closeWatch();
  }

  private void closeWatch() {
    try {
      if (watch != null) {
        watch.close();
      }
    } catch (Exception e) {
      LOG.warn("the watch on membership could not be closed", e);
    }
  }

  private final class Watcher implements MembershipListener {
    @Override
    public void onSites(List<SiteInfo> sites) {
      living = List.copyOf(sites);
      living.forEach(site -> seen.add(site.site()));
      reads.onSites(living);
      leaderWatch.onSites(living);
      keepSpares();
      if (leadership != null) {
        leadership.onSites(living);
      }
    }

    @Override
    public void onRouters(List<Address> living) {
      routers.onRouters(living);
    }

    @Override
    public void onLeader(Address address) {
      leader = address;
      relays.onLeader(address);
      leaderWatch.onLeader(closed || leadership != null ? null : relays.leader());
      if (relays.leader() != null) {
        listener.onRelaying(address);
      }
    }
  }

  private final class Campaign implements Membership.LeaderListener {
    @Override
    public void onElected(int epoch) {
      if (!closed && knowsCluster) {
        begin(epoch);
      }
    }

    @Override
    public void onDeposed() {
      end("leadership may be lost");
    }
  }

  private final class LeadershipListener implements LeadershipTerm.Listener {
    @Override
    public void onServing(int epoch) {
      listener.onServing(epoch);
    }

    @Override
    public void onOverthrown(int laterEpoch) {
      end("sites follow epoch " + laterEpoch);
    }
  }
}
