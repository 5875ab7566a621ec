package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.Trait;
import org.thetisdb.core.testing.TestSet;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite.FollowScheme;
import org.thetisdb.core.wire.RouterToSite.SchemeRequest;
import org.thetisdb.core.wire.RouterToSite.SetPhase;
import org.thetisdb.core.wire.RouterToSite.TableRights;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.Replan;
import org.thetisdb.core.wire.TablesRequest;
import org.thetisdb.server.scheme.SiteFamily;
import org.thetisdb.server.scheme.SiteParts;
import org.thetisdb.server.scheme.SiteScheme;
import org.thetisdb.server.scheme.site.SiteFamilies;
import org.thetisdb.simulation.turns.Turns;

/**
 * What each scheme's part at a site keeps to, in a real site whose router is played by the test:
 * those that are shipped, and one that was added; some of them in each commit.
 */
final class SiteSchemeContractTest {
  private static final int PARTS = 3;
  private static final int CALLS = 12;

  static List<SchemeSpec> schemes() {
    return TestSet.oneIn(PARTS, Turns.FAMILIES.atSites().schemes().all());
  }

  private static SchemeSpec otherThan(SchemeSpec scheme) {
    return scheme.equals(SchemeRegistry.DYNAMAST) ? SchemeRegistry.ARIA : SchemeRegistry.DYNAMAST;
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void eachCallHasOneAnswer(SchemeSpec scheme) {
    Fixture fixture = new Fixture();
    fixture.follow(scheme);
    fixture.sendCalls();
    fixture.awaitAnswers(CALLS);
    fixture.assertRaisedTo(CALLS);
    fixture.assertNobodyWaits();
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void oneFamilyHasIt(SchemeSpec scheme) {
    Fixture fixture = new Fixture();
    assertThat(fixture.partsOf(1).stream().filter(part -> part.has(scheme))).hasSize(1);
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void itComesIntoForceAndIsLeftInAnyOrderAndTwice(SchemeSpec scheme) {
    Fixture fixture = new Fixture();
    SchemeSpec other = otherThan(scheme);
    fixture.tell(scheme, scheme, other, other, scheme, other, scheme);
    fixture.follow(scheme);
    fixture.sendCalls();
    fixture.awaitAnswers(CALLS);
    fixture.assertRaisedTo(CALLS);
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void callsUnderWayEndAsTheyBeganWhenAnotherIsInForce(SchemeSpec scheme) {
    for (long afterUs : new long[] {0, 60, 150, 400}) {
      Fixture fixture = new Fixture();
      fixture.follow(scheme);
      fixture.sendCalls();
      fixture.world.runFor(afterUs);
      fixture.tell(otherThan(scheme));
      fixture.sendCalls();
      fixture.awaitAnswers(2 * CALLS);
      fixture.assertRaisedTo(2L * CALLS);
      fixture.assertNobodyWaits();
    }
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void ofALostRouterNothingIsLeft(SchemeSpec scheme) {
    for (long afterUs : new long[] {30, 80, 150, 400}) {
      Fixture fixture = new Fixture();
      fixture.follow(scheme);
      fixture.sendCalls();
      fixture.world.runFor(afterUs);
      fixture.loseRouter();
      fixture.assertNobodyWaits();
      fixture.follow(scheme);
      fixture.sendCalls();
      fixture.awaitAnswers(CALLS);
      long value = fixture.value();
      assertThat(value).as("nothing ran twice").isBetween((long) CALLS, 2L * CALLS);
      fixture.assertNobodyWaits();
    }
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void aCallThatWaitsForTheLogsGoesOnWhenTheyHaveCome(SchemeSpec scheme) {
    Fixture fixture = new Fixture();
    fixture.follow(scheme);
    VersionVector all = fixture.reports();
    VersionVector ahead = all.with(2, all.get(2) + 1);
    fixture.nodes.get(1).answers.clear();
    fixture.send(fixture.raise(1, 1).session(70, 1).repetition(ahead));
    fixture.world.runFor(SiteFixture.STEP_US);
    assertThat(fixture.nodes.get(1).answers).as("it waits").isEmpty();
    fixture.execute(2, fixture.raise(101, 1));
    fixture.awaitAnswers(1);
    assertThat(fixture.value()).isEqualTo(1L);
  }

  /** Of the scheme that was added: the others have scenarios of what their calls wait for. */
  @Test
  void callsOfATurnWaitUntilTheSiteHasAllAndGoWithTheirRouter() {
    Fixture fixture = new Fixture();
    fixture.follow(Turns.SPEC);
    VersionVector all = fixture.reports();
    VersionVector ahead = all.with(2, all.get(2) + 1);
    fixture.nodes.get(1).send(Turns.turn(1, ahead));
    fixture.sendCalls();
    fixture.world.runFor(SiteFixture.STEP_US);
    assertThat(fixture.waiting()).isEqualTo(CALLS);
    fixture.loseRouter();
    fixture.assertNobodyWaits();
    fixture.follow(Turns.SPEC);
    fixture.nodes.get(1).send(Turns.turn(2, ahead));
    fixture.sendCalls();
    fixture.world.runFor(SiteFixture.STEP_US);
    assertThat(fixture.waiting()).isEqualTo(CALLS);
    fixture.execute(2, fixture.raise(101, 1));
    fixture.awaitAnswers(CALLS);
    fixture.assertRaisedTo(CALLS);
    fixture.assertNobodyWaits();
  }

  @Test
  void callsThatWaitForATurnGoOnWhenAnotherSchemeIsInForce() {
    Fixture fixture = new Fixture();
    fixture.follow(Turns.SPEC);
    VersionVector all = fixture.reports();
    fixture.nodes.get(1).send(Turns.turn(1, all.with(2, all.get(2) + 1)));
    fixture.sendCalls();
    fixture.world.runFor(SiteFixture.STEP_US);
    fixture.tell(SchemeRegistry.DYNAMAST);
    fixture.awaitAnswers(CALLS);
    fixture.assertRaisedTo(CALLS);
    fixture.assertNobodyWaits();
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void aSiteGoesOnFromWhatItsFormerIncarnationLeft(SchemeSpec scheme) {
    for (long afterUs : new long[] {100, 300, 1_500}) {
      Fixture fixture = new Fixture();
      fixture.follow(scheme);
      fixture.sendCalls();
      fixture.world.runFor(afterUs);
      fixture.nodes.get(1).kill();
      fixture.start(1);
      fixture.cut();
      fixture.follow(scheme);
      long before = fixture.value();
      fixture.sendCalls();
      fixture.awaitAnswers(CALLS);
      fixture.assertRaisedTo(before + CALLS);
      fixture.assertNobodyWaits();
    }
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void whatItDoesNotKnowItDoesNotTake(SchemeSpec scheme) {
    Fixture fixture = new Fixture();
    fixture.follow(scheme);
    SchemeRequest strange = new SchemeRequest("nobody", new byte[0]);
    for (SiteScheme part : fixture.partsOf(1)) {
      assertThat(part.takes(null, strange)).isFalse();
    }
    fixture.sendCalls();
    fixture.awaitAnswers(CALLS);
  }

  /** Two sites that know one scheme more, and whose parts can be asked. */
  private static final class Fixture extends SiteFixture {
    private static final TableRights OPEN = new TableRights(false, List.of(), List.of());

    /** Set when the constructor above begins; in the order of the sites' starts. */
    private List<SiteScheme> parts;

    private long phase = 1L << 32;
    private int sequence;

    @Override
    SiteFamilies families() {
      if (parts == null) {
        parts = new ArrayList<>();
      }
      List<SiteFamily> watched = new ArrayList<>();
      for (SiteFamily family : Turns.FAMILIES.atSites().families()) {
        watched.add(all -> watched(family, all));
      }
      return new SiteFamilies(Turns.FAMILIES.atSites().schemes(), watched);
    }

    private SiteScheme watched(SiteFamily family, SiteParts all) {
      SiteScheme part = family.begin(all);
      parts.add(part);
      return part;
    }

    /** The parts of a site's first incarnation. */
    List<SiteScheme> partsOf(int site) {
      int each = Turns.FAMILIES.atSites().families().size();
      return parts.subList((site - 1) * each, site * each);
    }

    /** Both sites are told what is in force, one after the other and at once. */
    void tell(SchemeSpec... schemes) {
      for (SchemeSpec scheme : schemes) {
        nodes.values().forEach(node -> node.send(new FollowScheme(scheme.name())));
      }
    }

    /** A scheme is in force at both, as far as they have to hear. */
    void follow(SchemeSpec scheme) {
      tell(scheme);
      if (scheme.has(Trait.LENDS_MASTERS)) {
        phase++;
        nodes.values().forEach(node -> node.send(new SetPhase(phase, 0, 0, List.of(), 0, OPEN)));
      }
      if (scheme.equals(SchemeRegistry.DTXN)) {
        phase++;
        SchemeRequest open = new TablesRequest(phase, OPEN, VersionVector.ZERO).request("dtxn");
        nodes.values().forEach(node -> node.send(open));
      }
      world.runFor(STEP_US);
      nodes.values().forEach(node -> node.answers.clear());
    }

    void send(CallBuilder call) {
      Node first = nodes.get(1);
      first.send(call.build(first));
    }

    /** Calls that all want one row, each of a session of its own. */
    void sendCalls() {
      for (int i = 0; i < CALLS; i++) {
        send(raise(1, 1).session(1_000 + ++sequence, 1));
      }
    }

    /** Each call is answered once, when the router has sent those again that were not begun. */
    void awaitAnswers(int count) {
      Node first = nodes.get(1);
      for (int round = 0; round < 40 && done(first) < count; round++) {
        world.runFor(STEP_US);
        long back = first.answers.stream().filter(Replan.class::isInstance).count();
        first.answers.removeIf(Replan.class::isInstance);
        for (int i = 0; i < back; i++) {
          send(raise(1, 1).session(1_000 + ++sequence, 1));
        }
      }
      world.runFor(STEP_US);
      List<Executed> ends = ends(first);
      assertThat(ends).hasSize(count).allMatch(end -> end.errorNumber() == 0);
      assertThat(ends.stream().map(Executed::attemptId).distinct().count()).isEqualTo(count);
    }

    private static int done(Node node) {
      return ends(node).size();
    }

    private static List<Executed> ends(Node node) {
      List<Executed> ends = new ArrayList<>();
      for (Message answer : node.answers) {
        if (answer instanceof Executed executed) {
          ends.add(executed);
        }
      }
      return ends;
    }

    void assertRaisedTo(long value) {
      assertThat(value()).isEqualTo(value);
    }

    /** What the counter holds. */
    long value() {
      cut();
      VersionVector all = reports();
      Message answer = execute(1, call("Sum", 1, 1L, 1L).repetition(all));
      nodes.get(1).answers.clear();
      return (Long) valueOf(answer) / 2;
    }

    /** Calls that wait at the sites, and stand in no queue of others. */
    int waiting() {
      return parts.stream().mapToInt(part -> part.calls().size()).sum();
    }

    void assertNobodyWaits() {
      world.runFor(STEP_US);
      assertThat(parts).allMatch(part -> part.calls().isEmpty());
    }

    /** The router is gone, and another one comes. */
    void loseRouter() {
      for (Node node : nodes.values()) {
        network.breakConnections(router.name(), node.process.name());
      }
      world.runFor(STEP_US);
      nodes.values().forEach(node -> hello(node));
      nodes.values().forEach(node -> node.answers.clear());
    }
  }
}
