package org.thetisdb.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code thetis check} prints, and its exit status. */
class CheckCommandTest {
  private static final String WRITER =
      "{\"session\":1,\"index\":0,\"begin_ns\":0,\"end_ns\":1,\"status\":\"ok\",\"ops\":[[\"append\",7,1]]}\n";
  private static final String READER_THAT_MISSES =
      "{\"session\":1,\"index\":1,\"begin_ns\":2,\"end_ns\":3,\"status\":\"ok\",\"ops\":[[\"r\",7,[]]]}\n";

  @TempDir private Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int check(String history, String... more) throws IOException {
    Path file = Files.writeString(directory.resolve("history.jsonl"), history);
    String[] arguments = new String[2 + more.length];
    arguments[0] = "check";
    arguments[1] = file.toString();
    System.arraycopy(more, 0, arguments, 2, more.length);
    return run(arguments);
  }

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

  @Test
  void aHistoryThatHoldsEndsWithZeroAndOneLine() throws IOException {
    assertThat(check(WRITER)).isZero();
    assertThat(text(out)).startsWith("strong-session-si holds: 1 transactions").hasLineCount(1);
  }

  @Test
  void aViolationEndsWithOneAndIsTold() throws IOException {
    assertThat(check(WRITER + READER_THAT_MISSES)).isEqualTo(1);
    assertThat(text(out))
        .contains("read-your-writes violated")
        .contains("T1  session 1, index 0: append 1 to key 7")
        .contains("T2  session 1, index 1: read key 7 []");
    assertThat(text(err)).isEmpty();
  }

  @Test
  void theLevelDecides() throws IOException {
    assertThat(check(WRITER + READER_THAT_MISSES, "--level", "si")).isZero();
    assertThat(check(WRITER + READER_THAT_MISSES, "--level", "strict-serializable")).isEqualTo(1);
  }

  @Test
  void whatIsNoHistoryEndsWithTwoAndItsLine() throws IOException {
    assertThat(check(WRITER + "{\"session\":")).isEqualTo(2);
    assertThat(text(err)).startsWith("Line 2: expected one transaction as JSON").hasLineCount(1);
    assertThat(text(out)).isEmpty();
  }

  @Test
  void aMissingFileEndsWithTwo() {
    assertThat(run("check", directory.resolve("none").toString())).isEqualTo(2);
    assertThat(text(err)).startsWith("There is no file ").hasLineCount(1);
  }

  @Test
  void aDirectoryEndsWithTwo() {
    assertThat(run("check", directory.toString())).isEqualTo(2);
    assertThat(text(err)).contains("cannot be read").hasLineCount(1);
  }
}
