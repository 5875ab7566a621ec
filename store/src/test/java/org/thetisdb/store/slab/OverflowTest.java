package org.thetisdb.store.slab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.thetisdb.store.contract.Rows.key;
import static org.thetisdb.store.contract.Rows.put;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.store.OverflowConfig;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.RowVersion;
import org.thetisdb.store.Snapshot;
import org.thetisdb.store.StoreConfig;
import org.thetisdb.store.contract.Rows;

/** Scenarios about a store with little memory, and a file for the rows that it has no room for. */
@Tag("slow")
@EnabledOnOs(OS.LINUX)
final class OverflowTest {
  private static final long MEMORY_BYTES = 16L << 20;
  private static final int ROW_BYTES = 2_000;

  /** Four times what memory holds. */
  private static final int ROWS = (int) (4 * MEMORY_BYTES / ROW_BYTES);

  @TempDir private Path directory;

  private RowStore open(long overflowBytes) {
    return new SlabRowStore(
        StoreConfig.of(Rows.SITE, MEMORY_BYTES)
            .withOverflow(OverflowConfig.file(directory, overflowBytes)));
  }

  private static void load(RowStore store, int rows) {
    for (int i = 0; i < rows; i++) {
      store.reserve(1, ROW_BYTES);
      put(store, key(i), i + 1L, Rows.checked(i, i + 1L, ROW_BYTES), Snapshot.EVERYTHING);
    }
  }

  private static void assertAllAreWhole(RowStore store, int rows) {
    RowVersion version = new RowVersion();
    for (int i = 0; i < rows; i++) {
      assertThat(store.read(key(i), Snapshot.EVERYTHING, version)).as("row %d", i).isTrue();
      assertThat(version.position()).isEqualTo(i + 1L);
      assertThat(Rows.isWhole(version)).as("row %d", i).isTrue();
    }
  }

  @Test
  void fourTimesAsMuchAsMemoryHoldsIsKeptAndReadBack() {
    try (RowStore store = open(8 * MEMORY_BYTES)) {
      load(store, ROWS);
      assertThat(store.rowCount(Rows.TABLE)).isEqualTo(ROWS);
      assertThat(store.usedBytes()).isLessThan(MEMORY_BYTES);
      assertThat(store.coldRows()).isGreaterThan(ROWS / 2);
      assertThat(store.coldBytes()).isGreaterThan(2 * MEMORY_BYTES);
      assertAllAreWhole(store, ROWS);
      assertThat(Rows.scan(store, Snapshot.EVERYTHING)).hasSize(ROWS);
    }
  }

  @Test
  void whatIsReadAgainAndAgainComesBack() {
    try (RowStore store = open(8 * MEMORY_BYTES)) {
      load(store, ROWS);
      long before = store.coldReads();
      RowVersion version = new RowVersion();
      for (int round = 0; round < 100; round++) {
        for (int i = 0; i < 50; i++) {
          store.read(key(i), Snapshot.EVERYTHING, version);
        }
      }
      assertThat(store.coldReads() - before).as("of 5,000 reads").isBetween(1L, 1_500L);
      assertAllAreWhole(store, ROWS);
    }
  }

  @Test
  void whoLooksAtAllRowsBringsNoneBack() {
    try (RowStore store = open(8 * MEMORY_BYTES)) {
      load(store, ROWS);
      long cold = store.coldRows();
      assertAllAreWhole(store.whole(), ROWS);
      assertThat(Rows.scan(store.whole(), Snapshot.EVERYTHING)).hasSize(ROWS);
      assertThat(store.coldRows()).isEqualTo(cold);
      assertThat(store.coldReads()).isZero();
    }
  }

  @Test
  void whatIsExpectedStaysWhereItIs() {
    try (RowStore store = open(8 * MEMORY_BYTES)) {
      load(store, ROWS);
      long cold = store.coldRows();
      store.expect(IntStream.range(0, ROWS).mapToObj(Rows::key).toList());
      assertThat(store.coldRows()).isEqualTo(cold);
      assertThat(store.coldReads()).isZero();
    }
  }

  @Test
  void aChangedRowIsInMemoryAndItsOldVersionStillThere() {
    try (RowStore store = open(8 * MEMORY_BYTES)) {
      load(store, ROWS);
      long cold = store.coldRows();
      long position = ROWS + 1L;
      put(store, key(0), position, Rows.checked(0, position, ROW_BYTES));
      assertThat(store.coldRows()).isLessThanOrEqualTo(cold);
      RowVersion version = new RowVersion();
      assertThat(store.read(key(0), Rows.upTo(ROWS), version)).isTrue();
      assertThat(version.position()).isEqualTo(1);
      assertThat(Rows.isWhole(version)).isTrue();
      assertThat(store.read(key(0), Snapshot.EVERYTHING, version)).isTrue();
      assertThat(version.position()).isEqualTo(position);
    }
  }

  @Test
  void whenTheDiskIsFullTooAReservationIsRefusedAndNothingIsLost() {
    try (RowStore store = open(MEMORY_BYTES)) {
      assertThatThrownBy(() -> load(store, ROWS))
          .isInstanceOfSatisfying(
              ThetisException.class,
              full -> assertThat(full.code()).isEqualTo(ErrorCode.MEMORY_FULL));
      int rows = (int) store.rowCount(Rows.TABLE);
      assertThat(rows).isGreaterThan(ROWS / 4);
      assertAllAreWhole(store, rows);
    }
  }

  @Test
  void nothingIsLeftInTheDirectoryNotEvenWhileItIsInUse() throws IOException {
    try (RowStore store = open(8 * MEMORY_BYTES)) {
      load(store, ROWS);
      try (Stream<Path> files = Files.list(directory)) {
        assertThat(files).isEmpty();
      }
    }
  }

  @Test
  void rowsStayInMemoryWhereTheDirectoryCannotBeMade() throws IOException {
    Path file = Files.createFile(directory.resolve("taken"));
    try (RowStore store =
        new SlabRowStore(
            StoreConfig.of(Rows.SITE, MEMORY_BYTES)
                .withOverflow(OverflowConfig.file(file, 8 * MEMORY_BYTES)))) {
      assertThatThrownBy(() -> load(store, ROWS)).isInstanceOf(ThetisException.class);
      assertThat(store.coldRows()).isZero();
      assertAllAreWhole(store, (int) store.rowCount(Rows.TABLE));
    }
  }
}
