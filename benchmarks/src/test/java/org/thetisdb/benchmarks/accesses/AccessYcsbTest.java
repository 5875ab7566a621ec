package org.thetisdb.benchmarks.accesses;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.thetisdb.benchmarks.driver.script.LoadPlan;
import org.thetisdb.benchmarks.driver.script.NextCall;
import org.thetisdb.benchmarks.driver.script.Script;
import org.thetisdb.benchmarks.driver.script.Weights;
import org.thetisdb.procedures.testing.ProcedureTester;

class AccessYcsbTest {
  private static final int RECORDS = 1_000;

  private final ProcedureTester db = new ProcedureTester();

  private AccessYcsb loaded() {
    AccessYcsb workload = new AccessYcsb(new AccessOptions(RECORDS, 0.9, Weights.of(80, 20)));
    LoadPlan plan = workload.loadPlan();
    for (int call = 0; call < plan.calls(); call++) {
      db.call(new LoadCells(), plan.arguments(call));
    }
    return workload;
  }

  private String check(AccessYcsb workload) {
    return workload.check((procedure, arguments) -> db.call(new SumCells(), arguments));
  }

  @Test
  void whatIsLoadedIsWholeAndAChangeThatNobodyWasToldOfIsFound() {
    AccessYcsb workload = loaded();
    assertThat(check(workload)).isEqualTo("ok");
    assertThat(db.call(new AccessCells(), List.of(1L, 2L), List.of(3L))).isEqualTo(3L);
    assertThat(check(workload)).contains("should count 0 changes, but count 1");
    assertThat(db.call(new ReadCells(), List.of(1L, 2L, 5_000L))).isEqualTo(2L);
  }

  @Test
  void itStaysInOnePartitionOrCrossesAsOftenAsIsAsked() {
    AccessOptions options = new AccessOptions(8_000, 0, Weights.of(90, 10), 25);
    Script script = new AccessYcsb(options).script(0, 1, 7);
    NextCall call = new NextCall();
    int crossing = 0;
    for (int i = 0; i < 4_000; i++) {
      script.next(call);
      Set<Long> keys = new HashSet<>();
      for (Object list : call.arguments()) {
        ((List<?>) list).forEach(key -> keys.add((Long) key));
      }
      assertThat(keys).hasSize(10).allMatch(key -> key >= 0 && key < options.records());
      crossing += keys.stream().map(RecordTable::partition).distinct().count() > 1 ? 1 : 0;
    }
    assertThat(crossing).isBetween(900, 1_100);
  }

  @Test
  void aTransactionAccessesTenRecordsAndChangesAFifth() {
    Script script = loaded().script(0, 1, 7);
    NextCall call = new NextCall();
    int changes = 0;
    for (int i = 0; i < 2_000; i++) {
      script.next(call);
      Set<Object> keys = new HashSet<>();
      for (Object list : call.arguments()) {
        keys.addAll((List<?>) list);
      }
      assertThat(keys).hasSize(10).allMatch(key -> (Long) key >= 0 && (Long) key < RECORDS);
      changes += call.arguments().length == 2 ? ((List<?>) call.arguments()[1]).size() : 0;
    }
    assertThat(changes).isBetween(3_700, 4_300);
  }

  @Test
  void transactionsAndRecordsAreAsLargeAsIsAsked() {
    AccessOptions options =
        new AccessOptions(4_000, 0, Weights.of(0, 100), 100, 1, 0, new AccessOptions.Size(3, 110));
    AccessYcsb workload = new AccessYcsb(options);
    LoadPlan plan = workload.loadPlan();
    for (int call = 0; call < plan.calls(); call++) {
      db.call(new LoadCells(), plan.arguments(call));
    }
    NextCall call = new NextCall();
    workload.script(0, 1, 7).next(call);
    assertThat((List<?>) call.arguments()[1]).hasSize(3);
    assertThat(db.call(new AccessCells(), call.arguments())).isEqualTo(3L);
    assertThat(check(workload)).contains("should count 0 changes, but count 3");
    assertThatThrownBy(() -> new AccessOptions.Size(0, 10)).hasMessageContaining("--accesses");
  }
}
