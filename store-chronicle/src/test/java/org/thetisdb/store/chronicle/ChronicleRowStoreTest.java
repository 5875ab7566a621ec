package org.thetisdb.store.chronicle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.store.contract.Rows.upTo;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.store.DeletedRows;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.StoreConfig;
import org.thetisdb.store.contract.RowStoreContract;
import org.thetisdb.store.contract.Rows;

/** The engine on Chronicle Map keeps the contract. */
@Tag("slow")
@InTurn(oneIn = 8)
class ChronicleRowStoreTest implements RowStoreContract {
  @Override
  public RowStore open(StoreConfig config) {
    return new ChronicleRowStore(config);
  }

  @Test
  void rowsThatWereDeletedAreCollectedLongBeforeTheWalkComesBy() {
    try (RowStore store = open()) {
      for (int i = 0; i < 10_000; i++) {
        Rows.put(store, Rows.key(i), 1, "row");
      }
      for (int i = 9_000; i < 9_006; i++) {
        Rows.delete(store, Rows.key(i), 2);
      }

      assertThat(store.collect(upTo(1), 8, 8)).isZero();
      assertThat(store.collect(upTo(2), 8, 8)).isEqualTo(6);
      assertThat(store.rowCount(Rows.TABLE)).isEqualTo(9_994);
    }
  }

  @Test
  void theWalkFindsDeletedRowsBeyondThoseRemembered() {
    int rows = DeletedRows.MOST + 1_000;
    try (RowStore store = open()) {
      for (int i = 0; i < rows; i++) {
        Rows.put(store, Rows.key(i), 1, "");
        Rows.delete(store, Rows.key(i), 2);
      }
      Rows.put(store, Rows.key(rows), 1, "stays");
      for (int step = 0; step < 100; step++) {
        assertThat(store.collect(upTo(1), 4_096, 0)).as("somebody may see them").isZero();
      }
      int removed = 0;
      for (int step = 0; step < 100; step++) {
        removed += store.collect(upTo(2), 4_096, 0);
      }
      assertThat(removed).isEqualTo(rows);
      assertThat(store.rowCount(Rows.TABLE)).isOne();
    }
  }
}
