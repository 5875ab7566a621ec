package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.thetisdb.cluster.EmbeddedCluster;
import org.thetisdb.cluster.SharedCluster;

/** Two connections lock one row, in each pair of modes: the answers are those of PostgreSQL. */
@Tag("cluster")
@ExtendWith(SharedCluster.class)
@Timeout(120)
final class RowLockModesTest {
  /** What {@link RowLockMatrix} printed of PostgreSQL 15.18, with its JDBC driver 42.7.4. */
  private static final String OF_POSTGRESQL =
      """
      yes   yes   yes   55P03 SELECT id FROM t WHERE id = 1 FOR KEY SHARE
      yes   yes   55P03 55P03 SELECT id FROM t WHERE id = 1 FOR SHARE
      yes   55P03 55P03 55P03 SELECT id FROM t WHERE id = 1 FOR NO KEY UPDATE
      55P03 55P03 55P03 55P03 SELECT id FROM t WHERE id = 1 FOR UPDATE
      yes   55P03 55P03 55P03 UPDATE t SET n = n + 1 WHERE id = 1
      yes   55P03 55P03 55P03 UPDATE t SET n = n + 1, code = code WHERE id = 1
      yes   55P03 55P03 55P03 UPDATE t SET part = part + 1 WHERE id = 1
      55P03 55P03 55P03 55P03 UPDATE t SET code = code + 1 WHERE id = 1
      55P03 55P03 55P03 55P03 UPDATE t SET id = 2 WHERE id = 1
      55P03 55P03 55P03 55P03 DELETE FROM t WHERE id = 1
      """;

  @Test
  void whatAnotherConnectionMayLockIsWhatPostgreSqlLetsIt(EmbeddedCluster cluster)
      throws SQLException {
    assertThat(RowLockMatrix.of("jdbc:thetis://" + cluster.clientAddress() + "/"))
        .isEqualTo(OF_POSTGRESQL);
  }
}
