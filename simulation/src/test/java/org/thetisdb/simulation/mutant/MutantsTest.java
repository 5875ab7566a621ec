package org.thetisdb.simulation.mutant;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every mutant is caught. */
final class MutantsTest {
  private static final int SEEDS = Integer.getInteger("thetis.mutant-seeds", 200);

  static Stream<Mutation> mutations() {
    return Stream.of(
        Mutation.returns(
            "Equation 1 is skipped", "replication.refresh.OriginLog", "mayApply", true),
        Mutation.runsAtOnce(
            "answers do not wait for the log", "server.commit.GroupCommit", "whenDurable", 1),
        Mutation.returns(
            "rows mastered elsewhere are read now",
            "server.txn.TransactionRunner",
            "mayReadNow",
            true),
        Mutation.returns(
            "a snapshot need not show what is overwritten",
            "server.txn.TransactionRunner",
            "showsNewest",
            true),
        Mutation.returns(
            "every site masters everything",
            "server.mastership.MastershipTable",
            "isMasteredHere",
            true),
        Mutation.skipped("outcomes are not remembered", "server.commit.OutcomeTable", "record"),
        Mutation.skipped(
            "a repetition does not wait for the reports",
            "core.wire.RouterToSite$Execute",
            "repetition"),
        Mutation.returns(
            "a release does not wait for writers", "server.txn.Releases", "isFree", true),
        Mutation.skipped(
            "commits do not say what they depend on", "server.commit.GroupCommit", "dependOn"),
        Mutation.withoutCalls(
            "a session forgets what it has seen", "client.ClientCore", "answered", "saw"),
        Mutation.skipped("a session uses a number again", "client.SessionNumber", "advance"));
  }

  @ParameterizedTest
  @MethodSource("mutations")
  void isCaught(Mutation mutation) {
    MutantLoader mutant = new MutantLoader(mutation);
    for (long seed = 1; seed <= SEEDS; seed++) {
      List<String> problems = mutant.run(seed);
      if (!problems.isEmpty()) {
        System.out.println(
            mutation + ": seed " + seed + ": " + problems.get(0).lines().findFirst().orElse(""));
        return;
      }
    }
    assertThat(false).as("%s: nothing was noticed in %d seeds", mutation, SEEDS).isTrue();
  }
}
