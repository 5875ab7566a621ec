package org.thetisdb.simulation.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.core.net.FrameCodec;
import org.thetisdb.core.testing.TestSet;

/**
 * Whatever comes, a decoder takes it or refuses it as it says it does; it takes no more memory than
 * a frame may, and comes to an end.
 */
@Execution(ExecutionMode.CONCURRENT)
final class FuzzTest {
  private static final long INPUTS = Long.getLong("thetis.fuzz", TestSet.some(20_000));
  private static final long SEED = Long.getLong("thetis.fuzz-seed", TestSet.first(1, 1));

  /** Only one that never ends takes longer: SQL that is planned and compiled takes some 5 ms. */
  private static final long INPUTS_PER_SECOND_AT_LEAST = 50;

  /** Of SQL so many times fewer: most of its inputs are planned, and some compiled. */
  private static final int FEWER_OF_SQL = 10;

  static Stream<Target> decoders() {
    return Targets.all();
  }

  static Stream<Target> sql() {
    return SqlTargets.all();
  }

  @ParameterizedTest
  @MethodSource("decoders")
  void rubbishIsRefusedOrHarmless(Target target) {
    fuzz(target, INPUTS);
  }

  @ParameterizedTest
  @MethodSource("sql")
  void rubbishAsSqlIsRefusedOrHarmless(Target target) {
    fuzz(target, INPUTS / FEWER_OF_SQL);
  }

  private static void fuzz(Target target, long inputs) {
    Fuzzer fuzzer = new Fuzzer(target, FrameCodec.DEFAULT_LIMIT_BYTES);
    fuzzer.checkSamples();
    Duration bound = Duration.ofSeconds(30 + inputs / INPUTS_PER_SECOND_AT_LEAST);
    assertTimeoutPreemptively(bound, () -> fuzzer.run(SEED, inputs));
    System.out.println(fuzzer);
  }

  @Test
  void aDecoderThatTrustsALengthIsNoticed() {
    Target trusting =
        new Target(
            "trusting",
            List.of(new byte[] {0, 0, 0, 1, 7}),
            bytes -> bytes,
            bytes -> assertThat(new byte[java.nio.ByteBuffer.wrap(bytes).getInt()]).isNotNull(),
            thrown -> thrown instanceof java.nio.BufferUnderflowException);
    assertThatThrownBy(() -> new Fuzzer(trusting, 1 << 20).run(1, 10_000))
        .isInstanceOf(AssertionError.class);
  }
}
