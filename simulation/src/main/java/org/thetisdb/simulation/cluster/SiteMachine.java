package org.thetisdb.simulation.cluster;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.replication.log.stream.LogStreamCounters;
import org.thetisdb.server.catalog.JarReader;
import org.thetisdb.server.disk.DiskSpace;
import org.thetisdb.server.lane.Lane;
import org.thetisdb.server.lane.LaneGroup;
import org.thetisdb.server.site.Site;
import org.thetisdb.server.site.SiteConfig;
import org.thetisdb.server.site.SiteServices;
import org.thetisdb.server.state.QueryEventLoop;
import org.thetisdb.simulation.SimulatedDisk;
import org.thetisdb.simulation.SimulatedProcess;
import org.thetisdb.simulation.SimulatedStore;
import org.thetisdb.sql.call.SqlServices;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.StoreConfig;
import org.thetisdb.store.engine.StoreEngines;

/**
 * Where one site lives, or several lanes that share their rows: starts the process, starts new
 * incarnations when they end by themselves, and a new process after it was killed.
 */
final class SiteMachine extends Machine {
  private static final long QUERY_MEMORY_BYTES = 48 << 20;
  private static final long STATEMENT_MEMORY_BYTES = 32 << 20;

  /** So few that most scans are read beside the engine. */
  private static final int QUERY_ROWS = 20;

  private static final long RESTART_US = 200_000;
  private static final long STORE_BYTES = 64L << 20;

  private final List<Integer> ids;
  private final JarReader jars;
  private final long taskUs;
  private final RandomGenerator random;

  private final SimulatedDisk disk;
  private final SimulatedStore.Memory memory = new SimulatedStore.Memory();
  private DiskSpace space = DiskSpace.UNWATCHED;
  private RowStore store;
  private final LogStreamCounters logStreamCounters = new LogStreamCounters();
  private final Map<Integer, Site> lanes = new TreeMap<>();
  private final Set<Integer> toLeave = new TreeSet<>();
  private final Set<Integer> left = new TreeSet<>();

  SiteMachine(Surroundings surroundings, int id, JarReader jars) {
    this(surroundings, List.of(id), jars);
  }

  /** A machine of lanes. */
  SiteMachine(Surroundings surroundings, List<Integer> ids, JarReader jars) {
    this(surroundings, ids, jars, 0);
  }

  /** A machine of lanes whose engines are kept busy for so long by each task. */
  SiteMachine(Surroundings surroundings, List<Integer> ids, JarReader jars, long taskUs) {
    super(surroundings, "site-" + ids.get(0));
    this.ids = List.copyOf(ids);
    this.taskUs = taskUs;
    this.jars = jars;
    this.random = surroundings.world().newRandom();
    this.disk = new SimulatedDisk(surroundings.world(), surroundings.world().newRandom());
  }

  /** Its number; that of the first lane. */
  int id() {
    return ids.get(0);
  }

  /** The numbers of all lanes. */
  List<Integer> all() {
    return ids;
  }

  /** The numbers of all lanes that have not left the cluster. */
  List<Integer> staying() {
    return ids.stream().filter(id -> !left.contains(id)).toList();
  }

  /** The rows of the present incarnation. */
  RowStore store() {
    return store;
  }

  /** A lane was asked to leave the cluster. */
  void setToLeave(int id) {
    toLeave.add(id);
  }

  boolean isToLeave(int id) {
    return toLeave.contains(id);
  }

  /** Whether all that were asked to leave have done so. */
  boolean isIdle() {
    return left.containsAll(toLeave);
  }

  /** Whether it has found that it is not part of the cluster any more, with all its lanes. */
  boolean hasLeft() {
    return left.containsAll(ids);
  }

  /** Says by which way the logs of others have come, if sites send each other theirs. */
  void traceLogStreams() {
    if (surroundings().settings().logStreams()) {
      surroundings()
          .trace(
              "%s got %d log entries from their sites and %d from the logs, to which it went back"
                  + " %d times",
              name(),
              logStreamCounters.byLogStream(),
              logStreamCounters.byLog(),
              logStreamCounters.fallBacks());
    }
  }

  /** The disk of its machine. */
  SimulatedDisk disk() {
    return disk;
  }

  /** From its next incarnation on the site watches how much room its disk has. */
  void watch(DiskSpace newSpace) {
    space = newSpace;
  }

  /** The memory for rows of its machine. */
  SimulatedStore.Memory memory() {
    return memory;
  }

  /** Results that were begun and are not read to their end. */
  int longQueries() {
    return lanes.values().stream().mapToInt(Site::longQueries).sum();
  }

  /** Statements that have committed beside the engines. */
  long ranBeside() {
    return lanes.values().stream().mapToLong(Site::ranBeside).sum();
  }

  boolean isServing() {
    return process().isAwake()
        && !lanes.isEmpty()
        && lanes.values().stream().allMatch(Site::isServing);
  }

  @Override
  void begin(SimulatedProcess process) {
    process.setClock(random.nextInt(1_000_000_000), random.nextInt(401) - 200);
    new Incarnations(process).next();
  }

  private QueryEventLoop queryLine(SimulatedProcess process) {
    SimulatedProcess.ProcessEventLoop line =
        process.newLine(surroundings().settings().queryStepUs());
    return new QueryEventLoop(line, line);
  }

  private SiteConfig config(int id) {
    SimulationSettings settings = surroundings().settings();
    SiteConfig defaults = SiteConfig.defaults(id, surroundings().cluster());
    return new SiteConfig(
        id,
        surroundings().cluster(),
        Address.ANY_LOOPBACK,
        settings.appendIntervalUs(),
        settings.epochUs(),
        settings.deltaSavingBytes(),
        defaults.unacknowledgedBytes(),
        defaults.waitingRefreshBytes(),
        settings.reportIntervalUs(),
        defaults.waitingCalls(),
        defaults.procedureLimitMs(),
        QUERY_ROWS,
        QUERY_MEMORY_BYTES,
        STATEMENT_MEMORY_BYTES,
        defaults.writeSetBytes(),
        defaults.sessionsRemembered(),
        defaults.outcomeBytes(),
        defaults.background().withCheckpointIntervalMs(settings.checkpointIntervalMs()),
        settings.batches(),
        settings.logStreams());
  }

  /** The incarnations of one process. */
  private final class Incarnations {
    private final SimulatedProcess process;
    private final SimulatedProcess.ProcessEventLoop host;
    private Site.Beginning beginning = Site.Beginning.CHECKPOINT;
    private Site.Beginning wanted = Site.Beginning.CHECKPOINT;
    private int ended;

    Incarnations(SimulatedProcess process) {
      this.process = process;
      this.host = process.newLine();
    }

    private void next() {
      beginning = wanted;
      wanted = Site.Beginning.CHECKPOINT;
      ended = 0;
      lanes.clear();
      store =
          new SimulatedStore(
              staying(),
              surroundings().world(),
              memory,
              StoreEngines.open(
                  surroundings().settings().storeEngine(),
                  StoreConfig.of(id(), STORE_BYTES)
                      .withVersionsKept(surroundings().settings().versionsKept())
                      .withOverflow(surroundings().settings().overflow(STORE_BYTES))));
      for (Lane lane : new LaneGroup(staying(), store).lanes()) {
        lanes.put(lane.site(), start(lane));
      }
    }

    private Site start(Lane lane) {
      SimulatedProcess.ProcessEventLoop engine = line(process, taskUs);
      SiteServices services =
          new SiteServices(
                  engine,
                  engine,
                  process.newLine(),
                  surroundings().network().transport(process),
                  surroundings().log().of(process),
                  surroundings().membership().of(process),
                  lane,
                  jars,
                  SqlServices.on(process.newLine()),
                  List.of(queryLine(process), queryLine(process)),
                  process.newLine(1 + surroundings().settings().checkpointStepUs()),
                  disk,
                  space,
                  logStreamCounters)
              .withFamilies(surroundings().families().atSites());
      return Site.start(config(lane.site()), services, beginning, new Watcher(lane.site()));
    }

    /** When all lanes have ended, those that stay begin anew. */
    private void ended(int id, RuntimeException reason) {
      if (reason instanceof ThetisException known && known.code() == ErrorCode.SITE_HAS_LEFT) {
        left.add(id);
      } else if (Site.Beginning.after(reason).compareTo(wanted) > 0) {
        wanted = Site.Beginning.after(reason);
      }
      if (++ended == lanes.size() && !staying().isEmpty()) {
        host.schedule(RESTART_US, this::next);
      }
    }

    /** Hears of one lane. */
    private final class Watcher implements Site.Listener {
      private final int id;

      Watcher(int id) {
        this.id = id;
      }

      @Override
      public void onServing(int incarnation, Address address) {
        surroundings().trace("site-%d serves in incarnation %d", id, incarnation);
      }

      @Override
      public void onHalted(RuntimeException reason) {
        surroundings().trace("site-%d ended: %s", id, reason.getMessage());
        ended(id, reason);
      }
    }
  }
}
