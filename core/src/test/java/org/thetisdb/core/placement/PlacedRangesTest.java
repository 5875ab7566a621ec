package org.thetisdb.core.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.core.id.PartitionId;

class PlacedRangesTest {
  private static final String TEXT = "16/-3..4 2,16/5..5 1,17/0..9 3";

  @Test
  void partitionsInARangeHaveItsSiteAndOthersNone() {
    PlacedRanges placed = PlacedRanges.parse(TEXT);
    assertThat(placed.site(PartitionId.of(16, -4))).isZero();
    assertThat(placed.site(PartitionId.of(16, -3))).isEqualTo(2);
    assertThat(placed.site(PartitionId.of(16, 4))).isEqualTo(2);
    assertThat(placed.site(PartitionId.of(16, 5))).isEqualTo(1);
    assertThat(placed.site(PartitionId.of(16, 6))).isZero();
    assertThat(placed.site(PartitionId.of(17, 9))).isEqualTo(3);
    assertThat(placed.site(PartitionId.of(18, 0))).isZero();
    assertThat(placed.highestSite()).isEqualTo(3);
    assertThat(PlacedRanges.NONE.site(PartitionId.of(16, 1))).isZero();
  }

  @Test
  void whatIsWrittenIsReadAgain() {
    assertThat(PlacedRanges.parse(TEXT)).hasToString(TEXT);
    assertThat(PlacedRanges.parse(TEXT)).isEqualTo(PlacedRanges.parse(TEXT));
    assertThat(PlacedRanges.parse(PlacedRanges.NONE.toString())).isEqualTo(PlacedRanges.NONE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "16/4..3 1",
        "16/1..3",
        "16/1..3 0",
        "16/1..3 999",
        "99999/1..3 1",
        "16/1..99999999999999999999 1",
        "16/1..3 1,16/3..4 2",
        "17/1..3 1,16/1..3 1",
        "16/1..3 1,,",
        "nonsense"
      })
  void whatIsNoPlacementIsRefused(String text) {
    assertThatThrownBy(() -> PlacedRanges.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void tooManyRangesAreRefused() {
    String text =
        IntStream.rangeClosed(0, PlacedRanges.MOST_RANGES)
            .mapToObj(index -> "16/" + index + ".." + index + " 1")
            .collect(Collectors.joining(","));
    assertThatThrownBy(() -> PlacedRanges.parse(text)).hasMessageContaining("more than");
  }
}
