package org.thetisdb.replication.membership.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.replication.membership.zookeeper.MemberProbe.router;
import static org.thetisdb.replication.membership.zookeeper.MemberProbe.site;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.replication.embedded.EmbeddedZooKeeper;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.LeaseTerm;
import org.thetisdb.replication.membership.Membership.Candidacy;
import org.thetisdb.replication.membership.Membership.Registration;
import org.thetisdb.replication.membership.Membership.Result;
import org.thetisdb.replication.testing.Inbox;
import org.thetisdb.replication.testing.ServerProcess;

/** Membership on a real server. */
@Tag("cluster")
final class ZooKeeperMembershipTest {
  private static final int SESSION_MS = 1000;

  @TempDir Path dir;
  private EmbeddedZooKeeper server;
  private final List<MemberProbe> members = new ArrayList<>();

  @BeforeEach
  void start() {
    server = EmbeddedZooKeeper.start(dir, Address.ANY_LOOPBACK);
  }

  @AfterEach
  void stop() {
    members.forEach(MemberProbe::close);
    server.close();
  }

  private MemberProbe member() {
    MemberProbe member =
        new MemberProbe(ZooKeeperSettings.of(server.address().toString(), SESSION_MS));
    members.add(member);
    return member;
  }

  @Test
  void theFirstToWriteTheSettingsDecidesThem() {
    MemberProbe first = member();
    ClusterSettings agreed = first.agree("first").value();
    assertThat(agreed).isEqualTo(MemberProbe.settings("first").withId(agreed.id()));
    assertThat(agreed.id()).isPositive();
    assertThat(member().agree("second").value()).isEqualTo(agreed);
    assertThat(first.agree("third").value()).isEqualTo(agreed);
  }

  @Test
  void noIncarnationIsGivenTwice() {
    Inbox<Result<Integer>> answers = new Inbox<>();
    for (int m = 0; m < 4; m++) {
      MemberProbe member = member();
      for (int i = 0; i < 25; i++) {
        member.membership.nextIncarnation(7, member.scheduler, answers::put);
      }
    }
    assertThat(answers.next(100))
        .extracting(Result::orThrow)
        .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(1, 100).boxed().toList());
    assertThat(member().nextIncarnation(8).value()).isEqualTo(1);
  }

  @Test
  void livingSitesAreSeenInOrderAndVanishWhenTheyLeave() {
    MemberProbe watcher = member();
    watcher.watch();
    assertThat(watcher.sites.next()).isEmpty();
    assertThat(watcher.leaders.next()).isNull();
    MemberProbe two = member();
    two.register(2, 5);
    assertThat(watcher.sites.next()).containsExactly(site(2, 5));
    Registration one = member().register(1, 1);
    assertThat(watcher.sites.next()).containsExactly(site(1, 1), site(2, 5));
    one.close();
    assertThat(watcher.sites.next()).containsExactly(site(2, 5));
    two.membership.close();
    assertThat(watcher.sites.next()).isEmpty();
  }

  @Test
  void aSiteVanishesWhenItsProcessIsKilled() throws Exception {
    MemberProbe watcher = member();
    watcher.watch();
    try (ServerProcess process =
        ServerProcess.start(SiteProcess.class, server.address().toString(), "3", "2")) {
      watcher.sites.nextThat(List.of(site(3, 2))::equals);
      process.kill();
      assertThat(watcher.sites.next()).isEmpty();
    }
  }

  @Test
  void aLaterIncarnationReplacesAnEarlierOneThatIsStillRegistered() {
    MemberProbe watcher = member();
    watcher.watch();
    MemberProbe old = member();
    int first = old.nextIncarnation(1).value();
    old.register(1, first);
    watcher.sites.nextThat(List.of(site(1, first))::equals);
    MemberProbe late = member();
    int second = late.nextIncarnation(1).value();
    long counted = watcher.scheduler.clock().nowUs();
    late.register(1, second);
    // In one step, never seen without the site; and only when no lease of the old one can be left.
    assertThat(watcher.sites.next()).containsExactly(site(1, second));
    assertThat(watcher.scheduler.clock().nowUs() - counted).isGreaterThan(SESSION_MS * 1000L);
    watcher.sites.staysEmpty(300);
  }

  @Test
  void anEarlierIncarnationDoesNotComeBack() {
    MemberProbe watcher = member();
    watcher.watch();
    MemberProbe member = member();
    int first = member.nextIncarnation(1).value();
    int second = member.nextIncarnation(1).value();
    Registration old = member.register(1, first);
    member.register(1, second);
    watcher.sites.nextThat(List.of(site(1, second))::equals);
    watcher.sites.staysEmpty(300);
    assertThat(old.lease()).isEqualTo(LeaseTerm.NONE);
  }

  @Test
  void aSiteIsRegisteredAgainAfterTheServerWasAway() {
    MemberProbe watcher = member();
    MemberProbe member = member();
    int port = server.address().port();
    Registration registration = member.register(4, 1);
    watcher.watch();
    watcher.sites.nextThat(List.of(site(4, 1))::equals);
    awaitLease(watcher, registration);
    server.close();
    server = EmbeddedZooKeeper.start(dir, new Address("127.0.0.1", port));
    awaitLease(watcher, registration);
    MemberProbe fresh = member();
    fresh.watch();
    fresh.sites.nextThat(List.of(site(4, 1))::equals);
  }

  /** Waits, by the scheduler's timer, for a lease that reaches beyond the time of the call. */
  private static void awaitLease(MemberProbe clock, Registration registration) {
    Inbox<Boolean> held = new Inbox<>();
    long from = clock.scheduler.clock().nowUs() + SESSION_MS * 1000L / 2;
    lookForLease(clock, registration, from, held);
    assertThat(held.next()).isTrue();
  }

  private static void lookForLease(
      MemberProbe clock, Registration registration, long from, Inbox<Boolean> held) {
    if (registration.lease().untilUs() > from) {
      held.put(true);
    } else {
      clock.scheduler.schedule(10_000, () -> lookForLease(clock, registration, from, held));
    }
  }

  @Test
  void aLeaseNeverReachesFurtherThanTheSession() {
    MemberProbe member = member();
    Registration registration = member.register(4, 1);
    awaitLease(member, registration);
    long left = registration.lease().untilUs() - member.scheduler.clock().nowUs();
    assertThat(left).isBetween(0L, SESSION_MS * 1000L);
    server.close();
    Inbox<Long> after = new Inbox<>();
    member.scheduler.schedule(SESSION_MS * 1000L, () -> after.put(registration.lease().untilUs()));
    assertThat(after.next()).isLessThan(member.scheduler.clock().nowUs());
  }

  @Test
  void anEpochThatIsTakenToNumberThingsWithIsNoLeaders() {
    MemberProbe leader = member();
    leader.campaign(1);
    assertThat(leader.elections.next()).isEqualTo(1);
    assertThat(leader.nextEpoch().value()).isEqualTo(2);
    assertThat(leader.nextEpoch().value()).isEqualTo(3);
    MemberProbe second = member();
    second.campaign(2);
    leader.close();
    assertThat(second.elections.next()).isEqualTo(4);
  }

  @Test
  void leadershipMovesAndEpochsRise() {
    MemberProbe watcher = member();
    watcher.watch();
    assertThat(watcher.leaders.next()).isNull();
    MemberProbe first = member();
    Candidacy candidacy = first.campaign(1);
    assertThat(first.elections.next()).isEqualTo(1);
    assertThat(watcher.leaders.next()).isEqualTo(router(1));
    MemberProbe second = member();
    second.campaign(2);
    second.elections.staysEmpty(200);
    candidacy.close();
    assertThat(second.elections.next()).isEqualTo(2);
    watcher.leaders.nextThat(router(2)::equals);
    MemberProbe third = member();
    third.campaign(3);
    second.membership.close();
    assertThat(third.elections.next()).isEqualTo(3);
    watcher.leaders.nextThat(router(3)::equals);
  }

  @Test
  void aDeposedLeaderLeadsAgainWhenItsSuccessorIsGone() {
    MemberProbe first = member();
    first.campaign(1);
    assertThat(first.elections.next()).isEqualTo(1);
    MemberProbe second = member();
    Candidacy candidacy = second.campaign(2);
    candidacy.challenge(router(7));
    second.elections.staysEmpty(200);
    candidacy.challenge(router(1));
    assertThat(second.elections.next()).isEqualTo(2);
    assertThat(first.elections.next()).as("deposed").isZero();
    first.elections.staysEmpty(200);
    second.close();
    assertThat(first.elections.next()).isEqualTo(3);
  }

  @Test
  void livingRoutersAreSeenWhetherTheyLeadOrNot() {
    MemberProbe watcher = member();
    watcher.watch();
    assertThat(watcher.routers.next()).isEmpty();
    MemberProbe second = member();
    second.campaign(2);
    assertThat(watcher.routers.next()).containsExactly(router(2));
    Candidacy first = member().campaign(1);
    assertThat(watcher.routers.next()).containsExactly(router(1), router(2));
    second.membership.close();
    assertThat(watcher.routers.next()).containsExactly(router(1));
    first.close();
    assertThat(watcher.routers.next()).isEmpty();
  }

  @Test
  void aRestartedRouterIsSeenWhenItsEarlierLifeIsForgotten() {
    MemberProbe earlier = member();
    earlier.campaign(1);
    assertThat(earlier.elections.next()).isEqualTo(1);
    MemberProbe now = member();
    now.campaign(1);
    now.watch();
    assertThat(now.routers.next()).containsExactly(router(1));
    now.routers.staysEmpty(200);
    earlier.membership.close();
    assertThat(now.elections.next()).isEqualTo(2);
    MemberProbe watcher = member();
    watcher.watch();
    assertThat(watcher.routers.next()).containsExactly(router(1));
    now.membership.close();
    assertThat(watcher.routers.next()).isEmpty();
  }

  @Test
  void aLeaderDeposedWhileTheServerIsAwayLeadsInAHigherEpoch() {
    MemberProbe leader = member();
    int port = server.address().port();
    leader.campaign(1);
    assertThat(leader.elections.next()).isEqualTo(1);
    server.close();
    assertThat(leader.elections.next()).isZero();
    server = EmbeddedZooKeeper.start(dir, new Address("127.0.0.1", port));
    assertThat(leader.elections.next()).isEqualTo(2);
  }

  @Test
  void aServerThatIsNotThereIsNamedInTime() throws Exception {
    String nobody = "127.0.0.1:" + ServerProcess.freePort();
    MemberProbe member =
        new MemberProbe(ZooKeeperSettings.of(nobody, SESSION_MS).withConnectTimeoutMs(700));
    members.add(member);
    long begin = System.nanoTime();
    ThetisException error = (ThetisException) member.agree("x").error();
    assertThat(error.code()).isEqualTo(ErrorCode.ZOOKEEPER_UNREACHABLE);
    assertThat(error.getMessage()).contains(nobody);
    assertThat(System.nanoTime() - begin).isLessThan(5_000_000_000L);
  }
}
