package org.thetisdb.server.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.thetisdb.core.key.RowKey;

class CatalogJournalTest {
  private final CatalogJournal journal = new CatalogJournal();

  @Test
  void changesAreToldInTheirOrderAndEachRowOnceWhereItChangedLast() {
    for (int i = 1; i <= 3; i++) {
      journal.note(i, key(i));
    }
    journal.note(4, key(1));
    assertThat(journal.since(0)).containsExactly(key(2), key(3), key(1));
    assertThat(journal.since(3)).containsExactly(key(1));
    assertThat(journal.since(4)).isEmpty();
  }

  @Test
  void whoAsksForTooOldChangesIsToldSo() {
    for (int i = 1; i <= 10_000; i++) {
      journal.note(i, key(1));
    }
    assertThat(journal.since(1)).isNull();
    assertThat(journal.since(9_000)).containsExactly(key(1));
  }

  private static RowKey key(int number) {
    return new RowKey(Catalog.DEFINITIONS, new byte[] {(byte) number});
  }
}
