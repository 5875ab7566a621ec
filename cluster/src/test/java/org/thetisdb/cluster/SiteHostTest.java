package org.thetisdb.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.core.config.BasicSettings;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Transport;
import org.thetisdb.procedures.runtime.JarLimits;
import org.thetisdb.procedures.runtime.ProcedureJar;
import org.thetisdb.replication.log.CommitLog;
import org.thetisdb.replication.membership.Membership;
import org.thetisdb.server.checkpoint.DirectoryCheckpoints;
import org.thetisdb.server.disk.DiskSpace;
import org.thetisdb.sql.call.CompiledTexts;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.StoreConfig;
import org.thetisdb.store.slab.SlabRowStore;

/** What a site that ends leaves behind in its process: nothing. */
@Tag("cluster")
@ExtendWith(SharedCluster.class)
@Timeout(120)
final class SiteHostTest {
  private static final int LIVES = 5;
  private static final long LIMIT_BYTES = 64 << 20;

  @TempDir private Path data;
  private final AtomicInteger closed = new AtomicInteger();

  /** Rows live outside the heap: those of a store that nobody closes are never given back. */
  @Test
  void theRowStoreIsClosedWithTheSite(EmbeddedCluster services) {
    Settings settings =
        services
            .settings()
            .with(BasicSettings.CLUSTER_NAME, "closing")
            .with(BasicSettings.CLUSTER_SITES, 1);
    try (Transport transport = Nodes.transport(settings);
        CommitLog log = Nodes.log(settings);
        Membership membership = Nodes.membership(settings)) {
      for (int life = 1; life <= LIVES; life++) {
        try (SiteHost host = host(settings, transport, log, membership)) {
          Waiting.forIt(host.start(), "the site");
        }
        assertThat(closed).hasValue(life);
      }
    }
  }

  private SiteHost host(
      Settings settings, Transport transport, CommitLog log, Membership membership) {
    return new SiteHost(
        Nodes.lanes(1, settings, Address.ANY_LOOPBACK),
        this::countedStore,
        (name, version, jar) -> ProcedureJar.load(name, version, jar, JarLimits.DEFAULT),
        transport,
        log,
        membership,
        DirectoryCheckpoints.open(data),
        DiskSpace.UNWATCHED,
        new CompiledTexts());
  }

  private RowStore countedStore() {
    RowStore store = new SlabRowStore(StoreConfig.of(1, LIMIT_BYTES));
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          if (method.getName().equals("close")) {
            closed.incrementAndGet();
          }
          try {
            return method.invoke(store, arguments);
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        };
    Class<?>[] types = {RowStore.class};
    return (RowStore) Proxy.newProxyInstance(RowStore.class.getClassLoader(), types, handler);
  }
}
