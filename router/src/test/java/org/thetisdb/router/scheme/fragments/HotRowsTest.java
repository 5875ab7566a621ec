package org.thetisdb.router.scheme.fragments;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.key.RowKey;

final class HotRowsTest {
  private final HotRows rows = new HotRows();

  @Test
  void theHottestRowIsFoundAmongThousandsOfColdOnes() {
    for (int i = 0; i < 10_000; i++) {
      rows.add(row(i % 10 == 0 ? 0 : i));
    }
    assertThat(rows.most()).isBetween(800, 1_000);
  }

  @Test
  void noneIsHotWhereEachIsNamedOnce() {
    for (int i = 0; i < 10_000; i++) {
      rows.add(row(i));
    }
    assertThat(rows.most()).isLessThan(100);
  }

  @Test
  void whatWasHotIsForgotten() {
    for (int i = 0; i < 100; i++) {
      rows.add(row(1));
    }
    rows.age();
    assertThat(rows.most()).isEqualTo(50);
    for (int i = 0; i < 6; i++) {
      rows.age();
    }
    assertThat(rows.most()).isZero();
  }

  private static RowKey row(int number) {
    return new RowKey(16, new ByteWriter().putLong(number).toByteArray());
  }
}
