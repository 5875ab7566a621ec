package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.core.wire.RouterToSite.Release;
import org.thetisdb.core.wire.SiteToRouter.Released;
import org.thetisdb.replication.membership.ClusterSettings;

/**
 * Two sites of which none holds every row, and none takes checkpoints: whatever is only copied to
 * one is gone with it (hazard 29). The router is played by the test.
 */
final class SoleCopyScenariosTest extends ReplicaFixture {
  SoleCopyScenariosTest() {
    super(0, ClusterSettings.NO_FULL_SITE);
  }

  /** The only copy would be in no log, and in no checkpoint that the site starts from. */
  @Test
  void rowsGoWithTheirMastershipAsLongAsNoCheckpointHasTheirCopy() {
    execute(1, raise(1, 5));
    fillFrom(1);
    promote();
    assertThat(valueOf(execute(2, raise(1, 1).writes(P0, 1)))).isEqualTo(6L);
    restart();
    cut();
    assertThat(valueOf(execute(2, raise(1, 1).writes(P0, 1)))).as("from the log").isEqualTo(7L);
  }

  private void promote() {
    Node node = nodes.get(1);
    node.answers.clear();
    List<Mastership> released = List.of(new Mastership(P0, 1));
    node.send(new Release(1, released, 2, incarnation(), 0, true));
    world.runFor(5 * STEP_US);
    assertThat(node.answers)
        .anyMatch(answer -> answer instanceof Released r && r.refused().isEmpty());
    cut();
  }
}
