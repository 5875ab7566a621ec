package org.thetisdb.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Arguments of the shell, and results on it. */
class ValueParserTest {
  @Test
  void wordsAreTakenForWhatTheyLookLike() {
    assertThat(ValueParser.parse("5")).isEqualTo(5);
    assertThat(ValueParser.parse("-5")).isEqualTo(-5);
    assertThat(ValueParser.parse("3000000000")).isEqualTo(3_000_000_000L);
    assertThat(ValueParser.parse("2.5")).isEqualTo(2.5);
    assertThat(ValueParser.parse("true")).isEqualTo(true);
    assertThat(ValueParser.parse("null")).isNull();
    assertThat(ValueParser.parse("Ann")).isEqualTo("Ann");
    assertThat(ValueParser.parse("a:b")).isEqualTo("a:b");
    assertThat(ValueParser.parse("")).isEqualTo("");
  }

  @Test
  void typesCanBeNamed() {
    assertThat(ValueParser.parse("long:5")).isEqualTo(5L);
    assertThat(ValueParser.parse("text:5")).isEqualTo("5");
    assertThat(ValueParser.parse("text:null")).isEqualTo("null");
    assertThat(ValueParser.parse("decimal:2.50")).isEqualTo(new BigDecimal("2.50"));
    assertThat(ValueParser.parse("bytes:cafe")).isEqualTo(new byte[] {(byte) 0xca, (byte) 0xfe});
    assertThat(ValueParser.parse("time:2026-01-01T00:00:00Z"))
        .isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
    assertThat(ValueParser.parse("uuid:6c84fb90-12c4-11e1-840d-7b25c5ee775a"))
        .isEqualTo(UUID.fromString("6c84fb90-12c4-11e1-840d-7b25c5ee775a"));
    assertThat(ValueParser.parse("json:[1,\"a\"]")).isEqualTo(List.of(1, "a"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"int:x", "int:3000000000", "uuid:5", "time:now", "json:[", "bytes:a"})
  void whatDoesNotFitItsTypeIsRefused(String word) {
    assertThatThrownBy(() -> ValueParser.parse(word))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(word);
  }

  @Test
  void resultsAreReadable() {
    assertThat(ValueText.of(null)).isEqualTo("(nothing)");
    assertThat(ValueText.of(7L)).isEqualTo("7");
    assertThat(ValueText.of(List.of(1L, 2L))).isEqualTo("1\n2");
    assertThat(ValueText.of(List.of(Map.of("id", 1L)))).isEqualTo("{id=1}");
    assertThat(ValueText.of(new byte[] {1, (byte) 0xff})).isEqualTo("bytes:01ff");
  }
}
