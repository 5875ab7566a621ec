package org.thetisdb.core.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;

/** Vectors against the plain definition: one position per site, 0 where none is named. */
class VersionVectorTest {
  private static final int SITES = 5;

  /** Enough for every pair of short vectors of small positions to turn up. */
  private static final int ROUNDS = 5_000;

  private final SplittableRandom random = new SplittableRandom(7);

  private VersionVector vector() {
    return VersionVector.of(random.longs(random.nextInt(SITES + 1), 0, 4).toArray());
  }

  private static long[] plain(VersionVector vector) {
    long[] positions = new long[SITES];
    Arrays.setAll(positions, i -> vector.get(i + 1));
    return positions;
  }

  @Test
  void coversMeansAtLeastAsFarAtEverySite() {
    for (int round = 0; round < ROUNDS; round++) {
      VersionVector a = vector();
      VersionVector b = vector();
      int except = random.nextInt(SITES + 1);
      boolean all = true;
      boolean others = true;
      for (int site = 1; site <= SITES; site++) {
        all &= a.get(site) >= b.get(site);
        others &= site == except || a.get(site) >= b.get(site);
      }
      assertThat(a.covers(b)).as("%s covers %s", a, b).isEqualTo(all);
      assertThat(a.coversExcept(b, except)).as("%s, %s, %d", a, b, except).isEqualTo(others);
    }
  }

  @Test
  void theMaximumIsTheLeastThatCoversBoth() {
    for (int round = 0; round < ROUNDS; round++) {
      VersionVector a = vector();
      VersionVector b = vector();
      long[] expected = new long[SITES];
      Arrays.setAll(expected, i -> Math.max(a.get(i + 1), b.get(i + 1)));
      VersionVector max = a.max(b);
      assertThat(plain(max)).isEqualTo(expected);
      assertThat(max).isEqualTo(b.max(a)).hasSameHashCodeAs(b.max(a));
      assertThat(max).isEqualTo(VersionVector.of(expected));
      if (a.covers(b)) {
        assertThat(max).isSameAs(a);
      }
    }
  }

  @Test
  void oneSiteCanBeSet() {
    for (int round = 0; round < ROUNDS; round++) {
      VersionVector a = vector();
      int site = random.nextInt(1, SITES + 1);
      int position = random.nextInt(4);
      long[] expected = plain(a);
      expected[site - 1] = position;
      VersionVector changed = a.with(site, position);
      assertThat(plain(changed)).isEqualTo(expected);
      assertThat(changed).isEqualTo(VersionVector.of(expected));
    }
  }

  @Test
  void theDistanceIsWhatIsMissing() {
    for (int round = 0; round < ROUNDS; round++) {
      VersionVector a = vector();
      VersionVector b = vector();
      long missing = 0;
      for (int site = 1; site <= SITES; site++) {
        missing += Math.max(0, b.get(site) - a.get(site));
      }
      assertThat(a.distanceTo(b)).as("%s to %s", a, b).isEqualTo(missing);
      assertThat(a.distanceTo(b) == 0).isEqualTo(a.covers(b));
    }
  }

  @Test
  void vectorsComeBackFromTheirEncodedForm() {
    for (int round = 0; round < ROUNDS; round++) {
      VersionVector a = vector();
      ByteWriter out = new ByteWriter();
      a.encode(out);
      ByteReader in = new ByteReader(out.toByteArray());
      assertThat(VersionVector.decode(in)).isEqualTo(a);
      in.expectEnd();
    }
  }

  @Test
  void zerosAtTheEndMakeNoDifference() {
    assertThat(VersionVector.of(1, 0, 0)).isEqualTo(VersionVector.of(1));
    assertThat(VersionVector.of(0, 0)).isSameAs(VersionVector.ZERO);
    assertThat(VersionVector.of(1, 2).with(2, 0)).isEqualTo(VersionVector.of(1));
    assertThat(VersionVector.of(1, 2).with(2, 0).highestSite()).isEqualTo(1);
    ByteReader twoZeros = new ByteReader(new byte[] {2, 0, 0});
    assertThat(VersionVector.decode(twoZeros)).isSameAs(VersionVector.ZERO);
  }

  @Test
  void theArrayOfTheCallerMayChange() {
    long[] positions = {1, 2};
    VersionVector vector = VersionVector.of(positions);
    positions[0] = 9;
    assertThat(vector.get(1)).isEqualTo(1);
  }

  @Test
  void whatDoesNotFitIsRefused() {
    assertThatThrownBy(() -> VersionVector.of(1, -1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> VersionVector.of(-1, 0)).isInstanceOf(IllegalArgumentException.class);
    long[] tooMany = new long[256];
    tooMany[255] = 1;
    assertThatThrownBy(() -> VersionVector.of(tooMany))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> VersionVector.decode(new ByteReader(new byte[] {3, 1, 1})))
        .isInstanceOf(CodecException.class);
    ByteWriter negative = new ByteWriter().putByte(1).putVarLong(-1);
    assertThatThrownBy(() -> VersionVector.decode(new ByteReader(negative.toByteArray())))
        .isInstanceOf(CodecException.class);
  }

  @Test
  void theMinimumIsCoveredByBoth() {
    VersionVector a = VersionVector.of(1, 5, 2);
    VersionVector b = VersionVector.of(3, 4);
    assertThat(a.min(b)).isEqualTo(VersionVector.of(1, 4));
    assertThat(b.min(a)).isEqualTo(VersionVector.of(1, 4));
    assertThat(a.min(VersionVector.of(1))).isEqualTo(VersionVector.of(1));
    assertThat(VersionVector.ZERO.min(a)).isEqualTo(VersionVector.ZERO);
  }
}
