package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.wire.RouterToClient.Goodbye;
import org.thetisdb.core.wire.RouterToSite.Read;
import org.thetisdb.core.wire.RouterToSite.ReaderHello;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.ReadResult;
import org.thetisdb.core.wire.SiteToRouter.WhyNot;
import org.thetisdb.server.reader.ReadingRouters;

/**
 * Scenarios of what a site reads for routers that do not lead (decision 0059): at a cut, what only
 * reads, and where its scheme, its rows and its membership allow it. All else it refuses.
 */
final class ReaderScenariosTest extends ReaderFixture {
  private static final long LEASE_US = 500_000;

  @Test
  void aReadSeesACutAndNeverWhatCameAfterIt() {
    execute(1, raise(1, 5));
    cut();
    execute(1, raise(1, 2));
    Reader reader = reader(1);
    assertThat(found(reader.read("Sum", 1L, 2L))).as("the site masters it").isEqualTo(5L);
    cut();
    assertThat(found(reader.read("Sum", 1L, 2L))).isEqualTo(7L);
  }

  @Test
  void theClientHearsOfTheCutAlone() {
    execute(1, raise(1, 5));
    cut();
    VersionVector cut = reports();
    Executed later = (Executed) execute(1, raise(1, 2));
    assertThat(cut.covers(later.vector())).isFalse();
    ReadResult result = (ReadResult) reader(1).read("Sum", 1L, 2L);
    assertThat(result.vector()).isEqualTo(cut);
  }

  @Test
  void aSessionReadsWhatItWroteOrTheLeaderIsAsked() {
    Executed written = (Executed) execute(1, raise(1, 5));
    Reader reader = reader(2);
    int wanted = nodes.get(2).cutsWanted;
    assertThat(whyNot(reader.read(written.vector(), "Sum", 1L, 2L))).isEqualTo(WhyNot.NOT_NOW);
    assertThat(nodes.get(2).cutsWanted).as("the leader is asked for a cut").isGreaterThan(wanted);
    cut();
    assertThat(found(reader.read(written.vector(), "Sum", 1L, 2L))).isEqualTo(5L);
  }

  @Test
  void aCutThatComesSoonIsWaitedFor() {
    Executed written = (Executed) execute(1, raise(1, 5));
    Reader reader = reader(2);
    reader.send(written.vector(), "Sum", 1L, 2L);
    world.runFor(5_000);
    assertThat(reader.answers).isEmpty();
    cutAt(written.vector());
    assertThat(found(reader.answers.get(0))).isEqualTo(5L);
  }

  @Test
  void whatWritesIsRefusedAndSoIsWhatIsNotKnown() {
    Reader reader = reader(1);
    assertThat(whyNot(reader.read("Raise", 1L, 5L))).isEqualTo(WhyNot.WRITES);
    assertThat(whyNot(reader.read("Shift", 1L, 2L, 5L))).isEqualTo(WhyNot.WRITES);
    assertThat(whyNot(reader.read("Nothing"))).isEqualTo(WhyNot.NOT_NOW);
    assertThat(whyNot(reader.read("thetis.install_jar", "x"))).isEqualTo(WhyNot.NOT_NOW);
    assertThat(whyNot(reader.read("Sum", "no number"))).isEqualTo(WhyNot.NOT_NOW);
    cut();
    assertThat(found(reader.read("Sum", 1L, 2L))).isEqualTo(0L);
  }

  @Test
  void whatNoClusterHasIsNotWaitedFor() {
    Reader reader = reader(1);
    VersionVector strange = VersionVector.ZERO.with(1, 1_000_000);
    assertThat(whyNot(reader.read(strange, "Sum", 1L, 2L))).isEqualTo(WhyNot.NOT_NOW);
  }

  @Test
  void onlySomeSchemesLetCallsReadAnywhere() {
    Reader reader = reader(1);
    for (String scheme : List.of("dynamast", "single-master", "multi-master")) {
      follow(scheme);
      assertThat(reader.read("Sum", 1L, 2L)).as(scheme).isInstanceOf(ReadResult.class);
    }
    for (String scheme :
        List.of(
            "partition-store", "leap", "aria", "calvin", "bohm", "pwv", "dist-s2pl", "pb-occ")) {
      follow(scheme);
      assertThat(whyNot(reader.read("Sum", 1L, 2L))).as(scheme).isEqualTo(WhyNot.NOTHING_IS);
    }
  }

  @Test
  void aSiteThatNobodyLeadsReadsNothing() {
    Reader reader = reader(1);
    assertThat(reader.read("Sum", 1L, 2L)).isInstanceOf(ReadResult.class);
    nodes.get(1).connection.close();
    world.runFor(STEP_US);
    assertThat(whyNot(reader.read("Sum", 1L, 2L))).isEqualTo(WhyNot.NOT_NOW);
    connect(nodes.get(1));
    assertThat(reader.read("Sum", 1L, 2L)).isInstanceOf(ReadResult.class);
  }

  /** It may have a cut that the next router never heard of. */
  @Test
  void aSiteThatMayHaveBeenDeclaredDeadReadsNothing() {
    Reader reader = reader(1);
    membership.goAway(4 * LEASE_US);
    world.runFor(2 * LEASE_US);
    assertThat(whyNot(reader.read("Sum", 1L, 2L))).isEqualTo(WhyNot.NOT_NOW);
  }

  @Test
  void whoIsOfAnotherClusterOrSaysNothingOfItselfIsSentAway() {
    Reader stranger = reader(1, new ReaderHello("others"));
    assertThat(stranger.answers.get(0)).isInstanceOf(Goodbye.class);
    Reader hasty = reader(1, new Read(1, 1_000, 0, 1, VersionVector.ZERO, "Sum", new byte[0]));
    assertThat(hasty.answers.get(0)).isInstanceOf(Goodbye.class);
    assertThat(List.of(stranger.closed, hasty.closed)).containsExactly(true, true);
  }

  @Test
  void thereIsPlaceForSoManyRoutersAndForAnotherWhenOneHasGone() {
    List<Reader> readers = new ArrayList<>();
    for (int i = 0; i < ReadingRouters.MOST_ROUTERS; i++) {
      readers.add(reader(1));
    }
    Reader tooMany = reader(1);
    assertThat(tooMany.closed).isTrue();
    readers.get(0).leave();
    assertThat(reader(1).read("Sum", 1L, 2L)).isInstanceOf(ReadResult.class);
    assertThat(readers.get(1).read("Sum", 1L, 2L)).isInstanceOf(ReadResult.class);
  }

  @Test
  void aRouterIsOwedNoMoreThanSoManyReads() {
    Executed written = (Executed) execute(1, raise(1, 5));
    Reader reader = reader(2);
    for (int i = 0; i <= ReadingRouters.MOST_READS; i++) {
      reader.send(written.vector(), "Sum", 1L, 2L);
    }
    world.runFor(5_000);
    assertThat(reader.answers).as("one is too many, the others wait for a cut").hasSize(1);
    cutAt(written.vector());
    assertThat(reader.answers.stream().filter(ReadResult.class::isInstance))
        .hasSize(ReadingRouters.MOST_READS);
    assertThat(reader.read(written.vector(), "Sum", 1L, 2L)).isInstanceOf(ReadResult.class);
  }
}
