package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.Trait;

/** Scenarios of clusters whose partitions are a grid, in which nobody can gather a whole table. */
@Tag("slow")
final class GridScenariosTest {
  static List<SchemeSpec> schemes() {
    return SchemeRegistry.all();
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void anIndexIsMadeOrRefusedAtOnce(SchemeSpec scheme) {
    Fixture fixture = new Fixture(scheme);
    fixture.startCluster();
    fixture.tell(gathers(scheme));
  }

  private static boolean gathers(SchemeSpec scheme) {
    return scheme.has(Trait.NEEDS_RANGES);
  }

  private static final class Fixture extends SqlFixture {
    Fixture(SchemeSpec scheme) {
      super(scheme);
    }

    void tell(boolean refuses) {
      SqlSessionCore ann = session();
      assertDone(auto(ann, "CREATE TABLE t (id BIGINT PRIMARY KEY, v VARCHAR(99))"));
      assertDone(auto(ann, "INSERT INTO t VALUES (1, 'x')"));
      long beganUs = world.nowUs();
      SqlOutcome made = auto(ann, "CREATE INDEX t_v ON t (v)");
      assertThat(world.nowUs() - beganUs).as("us").isLessThan(2_000_000);
      if (refuses) {
        assertFailed(made, ErrorCode.READS_TOO_LARGE);
      } else {
        assertDone(made);
      }
      assertThat(value(auto(ann, "SELECT id FROM t WHERE v = 'x'"))).isEqualTo(1L);
    }
  }
}
