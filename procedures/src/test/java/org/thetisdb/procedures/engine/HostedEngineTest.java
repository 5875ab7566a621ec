package org.thetisdb.procedures.engine;

import static com.example.sums.SumsEngine.add;
import static com.example.sums.SumsEngine.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.example.sums.SumsEngine;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.procedures.AbortException;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.testing.ProcedureTester;

/** An engine's partitions, logs and snapshots as rows. */
class HostedEngineTest {
  private final ProcedureTester db = new ProcedureTester();
  private final EngineTables tables = EngineTables.of("Sums");
  private List<Procedure> site = site();

  private static List<Procedure> site() {
    return HostedEngine.procedures("Sums", SumsEngine::new);
  }

  private long run(long partition, int sum, long delta) {
    return sum((byte[]) db.call(site.get(0), partition, add(sum, delta), -1L));
  }

  private long change(long partitions, long version, String metadata) {
    return (Long) db.call(site.get(2), partitions, version, metadata.getBytes());
  }

  private Row partition(long number) {
    return db.get(tables.partitions(), number);
  }

  @Test
  void aFragmentRunsAtItsPartition() {
    change(3, 0, "");
    assertThat(run(0, 1, 5)).isEqualTo(5);
    assertThat(run(2, 1, 7)).isEqualTo(7);
    assertThat(run(0, 1, 1)).isEqualTo(6);
    assertThat(db.rows(tables.log())).hasSize(3);
    assertThat(run(0, 1, 0)).isEqualTo(6);
    assertThat(db.rows(tables.log())).as("a read leaves no record").hasSize(3);
  }

  @Test
  void aRoundIsOneTransaction() {
    change(3, 0, "");
    List<?> responses =
        (List<?>) db.call(site.get(1), List.of(0L, 1L), List.of(add(1, 5), add(1, 6)), -1L);
    assertThat(responses).extracting(response -> sum((byte[]) response)).containsExactly(5L, 6L);
    assertThatThrownBy(
            () -> db.call(site.get(1), List.of(0L, 1L), List.of(add(1, 1), add(1, -7)), -1L))
        .isInstanceOf(AbortException.class)
        .hasMessage("Sum 1 has only 6.");
    assertThat(run(0, 1, 0)).as("rolled back as a whole").isEqualTo(5);
    assertThatThrownBy(
            () -> db.call(site.get(1), List.of(0L, 0L), List.of(add(1, 1), add(1, 7)), -1L))
        .hasMessageContaining("one fragment for each");
  }

  @Test
  void anotherSiteGoesOnFromTheRows() {
    change(1, 0, "");
    for (int i = 0; i < 300; i++) {
      run(0, i % 3, i);
    }
    long before = run(0, 1, 0);
    site = site();
    assertThat(run(0, 1, 1)).isEqualTo(before + 1);
  }

  @Test
  void theLogIsKeptShortWhileItIsUsed() {
    change(1, 0, "");
    for (int i = 0; i < HostedPartition.MOST_RECORDS + 2_000; i++) {
      run(0, i % 3, 1);
    }
    assertThat(partition(0).getLong(EngineTables.HELD_VERSION))
        .isEqualTo(HostedPartition.MOST_RECORDS);
    assertThat(db.rows(tables.log())).hasSize(2_000);
    assertThat(db.rows(tables.snapshots())).hasSize(1);
    site = site();
    assertThat(run(0, 0, 0)).isEqualTo((HostedPartition.MOST_RECORDS + 2_000) / 3);
  }

  @Test
  void aSnapshotThatAnotherSiteBeganIsBegunAnew() {
    change(1, 0, "");
    for (int i = 0; i < HostedPartition.MOST_RECORDS; i++) {
      run(0, i % 3, 1);
    }
    assertThat(partition(0).getLong(EngineTables.NEXT_TOKEN)).isNotZero();
    site = site();
    for (int i = 0; i < 2_000; i++) {
      run(0, i % 3, 1);
    }
    assertThat(db.rows(tables.snapshots())).hasSize(1);
    assertThat(db.rows(tables.log())).hasSizeLessThan(2_010);
    site = site();
    assertThat(run(0, 1, 0)).isEqualTo((HostedPartition.MOST_RECORDS + 2_000) / 3);
  }

  @Test
  void whatWasMadeForOtherMetadataIsRefused() {
    assertThat(db.call(site.get(3))).isEqualTo(List.of());
    assertThat(change(2, 0, "even and odd")).isEqualTo(1);
    List<?> known = (List<?>) db.call(site.get(3));
    assertThat(known.subList(0, 2)).isEqualTo(List.of(1L, 2L));
    assertThat((byte[]) known.get(2)).isEqualTo("even and odd".getBytes());
    assertThat(change(3, 1, "by thirds")).isEqualTo(2);
    assertThatThrownBy(() -> db.call(site.get(0), 0L, add(1, 1), 1L))
        .isInstanceOf(ThetisException.class)
        .hasMessageContaining("at version 2, not 1");
    assertThatThrownBy(() -> change(3, 1, "too late")).hasMessageContaining("at version 2, not 1");
    assertThatThrownBy(() -> change(2, 2, "fewer"))
        .hasMessage("An engine that has 3 partitions can get 3 to 1024, not 2.");
  }

  @Test
  void whatIsNotThereIsSaid() {
    assertThatThrownBy(() -> run(0, 1, 1))
        .isInstanceOf(AbortException.class)
        .hasMessage("Engine Sums has no partition 0.");
    assertThatThrownBy(() -> run(-1, 1, 1)).hasMessage("Engine Sums has no partition -1.");
    assertThatThrownBy(() -> run(1L << 40, 1, 1)).hasMessageContaining("has no partition");
  }
}
