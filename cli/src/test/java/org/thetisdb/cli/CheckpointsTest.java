package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import bookshop.Shelf;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.client.Session;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.cluster.EmbeddedCluster;
import org.thetisdb.core.config.BasicSettings;
import org.thetisdb.core.config.NetworkSettings;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.SiteSettings;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.procedures.runtime.ProcedureJar;
import org.thetisdb.server.checkpoint.DirectoryCheckpoints;

/** A cluster whose logs are cut in Kafka starts from its checkpoints. */
@Tag("cluster")
final class CheckpointsTest {
  private static final long PATIENCE_NS = 60_000_000_000L;

  @TempDir private Path data;

  @Test
  void logsAreCutBehindCheckpointsAndARestartedClusterHasAllOfIt() throws Exception {
    try (EmbeddedCluster cluster = start();
        ThetisClient client = connect(cluster)) {
      client.uploadJar(
          "shelf",
          ProcedureJar.pack(
              Shelf.class, Shelf.StoreBooks.class, Shelf.DropBooks.class, Shelf.CountBooks.class));
      try (Session session = client.session()) {
        for (long call = 0; call < 20; call++) {
          session.call("StoreBooks", first(call));
        }
        awaitCut(cluster, 1, session);
        awaitCut(cluster, 2, session);
        session.call("DropBooks", first(0));
      }
    }
    assertThat(DirectoryCheckpoints.open(data.resolve("checkpoints")).list())
        .extracting("site")
        .contains(1, 2);
    try (EmbeddedCluster cluster = start();
        ThetisClient client = connect(cluster);
        Session session = client.session()) {
      assertThat(beginning(cluster, 1)).isPositive();
      assertThat(session.call("CountBooks", first(0))).isEqualTo(0);
      for (long call = 1; call < 20; call++) {
        assertThat(session.call("CountBooks", first(call))).isEqualTo(Shelf.BOOKS_PER_CALL);
      }
      assertThat(session.call("StoreBooks", first(0))).isEqualTo(Shelf.BOOKS_PER_CALL);
    }
  }

  private EmbeddedCluster start() {
    Settings settings =
        ThetisSettings.builder()
            .flags(
                Map.of(
                    SiteSettings.CHECKPOINT_INTERVAL_MS.name(),
                    "200",
                    BasicSettings.CLUSTER_SITES.name(),
                    "2",
                    NetworkSettings.LISTEN_PORT.name(),
                    "0"))
            .build();
    return EmbeddedCluster.start(settings, data, (what, seconds) -> {});
  }

  private static ThetisClient connect(EmbeddedCluster cluster) {
    return ThetisClient.connect(cluster.clientAddress().toString());
  }

  private static long first(long call) {
    return call * Shelf.BOOKS_PER_CALL;
  }

  /** Goes on writing, for a site that has nothing new takes no second checkpoint. */
  private static void awaitCut(EmbeddedCluster cluster, int site, Session session)
      throws Exception {
    long beginNs = System.nanoTime();
    while (beginning(cluster, site) == 0) {
      session.call("StoreBooks", first(1));
      assertThat(System.nanoTime() - beginNs).as("time to cut a log").isLessThan(PATIENCE_NS);
    }
  }

  private static long beginning(EmbeddedCluster cluster, int site)
      throws ExecutionException, InterruptedException, IOException {
    return LogBeginning.of(cluster.settings(), site);
  }
}
