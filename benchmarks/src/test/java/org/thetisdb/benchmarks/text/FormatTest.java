package org.thetisdb.benchmarks.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Numbers and tables for people. */
class FormatTest {
  @Test
  void numbersAreReadable() {
    assertThat(Format.count(1_234_567)).isEqualTo("1,234,567");
    assertThat(Format.rounded(12.6)).isEqualTo("13");
    assertThat(Format.micros(85)).isEqualTo("85 µs");
    assertThat(Format.micros(1_250)).isEqualTo("1.25 ms");
    assertThat(Format.micros(25_040)).isEqualTo("25.0 ms");
    assertThat(Format.micros(2_500_000)).isEqualTo("2.50 s");
    assertThat(Format.percent(0)).isEqualTo("0 %");
    assertThat(Format.percent(0.04)).isEqualTo("0.04 %");
    assertThat(Format.percent(4.25)).isEqualTo("4.3 %");
    assertThat(Format.percent(42.4)).isEqualTo("42 %");
    assertThat(Format.bytes(512)).isEqualTo("512 B");
    assertThat(Format.bytes(3_565_158)).isEqualTo("3.4 MiB");
    assertThat(Format.seconds(0.94)).isEqualTo("0.9 s");
  }

  @Test
  void columnsAreAligned() {
    String text =
        new TextTable("name", "size", "<why").row("a", 5, "x").row("µb", 1234, "y").render("");
    assertThat(text).isEqualTo("name  size  why\na        5  x\nµb    1234  y\n");
    assertThatThrownBy(() -> new TextTable("one").row(1, 2)).hasMessageContaining("2 cells");
  }
}
