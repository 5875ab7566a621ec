package org.thetisdb.router.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.thetisdb.core.config.LoginSettings.LoginPolicy;
import org.thetisdb.core.config.ProcedureSettings.UploadPolicy;
import org.thetisdb.core.config.SchemeSettings.FragmentControl;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.testing.FakeNetwork;
import org.thetisdb.core.testing.VirtualTime;
import org.thetisdb.core.wire.ClientMessage.StatusRequest;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.ClusterSettings.FirstMaster;
import org.thetisdb.replication.membership.Membership.SiteInfo;
import org.thetisdb.router.config.ControlConfig;
import org.thetisdb.router.config.EpochConfig;
import org.thetisdb.router.config.LoginConfig;
import org.thetisdb.router.config.PhaseConfig;
import org.thetisdb.router.config.PullConfig;
import org.thetisdb.router.config.RebalanceConfig;
import org.thetisdb.router.config.RouterConfig;
import org.thetisdb.router.config.RouterLimits;
import org.thetisdb.router.config.UploadRights;
import org.thetisdb.router.config.UserLimits;
import org.thetisdb.router.engine.Router;
import org.thetisdb.router.engine.RouterListener;
import org.thetisdb.router.engine.RouterPorts;
import org.thetisdb.router.readmostly.ReadMostlyConfig;
import org.thetisdb.router.routing.SamplingConfig;
import org.thetisdb.router.routing.StrategyConfig;
import org.thetisdb.sql.call.SqlServices;

/**
 * Scripted sites, a router, and clients, on virtual time. Account n is first at site n/10 mod 3 +
 * 1.
 */
public final class Cluster {
  public final VirtualTime time = new VirtualTime();
  public final FakeNetwork network = new FakeNetwork(time);
  public final FakeMembership membership = new FakeMembership();
  public final List<FakeSite> sites = new ArrayList<>();
  public final List<Integer> servingEpochs = new ArrayList<>();
  public RouterLimits limits =
      new RouterLimits(64, 200, 2, 4, 60_000, 1_000, 500, 300, 50, 0, 600_000);
  public UploadRights rights = new UploadRights(UploadPolicy.LOOPBACK, "", 1000);

  /** Who has to log in. */
  public LoginConfig logins = new LoginConfig(LoginPolicy.AUTO, false, UserLimits.DEFAULT);

  /** Keys in a cell of the grid; 0 for ranges. */
  public int partitionKeys = 10;

  /** How many sites hold every row; 0 for all. */
  public int fullSites;

  /** Copies of each table that the cluster keeps by itself. */
  public int copies;

  /** When load is spread over the sites. */
  public RebalanceConfig rebalance = RebalanceConfig.from(Settings.defaults());

  public PullConfig pulls = PullConfig.from(Settings.defaults());

  public SchemeSpec scheme = SchemeRegistry.DYNAMAST;
  public Router router;

  public Cluster() {
    for (int id = 1; id <= 3; id++) {
      FakeSite site = new FakeSite(id, network, time);
      site.jars = Bank.jars();
      sites.add(site);
    }
  }

  /** Starts all and elects the router. */
  public static Cluster started() {
    Cluster cluster = new Cluster();
    cluster.start();
    return cluster;
  }

  public void start() {
    sites.forEach(this::join);
    router = startRouter("router-1");
    elect(router);
  }

  public FakeSite site(int id) {
    return sites.get(id - 1);
  }

  /** The site lives and says so. */
  public void join(FakeSite site) {
    site.start();
    membership.add(new SiteInfo(site.id, site.incarnation, site.address));
  }

  /** The site stops; membership knows at once. */
  public void lose(int id) {
    site(id).stop();
    membership.remove(id);
    pass(10);
  }

  /** Membership names the site no longer, but its connection stands. */
  public void forget(int id) {
    membership.remove(id);
    pass(10);
  }

  /** The site lives and is registered, but routers cannot reach it. */
  public void cutOff(int id) {
    site(id).stop();
  }

  /** The site is back in its next incarnation. */
  public void bringBack(int id) {
    site(id).incarnation++;
    join(site(id));
    pass(10);
  }

  public Router startRouter(String host) {
    RouterPorts ports =
        new RouterPorts(
            network, time, new Random(1), membership, Bank::load, SqlServices.ofRouter(time));
    Router started =
        Router.start(
            config(new Address(host, 0)),
            ports,
            new RouterListener() {
              @Override
              public void onServing(int epoch) {
                servingEpochs.add(epoch);
              }
            });
    pass(1);
    return started;
  }

  private RouterConfig config(Address listen) {
    return new RouterConfig(
        new ClusterSettings("test", 3, partitionKeys, FirstMaster.SCATTERED)
            .withScheme(scheme.name())
            .withFullSites(fullSites),
        listen,
        scheme,
        "process",
        StrategyConfig.from(Settings.defaults()),
        SamplingConfig.from(Settings.defaults()),
        1000,
        1000,
        new PhaseConfig(10_000),
        new EpochConfig(10_000, false, EpochConfig.Batches.DEFAULT, EpochConfig.Shares.DEFAULT),
        ReadMostlyConfig.resting(3_000_000),
        ControlConfig.of(FragmentControl.LOCKING),
        copies,
        rebalance,
        pulls,
        limits,
        rights,
        logins);
  }

  public void elect(Router candidate) {
    membership.elect(candidate.address());
    pass(5);
  }

  public FakeClient client() {
    return client(router, "");
  }

  public FakeClient client(Router to, String token) {
    FakeClient client = new FakeClient(token);
    network.connect(to.address(), time, client);
    pass(1);
    return client;
  }

  public String status() {
    FakeClient client = client();
    client.say(new StatusRequest(1));
    pass(1);
    return client.status;
  }

  /** Lets time go by. */
  public void pass(long ms) {
    time.pass(ms * 1000);
  }
}
