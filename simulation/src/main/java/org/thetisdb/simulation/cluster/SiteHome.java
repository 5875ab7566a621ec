package org.thetisdb.simulation.cluster;

import java.util.List;
import java.util.random.RandomGenerator;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.net.Address;
import org.thetisdb.server.catalog.JarReader;
import org.thetisdb.server.site.Site;
import org.thetisdb.server.site.SiteConfig;
import org.thetisdb.server.site.SiteServices;
import org.thetisdb.server.store.RowStore;
import org.thetisdb.server.store.StoreConfig;
import org.thetisdb.server.store.engine.StoreEngines;
import org.thetisdb.server.txn.QueryLine;
import org.thetisdb.simulation.SimulatedDisk;
import org.thetisdb.simulation.SimulatedProcess;
import org.thetisdb.simulation.SimulatedStore;
import org.thetisdb.sql.call.SqlServices;

/**
 * Where one site lives: starts its process, starts a new incarnation when one ends by itself, and a
 * new process after it was killed.
 */
final class SiteHome extends Home {
  private static final long QUERY_MEMORY_BYTES = 1 << 20;

  /** So few that most scans are read beside the engine. */
  private static final int QUERY_ROWS = 20;

  private static final long RESTART_US = 200_000;
  private static final long STORE_BYTES = 64L << 20;

  private final int id;
  private final JarReader jars;
  private final RandomGenerator random;

  private final SimulatedDisk disk;
  private final SimulatedStore.Memory memory = new SimulatedStore.Memory();
  private RowStore store;
  private Site site;
  private boolean toLeave;
  private boolean left;

  SiteHome(Surroundings surroundings, int id, JarReader jars) {
    super(surroundings, "site-" + id);
    this.id = id;
    this.jars = jars;
    this.random = surroundings.world().newRandom();
    this.disk = new SimulatedDisk(surroundings.world(), surroundings.world().newRandom());
  }

  int id() {
    return id;
  }

  /** The rows of the present incarnation. */
  RowStore store() {
    return store;
  }

  /** It was asked to leave the cluster. */
  void setToLeave() {
    toLeave = true;
  }

  boolean isToLeave() {
    return toLeave;
  }

  /** Whether it has found that it is not part of the cluster any more. */
  boolean hasLeft() {
    return left;
  }

  /** The disk of its machine. */
  SimulatedDisk disk() {
    return disk;
  }

  /** The memory for rows of its machine. */
  SimulatedStore.Memory memory() {
    return memory;
  }

  /** Results that were begun and are not read to their end. */
  int longQueries() {
    return site == null ? 0 : site.longQueries();
  }

  boolean isServing() {
    return site != null && process().isAwake() && site.isServing();
  }

  @Override
  void begin(SimulatedProcess process) {
    process.setClock(random.nextInt(1_000_000_000), random.nextInt(401) - 200);
    new Incarnations(process).next();
  }

  private static QueryLine queryLine(SimulatedProcess process) {
    SimulatedProcess.Line line = process.newLine();
    return new QueryLine(line, line);
  }

  private SiteConfig config() {
    SimulationSettings settings = surroundings().settings();
    SiteConfig defaults = SiteConfig.defaults(id, surroundings().cluster());
    return new SiteConfig(
        id,
        surroundings().cluster(),
        Address.ANY_LOOPBACK,
        false,
        settings.appendIntervalUs(),
        defaults.unacknowledgedBytes(),
        defaults.waitingRefreshBytes(),
        settings.reportIntervalUs(),
        defaults.waitingCalls(),
        defaults.procedureLimitMs(),
        QUERY_ROWS,
        QUERY_MEMORY_BYTES,
        defaults.writeSetBytes(),
        defaults.sessionsRemembered(),
        defaults.outcomeBytes(),
        settings.checkpointIntervalMs(),
        defaults.checkpointsKept(),
        defaults.checkpointLoadPercent(),
        settings.batches());
  }

  /** The incarnations of one process. */
  private final class Incarnations implements Site.Listener {
    private final SimulatedProcess process;
    private final SimulatedProcess.Line host;
    private Site.Beginning beginning = Site.Beginning.CHECKPOINT;

    Incarnations(SimulatedProcess process) {
      this.process = process;
      this.host = process.newLine();
    }

    private void next() {
      SimulatedProcess.Line engine = process.newLine();
      store =
          new SimulatedStore(
              id,
              surroundings().world(),
              memory,
              StoreEngines.open(
                  surroundings().settings().storeEngine(),
                  StoreConfig.of(id, STORE_BYTES)
                      .withVersionsKept(surroundings().settings().versionsKept())
                      .withOverflow(surroundings().settings().overflow(STORE_BYTES))));
      SiteServices services =
          new SiteServices(
              engine,
              engine,
              process.newLine(),
              surroundings().network().transport(process),
              surroundings().log().of(process),
              surroundings().membership().of(process),
              store,
              jars,
              SqlServices.on(process.newLine()),
              List.of(queryLine(process), queryLine(process)),
              process.newLine(1 + surroundings().settings().checkpointStepUs()),
              disk);
      site = Site.start(config(), services, beginning, this);
    }

    @Override
    public void onServing(int incarnation, Address address) {
      surroundings().trace("%s serves in incarnation %d", name(), incarnation);
    }

    @Override
    public void onHalted(RuntimeException reason) {
      surroundings().trace("%s ended: %s", name(), reason.getMessage());
      if (reason instanceof ThetisException known && known.code() == ErrorCode.SITE_HAS_LEFT) {
        left = true;
      } else {
        beginning = Site.Beginning.after(reason);
        host.schedule(RESTART_US, this::next);
      }
    }
  }
}
