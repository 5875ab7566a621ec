package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.testing.TestSet;
import org.thetisdb.core.value.LargeValue;

/** Large values under each scheme: pieces are rows like others. */
@Tag("slow")
final class LargeValueSchemesTest {
  static List<SchemeSpec> schemes() {
    return TestSet.oneIn(8, List.copyOf(SchemeRegistry.all()));
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void valuesComeAndGoWithTheirRows(SchemeSpec scheme) {
    Fixture fixture = new Fixture(scheme);
    fixture.startCluster();
    fixture.tell();
  }

  private static final class Fixture extends LargeValueFixture {
    private static final String INSERT = "INSERT INTO docs VALUES (?, ?)";

    Fixture(SchemeSpec scheme) {
      super(scheme);
    }

    void tell() {
      byte[] content = threePieces();
      SqlSessionCore ann = session();
      SqlSessionCore bob = sessionElsewhere();
      assertDone(auto(ann, "CREATE TABLE docs (id BIGINT PRIMARY KEY, body BYTEA)"));
      assertDone(auto(ann, PREPARE));
      LargeValue kept = upload(ann, content);
      LargeValue replaced = upload(bob, content);
      LargeValue later = upload(bob, content);
      LargeValue left = upload(bob, content);
      assertDone(auto(ann, INSERT, 1L, kept));
      assertDone(auto(bob, INSERT, 900L, replaced));
      assertDone(in(bob, "UPDATE docs SET body = ? WHERE id = 900", later));
      assertDone(in(bob, "COMMIT"));
      assertThat(value(auto(ann, "SELECT body FROM docs WHERE id = 900"))).isEqualTo(later);
      assertThere(replaced, content);
      sweepUploads();
      assertGone(replaced);
      assertGone(left);
      assertThere(later, content);
      assertDone(auto(ann, "DELETE FROM docs WHERE id IN (1, 900)"));
      sweepGivenUp();
      assertGone(kept);
      assertGone(later);
    }
  }
}
