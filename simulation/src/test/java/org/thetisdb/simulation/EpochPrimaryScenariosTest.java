package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.wire.RouterToSite.FollowScheme;
import org.thetisdb.core.wire.RouterToSite.Release;

/**
 * Scenarios of a primary whose log takes commits by the epoch, of ten milliseconds (decision 0091).
 */
final class EpochPrimaryScenariosTest extends SiteFixture {
  private static final long MOMENT_US = 3_000;

  EpochPrimaryScenariosTest() {
    follow(SchemeRegistry.EPOCH_PB_OCC.name());
  }

  private void follow(String scheme) {
    nodes.values().forEach(node -> node.send(new FollowScheme(scheme)));
    world.runFor(STEP_US);
  }

  private void send(CallBuilder call) {
    Node primary = nodes.get(1);
    primary.send(call.build(primary));
    world.runFor(MOMENT_US);
  }

  private List<Object> values() {
    return nodes.get(1).answers.stream().map(SiteFixture::valueOf).toList();
  }

  @Test
  void callsAreAnsweredWhenTheirEpochIsInTheLog() {
    nodes.get(1).answers.clear();
    send(raise(1, 5));
    send(raise(1, 5));
    assertThat(nodes.get(1).answers).as("both have run").isEmpty();
    world.runFor(10_000);
    assertThat(values())
        .as("and the second one read what the first one wrote")
        .containsExactly(5L, 10L);
  }

  @Test
  void aReleaseWaitsForNoEpoch() {
    nodes.get(1).answers.clear();
    send(raise(1, 5));
    nodes.get(1).send(new Release(9, List.of(new Mastership(P0, 1)), 2, 1));
    world.runFor(MOMENT_US);
    assertThat(nodes.get(1).answers).as("what was committed before it, too").hasSize(2);
  }

  @Test
  void underAnotherSchemeNothingWaitsForAnEpoch() {
    follow(SchemeRegistry.PB_OCC.name());
    nodes.get(1).answers.clear();
    send(raise(1, 5));
    assertThat(values()).containsExactly(5L);
  }
}
