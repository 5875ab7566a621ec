package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.value.LargeValue;

/**
 * Hazard 24: pieces of a large value go while a row holds it, or stay when none does. The
 * statements are such as need no code from the planner.
 */
final class LargeHazardScenarios extends LargeValueFixture {
  private static final String INSERT = "INSERT INTO docs (id, body) VALUES (?, ?)";
  private static final String DELETE = "DELETE FROM docs WHERE id = ?";

  private SqlSessionCore ann;

  private LargeValue open(byte[] content) {
    startCluster();
    ann = session();
    assertDone(auto(ann, "CREATE TABLE docs (id BIGINT PRIMARY KEY, body BYTEA)"));
    assertDone(auto(ann, PREPARE));
    return upload(ann, content);
  }

  void whatARowHoldsIsNotSwept() {
    byte[] content = threePieces();
    LargeValue value = open(content);
    assertDone(auto(ann, INSERT, 1L, value));
    sweepUploads();
    assertThere(value, content);
  }

  void whatNoRowHoldsIsSwept() {
    LargeValue value = open(threePieces());
    assertDone(auto(ann, INSERT, 1L, value));
    assertDone(auto(ann, DELETE, 1L));
    sweepGivenUp();
    assertGone(value);
  }

  void whatWasGivenUpCanBeReadForAWhile() {
    byte[] content = threePieces();
    LargeValue value = open(content);
    assertDone(auto(ann, INSERT, 1L, value));
    assertDone(auto(ann, DELETE, 1L));
    world.runFor(4 * MINUTE_US);
    assertThere(value, content);
  }

  /** The row that has it first takes it along; the other one must not rely on it. */
  void aValueIsInOneRowAlone() {
    LargeValue value = open(threePieces());
    assertDone(auto(ann, INSERT, 1L, value));
    assertFailed(auto(ann, INSERT, 2L, value), ErrorCode.LARGE_VALUE_GONE);
    assertThat(count(auto(ann, DELETE, 1L))).isEqualTo(1);
    assertFailed(auto(ann, INSERT, 2L, value), ErrorCode.LARGE_VALUE_GONE);
  }
}
