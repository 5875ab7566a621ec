package org.thetisdb.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.history.check.Checker;
import org.thetisdb.history.check.Describer;
import org.thetisdb.history.verdict.Level;

/** What is a history file, and what is refused with which words. */
class HistoryReaderTest {
  private static final String GOOD =
      "{\"session\":1,\"index\":0,\"begin_ns\":0,\"end_ns\":9,\"status\":\"ok\","
          + "\"ops\":[[\"append\",5,1],[\"r\",6,[2,3]],[\"r\",7,null]]}";

  private static History read(String text) {
    try {
      return HistoryReader.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String line(String field, String value) {
    return GOOD.replaceFirst(
        "\"" + field + "\":(\\[\\[.*]|\"ok\"|\\d+)", "\"" + field + "\":" + value);
  }

  @Test
  void aTransactionIsRead() {
    History history = read(GOOD + "\n");
    assertThat(new Describer(history).transaction(0))
        .isEqualTo("session 1, index 0: append 1 to key 5; read key 6 [2 3]; read key 7 (unknown)");
    assertThat(history.beginNs(0)).isZero();
    assertThat(history.endNs(0)).isEqualTo(9);
  }

  @Test
  void theLastLineNeedsNoEndAndEmptyLinesDoNoHarm() {
    assertThat(
            read("\n"
                    + GOOD
                    + "\r\n  \n"
                    + line("index", "1").replace("append", "r").replace("5,1", "5,[1]"))
                .transactions())
        .isEqualTo(2);
  }

  @Test
  void aLineThatLooksLikeUtf32IsNoHistory() {
    byte[] bytes = (GOOD + "\n" + GOOD).getBytes(StandardCharsets.UTF_8);
    int second = GOOD.length() + 1;
    bytes[second] = 1;
    bytes[second + 1] = 0;
    bytes[second + 2] = 0;
    bytes[second + 3] = 0;
    assertThatThrownBy(() -> HistoryReader.read(new ByteArrayInputStream(bytes)))
        .isInstanceOf(HistoryException.class)
        .hasMessageStartingWith("Line 2: expected one transaction as JSON in UTF-8, but ");
  }

  @Test
  void fieldsMayComeInAnyOrderAndOthersArePassedOver() {
    History history =
        read(
            "{\"ops\":[],\"more\":{\"status\":[1,{}]},\"status\":\"info\",\"end_ns\":5,"
                + "\"begin_ns\":4,\"index\":7,\"session\":-3}");
    assertThat(new Describer(history).transaction(0)).isEqualTo("session -3, index 7 (info):");
  }

  @Test
  void keysAndValuesMayBeTexts() {
    History history =
        read(
            line(
                "ops",
                "[[\"append\",\"räder\",\"1\"],[\"append\",\"räder\",1],[\"r\",\"räder\",[\"1\",1]]]"));
    assertThat(Checker.check(history, Level.STRICT_SERIALIZABLE).holds()).isTrue();
    assertThat(new Describer(history).transaction(0))
        .contains(
            "append \"1\" to key \"räder\"; append 1 to key \"räder\"; read key \"räder\" [\"1\" 1]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "session | 1.5 | expected \"session\" as a whole number, but found 1.5.",
        "session | \"a\" | expected \"session\" as a whole number, but found a.",
        "session | null | expected \"session\" as a whole number, but found null.",
        "index | 9223372036854775808 | expected \"index\" between -2^62 and 2^62 - 1, but found 9223372036854775808.",
        "index | 4611686018427387904 | expected \"index\" between -2^62 and 2^62 - 1, but found 4611686018427387904.",
        "begin_ns | 10 | the transaction ended before it began.",
        "status | \"yes\" | expected \"status\" to be \"ok\", \"fail\" or \"info\", but found yes.",
        "status | 1 | expected \"status\" to be \"ok\", \"fail\" or \"info\", but found 1.",
        "ops | {} | expected \"ops\" to be an array, but found {.",
        "ops | [1] | expected each operation to be an array, but found 1.",
        "ops | [[]] | expected an operation \"append\" or \"r\", but found ].",
        "ops | [[\"w\",1,1]] | expected an operation \"append\" or \"r\", but found w.",
        "ops | [[\"append\",1]] | expected the value as a whole number or a text, but found ].",
        "ops | [[\"append\",1,2,3]] | expected the end of the operation, but found 3.",
        "ops | [[\"append\",1,null]] | expected the value as a whole number or a text, but found null.",
        "ops | [[\"append\",[],1]] | expected the key as a whole number or a text, but found [.",
        "ops | [[\"r\",1,2]] | expected what was read: a list or null, but found 2.",
        "ops | [[\"r\",1,[null]]] | expected a value that was read as a whole number or a text, but found null.",
        "ops | [[\"append\",1,1],[\"append\",1,1]] | value 1 is appended to key 1 a second time.",
      })
  void aWrongFieldIsRefusedWithItsLine(String field, String value, String sentence) {
    assertThatThrownBy(() -> read("\n" + line(field, value)))
        .isInstanceOf(HistoryException.class)
        .hasMessage("Line 2: " + sentence);
  }

  @ParameterizedTest
  @ValueSource(strings = {"session", "index", "begin_ns", "end_ns", "status", "ops"})
  void everyFieldIsNeededOnce(String field) {
    String without = GOOD.replaceFirst("\"" + field + "\":", "\"other\":");
    assertThatThrownBy(() -> read(without))
        .hasMessage("Line 1: expected a field \"" + field + "\", but there is none.");
    String twice = GOOD.replaceFirst("\\{", "{\"" + field + "\":" + valueOf(field) + ",");
    assertThatThrownBy(() -> read(twice))
        .hasMessage("Line 1: expected \"" + field + "\" once, but it is there twice.");
  }

  private static String valueOf(String field) {
    return field.equals("status") ? "\"ok\"" : field.equals("ops") ? "[]" : "3";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "1",
        "[]",
        "null",
        "{",
        "{}}",
        "{\"session\":1",
        "\u0000",
        "{\"session\":}",
        "{} {}",
        "{\"a\":1e999999999}",
        "\ufeff"
      })
  void whatIsNoTransactionIsRefused(String text) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(HistoryException.class)
        .hasMessageStartingWith("Line 1: ")
        .hasMessageNotContaining("\n");
  }

  @Test
  void aHugeNumberIsRefused() {
    assertThatThrownBy(() -> read(line("session", "9".repeat(500))))
        .hasMessageStartingWith("Line 1: expected");
  }

  @Test
  void deepNestingIsRefused() {
    assertThatThrownBy(() -> read(line("ops", "[".repeat(100_000))))
        .hasMessageStartingWith("Line 1: expected");
    assertThatThrownBy(() -> read("{\"other\":" + "[".repeat(100_000)))
        .hasMessageStartingWith("Line 1: expected");
  }

  @Test
  void aPlaceInASessionIsTakenOnce() {
    assertThatThrownBy(() -> read(GOOD + "\n" + GOOD))
        .hasMessage("Line 2: session 1 has two transactions with index 0.");
  }

  @Test
  void anElementIsAppendedOnce() {
    String failed = line("index", "1").replace("\"ok\"", "\"fail\"");
    assertThatThrownBy(() -> read(GOOD + "\n" + failed))
        .hasMessage("Line 2: value 1 is appended to key 5 a second time.");
  }

  @Test
  void aLineHasABound() {
    Lines lines =
        new Lines(new ByteArrayInputStream("12345\n123456\n".getBytes(StandardCharsets.UTF_8)), 5);
    assertThatCode(lines::next).doesNotThrowAnyException();
    assertThatThrownBy(lines::next).hasMessageContaining("at most 5 bytes");
  }

  @Test
  void aStreamWithoutEndIsRefusedAndNotRead() {
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            return ' ';
          }

          @Override
          public int read(byte[] target, int offset, int length) {
            Arrays.fill(target, offset, offset + length, (byte) ' ');
            return length;
          }
        };
    assertThatThrownBy(() -> HistoryReader.read(endless))
        .hasMessage("Line 1: expected at most 16777216 bytes, but the line is longer.");
  }

  @Test
  void whateverIsWrittenIsReadAgain() {
    for (long seed = 0; seed < 500; seed++) {
      History history = SmallHistories.of(seed);
      String text = text(history);
      History again = read(text);
      assertThat(text(again)).isEqualTo(text);
      for (Level level : Level.values()) {
        assertThat(Checker.check(again, level).kinds())
            .isEqualTo(Checker.check(history, level).kinds());
      }
    }
  }

  private static String text(History history) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (HistoryWriter writer = new HistoryWriter(bytes)) {
      history.tell(writer);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void damagedFilesAreReadOrRefusedButNeverCrash() {
    byte[] good = text(SmallHistories.of(5)).getBytes(StandardCharsets.UTF_8);
    int refused = 0;
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 8_000; i++) {
      byte[] damaged = damaged(good, random);
      try {
        History history = HistoryReader.read(new ByteArrayInputStream(damaged));
        assertThat(Checker.check(history, Level.STRICT_SERIALIZABLE)).isNotNull();
      } catch (HistoryException e) {
        refused++;
        assertThat(e).hasMessageMatching("Line \\d+: .*");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    assertThat(refused).isBetween(1_000, 7_800);
  }

  private static byte[] damaged(byte[] good, SplittableRandom random) {
    byte[] damaged =
        Arrays.copyOf(
            good, good.length - (random.nextInt(4) == 0 ? random.nextInt(good.length) : 0));
    int changes = 1 + random.nextInt(3);
    boolean digitsOnly = random.nextBoolean();
    for (int i = 0; i < changes && damaged.length > 0; i++) {
      int place = random.nextInt(damaged.length);
      boolean digit = damaged[place] >= '0' && damaged[place] <= '9';
      if (digit) {
        damaged[place] = (byte) ('0' + random.nextInt(10));
      } else if (!digitsOnly) {
        damaged[place] = (byte) random.nextInt(256);
      }
    }
    return damaged;
  }
}
