package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.SiteToRouter.Replan;

/**
 * Scenarios about two sites of which the first holds every row and the second only what it masters
 * (decision 0041), and a router that is played by the test.
 */
final class PartialScenariosTest extends SiteFixture {
  PartialScenariosTest() {
    super(1);
  }

  @Test
  void aSiteThatDoesNotHoldARowNeverSaysThatThereIsNone() {
    execute(1, raise(1, 5));
    execute(2, raise(101, 7));
    cut();
    assertThat(valueOf(execute(1, call("Sum", 1, 1L, 101L)))).as("it holds both").isEqualTo(12L);
    Message answer = execute(2, call("Sum", 1, 1L, 101L));
    assertThat(answer).isInstanceOf(Replan.class);
    assertThat(((Replan) answer).touched()).as("the router learns what it needs").isNotNull();
  }

  @Test
  void whatASiteMastersItReadsAndWrites() {
    execute(2, raise(101, 7));
    cut();
    assertThat(valueOf(execute(2, call("Sum", 1, 101L, 102L)))).isEqualTo(7L);
    assertThat(valueOf(execute(2, raise(101, 1)))).isEqualTo(8L);
  }

  @Test
  void aSiteThatRestartsHoldsTheSameAsBefore() {
    execute(1, raise(1, 5));
    execute(2, raise(101, 7));
    nodes.get(2).kill();
    start(2);
    cut();
    assertThat(execute(2, call("Sum", 1, 1L, 101L))).isInstanceOf(Replan.class);
    assertThat(valueOf(execute(2, call("Sum", 1, 101L, 102L)))).isEqualTo(7L);
  }

  @Test
  void aRowThatIsNotHeldTakesNoMemory() {
    execute(1, raise(1, 5));
    execute(1, raise(2, 5));
    execute(2, raise(101, 7));
    cut();
    assertThat(rowsAt(1)).isEqualTo(3);
    assertThat(rowsAt(2)).isEqualTo(1);
  }

  private long rowsAt(int site) {
    return nodes.get(site).store.rowCount(PartitionId.table(P0));
  }
}
