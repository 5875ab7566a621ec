package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Exit status and messages of the command line. */
class MainTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... arguments) {
    PrintStream oldOut = System.out;
    PrintStream oldErr = System.err;
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    try {
      return Main.run(arguments);
    } finally {
      System.setOut(oldOut);
      System.setErr(oldErr);
    }
  }

  private static String text(ByteArrayOutputStream stream) {
    return stream.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "dance",
        "bench",
        "bench nonsense",
        "bench hostile --kind kindness",
        "bench hostile --duration 0",
        "bench hostile --url here --sites 3",
        "bench hostile --url nonsense",
        "bench smallbank --clients many",
        "bench smallbank --clients 0",
        "bench smallbank --accounts 3",
        "bench smallbank --mix 1,2,3",
        "bench smallbank --json /no/such/place/out.json",
        "bench list-append --keys 0",
        "bench list-append --level best",
        "bench list-append --history /no/such/place/h.jsonl",
        "check",
        "check x --level best",
        "demo --duration 0",
        "demo --act 3",
        "sql --csv --json",
        "sql -f /no/such/file",
        "sql --url h:port",
        "sql --url jdbc:thetis:h",
        "status --url nonsense",
        "status --timeout 0",
        "admin",
        "admin upload x",
        "admin upload x /no/such/file.jar",
        "admin call P int:x",
        "settings --set no.such=1",
        "settings --set listen.port=many",
        "settings --set frame.limit_bytes=100000",
        "settings --config /no/such/file",
        "start --sites 0",
        "start --scheme none",
        "start --port 70000",
        "start --data",
        "start --no-such-flag",
        "demo --durability paper",
        "router --port many",
        "router --kafka nowhere",
        "router --zookeeper 127.0.0.1:2181,nowhere",
        "site",
        "site --id many",
        "site --id 0",
        "site --id 1 --listen nowhere",
        "site --id 1 --sites 1000",
        "torture --sites 1",
        "torture --faults kill-the-lights",
        "torture --duration 0",
        "experiment",
        "experiment dynamast-9z",
        "experiment dynamast-4a --runs 0",
        "experiment dynamast-4a --clients 0"
      })
  void wrongUseEndsWithTwoAndShowsTheUsage(String line) {
    assertThat(run(line.isEmpty() ? new String[0] : line.split(" "))).isEqualTo(2);
    assertThat(text(err)).contains("Usage: thetis").doesNotContain("\tat ");
  }

  @Test
  void nobodyThereEndsWithOneAndOneLine() {
    assertThat(run("status", "--url", "127.0.0.1:1", "--timeout", "1")).isEqualTo(1);
    assertThat(text(err).lines()).hasSize(1);
    assertThat(text(err)).startsWith("T3006: No router can be reached at 127.0.0.1:1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "demo",
        "start",
        "site",
        "router",
        "bench",
        "experiment",
        "check",
        "status",
        "admin",
        "settings",
        "simulate",
        "sql",
        "torture"
      })
  void everyCommandHasHelp(String command) {
    assertThat(run(command, "--help")).isZero();
    assertThat(text(out)).contains("Usage: thetis " + command);
  }

  @Test
  void settingsAreListed() {
    assertThat(run("settings", "--set", "store.memory_mib=77")).isZero();
    assertThat(text(out)).contains("store.memory_mib", "77", "log.durability");
  }
}
