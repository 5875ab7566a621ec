package org.thetisdb.benchmarks.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.api.Test;

class TerminalPlaceTest {
  @Test
  void terminalsOfAWarehouseDivideItsDistricts() {
    assertThat(TerminalPlace.of(0, 8, 4)).isEqualTo(new TerminalPlace(1, 1, 5));
    assertThat(TerminalPlace.of(1, 8, 4)).isEqualTo(new TerminalPlace(1, 6, 10));
    assertThat(TerminalPlace.of(7, 8, 4)).isEqualTo(new TerminalPlace(4, 6, 10));
  }

  @Test
  void withFewerTerminalsEachHasAWarehouseOfItsOwn() {
    assertThat(TerminalPlace.of(0, 2, 5)).isEqualTo(new TerminalPlace(1, 1, 10));
    assertThat(TerminalPlace.of(1, 2, 5)).isEqualTo(new TerminalPlace(3, 1, 10));
  }

  @Test
  void whereThereAreEnoughTerminalsEachDistrictHasOne() {
    for (int warehouses = 1; warehouses <= 7; warehouses++) {
      for (int terminals = warehouses; terminals <= 100; terminals++) {
        BitSet served = new BitSet();
        for (int terminal = 0; terminal < terminals; terminal++) {
          TerminalPlace place = TerminalPlace.of(terminal, terminals, warehouses);
          assertThat(place.warehouse()).isBetween(1, warehouses);
          assertThat(place.firstDistrict()).isBetween(1, place.lastDistrict());
          assertThat(place.lastDistrict()).isBetween(1, TpccSizes.DISTRICTS);
          for (int d = place.firstDistrict(); d <= place.lastDistrict(); d++) {
            served.set(place.warehouse() * 10 + d);
          }
        }
        assertThat(served.cardinality())
            .as("%d terminals, %d warehouses", terminals, warehouses)
            .isEqualTo(warehouses * TpccSizes.DISTRICTS);
      }
    }
  }
}
