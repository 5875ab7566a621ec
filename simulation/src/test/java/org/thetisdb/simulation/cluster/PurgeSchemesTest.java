package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.testing.TestSet;
import org.thetisdb.core.wire.SqlRequest.Statement;

/** Tables are dropped and truncated under each scheme, while others write there. */
@Tag("slow")
final class PurgeSchemesTest {
  static List<SchemeSpec> schemes() {
    return TestSet.oneIn(8, List.copyOf(SchemeRegistry.all()));
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void tablesAreTruncatedAndDroppedWhileOthersWrite(SchemeSpec scheme) {
    Fixture fixture = new Fixture(scheme);
    fixture.startCluster();
    fixture.tell();
  }

  private static final class Fixture extends PurgeFixture {
    private static final int MANY = 6_000;
    private static final String INSERT = "INSERT INTO big VALUES (?, ?, ?)";
    private static final String UPDATE = "UPDATE big SET v = v || 'x' WHERE id = ?";

    private SqlSessionCore bob;
    private long next = 100_000;

    Fixture(SchemeSpec scheme) {
      super(scheme);
    }

    void tell() {
      open();
      bob = sessionElsewhere();
      assertDone(
          auto(
              ann,
              "CREATE TABLE big (id BIGINT PRIMARY KEY, v VARCHAR(99) UNIQUE, w VARCHAR(999))"));
      fillBig(0, MANY);
      writeDuring("TRUNCATE big");
      assertDone(auto(bob, INSERT, 1L, "after", "w"));
      long left = (Long) value(auto(bob, "SELECT COUNT(*) FROM big")); // as far as he has seen
      assertThat(left).isBetween(1L, next - 100_000 + 1);
      assertThat(value(auto(bob, "SELECT id FROM big WHERE v = 'after'"))).isEqualTo(1L);
      fillBig(1_000, 2_000);
      writeDuring("DROP TABLE big");
      assertOnlyKeptIsLeft(2_000_000);
    }

    /** Some of what is written comes before, and the rest behind it, or too late. */
    private void writeDuring(String definition) {
      SqlOutcome[] defined = begin(ann, Statement.AUTO_COMMIT, definition);
      while (defined[0] == null) {
        SqlOutcome[] inserted =
            begin(bob, Statement.AUTO_COMMIT, INSERT, next, "row " + next++, "w");
        await(begin(session(), Statement.AUTO_COMMIT, UPDATE, next % MANY));
        await(inserted);
      }
      assertDone(defined[0]);
    }
  }
}
