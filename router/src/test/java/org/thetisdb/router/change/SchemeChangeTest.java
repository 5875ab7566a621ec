package org.thetisdb.router.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.config.ProcedureSettings.UploadPolicy;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.scheme.SchemeRecord;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.ClientMessage.ChangeScheme;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.RouterToSite.SetPhase;
import org.thetisdb.core.wire.SiteToRouter;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.router.config.RouterLimits;
import org.thetisdb.router.config.UploadRights;
import org.thetisdb.router.engine.Router;
import org.thetisdb.router.harness.Cluster;
import org.thetisdb.router.harness.FakeClient;
import org.thetisdb.router.harness.FakeSite;

/** The scheme is what the log says, and changes while calls wait (decision 0034). */
class SchemeChangeTest {
  private static final String SINGLE = SchemeRegistry.SINGLE_MASTER.name();
  private static final String DYNAMAST = SchemeRegistry.DYNAMAST.name();
  private static final String ARIA = SchemeRegistry.ARIA.name();
  private static final String STAR = SchemeRegistry.STAR.name();
  private static final String MULTI = SchemeRegistry.MULTI_MASTER.name();

  private final Cluster cluster = new Cluster();
  private FakeClient client;
  private long lastRequest = 1_000;

  private void start() {
    cluster.sites.forEach(site -> site.onExecute = execute -> commit(site, execute));
    cluster.start();
    client = cluster.client();
  }

  /** Sites write what they are told of the scheme, and know it at once. */
  private SiteToRouter commit(FakeSite site, Execute execute) {
    if (isRecord(execute)) {
      Object[] arguments = ValueCodec.decodeArguments(execute.arguments());
      SchemeRecord record = new SchemeRecord((Long) arguments[0], (String) arguments[1]);
      cluster.sites.forEach(each -> each.scheme = record);
    }
    return site.commit(execute);
  }

  private static boolean isRecord(Execute execute) {
    return execute.procedure().equals(SchemeChange.CHANGE_SCHEME);
  }

  private long ask(String scheme, boolean dryRun) {
    long request = ++lastRequest;
    client.say(new ChangeScheme(request, scheme, dryRun));
    return request;
  }

  private String change(String scheme) {
    long request = ask(scheme, false);
    cluster.pass(20);
    return String.valueOf(client.result(request));
  }

  private void assertInForce(String scheme) {
    assertThat(cluster.status()).contains("\"scheme\":\"" + scheme + "\"");
  }

  private long records() {
    return cluster.sites.stream()
        .flatMap(site -> site.executed.stream())
        .filter(SchemeChangeTest::isRecord)
        .count();
  }

  @Test
  void theSchemeIsChangedAndUpdatesGoWhereTheNewOneWantsThem() {
    start();
    assertThat(change(SINGLE))
        .contains("\"changed\":true")
        .contains("\"to\":\"" + SINGLE + "\"")
        .contains("\"pause_ms\"");
    assertInForce(SINGLE);
    long update = client.call("Deposit", 12L);
    cluster.pass(5);
    assertThat(client.result(update)).isEqualTo("ran at 1");
  }

  @Test
  void sitesKnowTheSchemeBeforeTheFirstCallUnderIt() {
    cluster.partitionKeys = 0;
    start();
    assertThat(cluster.sites).extracting(site -> site.follows).containsOnly(DYNAMAST);
    List<String> underWhat = new ArrayList<>();
    cluster.sites.forEach(site -> site.onExecute = execute -> note(underWhat, site, execute));
    ask(ARIA, false);
    client.call("Deposit", 2L);
    client.call("Deposit", 12L);
    cluster.pass(20);
    assertThat(underWhat).as("the record, then what waited").containsExactly(DYNAMAST, ARIA, ARIA);
    assertThat(cluster.sites).extracting(site -> site.follows).containsOnly(ARIA);
  }

  private SiteToRouter note(List<String> underWhat, FakeSite site, Execute execute) {
    underWhat.add(site.follows);
    return commit(site, execute);
  }

  @Test
  void aSiteThatComesAnewIsToldWhatIsInForce() {
    start();
    change(SINGLE);
    cluster.lose(3);
    cluster.site(3).follows = null;
    cluster.bringBack(3);
    assertThat(cluster.site(3).follows).isEqualTo(SINGLE);
  }

  @Test
  void aRouterFollowsWhatTheClusterWasMadeWithAndNotItsFlag() {
    cluster.scheme = SchemeRegistry.SINGLE_MASTER;
    start();
    cluster.scheme = SchemeRegistry.MULTI_MASTER;
    Router second = cluster.startRouter("router-2");
    cluster.elect(second);
    cluster.router = second;
    assertInForce(SINGLE);
  }

  @Test
  void aRouterFollowsTheLastChangeInTheLogFromTheFirstCallOn() {
    cluster.site(2).scheme = new SchemeRecord(2, SINGLE);
    cluster.site(3).scheme = new SchemeRecord(1, MULTI);
    start();
    assertInForce(SINGLE);
    long update = client.call("Deposit", 12L);
    cluster.pass(5);
    assertThat(client.result(update)).isEqualTo("ran at 1");
  }

  @Test
  void aRouterDoesNotServeASchemeThatItDoesNotHave() {
    cluster.site(2).scheme = new SchemeRecord(1, "of-tomorrow");
    start();
    assertThat(cluster.status()).contains("\"serving\":false").contains("of-tomorrow");
  }

  @Test
  void callsWaitWhileOthersAreUnderWayAndNoneIsRefused() {
    start();
    Execute[] held = new Execute[1];
    FakeSite site = cluster.site(2);
    site.onExecute = execute -> hold(held, execute);
    long running = client.call("Deposit", 12L);
    cluster.pass(5);
    long change = ask(SINGLE, false);
    cluster.pass(5);
    long waiting = client.call("Deposit", 2L);
    long reading = client.call("Balance", 2L);
    cluster.pass(50);
    assertThat(client.result(change)).as("something is under way").isNull();
    assertThat(client.result(waiting)).isNull();
    assertThat(client.result(reading)).isNull();
    assertThat(records()).isZero();
    site.onExecute = execute -> commit(site, execute);
    site.say(site.commit(held[0]));
    cluster.pass(20);
    assertThat(client.result(running)).isEqualTo("ran at 2");
    assertThat(String.valueOf(client.result(change))).contains("\"calls_that_waited\":2");
    assertThat(client.result(waiting)).isEqualTo("ran at 1");
    assertThat(client.result(reading)).isNotNull();
  }

  private static SiteToRouter hold(Execute[] held, Execute execute) {
    held[0] = execute;
    return null;
  }

  @Test
  void theOldSchemeGoesOnIfWhatIsUnderWayDoesNotEnd() {
    cluster.limits = new RouterLimits(64, 200, 2, 4, 60_000, 60_000, 500, 300, 50, 0, 600_000);
    start();
    cluster.site(2).onExecute = execute -> null;
    client.send(client.hello.sessionBase() + 500, 1, false, 30_000, "Deposit", 12L);
    cluster.pass(5);
    long change = ask(SINGLE, false);
    long waiting = client.send(client.hello.sessionBase() + 501, 1, false, 30_000, "Deposit", 22L);
    cluster.pass(SchemeChange.DRAIN_US / 1000 + 50);
    assertThat(client.result(change)).isEqualTo(ErrorCode.SCHEME_CHANGE_REFUSED);
    assertThat(client.result(waiting)).isEqualTo("ran at 3");
    assertInForce(DYNAMAST);
    assertThat(records()).isZero();
  }

  @Test
  void theOldSchemeGoesOnIfTheRecordIsRefused() {
    start();
    cluster.sites.forEach(site -> site.onExecute = execute -> refuseRecord(site, execute));
    assertThat(change(SINGLE)).isEqualTo(ErrorCode.LOG_UNAVAILABLE.toString());
    assertInForce(DYNAMAST);
    long update = client.call("Deposit", 12L);
    cluster.pass(5);
    assertThat(client.result(update)).isEqualTo("ran at 2");
  }

  private SiteToRouter refuseRecord(FakeSite site, Execute execute) {
    int refused = ErrorCode.LOG_UNAVAILABLE.number();
    return isRecord(execute)
        ? new Executed(execute.attemptId(), refused, "100 % full", site.report, new byte[0])
        : site.commit(execute);
  }

  @Test
  void aRouterThatIsLostBeforeTheRecordLeavesTheOldScheme() {
    start();
    cluster.site(2).onExecute = execute -> null;
    client.call("Deposit", 12L);
    cluster.pass(5);
    long change = ask(SINGLE, false);
    cluster.pass(20);
    elect("router-2");
    assertThat(client.result(change)).isEqualTo(ErrorCode.NOT_LEADER);
    assertInForce(DYNAMAST);
  }

  @Test
  void aRouterThatIsLostBehindTheRecordLeavesTheNewScheme() {
    start();
    cluster.sites.forEach(site -> site.onExecute = execute -> swallowRecord(site, execute));
    long change = ask(SINGLE, false);
    cluster.pass(20);
    elect("router-2");
    assertThat(client.result(change)).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
    assertInForce(SINGLE);
    FakeClient after = cluster.client();
    long update = after.call("Deposit", 12L);
    cluster.pass(5);
    assertThat(after.result(update)).isEqualTo("ran at 1");
  }

  /** It is in the log, and nobody hears of it. */
  private SiteToRouter swallowRecord(FakeSite site, Execute execute) {
    SiteToRouter answer = commit(site, execute);
    return isRecord(execute) ? null : answer;
  }

  /** Another router leads, and the one that led knows it. */
  private void elect(String name) {
    Router next = cluster.startRouter(name);
    cluster.membership.depose(cluster.router.address());
    cluster.pass(1);
    cluster.elect(next);
    cluster.router = next;
  }

  @Test
  void aChangeToTheSchemeInForceHasNoEffect() {
    start();
    assertThat(change(DYNAMAST)).contains("\"changed\":false").contains(DYNAMAST);
    assertThat(change("")).contains("\"scheme\":\"" + DYNAMAST + "\"");
    assertThat(records()).isZero();
  }

  @Test
  void aDryRunTellsWhatWouldDifferAndChangesNothing() {
    start();
    long update = client.call("Transfer", 2L, 12L);
    cluster.pass(5);
    assertThat(client.result(update)).isNotNull();
    long request = ask(MULTI, true);
    cluster.pass(5);
    assertThat(String.valueOf(client.result(request)))
        .contains("\"changed\":false")
        .contains("\"moves\":1")
        .contains(SchemeRegistry.DYNAMAST.parts())
        .contains(SchemeRegistry.MULTI_MASTER.parts());
    assertInForce(DYNAMAST);
    assertThat(records()).isZero();
  }

  @Test
  void whatIsNoSchemeOrCannotBeChangedToIsRefusedWithTheReason() {
    start();
    assertRefused("dynamost", "only dynamast, single-master, multi-master, partition-store");
    assertRefused(ARIA, "needs ranges, and this cluster has a grid");
    assertRefused(
        ARIA, "; it can change to single-master, multi-master, partition-store, clay, leap");
    assertRefused(SchemeRegistry.SCHISM.name(), "it needs a placement; give one");
    assertInForce(DYNAMAST);
  }

  @Test
  void partialSitesTakeOnlySchemesThatBringOrAskForRows() {
    cluster.fullSites = 1;
    start();
    assertRefused(SINGLE, "some of its sites hold only what they master");
    String leap = SchemeRegistry.LEAP.name();
    assertThat(change(leap)).doesNotContain("REFUSED");
    assertInForce(leap);
  }

  private void assertRefused(String scheme, String why) {
    assertThat(change(scheme)).isEqualTo(ErrorCode.SCHEME_CHANGE_REFUSED.toString());
    assertThat(client.results.get(lastRequest).message()).contains(why);
  }

  @Test
  void phasesBeginWithTheirSchemeAndEndBeforeTheNextOne() {
    start();
    assertThat(change(STAR)).contains("\"changed\":true");
    cluster.pass(30);
    assertThat(cluster.sites).noneMatch(SchemeChangeTest::isOwnedElsewhere);
    assertThat(cluster.sites)
        .as("what each may write alone is known to all")
        .noneMatch(site -> last(site).tables().closesAll());
    long crossing = client.call("Transfer", 2L, 12L);
    cluster.pass(30);
    assertThat(client.result(crossing)).as("in a single-master phase").isEqualTo("ran at 1");
    cluster.site(2).onExecute = execute -> null;
    client.call("Deposit", 12L);
    cluster.pass(30);
    long change = ask(DYNAMAST, false);
    cluster.pass(50);
    assertThat(client.result(change)).as("something is under way").isNull();
    FakeSite site = cluster.site(2);
    site.onExecute = execute -> commit(site, execute);
    site.say(site.commit(site.executed.get(site.executed.size() - 1)));
    cluster.pass(50);
    assertThat(String.valueOf(client.result(change))).contains("\"changed\":true");
    assertThat(cluster.sites).as("nobody lends").noneMatch(SchemeChangeTest::isOwnedElsewhere);
    int before = cluster.site(2).phases.size();
    long later = client.call("Transfer", 2L, 22L);
    cluster.pass(30);
    assertThat(client.result(later)).isNotNull();
    assertThat(cluster.site(2).phases).as("there are none any more").hasSize(before);
  }

  @Test
  void phasesThatComeAgainHaveHigherNumbers() {
    start();
    change(STAR);
    long first = lastPhase(cluster.site(3));
    change(SINGLE);
    change(STAR);
    assertThat(lastPhase(cluster.site(3))).isGreaterThan(first);
  }

  private static SetPhase last(FakeSite site) {
    return site.phases.get(site.phases.size() - 1);
  }

  private static long lastPhase(FakeSite site) {
    return last(site).phase();
  }

  private static boolean isOwnedElsewhere(FakeSite site) {
    int master = last(site).master();
    return master != 0 && master != site.id;
  }

  /** What is planned by the rules of one scheme is planned anew by those of the next. */
  @Test
  void aCallThatWaitedForTheChangeIsPlannedAnew() {
    cluster.partitionKeys = 0;
    start();
    Execute[] held = new Execute[1];
    FakeSite site = cluster.site(1);
    site.onExecute = execute -> hold(held, execute);
    client.call("Deposit", 2L);
    cluster.pass(5);
    ask(ARIA, false);
    long waiting = client.call("Deposit", 12L);
    cluster.pass(5);
    site.onExecute = execute -> commit(site, execute);
    site.say(site.commit(held[0]));
    cluster.pass(20);
    assertThat(client.result(waiting)).isEqualTo("ran at 1");
    assertInForce(ARIA);
  }

  @Test
  void whoMayNotUploadMayAskButNotChange() {
    cluster.rights = new UploadRights(UploadPolicy.OFF, "", 1000);
    start();
    assertThat(change(SINGLE)).isEqualTo(ErrorCode.UNAUTHORIZED.toString());
    assertThat(change("")).contains(DYNAMAST);
  }
}
