package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.thetisdb.core.wire.SiteToRouter.WhyNot;

/**
 * A router that does not lead reads at a site that holds only what it masters (decisions 0041 and
 * 0059).
 */
final class PartialReaderScenariosTest extends ReaderFixture {
  PartialReaderScenariosTest() {
    super(1);
  }

  @Test
  void whatASiteDoesNotHoldIsNotReadThere() {
    execute(1, raise(1, 5));
    execute(2, raise(101, 7));
    cut();
    assertThat(found(reader(1).read("Sum", 1L, 101L))).isEqualTo(12L);
    assertThat(whyNot(reader(2).read("Sum", 1L, 101L))).isEqualTo(WhyNot.NOT_NOW);
    assertThat(found(reader(2).read("Sum", 101L, 102L))).isEqualTo(7L);
  }
}
