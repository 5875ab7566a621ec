package org.thetisdb.cluster;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.config.BasicSettings;
import org.thetisdb.core.config.LoginSettings;
import org.thetisdb.core.config.NetworkSettings;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.SiteSettings;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.net.inprocess.InProcessNetwork;
import org.thetisdb.core.time.EngineThread;
import org.thetisdb.procedures.runtime.JarLimits;
import org.thetisdb.procedures.runtime.ProcedureJar;
import org.thetisdb.router.engine.Router;
import org.thetisdb.router.engine.RouterListener;
import org.thetisdb.router.engine.RouterPorts;
import org.thetisdb.router.login.AuditLog;
import org.thetisdb.router.routing.AccessTrace;
import org.thetisdb.router.schism.TraceRecorder;
import org.thetisdb.sql.call.CompiledTexts;
import org.thetisdb.sql.call.SqlServices;

/**
 * One life of a router in this process, on a thread of its own. A fault that nobody expected ends
 * it: what the router had begun is then not touched any more, and only {@link #close} is left.
 */
public final class RouterProcess implements RouterHost.Life {
  private static final Logger LOG = LoggerFactory.getLogger(RouterProcess.class);

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final CompletableFuture<Integer> serving = new CompletableFuture<>();
  private final CompletableFuture<ThetisException> ended = new CompletableFuture<>();
  private final Consumer<String> serves;
  private EngineThread line;
  private Router router;

  private RouterProcess(Consumer<String> serves) {
    this.serves = serves;
  }

  /**
   * Starts a router; returns when it listens.
   *
   * @throws org.thetisdb.core.error.ThetisException PORT_IN_USE if it cannot
   */
  public static RouterProcess start(Settings settings) {
    return start(settings, what -> {});
  }

  /**
   * The same.
   *
   * @param serves hears, in a sentence for people, how it serves its clients from now on
   */
  public static RouterProcess start(Settings settings, Consumer<String> serves) {
    return start(settings, new InProcessNetwork(), SqlServices::ofRouter, serves);
  }

  /** The same, next to sites in this process, which run what it has compiled. */
  static RouterProcess start(
      Settings settings,
      InProcessNetwork neighbours,
      CompiledTexts texts,
      Consumer<String> serves) {
    return start(settings, neighbours, lines -> SqlServices.sharing(texts, lines), serves);
  }

  private static RouterProcess start(
      Settings settings,
      InProcessNetwork neighbours,
      Function<List<EngineThread>, SqlServices> sql,
      Consumer<String> serves) {
    NodeSecurity.requireClosed(settings, settings.get(NetworkSettings.LISTEN_HOST));
    RouterProcess process = new RouterProcess(serves);
    try {
      process.begin(settings, neighbours, sql);
      return process;
    } catch (RuntimeException e) {
      process.close();
      throw e;
    }
  }

  private void begin(
      Settings settings,
      InProcessNetwork neighbours,
      Function<List<EngineThread>, SqlServices> services) {
    String traceFile = settings.get(BasicSettings.ROUTER_TRACE_FILE);
    TraceRecorder trace = traceFile.isEmpty() ? null : new TraceRecorder();
    // It writes a last time when all other parts are closed: then nobody notes anything any more.
    TraceWriter writer = trace == null ? null : own(new TraceWriter(trace, traceFile));
    Transport transport = own(Nodes.transport(settings, neighbours));
    JarLimits limits = Nodes.jarLimits(settings);
    line = own(new EngineThread("router", this::onUncaught));
    SqlServices sql = services.apply(compilers());
    own(sql.warmUp());
    RouterPorts ports =
        new RouterPorts(
                transport,
                line,
                new SplittableRandom(System.nanoTime()),
                own(Nodes.membership(settings)),
                (name, version, jar) -> ProcedureJar.load(name, version, jar, limits),
                sql)
            .withTrace(trace == null ? AccessTrace.NONE : trace)
            .withAudit(audit(settings))
            .withFirstPassword(
                new FirstPasswordFile(
                    Path.of(settings.get(SiteSettings.DATA_DIR)), line::execute, serves));
    if (writer != null) {
      writer.start(line::execute);
    }
    router =
        own(
            Router.start(
                Placements.routerConfig(settings),
                ports,
                new RouterListener() {
                  @Override
                  public void onServing(int epoch) {
                    serving.complete(epoch);
                    serves.accept("It leads and takes calls.");
                  }

                  @Override
                  public void onRelaying(Address leader) {
                    serves.accept(
                        "It serves clients through the router that leads at " + leader + ".");
                  }

                  @Override
                  public void onFailed(RuntimeException reason) {
                    end(reason);
                  }
                }));
  }

  private AuditLog audit(Settings settings) {
    String file = settings.get(LoginSettings.AUDIT_FILE);
    return file.isEmpty()
        ? AuditLog.NONE
        : own(AuditFile.start(Path.of(settings.get(SiteSettings.DATA_DIR)).resolve(file)));
  }

  private List<EngineThread> compilers() {
    List<EngineThread> compilers = new ArrayList<>(SqlServices.WORKERS);
    for (int i = 1; i <= SqlServices.WORKERS; i++) {
      String name = "router-sql-" + i;
      EngineThread compiler =
          EngineThread.withStack(name, SqlServices.STACK_BYTES, this::onUncaught);
      own(() -> compiler.stop(SqlServices.STOP_MS));
      compilers.add(compiler);
    }
    return compilers;
  }

  private void onUncaught(Throwable failure) {
    LOG.error("The router met an unexpected fault and stops.", failure);
    end(new ThetisException(ErrorCode.INTERNAL, "the router: " + failure).causedBy(failure));
  }

  private void end(RuntimeException reason) {
    ThetisException known =
        reason instanceof ThetisException error
            ? error
            : new ThetisException(ErrorCode.START_FAILED, "the router", reason).causedBy(reason);
    serving.completeExceptionally(known);
    ended.complete(known);
  }

  private synchronized <T extends AutoCloseable> T own(T part) {
    parts.push(part);
    return part;
  }

  @Override
  public Address address() {
    return router.address();
  }

  @Override
  public void awaitReady() {
    Waiting.forIt(serving, "the router");
  }

  @Override
  public CompletableFuture<ThetisException> ended() {
    return ended;
  }

  /** Waits until the router ends by itself; returns why. */
  public ThetisException awaitEnd() {
    return ended.join();
  }

  /** Runs a task on the router's event loop; one that throws is a fault of the router. */
  void execute(Runnable task) {
    line.execute(task);
  }

  @Override
  public synchronized void close() {
    Waiting.closeAll(parts);
  }
}
