package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.core.testing.TestSet;
import org.thetisdb.core.wire.SqlRequest.Statement;

/**
 * Scenarios of those who skip locked rows under each scheme. Where masters are fixed, what they
 * lock and what they change may be at several sites (decisions 0030, 0031).
 */
@Tag("slow")
@ParameterizedClass
@MethodSource("schemes")
final class SkipUnderSchemesTest extends SqlFixture {
  private static final int AUTO = Statement.AUTO_COMMIT;
  private static final long LAST = 900;
  private static final long CUT_US = 100_000;
  private static final String TAKE =
      "WITH job AS (SELECT id FROM t WHERE id = ? FOR UPDATE SKIP LOCKED)"
          + " UPDATE t SET n = n + 1 FROM job WHERE t.id = ?";
  private static final String CHANGE_TWO = "UPDATE t SET n = n + 1 WHERE id IN (?, ?)";

  private SqlSessionCore ann;
  private SqlSessionCore bob;

  SkipUnderSchemesTest(SchemeSpec scheme) {
    super(scheme);
  }

  /** All but the one that needs a placement; a twelfth of them for a change. */
  static List<SchemeSpec> schemes() {
    List<SchemeSpec> all =
        SchemeRegistry.all().stream()
            .filter(scheme -> !scheme.equals(SchemeRegistry.SCHISM))
            .toList();
    return TestSet.oneIn(12, all);
  }

  @BeforeEach
  void makeRowsOfAllMasters() {
    ann = session();
    bob = session();
    assertDone(auto(ann, "CREATE TABLE t (id BIGINT PRIMARY KEY, n BIGINT)"));
    for (long id = 0; id <= LAST; id += 100) {
      assertDone(auto(ann, "INSERT INTO t VALUES (?, 0)", id));
    }
  }

  /** At a cut that has all that both have written. */
  private Object sum() {
    world.runFor(CUT_US);
    return value(auto(ann, "SELECT CAST(SUM(n) AS BIGINT) FROM t"));
  }

  @Test
  @InTurn(oneIn = 2)
  void theRowThatIsTakenAndTheOneThatIsChangedMayHaveTwoMasters() {
    for (long id = 0; id < LAST; id += 100) {
      assertThat(count(auto(bob, TAKE, LAST, id))).isEqualTo(1);
    }
    assertThat(sum()).isEqualTo(9L);
  }

  @Test
  @InTurn(oneIn = 2, from = 1)
  void whoeverTakesAndChangesBesideOthersHasChangedWhatItTook() {
    long changes = 0;
    for (int step = 0; step < 10; step++) {
      for (long id = 0; id < LAST - 100; id += 100) {
        SqlOutcome[] changed = begin(ann, AUTO, CHANGE_TWO, LAST, id);
        world.runFor(step * 250L);
        SqlOutcome[] taken = begin(bob, AUTO, TAKE, LAST, id);
        changes += count(await(changed)) + count(await(taken));
      }
    }
    assertThat(sum()).isEqualTo(changes);
  }
}
