package org.thetisdb.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Wrong usage ends with status 2; what is right but cannot be done, with 1. */
final class UsageTest {
  @Test
  void wrongFlagsAndCommandsAreWrongUsage() {
    assertThat(Main.execute("demo", "--nonsense")).isEqualTo(2);
    assertThat(Main.execute("nonsense")).isEqualTo(2);
    assertThat(Main.execute()).isEqualTo(2);
    assertThat(Main.execute("bench")).isEqualTo(2);
    assertThat(Main.execute("bench", "nonsense")).isEqualTo(2);
    assertThat(Main.execute("bench", "smallbank", "--accounts", "1")).isEqualTo(2);
    assertThat(Main.execute("bench", "smallbank", "--clients", "0")).isEqualTo(2);
    assertThat(Main.execute("demo", "--sites", "none")).isEqualTo(2);
    assertThat(Main.execute("site", "--listen", "127.0.0.1:0")).isEqualTo(2);
  }

  @Test
  void helpIsGood() {
    assertThat(Main.execute("--help")).isZero();
    assertThat(Main.execute("help", "bench")).isZero();
    assertThat(Main.execute("settings")).isZero();
  }

  @Test
  void aClusterThatIsNotThereIsAFailure() {
    assertThat(Main.execute("status", "--url", "127.0.0.1:1")).isEqualTo(1);
    assertThat(Main.execute("admin", "upload", "nothing.jar")).isEqualTo(1);
  }
}
