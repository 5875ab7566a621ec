package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code thetis check} prints, and its exit status. */
class CheckCommandTest {
  private static final String WRITER =
      "{\"session\":1,\"index\":0,\"begin_ns\":0,\"end_ns\":1,\"status\":\"ok\",\"ops\":[[\"append\",7,1]]}\n";
  private static final String READER_THAT_MISSES =
      "{\"session\":1,\"index\":1,\"begin_ns\":2,\"end_ns\":3,\"status\":\"ok\",\"ops\":[[\"r\",7,[]]]}\n";

  @TempDir private Path directory;

  private CommandRun check(String history, String... more) throws IOException {
    Path file = Files.writeString(directory.resolve("history.jsonl"), history);
    List<String> arguments = new ArrayList<>(List.of("check", file.toString()));
    arguments.addAll(List.of(more));
    return CommandRun.of(arguments.toArray(String[]::new));
  }

  @Test
  void aHistoryThatHoldsEndsWithZeroAndOneLine() throws IOException {
    CommandRun run = check(WRITER);
    assertThat(run.status()).isZero();
    assertThat(run.out()).startsWith("strong-session-si holds: 1 transactions").hasLineCount(1);
  }

  @Test
  void aViolationEndsWithOneAndIsTold() throws IOException {
    CommandRun run = check(WRITER + READER_THAT_MISSES);
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out())
        .contains("read-your-writes violated")
        .contains("T1  session 1, index 0: append 1 to key 7")
        .contains("T2  session 1, index 1: read key 7 []");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void theLevelDecides() throws IOException {
    String history = WRITER + READER_THAT_MISSES;
    assertThat(check(history, "--level", "si").status()).isZero();
    assertThat(check(history, "--level", "strict-serializable").status()).isEqualTo(1);
  }

  @Test
  void whatIsNoHistoryEndsWithTwoAndItsLine() throws IOException {
    CommandRun run = check(WRITER + "{\"session\":");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).startsWith("Line 2: expected one transaction as JSON").hasLineCount(1);
    assertThat(run.out()).isEmpty();
  }

  @Test
  void aMissingFileEndsWithTwo() {
    CommandRun run = CommandRun.of("check", directory.resolve("none").toString());
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).startsWith("There is no file ").hasLineCount(1);
  }

  @Test
  void aDirectoryEndsWithTwo() {
    CommandRun run = CommandRun.of("check", directory.toString());
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("cannot be read").hasLineCount(1);
  }
}
