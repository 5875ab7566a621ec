package org.thetisdb.server.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.store.Snapshot;

/** What may be collected from rows that several share. */
final class SharedWatermarkTest {
  private final SharedWatermark shared = new SharedWatermark(2);

  @Test
  void nothingGoesBeforeAllHaveSpoken() {
    assertThat(shared.least()).isEqualTo(Snapshot.NOTHING);
    shared.state(0, vector(5, 5));
    assertThat(shared.least()).isEqualTo(Snapshot.NOTHING);
  }

  @Test
  void onlyWhatAllSeeMayGo() {
    shared.state(0, vector(5, 2));
    shared.state(1, vector(3, 4));
    assertThat(shared.least()).isEqualTo(vector(3, 2));
    shared.state(1, vector(6, 6));
    assertThat(shared.least()).isEqualTo(vector(5, 2));
  }

  @Test
  void whoNeedsNothingIsNotWaitedFor() {
    shared.state(0, vector(5, 2));
    shared.state(1, Snapshot.EVERYTHING);
    assertThat(shared.least()).isEqualTo(vector(5, 2));
  }

  private static VectorSnapshot vector(long... positions) {
    return new VectorSnapshot(VersionVector.of(positions));
  }
}
