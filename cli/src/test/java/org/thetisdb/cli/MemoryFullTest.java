package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import bookshop.Shelf;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.client.CallException;
import org.thetisdb.client.Session;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.cluster.EmbeddedCluster;
import org.thetisdb.core.config.BasicSettings;
import org.thetisdb.core.config.NetworkSettings;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.SiteSettings;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.procedures.runtime.ProcedureJar;

/** A cluster with little memory is filled until it refuses, read, emptied, and filled again. */
@Tag("cluster")
final class MemoryFullTest {
  private static final long MOST_CALLS = 1_000;

  @TempDir private Path data;

  @Test
  void aFullClusterServesReadsAndTakesUpdatesAfterDeletes() {
    try (EmbeddedCluster cluster = EmbeddedCluster.start(settings(), data, (what, seconds) -> {});
        ThetisClient client = ThetisClient.connect(cluster.clientAddress().toString())) {
      client.uploadJar(
          "shelf",
          ProcedureJar.pack(
              Shelf.class, Shelf.StoreBooks.class, Shelf.DropBooks.class, Shelf.CountBooks.class));
      try (Session session = client.session()) {
        long stored = fill(session);
        assertThat(stored).isBetween(100L, MOST_CALLS - 1);
        assertThat(storeBooks(session, stored)).isEqualTo(ErrorCode.MEMORY_FULL);
        for (long call = 0; call < stored; call++) {
          assertThat(session.call("CountBooks", first(call))).isEqualTo(Shelf.BOOKS_PER_CALL);
        }
        for (long call = 0; call < stored / 2; call++) {
          assertThat(session.call("DropBooks", first(call))).isEqualTo(Shelf.BOOKS_PER_CALL);
        }
        awaitRoom(session, stored);
        assertThat(session.call("CountBooks", first(stored))).isEqualTo(Shelf.BOOKS_PER_CALL);
        assertThat(session.call("CountBooks", first(stored - 1))).isEqualTo(Shelf.BOOKS_PER_CALL);
        assertThat(session.call("CountBooks", first(0))).isEqualTo(0);
      }
    }
  }

  private static Settings settings() {
    return ThetisSettings.builder()
        .flags(
            Map.of(
                SiteSettings.STORE_MEMORY_MIB.name(),
                "16",
                SiteSettings.STORE_OVERFLOW_MIB.name(),
                "-1",
                BasicSettings.CLUSTER_SITES.name(),
                "2",
                NetworkSettings.LISTEN_PORT.name(),
                "0"))
        .build();
  }

  private static long first(long call) {
    return call * Shelf.BOOKS_PER_CALL;
  }

  private static long fill(Session session) {
    long call = 0;
    while (call < MOST_CALLS && storeBooks(session, call) == null) {
      call++;
    }
    return call;
  }

  /** Null, or the error. */
  private static ErrorCode storeBooks(Session session, long call) {
    try {
      session.call("StoreBooks", first(call));
      return null;
    } catch (CallException e) {
      return e.code();
    }
  }

  /** Deleted rows go in the background; each refused call until then says why. */
  private static void awaitRoom(Session session, long call) {
    long refusals = 0;
    for (ErrorCode error = storeBooks(session, call);
        error != null;
        error = storeBooks(session, call)) {
      assertThat(error).isEqualTo(ErrorCode.MEMORY_FULL);
      refusals++;
      assertThat(refusals).isLessThan(100_000);
    }
  }
}
