package org.thetisdb.launcher.cluster;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.core.net.Address;
import org.thetisdb.core.net.netty.NettyTransport;
import org.thetisdb.procedures.runtime.JarLimits;
import org.thetisdb.procedures.runtime.ProcedureJar;
import org.thetisdb.router.engine.Router;
import org.thetisdb.router.engine.RouterConfig;
import org.thetisdb.router.engine.RouterListener;
import org.thetisdb.router.engine.RouterPorts;

/** A router in this process, on an event loop of its own. */
public final class RouterProcess implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RouterProcess.class);

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final CompletableFuture<Integer> serving = new CompletableFuture<>();
  private Router router;

  private RouterProcess() {}

  /**
   * Starts a router; returns when it listens.
   *
   * @throws org.thetisdb.core.error.ThetisException PORT_IN_USE if it cannot
   */
  public static RouterProcess start(Settings settings) {
    RouterProcess process = new RouterProcess();
    try {
      process.begin(settings);
      return process;
    } catch (RuntimeException e) {
      process.close();
      throw e;
    }
  }

  private void begin(Settings settings) {
    NettyTransport transport = own(Nodes.transport(settings));
    JarLimits limits = Nodes.jarLimits(settings);
    RouterPorts ports =
        new RouterPorts(
            transport,
            transport.eventLoopScheduler(this::onUncaught),
            new SplittableRandom(System.nanoTime()),
            own(Nodes.membership(settings)),
            (name, version, jar) -> ProcedureJar.load(name, version, jar, limits));
    router =
        own(
            Router.start(
                RouterConfig.from(settings),
                ports,
                new RouterListener() {
                  @Override
                  public void onServing(int epoch) {
                    serving.complete(epoch);
                  }

                  @Override
                  public void onFailed(RuntimeException reason) {
                    serving.completeExceptionally(reason);
                  }
                }));
  }

  private void onUncaught(Throwable failure) {
    LOG.error("The router met an unexpected fault and stops.", failure);
    serving.completeExceptionally(failure);
  }

  private <T extends AutoCloseable> T own(T part) {
    parts.push(part);
    return part;
  }

  /** Where clients connect to. */
  public Address address() {
    return router.address();
  }

  /** Waits until it leads and takes calls. */
  public void awaitReady() {
    Waiting.forIt(serving, "the router");
  }

  /** The scheme as people write it. */
  static String schemeName(Settings settings) {
    return settings.get(ThetisSettings.SCHEME).name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  @Override
  public void close() {
    Waiting.closeAll(parts);
  }
}
