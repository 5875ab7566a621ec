package org.thetisdb.sql.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.procedures.runtime.TableRegistry;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.plan.SqlCompiler;
import org.thetisdb.sql.statement.Compiled;
import org.thetisdb.sql.statement.SqlStatement;

/** How much of a result is sent, whole and in pieces. */
final class StatementRunTest {
  private static final long CURSOR = 9;

  private final RowlessContext context = new RowlessContext(Instant.EPOCH, 1);

  @ParameterizedTest
  @CsvSource({"0, 3", "2, 2", "5, 3", "-1, 3"})
  void asManyRowsAreSentAsAreWantedAndLessThanOneMeansAll(long maxRows, int sent) {
    StatementRun run = run(maxRows);
    byte[] whole = run.encodeResult(run.run(context, new Object[0]));
    assertThat(rows(whole)).hasSize(sent);
    assertThat(pieces(run, 0)).hasSize(sent);
  }

  @Test
  void aResultIsCutIntoPiecesAndTheLastOneHasNoCursor() {
    try (ResultChunks pieces = run(0).openPieces(context)) {
      StatementResult.Sent first = StatementResult.decode(pieces.next(2, CURSOR));
      assertThat(first.cursor()).isEqualTo(CURSOR);
      assertThat(first.columns()).hasSize(1);
      assertThat(pieces.isEnded()).isFalse();
      StatementResult.Sent last = StatementResult.decode(pieces.next(2, CURSOR));
      assertThat(last.cursor()).isZero();
      assertThat(last.columns()).as("told with the first piece").isEmpty();
      assertThat(pieces.isEnded()).isTrue();
    }
    assertThat(pieces(run(0), 2)).containsExactly(List.of(1), List.of(2), List.of(3));
  }

  private List<Object> pieces(StatementRun run, int fetchRows) {
    List<Object> rows = new ArrayList<>();
    try (ResultChunks pieces = run.openPieces(context)) {
      while (!pieces.isEnded()) {
        rows.addAll(rows(pieces.next(fetchRows, CURSOR)));
      }
    }
    return rows;
  }

  private static List<?> rows(byte[] sent) {
    return (List<?>) ValueCodec.decode(StatementResult.decode(sent).rows());
  }

  private static StatementRun run(long maxRows) {
    String text = "SELECT n FROM (VALUES (1), (2), (3)) AS t(n) ORDER BY n";
    SqlCatalog nothing = SqlCatalog.of(TableRegistry.EMPTY);
    SqlStatement three = ((Compiled.Query) new SqlCompiler(100).compile(text, nothing)).statement();
    List<Object[]> once = List.<Object[]>of(new Object[0]);
    return new StatementRun(
        three, new StatementCall(text, once, Map.of(), maxRows, false, false, 0), nothing);
  }
}
