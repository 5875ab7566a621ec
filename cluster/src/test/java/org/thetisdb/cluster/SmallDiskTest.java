package org.thetisdb.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.core.config.NetworkSettings;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.SiteSettings;

/**
 * A whole cluster on a small file system, which others fill and empty. Needs the right to mount.
 */
@Tag("cluster")
@Timeout(180)
final class SmallDiskTest {
  private static final String DISK_SIZE = "600m";
  private static final long RESERVE_BYTES = 128L << 20;
  private static final int CHUNK_BYTES = 1 << 20;
  private static final long PATIENCE_MS = 30_000;

  @TempDir private Path mountPoint;
  private boolean mounted;

  @BeforeEach
  void mountSmallDisk() throws Exception {
    mounted =
        run("mount", "-t", "tmpfs", "-o", "size=" + DISK_SIZE, "tmpfs", mountPoint.toString());
    assumeTrue(mounted, "a small file system cannot be mounted here");
  }

  @AfterEach
  void unmount() throws Exception {
    if (mounted) {
      assertThat(run("umount", mountPoint.toString())).isTrue();
    }
  }

  private static boolean run(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void aFullDiskStopsWritesAloneAndTheyGoOnByThemselves() throws Exception {
    Settings settings =
        Settings.defaults()
            .with(NetworkSettings.LISTEN_PORT, 0)
            .with(SiteSettings.DISK_RESERVE_BYTES, RESERVE_BYTES);
    try (EmbeddedCluster cluster =
            EmbeddedCluster.start(settings, mountPoint.resolve("data"), (what, seconds) -> {});
        Connection on =
            DriverManager.getConnection("jdbc:thetis://" + cluster.clientAddress() + "/");
        Statement statement = on.createStatement()) {
      statement.execute("CREATE TABLE t (id INT PRIMARY KEY, n INT)");
      statement.execute("INSERT INTO t SELECT g, 0 FROM generate_series(1, 100) AS s(g)");
      fillUntil(RESERVE_BYTES / 2);
      awaitRefusal(statement);
      assertReadable(cluster, statement);
      empty();
      awaitWritable(statement);
      fillUntil(0);
      awaitRefusal(statement);
      assertReadable(cluster, statement);
      empty();
      awaitWritable(statement);
      assertThat(cluster.failed()).isNotDone();
    }
  }

  /**
   * Takes what is free now, but for so much. What the cluster then throws off by itself stays free.
   */
  private void fillUntil(long freeBytes) throws IOException {
    long toTake = Files.getFileStore(mountPoint).getUsableSpace() - freeBytes;
    ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);
    try (FileChannel filler =
        FileChannel.open(
            mountPoint.resolve("filler"), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      while (toTake > 0) {
        chunk.clear().limit((int) Math.min(CHUNK_BYTES, toTake));
        toTake -= filler.write(chunk);
      }
    } catch (IOException full) {
      assertThat(freeBytes).isZero();
    }
  }

  private void empty() throws IOException {
    Files.delete(mountPoint.resolve("filler"));
  }

  private static void awaitRefusal(Statement statement) throws Exception {
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MS);
    while (write(statement) == null) {
      assertThat(System.nanoTime()).isLessThan(deadlineNs);
    }
    assertThat(write(statement)).isEqualTo("53100");
    assertThatThrownBy(() -> statement.execute("CREATE TABLE more (id INT PRIMARY KEY)"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("53100"));
  }

  private static void awaitWritable(Statement statement) throws Exception {
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MS);
    for (String state = write(statement); state != null; state = write(statement)) {
      assertThat(state).isEqualTo("53100");
      assertThat(System.nanoTime()).isLessThan(deadlineNs);
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  /** Null, or the SQLState. */
  private static String write(Statement statement) {
    try {
      statement.executeUpdate("UPDATE t SET n = n + 1 WHERE id <= 10");
      return null;
    } catch (SQLException e) {
      return e.getSQLState();
    }
  }

  private static void assertReadable(EmbeddedCluster cluster, Statement statement)
      throws Exception {
    try (ResultSet row =
        statement.executeQuery("SELECT count(*), min(n), max(n) FROM t WHERE id <= 10")) {
      row.next();
      assertThat(row.getInt(1)).isEqualTo(10);
      assertThat(row.getInt(2)).isEqualTo(row.getInt(3));
    }
    try (ThetisClient client = ThetisClient.connect(cluster.clientAddress().toString())) {
      // A site reports its load from time to time, so the router hears of it a little later.
      long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MS);
      while (!client.status().contains("\"disk_short\":true")) {
        assertThat(System.nanoTime()).isLessThan(deadlineNs);
        TimeUnit.MILLISECONDS.sleep(20);
      }
    }
  }
}
