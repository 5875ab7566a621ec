package org.thetisdb.core.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.placement.PlacedRanges.PlacedRange;

/** A part of a placement takes the place of another one, and gives it back. */
class PlacedRangesChangeTest {
  private static final int CELLS = 40;

  private static PlacedRange range(long first, long last, int site) {
    return new PlacedRange(cell(first), cell(last), site);
  }

  private static long cell(long index) {
    return PartitionId.of(16, index);
  }

  private static final PlacedRanges PLACED =
      PlacedRanges.of(List.of(range(0, 9, 1), range(10, 19, 2), range(30, 39, 3)));

  @Test
  void whatReachesBeyondIsCut() {
    assertThat(PLACED.within(cell(5), cell(30)))
        .containsExactly(range(5, 9, 1), range(10, 19, 2), range(30, 30, 3));
    assertThat(PLACED.within(cell(20), cell(29))).isEmpty();
    assertThat(PLACED.within(cell(6), cell(5))).isEmpty();
  }

  @Test
  void aRangeInTheMidstOfAnotherOneSplitsIt() {
    assertThat(PLACED.with(cell(3), cell(4), List.of(range(3, 4, 2))).ranges())
        .containsExactly(
            range(0, 2, 1), range(3, 4, 2), range(5, 9, 1), range(10, 19, 2), range(30, 39, 3));
  }

  @Test
  void neighboursOfOneSiteBecomeOneRange() {
    assertThat(PLACED.with(cell(10), cell(19), List.of(range(10, 19, 1))).ranges())
        .containsExactly(range(0, 19, 1), range(30, 39, 3));
  }

  @Test
  void nothingInItsPlaceTakesItAway() {
    assertThat(PLACED.with(cell(0), cell(39), List.of())).isEqualTo(PlacedRanges.NONE);
  }

  /** Ten thousand changes, each beside an array of cells. */
  @Test
  void itIsWhatEachCellSaysAndCanBeTakenBack() {
    Random random = new Random(7);
    int[] sites = new int[CELLS];
    PlacedRanges placed = PlacedRanges.NONE;
    for (int round = 0; round < 10_000; round++) {
      int first = random.nextInt(CELLS);
      int last = first + random.nextInt(CELLS - first);
      int site = random.nextInt(4);
      List<PlacedRange> before = placed.within(cell(first), cell(last));
      PlacedRanges next =
          placed.with(
              cell(first), cell(last), site == 0 ? List.of() : List.of(range(first, last, site)));
      assertThat(next.with(cell(first), cell(last), before)).as("taken back").isEqualTo(placed);
      placed = next;
      for (int i = 0; i < CELLS; i++) {
        sites[i] = i >= first && i <= last ? site : sites[i];
        assertThat(placed.site(cell(i))).isEqualTo(sites[i]);
      }
    }
  }
}
