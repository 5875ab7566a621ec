package org.thetisdb.lab.engines;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.thetisdb.cluster.Nodes;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.SiteSettings;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.time.EngineThread;
import org.thetisdb.procedures.runtime.ProcedureJar;
import org.thetisdb.replication.log.CommitLog;
import org.thetisdb.replication.log.stream.LogStreamCounters;
import org.thetisdb.replication.membership.Membership;
import org.thetisdb.server.checkpoint.MemoryCheckpoints;
import org.thetisdb.server.disk.DiskSpace;
import org.thetisdb.server.lane.Lane;
import org.thetisdb.server.lane.LaneGroup;
import org.thetisdb.server.site.Site;
import org.thetisdb.server.site.SiteConfig;
import org.thetisdb.server.site.SiteServices;
import org.thetisdb.server.state.QueryEventLoop;
import org.thetisdb.sql.call.SqlServices;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.engine.StoreEngines;

/**
 * One lane of a site with its threads, as in a real cluster. It takes no checkpoints, and is not
 * started again when it ends.
 */
final class StandaloneSite implements Site.Listener, AutoCloseable {
  private final SiteConfig config;
  private final Consumer<Throwable> onFault;
  private final CompletableFuture<Address> serving = new CompletableFuture<>();
  private final List<EngineThread> lines = new ArrayList<>();
  private final EngineThread engine;
  private Site site;

  private StandaloneSite(SiteConfig config, Consumer<Throwable> onFault) {
    this.config = config;
    this.onFault = onFault;
    this.engine = line("");
  }

  /**
   * Starts all lanes of a site.
   *
   * @param number of the site, from 1
   * @param onFault hears, on any thread, why a lane has ended
   */
  static List<StandaloneSite> start(
      int number,
      Settings settings,
      Transport transport,
      CommitLog log,
      Membership membership,
      Consumer<Throwable> onFault) {
    List<SiteConfig> configs = Nodes.lanes(number, settings, Address.ANY_LOOPBACK);
    List<Integer> ids = configs.stream().map(SiteConfig::site).toList();
    RowStore rows =
        StoreEngines.open(
            settings.get(SiteSettings.STORE_ENGINE), Nodes.store(ids.get(0), settings));
    List<Lane> lanes = new LaneGroup(ids, rows).lanes();
    List<StandaloneSite> started = new ArrayList<>();
    for (int i = 0; i < lanes.size(); i++) {
      StandaloneSite lane = new StandaloneSite(configs.get(i), onFault);
      lane.start(lanes.get(i), settings, transport, log, membership);
      started.add(lane);
    }
    return started;
  }

  private EngineThread line(String suffix) {
    EngineThread line = new EngineThread("site-" + config.site() + suffix, onFault::accept);
    lines.add(line);
    return line;
  }

  private void start(
      Lane lane, Settings settings, Transport transport, CommitLog log, Membership membership) {
    EngineThread refresher = line("-refresh");
    EngineThread queries = line("-query-1");
    SiteServices services =
        new SiteServices(
            engine,
            engine,
            refresher,
            transport,
            log,
            membership,
            lane,
            (name, version, jar) ->
                ProcedureJar.load(name, version, jar, Nodes.jarLimits(settings)),
            SqlServices.on(line("-sql")),
            List.of(new QueryEventLoop(queries, queries)),
            line("-checkpoint"),
            new MemoryCheckpoints(),
            DiskSpace.UNWATCHED,
            new LogStreamCounters());
    site = Site.start(config, services, this);
  }

  int number() {
    return config.site();
  }

  SiteConfig config() {
    return config;
  }

  /** The engine's event loop. */
  EngineThread engine() {
    return engine;
  }

  /** Where it can be reached, when it serves. */
  CompletableFuture<Address> serving() {
    return serving;
  }

  @Override
  public void onServing(int incarnation, Address address) {
    serving.complete(address);
  }

  @Override
  public void onHalted(RuntimeException reason) {
    serving.completeExceptionally(reason);
    onFault.accept(reason);
  }

  @Override
  public void close() {
    site.close();
    lines.forEach(EngineThread::close);
  }
}
