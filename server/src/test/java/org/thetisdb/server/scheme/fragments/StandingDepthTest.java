package org.thetisdb.server.scheme.fragments;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StandingDepthTest {
  private final StandingDepth depth = new StandingDepth();

  @Test
  void eachAbortThatTakesOthersWithItHalvesTheBound() {
    assertThat(depth.most()).isEqualTo(StandingDepth.MOST);
    depth.onDoomed();
    assertThat(depth.most()).isEqualTo(StandingDepth.MOST / 2);
    for (int i = 0; i < 100; i++) {
      depth.onDoomed();
    }
    assertThat(depth.most()).as("one may always stand on another").isEqualTo(StandingDepth.LEAST);
  }

  @Test
  void itGrowsByOneWhileAsManyAreDecidedAsItAllows() {
    depth.onDoomed();
    int before = depth.most();
    decide(before - 1);
    assertThat(depth.most()).isEqualTo(before);
    decide(1);
    assertThat(depth.most()).isEqualTo(before + 1);
    decide(10_000);
    assertThat(depth.most()).isEqualTo(StandingDepth.MOST);
  }

  @Test
  void withATenthAbortedItStaysNearTheRootOfTheirDistance() {
    int sum = 0;
    for (int abort = 0; abort < 1_000; abort++) {
      decide(9);
      sum += depth.most();
      depth.onDoomed();
    }
    assertThat(sum / 1_000).isBetween(3, 7);
  }

  private void decide(int count) {
    for (int i = 0; i < count; i++) {
      depth.onDecided();
    }
  }
}
