package org.thetisdb.router.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.wire.SiteToRouter.Digest;
import org.thetisdb.core.wire.SiteToRouter.TableDigest;

/** Site 1 holds every row, sites 2 and 3 hold parts. */
final class ReplicaDifferencesTest {
  private static final int TABLE = 16;

  private final Map<Integer, Digest> digests = new TreeMap<>();

  @Test
  void eachSiteIsComparedInTheRowsThatItIsToHold() {
    tell(1, rows(1), rows(2, 2), rows(3, 2, 3));
    tell(2, rows(2, 2), rows(3, 2, 3));
    tell(3, rows(3, 2, 3));
    assertThat(differences()).isEmpty();
  }

  @Test
  void aPartThatDiffersIsTold() {
    tell(1, rows(1), rows(2, 2));
    tell(2, rows(4, 2));
    tell(3);
    assertThat(differences())
        .containsExactly(
            "table #16: 2 rows of digest 02020202 at site 1, 4 rows of digest 04040404 at site 2");
  }

  @Test
  void aPartThatIsMissingIsToldWhoeverHasIt() {
    tell(1, rows(2, 2));
    tell(2);
    tell(3);
    assertThat(differences())
        .containsExactly("table #16: 2 rows of digest 02020202 at site 1, no rows at site 2");
    tell(1);
    tell(2, rows(2, 2));
    assertThat(differences())
        .containsExactly("table #16: no rows at site 1, 2 rows of digest 02020202 at site 2");
  }

  @Test
  void aSiteThatHasNoDigestIsNotCompared() {
    tell(1, rows(2, 2));
    digests.put(2, new Digest(1, "it was lost", List.of()));
    assertThat(differences()).containsExactly("site 2: it was lost");
  }

  private void tell(int site, TableDigest... tables) {
    digests.put(site, new Digest(1, "", List.of(tables)));
  }

  /** So many rows, with a digest of that. */
  private static TableDigest rows(int rows, Integer... holders) {
    byte digit = (byte) rows;
    return new TableDigest(
        TABLE, List.of(holders), rows, new byte[] {digit, digit, digit, digit, digit});
  }

  private List<String> differences() {
    return new ReplicaDifferences(digests, site -> site == 1, table -> "#" + table).find();
  }
}
