package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite.Aborted;
import org.thetisdb.core.wire.RouterToSite.CommitVotes;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.RouterToSite.FollowScheme;
import org.thetisdb.core.wire.RouterToSite.HoldPlace;
import org.thetisdb.core.wire.RouterToSite.Part;
import org.thetisdb.core.wire.RouterToSite.Step;
import org.thetisdb.core.wire.RouterToSite.TableRights;
import org.thetisdb.core.wire.RouterToSite.Undecided;
import org.thetisdb.core.wire.SiteToRouter.AwaitedRows;
import org.thetisdb.core.wire.SiteToRouter.Replan;
import org.thetisdb.core.wire.SiteToRouter.Voted;
import org.thetisdb.core.wire.TablesRequest;

/**
 * Scenarios about fragments that run on undecided rows, and a router that is played by the test
 * (decision 0163). Counter 1 is at site 1 and has 50; counters from 101 on are at site 2, which
 * commits.
 */
final class SpeculationScenariosTest extends SiteFixture {
  private static final long FIRST = (1L << 40) + 1;
  private static final long SECOND = FIRST + 1;
  private static final long THIRD = FIRST + 2;

  SpeculationScenariosTest() {
    execute(1, raise(1, 50));
    cut();
    for (int site = 1; site <= 2; site++) {
      nodes.get(site).kill();
      start(site);
      nodes.get(site).send(new FollowScheme(SchemeRegistry.DTXN.name()));
      TableRights open = new TableRights(false, List.of(), List.of());
      nodes.get(site).send(new TablesRequest(1, open, VersionVector.ZERO).request("dtxn"));
    }
    world.runFor(STEP_US);
    nodes.values().forEach(node -> node.answers.clear());
    cut();
  }

  @Test
  void aFragmentRunsOnAnUndecidedRowAndIsCommittedBehindIt() {
    Voted first = (Voted) fragment(FIRST, passOn(101, 7));
    Voted second = (Voted) fragment(SECOND, passOn(102, 3));
    assertThat(first.rows()).hasSize(1);
    assertThat(second.value()).as("43 - 3").isEqualTo(valueBytes(40));
    Node home = nodes.get(2);
    home.answers.clear();
    home.send(decision(SECOND, passOn(102, 3), second));
    cut();
    assertThat(answersOf(home)).as("what it stands on is not decided").isEmpty();
    home.send(decision(FIRST, passOn(101, 7), first));
    cut();
    assertThat(answersOf(home)).extracting(SiteFixture::valueOf).containsExactly(43L, 40L);
    cut();
    assertThat(valueOf(execute(1, raise(1, 1)))).isEqualTo(41L);
  }

  @Test
  void aFragmentThatIsToWaitRunsOnDecidedRowsAlone() {
    Voted first = (Voted) fragment(FIRST, passOn(101, 7));
    assertThat(answersBefore(FIRST, first, part(SECOND, Step.FRAGMENT, passOn(102, 3)))).isEmpty();
    Voted second = (Voted) answersOf(nodes.get(1)).get(0);
    assertThat(second.value()).as("43 - 3").isEqualTo(valueBytes(40));
    assertThat(second.below()).as("it stands on nobody").isEmpty();
  }

  @Test
  void whatBlocksItsSiteHoldsUpEverythingBehindIt() {
    Voted first = (Voted) ask(1, part(FIRST, Step.BLOCK, passOn(101, 7)));
    CallBuilder other = call("PassOn", 1, 3L, 102L, 1L).session(102, 1);
    assertThat(answersBefore(FIRST, first, part(SECOND, Step.FRAGMENT, other)))
        .as("it has no row of the first one")
        .isEmpty();
    assertThat(answersOf(nodes.get(1))).hasSize(1);
  }

  @Test
  void whatBlocksWaitsForAllThatIsUndecidedAtItsSite() {
    Voted first = (Voted) ask(1, part(FIRST, Step.FRAGMENT, passOn(101, 7)));
    CallBuilder other = call("PassOn", 1, 3L, 102L, 1L).session(102, 1);
    assertThat(answersBefore(FIRST, first, part(SECOND, Step.BLOCK, other))).isEmpty();
    assertThat(answersOf(nodes.get(1))).hasSize(1);
  }

  @Test
  void nobodyRunsOnWhatOneHasPreparedThatWaits() {
    Voted first = (Voted) ask(1, part(FIRST, Step.FRAGMENT, passOn(101, 7)));
    assertThat(answersBefore(FIRST, first, part(SECOND, Step.SPECULATE, passOn(102, 3)))).isEmpty();
    Voted second = (Voted) answersOf(nodes.get(1)).get(0);
    assertThat(second.value()).as("43 - 3").isEqualTo(valueBytes(40));
  }

  /** What site 1 answers to a part before a call is decided that has voted; then it is decided. */
  private List<Message> answersBefore(long decided, Voted vote, Part part) {
    Node master = nodes.get(1);
    master.answers.clear();
    master.send(part);
    world.runFor(STEP_US);
    List<Message> before = answersOf(master);
    nodes.get(2).send(decision(decided, passOn(101, 7), vote));
    cut();
    return before;
  }

  @Test
  void whatStandsOnAnAbortedOneBeginsAnew() {
    fragment(FIRST, passOn(101, 7));
    Voted second = (Voted) fragment(SECOND, passOn(102, 3));
    Node home = nodes.get(2);
    home.answers.clear();
    home.send(decision(SECOND, passOn(102, 3), second));
    cut();
    abort(SECOND);
    assertThat(answersOf(home)).hasOnlyElementsOfType(Replan.class).hasSize(1);
    abort();
    assertThat(valueOf(execute(1, raise(1, 1)))).isEqualTo(51L);
  }

  @Test
  void nobodyStandsOnWhatStandsOnAnAbortedOne() {
    fragment(FIRST, passOn(101, 7));
    fragment(SECOND, passOn(102, 3));
    abort(SECOND);
    Node master = nodes.get(1);
    master.answers.clear();
    master.send(part(THIRD, passOn(103, 1)));
    world.runFor(STEP_US);
    assertThat(answersOf(master)).isEmpty();
    abort(THIRD);
    assertThat(((Voted) answersOf(master).get(0)).value()).isEqualTo(valueBytes(49));
  }

  @Test
  void whatIsAbortedIsFreeAtOnceWhereItWasPrepared() {
    fragment(FIRST, passOn(101, 7));
    nodes.get(1).send(new Aborted(FIRST, List.of()));
    assertThat(((Voted) fragment(SECOND, passOn(102, 1))).value()).isEqualTo(valueBytes(49));
  }

  @Test
  void homeDoesNotAwaitTheLogOfWhatWasAborted() {
    fragment(FIRST, passOn(101, 7));
    Voted second = (Voted) fragment(SECOND, passOn(102, 3));
    Voted third = (Voted) fragment(THIRD, passOn(103, 1));
    Node home = nodes.get(2);
    home.answers.clear();
    home.send(decision(SECOND, passOn(102, 3), second));
    home.send(decision(THIRD, passOn(103, 1), third));
    cut();
    assertThat(answersOf(home)).isEmpty();
    home.send(new Aborted(FIRST, List.of()));
    world.runFor(STEP_US);
    assertThat(answersOf(home)).hasOnlyElementsOfType(Replan.class).hasSize(2);
  }

  @Test
  void nobodyStandsOnWhatIsDoomedElsewhere() {
    fragment(SECOND, passOn(102, 3));
    Node master = nodes.get(1);
    master.answers.clear();
    master.send(new Aborted(FIRST, List.of(SECOND)));
    master.send(part(THIRD, passOn(103, 1)));
    world.runFor(STEP_US);
    assertThat(answersOf(master)).isEmpty();
    master.send(new Aborted(SECOND, List.of()));
    world.runFor(STEP_US);
    assertThat(((Voted) answersOf(master).get(0)).value()).isEqualTo(valueBytes(49));
  }

  @Test
  void aRefusalThatRestsOnAnUndecidedRowIsGivenWhenThatIsDecided() {
    fragment(FIRST, passOn(101, 45));
    Node master = nodes.get(1);
    master.answers.clear();
    master.send(part(SECOND, passOn(102, 10)));
    world.runFor(STEP_US);
    assertThat(answersOf(master)).as("it finds 5, which may come to nothing").isEmpty();
    abort(SECOND);
    assertThat(((Voted) answersOf(master).get(0)).value()).isEqualTo(valueBytes(40));
  }

  @Test
  void aLowerNumberWaitsForAHigherOne() {
    fragment(SECOND, passOn(101, 7));
    Node master = nodes.get(1);
    master.answers.clear();
    master.send(part(FIRST, passOn(102, 3)));
    world.runFor(STEP_US);
    assertThat(answersOf(master)).isEmpty();
  }

  @Test
  void aMasterThatRestartsHoldsWhatItHasPreparedAndHasOthersWait() {
    Voted first = (Voted) fragment(FIRST, passOn(101, 7));
    Voted second = (Voted) fragment(SECOND, passOn(102, 3));
    nodes.get(1).kill();
    start(1);
    cut();
    Node home = nodes.get(2);
    home.answers.clear();
    home.send(decision(FIRST, passOn(101, 7), first));
    home.send(decision(SECOND, passOn(102, 3), second));
    cut();
    assertThat(answersOf(home)).extracting(SiteFixture::valueOf).containsExactly(43L, 40L);
    cut();
    assertThat(valueOf(execute(1, raise(1, 1)))).isEqualTo(41L);
  }

  @Test
  void votesForWhatWasUndoneCountForNothing() {
    Voted first = (Voted) fragment(FIRST, passOn(101, 7));
    Voted second = (Voted) fragment(SECOND, passOn(102, 3));
    Node home = nodes.get(2);
    home.answers.clear();
    home.send(decision(SECOND, passOn(102, 3), second));
    world.runFor(STEP_US);
    abort();
    assertThat(answersOf(home)).hasOnlyElementsOfType(Replan.class);
    home.answers.clear();
    home.send(decision(FIRST, passOn(101, 7), first));
    cut();
    assertThat(answersOf(home)).as("it was aborted").hasOnlyElementsOfType(Replan.class);
  }

  @Test
  void aLaterFragmentWaitsWhereAnEarlierCallIsAtHome() {
    Voted first = (Voted) fragment(FIRST, passOn(101, 7));
    Node home = nodes.get(2);
    home.answers.clear();
    home.send(new HoldPlace(FIRST, written(101)));
    home.send(
        new Part(
            SECOND,
            Step.SPECULATE,
            null,
            call("PassOn", 1, 101L, 1L, 2L).session(9, 1).writes(P1, 0).build(home)));
    cut();
    assertThat(answersOf(home)).as("it would hold what the first one needs").isEmpty();
    home.send(decision(FIRST, passOn(101, 7), first));
    cut();
    assertThat(answersOf(home)).hasSize(2);
    assertThat(valueOf(answersOf(home).get(0))).isEqualTo(43L);
    assertThat(((Voted) answersOf(home).get(1)).value()).isEqualTo(valueBytes(5));
  }

  @Test
  void aPlaceThatIsGivenUpHoldsNobody() {
    Node home = nodes.get(2);
    execute(2, raise(101, 9));
    cut();
    home.answers.clear();
    home.send(new HoldPlace(FIRST, written(101)));
    home.send(
        new Part(
            SECOND,
            Step.SPECULATE,
            null,
            call("PassOn", 1, 101L, 1L, 2L).session(9, 1).writes(P1, 0).build(home)));
    cut();
    assertThat(answersOf(home)).isEmpty();
    home.send(new HoldPlace(FIRST, new KeySet(List.of(), List.of(), List.of())));
    cut();
    assertThat(((Voted) answersOf(home).get(0)).value()).isEqualTo(valueBytes(7));
  }

  @Test
  void aCallOfOneSiteVotesIfItStandsOnOthers() {
    Voted first = (Voted) fragment(FIRST, passOn(101, 7));
    Voted second = (Voted) ask(1, alone(SECOND, passOn(2, 3)));
    assertThat(second.below()).containsExactly(FIRST);
    assertThat(second.value()).as("43 - 3").isEqualTo(valueBytes(40));
    Node home = nodes.get(2);
    home.answers.clear();
    home.send(decision(SECOND, passOn(2, 3), second));
    cut();
    assertThat(answersOf(home)).as("what it stands on is not decided").isEmpty();
    home.send(decision(FIRST, passOn(101, 7), first));
    cut();
    assertThat(answersOf(home)).extracting(SiteFixture::valueOf).containsExactly(43L, 40L);
    cut();
    assertThat(valueOf(execute(1, raise(2, 1)))).isEqualTo(4L);
  }

  @Test
  void aCallOfOneSiteCommitsThereIfItStandsOnNobody() {
    Message answer = ask(1, alone(FIRST, passOn(2, 3)));
    assertThat(valueOf(answer)).isEqualTo(47L);
    assertThat(valueOf(execute(1, raise(2, 1)))).isEqualTo(4L);
  }

  @Test
  void whatHasVotedIsNotRunAgainWhereItIsDecided() {
    Voted vote = (Voted) ask(1, part(FIRST, passOn(2, 3)));
    Node own = nodes.get(1);
    own.answers.clear();
    own.send(decision(FIRST, passOn(2, 3).writes(P0, 0).build(own), vote));
    cut();
    assertThat(answersOf(own)).extracting(SiteFixture::valueOf).containsExactly(47L);
    assertThat(valueOf(execute(1, raise(2, 1)))).isEqualTo(4L);
  }

  @Test
  void whatIsDecidedWhereItHasVotedWaitsForNoneThatStandsOnIt() {
    Voted first = (Voted) ask(1, part(FIRST, passOn(2, 3)));
    Voted second = (Voted) ask(1, alone(SECOND, passOn(3, 1)));
    assertThat(second.below()).containsExactly(FIRST);
    Node own = nodes.get(1);
    own.answers.clear();
    own.send(decision(FIRST, passOn(2, 3).writes(P0, 0).build(own), first));
    own.send(decision(SECOND, passOn(3, 1).writes(P0, 0).build(own), second));
    cut();
    assertThat(answersOf(own)).extracting(SiteFixture::valueOf).containsExactly(47L, 46L);
  }

  private static KeySet written(long counter) {
    return new KeySet(
        List.of(new RowKey(16, Counter.COUNTERS.keys().encode(counter))), List.of(), List.of());
  }

  private Part alone(long transaction, CallBuilder call) {
    return new Part(transaction, Step.ALONE, null, call.writes(P0, 0).build(nodes.get(1)));
  }

  /** But for what it says of those that wait. */
  private static List<Message> answersOf(Node node) {
    return node.answers.stream().filter(answer -> !(answer instanceof AwaitedRows)).toList();
  }

  private static byte[] valueBytes(long value) {
    return ValueCodec.encode(value);
  }

  private CallBuilder passOn(long to, long amount) {
    return call("PassOn", 1, 1L, to, amount).session(to, 1);
  }

  private Message fragment(long transaction, CallBuilder call) {
    return ask(1, part(transaction, call));
  }

  private Part part(long transaction, CallBuilder call) {
    return part(transaction, Step.SPECULATE, call);
  }

  private Part part(long transaction, Step step, CallBuilder call) {
    return new Part(transaction, step, null, call.writes(P0, 0).build(nodes.get(1)));
  }

  /** All sites hear that nothing comes of what is not named. */
  private void abort(Long... undecided) {
    VersionVector all = reports();
    nodes.values().forEach(node -> node.send(new Undecided(THIRD, all, List.of(undecided))));
    world.runFor(STEP_US);
  }

  private CommitVotes decision(long transaction, CallBuilder call, Voted vote) {
    return decision(transaction, call.writes(P1, 0).build(nodes.get(2)), vote);
  }

  private static CommitVotes decision(long transaction, Execute whole, Voted vote) {
    Execute behind =
        new Execute(
            whole.attemptId(),
            whole.session(),
            whole.sequence(),
            whole.repetition(),
            whole.reconnaissance(),
            whole.fresh(),
            whole.wallMs(),
            whole.seed(),
            whole.timeoutMs(),
            vote.vector(),
            whole.procedure(),
            whole.jarVersion(),
            whole.arguments(),
            whole.written(),
            whole.plan(),
            whole.transaction());
    return new CommitVotes(
        transaction,
        vote.parts(),
        vote.ran(),
        vote.rows(),
        vote.hasPrepared() ? 1 : 0,
        vote.versions(),
        vote.value(),
        vote.results(),
        behind);
  }
}
