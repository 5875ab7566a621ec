package org.thetisdb.router.schism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.router.routing.Footprint;

class TraceTest {
  private static final String HEAD = "thetis-trace 1\nkeys 1\nseen 2\n";

  @TempDir private Path directory;

  @Test
  void whatWasWrittenAndReadIsKeptInOrder() {
    TraceRecorder recorder = recorder(200);
    recorder.note(Footprint.of(cells(16, 5, 3), cells(17, 9)));
    recorder.note(Footprint.of(cells(16), cells(17, 1)));
    assertThat(recorder.trace().transactions())
        .extracting(Object::toString)
        .containsExactly("w16/3 w16/5 r17/9", "r17/1");
  }

  @Test
  void theOldestTransactionsAreForgottenWhereRoomEnds() {
    TraceRecorder recorder = recorder(100);
    for (int i = 0; i < 1_000; i++) {
      recorder.note(Footprint.of(cells(16, i, i + 1), cells(17, -i)));
    }
    Trace trace = recorder.trace();
    assertThat(trace.seen()).isEqualTo(1_000);
    assertThat(trace.transactions()).hasSize(25);
    assertThat(trace.transactions().get(0)).hasToString("w16/975 w16/976 r17/-975");
    assertThat(trace.transactions().get(24)).hasToString("w16/999 w16/1000 r17/-999");
  }

  @Test
  void systemTablesScansAndLoadsAreLeftOut() {
    TraceRecorder recorder = recorder(200);
    recorder.note(Footprint.of(cells(2, 1), cells(3, 1)));
    recorder.note(Footprint.of(cells(16, 1), cells(17, 1), true));
    long[] many = new long[TraceRecorder.MOST_PARTITIONS + 1];
    for (int i = 0; i < many.length; i++) {
      many[i] = PartitionId.of(16, i);
    }
    recorder.note(Footprint.of(many, new long[0]));
    assertThat(recorder.trace().transactions()).isEmpty();
  }

  @Test
  void aClusterWithoutGridLeavesNoTransactions() {
    TraceRecorder recorder = new TraceRecorder(200);
    recorder.onGrid(0);
    recorder.note(Footprint.of(cells(16, 1), cells(17, 1)));
    assertThat(recorder.trace().transactions()).isEmpty();
  }

  @Test
  void aFileHoldsWhatWasWrittenToIt() throws IOException {
    TraceRecorder recorder = recorder(200);
    recorder.note(Footprint.of(cells(16, 5, -3), cells(17, 9)));
    recorder.note(Footprint.of(cells(16, 7), cells(17)));
    Path file = directory.resolve("trace.txt");
    TraceFile.write(recorder.trace(), file);
    assertThat(TraceFile.read(file)).isEqualTo(recorder.trace());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "w",
        "w16",
        "w16/",
        "16/1",
        "x16/1",
        "r16/1 w16/2",
        "w99999/1",
        "w16/99999999999999999",
        "w16/1  w16/2"
      })
  void aLineThatIsNoTransactionIsNamed(String line) throws IOException {
    Path file = directory.resolve("trace.txt");
    Files.writeString(file, HEAD + "w16/1\n" + line + "\n");
    assertThatThrownBy(() -> TraceFile.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("line 5: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "thetis-trace 2\n", "thetis-trace 1\nkeys -1\n", "thetis-trace 1\n"})
  void aFileThatIsNoTraceIsRefused(String text) throws IOException {
    Path file = directory.resolve("trace.txt");
    Files.writeString(file, text);
    assertThatThrownBy(() -> TraceFile.read(file)).isInstanceOf(IOException.class);
  }

  @Test
  void aPlacementFileIsReadAsItWasWritten() throws IOException {
    Path file = directory.resolve("placement.txt");
    Files.writeString(file, "thetis-placement 1\nkeys 1\nsites 2\n16/1..9 2\n16/12..12 1\n");
    StaticPlacement placement = StaticPlacement.read(file);
    assertThat(placement.ranges().site(PartitionId.of(16, 9))).isEqualTo(2);
    Path copy = directory.resolve("copy.txt");
    placement.write(copy);
    assertThat(copy).hasSameTextualContentAs(file);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "thetis-placement 1\nkeys 0\nsites 2\n",
        "thetis-placement 1\nkeys 1\n",
        "thetis-placement 1\nkeys 1\nsites 2\n16/1..9 3\n",
        "thetis-placement 1\nkeys 1\nsites 2\n16/1..9 2\n16/9..9 1\n"
      })
  void aFileThatIsNoPlacementIsRefused(String text) throws IOException {
    Path file = directory.resolve("placement.txt");
    Files.writeString(file, text);
    assertThatThrownBy(() -> StaticPlacement.read(file)).isInstanceOf(IOException.class);
  }

  private static TraceRecorder recorder(int words) {
    TraceRecorder recorder = new TraceRecorder(words);
    recorder.onGrid(1);
    return recorder;
  }

  private static long[] cells(int table, long... indexes) {
    long[] cells = new long[indexes.length];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = PartitionId.of(table, indexes[i]);
    }
    return cells;
  }
}
