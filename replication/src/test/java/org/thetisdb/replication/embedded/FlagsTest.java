package org.thetisdb.replication.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.core.id.Address;

final class FlagsTest {
  @Test
  void onlyTheDirectoryIsNeeded() {
    Flags flags = Flags.parse(new String[] {"--data-dir", "d"}, 2181);
    assertThat(flags)
        .isEqualTo(
            new Flags(
                new Address("127.0.0.1", 2181),
                Path.of("d"),
                EmbeddedZooKeeper.DEFAULT_TICK_MS,
                true));
  }

  @Test
  void allCanBeGiven() {
    Flags flags =
        Flags.parse(
            ("--port 0 --data-dir d --host ::1 --tick-ms 100 --flush no").split(" ", -1), 2181);
    assertThat(flags).isEqualTo(new Flags(new Address("::1", 0), Path.of("d"), 100, false));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "--data-dir",
        "--data-dir d --port x",
        "--port 70000 --data-dir d",
        "--tick-ms 0 --data-dir d",
        "--flush never --data-dir d",
        "--unknown 1"
      })
  void wrongUsageIsExplainedAndHasItsOwnStatus(String line) {
    String[] arguments = line.isEmpty() ? new String[0] : line.split(" ", -1);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int status =
        Standalone.run(
            "Server",
            arguments,
            1,
            flags -> new Standalone.Running(flags.bind(), () -> {}),
            new CountDownLatch(0),
            new PrintStream(out, true, StandardCharsets.UTF_8));
    assertThat(status).isEqualTo(2);
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("Usage: --data-dir DIR");
  }

  @Test
  void aServerSaysWhereItIs() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int status =
        Standalone.run(
            "Server",
            new String[] {"--data-dir", "d"},
            7,
            flags -> new Standalone.Running(flags.bind(), () -> {}),
            new CountDownLatch(0),
            new PrintStream(out, true, StandardCharsets.UTF_8));
    assertThat(status).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("Server ready at 127.0.0.1:7");
  }
}
