package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.placement.AppliedPlacement;
import org.thetisdb.core.placement.PlacedRanges;
import org.thetisdb.core.placement.PlacedRanges.PlacedRange;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.Placed;
import org.thetisdb.server.catalog.Catalog;

/** What sites do with an applied placement (decision 0061). The router is played by the test. */
final class PlacementScenariosTest extends SiteFixture {
  private static final AppliedPlacement FIRST =
      AppliedPlacement.NONE.next(100, PlacedRanges.of(List.of(new PlacedRange(P0, P1, 2))));

  @Test
  void eachSiteTellsItsRouterAsSoonAsItKnows() {
    assertThat(change(FIRST).errorNumber()).isZero();
    cut();
    assertThat(placedBy(1)).as("the site that wrote it").isEqualTo(FIRST);
    assertThat(placedBy(2)).as("one that heard of it").isEqualTo(FIRST);
  }

  @Test
  void itIsKnownBehindTheDeathOfAllSites() {
    change(FIRST);
    nodes.get(1).kill();
    nodes.get(2).kill();
    start(1);
    start(2);
    assertThat(placedBy(1)).isEqualTo(FIRST);
    assertThat(placedBy(2)).isEqualTo(FIRST);
    AppliedPlacement back = FIRST.next(0, PlacedRanges.NONE);
    assertThat(change(back).errorNumber()).as("the next change is the second one").isZero();
    cut();
    assertThat(placedBy(2)).isEqualTo(back);
  }

  @Test
  void aSiteThatIsKilledBeforeTheLogHasItKnowsNothing() {
    Node node = nodes.get(1);
    node.send(changeOf(FIRST, node));
    world.runFor(30); // it has arrived, and the log takes 200 us
    node.kill();
    world.runFor(STEP_US);
    start(1);
    Placed told = last(1);
    assertThat(told == null || told.placement().equals(FIRST)).as("all of it or nothing").isTrue();
    AppliedPlacement next =
        told == null
            ? FIRST
            : FIRST.next(100, PlacedRanges.of(List.of(new PlacedRange(P0, P0, 1))));
    assertThat(change(next).errorNumber()).isZero();
  }

  @Test
  void aChangeThatDoesNotKnowTheLastOneIsRefused() {
    change(FIRST);
    AppliedPlacement other =
        AppliedPlacement.NONE.next(100, PlacedRanges.of(List.of(new PlacedRange(P0, P0, 1))));
    assertThat(change(other).message()).contains("change 1 came before");
    assertThat(placedBy(1)).isEqualTo(FIRST);
  }

  @Test
  void anythingElseThanARecordIsRefused() {
    Node node = nodes.get(1);
    node.answers.clear();
    node.send(changeOf(new byte[] {1, 2, 3}, node));
    world.runFor(STEP_US);
    assertThat(executed(node).errorNumber()).isNotZero();
    assertThat(last(1)).isNull();
  }

  private Executed change(AppliedPlacement next) {
    Node node = nodes.get(1);
    node.answers.removeIf(Executed.class::isInstance);
    node.send(changeOf(next, node));
    world.runFor(STEP_US);
    return executed(node);
  }

  private static Executed executed(Node node) {
    return (Executed)
        node.answers.stream().filter(Executed.class::isInstance).findFirst().orElseThrow();
  }

  private Execute changeOf(AppliedPlacement next, Node node) {
    return changeOf(next.toByteArray(), node);
  }

  /** As a router does: behind all that it was told. */
  private Execute changeOf(byte[] record, Node node) {
    VersionVector all = reports();
    Execute plain =
        call("thetis.change_placement", 0, (Object) record)
            .writes(Catalog.PARTITION, 0)
            .build(node);
    return new Execute(
        plain.attemptId(),
        0,
        0,
        false,
        false,
        false,
        0,
        1,
        1000,
        all,
        plain.procedure(),
        0,
        ValueCodec.encodeArguments((Object) record),
        plain.written(),
        null,
        null);
  }

  private AppliedPlacement placedBy(int site) {
    Placed last = last(site);
    return last == null ? AppliedPlacement.NONE : last.placement();
  }

  private Placed last(int site) {
    Placed last = null;
    for (Object each : nodes.get(site).answers) {
      last = each instanceof Placed placed ? placed : last;
    }
    return last;
  }
}
