package org.thetisdb.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.testing.TestSet;
import org.thetisdb.sql.plan.relation.RemovedRule;

/** The oracles that need no other database; {@code thetis lab compare-sql} has more time. */
@Tag("slow")
class CompareRunTest {
  private static final int STATEMENTS = TestSet.some(400);
  private static final int MOST_SECONDS = 300;

  @Test
  void noAnswerToStatementsOfAFixedSeedIsWrong()
      throws IOException, SQLException, InterruptedException {
    CompareReport report = run(20_261_128, STATEMENTS);
    assertThat(report.wrong()).as(() -> shown(report)).isEmpty();
    assertThat(report.statements()).isEqualTo(STATEMENTS);
  }

  static CompareReport run(long seed, int statements, RemovedRule... putBack)
      throws IOException, SQLException, InterruptedException {
    CompareOptions options =
        new CompareOptions(
            seed, statements, MOST_SECONDS, List.of(), "", null, 300, 1, true, Set.of(putBack));
    return new CompareRun(options, System::nanoTime, finding -> {}).run();
  }

  static String shown(CompareReport report) {
    return report.wrong().stream()
        .map(finding -> String.join("\n", finding.lines()))
        .collect(Collectors.joining("\n\n"));
  }
}
