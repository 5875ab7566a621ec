package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite.FailoverSuccessor;
import org.thetisdb.core.wire.SiteToRouter.SuccessorReady;
import org.thetisdb.core.wire.SiteToSite.LogPart;

/**
 * Scenarios of site 2, which gets the log of site 1 from that site. Each is told by {@code
 * LogStreamMutantsTest} as it is and without the rule that it needs.
 */
final class LogStreamHazardScenarios extends SiteFixture {
  private static final long LONG_US = 2_000_000;

  /** Less than membership needs to find out that nobody hears of site 1. */
  private static final long SOON_US = 320_000;

  private int parts;

  LogStreamHazardScenarios() {
    super(true);
    membership.reachedOver(network);
    world.runFor(LONG_US);
  }

  private void raiseThreeTimes() {
    for (int i = 0; i < 3; i++) {
      execute(1, raise(1, 5));
    }
  }

  /** Site 1 is cut off from the registry, is idle, and gives signs of life to site 2. */
  void aFenceIsReadThoughTheSiteThatItFencesGivesSignsOfLife() {
    raiseThreeTimes();
    assertThat(nodes.get(2).logStreamCounters.byLogStream())
        .as("entries that were sent")
        .isPositive();
    network.cut(SimulatedMembership.REGISTRY, "site-1", LONG_US);
    network.cut("site-1", SimulatedMembership.REGISTRY, LONG_US);
    Node second = nodes.get(2);
    second.answers.clear();
    second.send(new FailoverSuccessor(1));
    world.runFor(SOON_US);
    assertThat(nodes.get(1).halted).as("site 1 has not noticed").isNull();
    assertThat(second.answers).hasSize(1).first().isInstanceOf(SuccessorReady.class);
  }

  /** Site 1 would send the second of three parts, and does not. */
  void aPartThatIsLeftOutIsReadInTheLog() {
    network.leaveOut(this::isSecondPart);
    raiseThreeTimes();
    assertThat(parts).isEqualTo(2);
    siteTwoHasAll();
  }

  private boolean isSecondPart(Message message) {
    return message instanceof LogPart && ++parts == 2;
  }

  /** The log's reader was about to bring an entry when it was told to leave the log. */
  void anEntryThatComesByBothWaysIsPassedOnOnce() {
    log.removeLate();
    network.breakConnections("site-1", "site-2");
    world.runFor(LONG_US);
    raiseThreeTimes();
    assertThat(nodes.get(2).logStreamCounters.fallBacks()).isEqualTo(1);
    siteTwoHasAll();
  }

  private void siteTwoHasAll() {
    world.runFor(LONG_US);
    assertThat(nodes.get(2).halted).isNull();
    assertThat(nodes.get(2).logStreamCounters.byLogStream())
        .as("entries that were sent")
        .isPositive();
    cut();
    assertThat(valueOf(execute(2, call("Sum", 1, 1L, 2L)))).isEqualTo(15L);
  }
}
