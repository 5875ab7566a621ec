package org.thetisdb.server.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.wire.RouterToSite.Cut;
import org.thetisdb.store.Snapshot;

/** Scenarios about the chain of cuts at a site. */
final class CutsTest {
  private final Cuts cuts = cuts(VersionVector.of(2, 2), false);

  @Test
  void aCutIsUsedOnceAllOfItIsApplied() {
    cuts.promise(1);
    cuts.offer(new Cut(1, 1, VersionVector.of(5, 5)));
    assertThat(cuts.advance(VersionVector.of(5, 4))).isFalse();
    assertThat(cuts.usable()).isNull();
    assertThat(cuts.watermark()).isSameAs(Snapshot.NOTHING);
    assertThat(cuts.advance(VersionVector.of(7, 5))).isTrue();
    assertThat(cuts.usable().vector()).isEqualTo(VersionVector.of(5, 5));
  }

  @Test
  void theNewestCutThatIsCoveredIsUsed() {
    cuts.promise(1);
    cuts.offer(new Cut(1, 1, VersionVector.of(3, 3)));
    cuts.offer(new Cut(1, 2, VersionVector.of(4, 4)));
    cuts.offer(new Cut(1, 3, VersionVector.of(9, 4)));
    cuts.advance(VersionVector.of(5, 5));
    assertThat(cuts.usable().vector()).isEqualTo(VersionVector.of(4, 4));
  }

  @Test
  void aCutBelowWhatRecoveryLeftCannotBeUsed() {
    cuts.promise(1);
    cuts.offer(new Cut(1, 1, VersionVector.of(9, 1)));
    assertThat(cuts.advance(VersionVector.of(9, 9))).isFalse();
  }

  @Test
  void anOlderRoutersCutsAreRefused() {
    cuts.promise(2);
    cuts.offer(new Cut(1, 9, VersionVector.of(5, 5)));
    assertThat(cuts.advance(VersionVector.of(9, 9))).isFalse();
    assertThat(cuts.promise(1)).isEqualTo(2);
  }

  @Test
  void theChainNeverGoesBack() {
    cuts.promise(1);
    cuts.offer(new Cut(1, 2, VersionVector.of(5, 5)));
    cuts.offer(new Cut(1, 1, VersionVector.of(6, 6)));
    cuts.offer(new Cut(1, 3, VersionVector.of(6, 4)));
    cuts.advance(VersionVector.of(9, 9));
    assertThat(cuts.usable().vector()).isEqualTo(VersionVector.of(5, 5));
    cuts.promise(2);
    cuts.offer(new Cut(2, 1, VersionVector.of(4, 4)));
    assertThat(cuts.advance(VersionVector.of(9, 9))).isFalse();
  }

  @Test
  void plainVectorsUseWhatIsApplied() {
    Cuts plain = cuts(VersionVector.ZERO, true);
    assertThat(plain.advance(VersionVector.of(3, 1))).isTrue();
    assertThat(plain.usable().vector()).isEqualTo(VersionVector.of(3, 1));
  }

  @Test
  void aPinHoldsTheWatermarkBackUntilItIsLetGo() {
    cuts.promise(1);
    cuts.offer(new Cut(1, 1, VersionVector.of(5, 5)));
    cuts.advance(VersionVector.of(5, 5));
    cuts.pin(VersionVector.of(6, 8));
    assertThat(cuts.watermark()).isEqualTo(new VectorSnapshot(VersionVector.of(5, 5)));
    cuts.offer(new Cut(1, 2, VersionVector.of(9, 7)));
    cuts.advance(VersionVector.of(9, 9));
    assertThat(cuts.usable().vector()).isEqualTo(VersionVector.of(9, 7));
    assertThat(cuts.watermark()).isEqualTo(new VectorSnapshot(VersionVector.of(6, 7)));
    cuts.unpin(VersionVector.of(6, 8));
    assertThat(cuts.watermark()).isEqualTo(new VectorSnapshot(VersionVector.of(9, 7)));
  }

  @Test
  void twoPinsHoldTheWatermarkAtTheOlderOne() {
    cuts.promise(1);
    cuts.pin(VersionVector.of(6, 8));
    cuts.pin(VersionVector.of(8, 7));
    cuts.offer(new Cut(1, 1, VersionVector.of(9, 9)));
    cuts.advance(VersionVector.of(9, 9));
    assertThat(cuts.watermark()).isEqualTo(new VectorSnapshot(VersionVector.of(6, 7)));
    cuts.unpin(VersionVector.of(6, 8));
    assertThat(cuts.watermark()).isEqualTo(new VectorSnapshot(VersionVector.of(8, 7)));
  }

  @Test
  void whatIsGoneAlreadyCannotBePinnedNorThreeThingsAtOnce() {
    cuts.promise(1);
    cuts.offer(new Cut(1, 1, VersionVector.of(5, 5)));
    cuts.advance(VersionVector.of(5, 5));
    assertThatThrownBy(() -> cuts.pin(VersionVector.of(9, 4)))
        .isInstanceOf(IllegalStateException.class);
    cuts.pin(VersionVector.of(5, 5));
    cuts.pin(VersionVector.of(5, 5));
    assertThatThrownBy(() -> cuts.pin(VersionVector.of(5, 5)))
        .isInstanceOf(IllegalStateException.class);
  }

  private static Cuts cuts(VersionVector floor, boolean plainVectors) {
    SharedWatermark watermark = new SharedWatermark(1);
    return new Cuts(floor, plainVectors, each -> watermark.state(0, each), watermark::least);
  }
}
