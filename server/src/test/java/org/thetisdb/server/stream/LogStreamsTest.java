package org.thetisdb.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.testing.FakeConnection;
import org.thetisdb.core.testing.VirtualTime;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToClient.Goodbye;
import org.thetisdb.core.wire.SiteToSite.FollowCredit;
import org.thetisdb.core.wire.SiteToSite.FollowLog;
import org.thetisdb.core.wire.SiteToSite.LogHeld;
import org.thetisdb.core.wire.SiteToSite.LogPart;
import org.thetisdb.replication.log.LogAppender;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.server.state.SiteIdentity;

/** Scenarios of a site whose log others follow. */
final class LogStreamsTest {
  private static final long FIRST = 7;

  private final VirtualTime time = new VirtualTime();
  private final Log log = new Log();
  private final LogStreams logStreams =
      new LogStreams(
          time,
          new SiteIdentity("cluster", 3),
          1,
          new Roster(new ClusterSettings("c", 3, 100, ClusterSettings.FirstMaster.FIRST_SITE)),
          FIRST);
  private final LogAppender appender = logStreams.heardOf(log);
  private final FakeConnection second = new FakeConnection();
  private final FakeConnection third = new FakeConnection();

  @Test
  void whoFollowsHearsWhereItBeginsAndThenWhatIsAcknowledged() {
    follow(second, 2);
    assertThat(heard(second)).containsExactly("held 7");
    append(10);
    time.pass(LogStreams.GATHER_US);
    assertThat(heard(second)).as("before it is acknowledged").hasSize(1);
    log.acknowledge();
    assertThat(heard(second)).hasSize(1);
    append(20);
    log.acknowledge();
    time.pass(LogStreams.GATHER_US);
    assertThat(heard(second)).containsExactly("held 7", "7: 10 20");
    assertThat(log.answers).containsExactly(7L, 8L);
  }

  @Test
  void whoComesLaterBeginsBehindWhatTheOthersGet() {
    follow(second, 2);
    append(10);
    log.acknowledge();
    follow(third, 3);
    append(20);
    log.acknowledge();
    time.pass(LogStreams.GATHER_US);
    assertThat(heard(second)).containsExactly("held 7", "7: 10", "8: 20");
    assertThat(heard(third)).containsExactly("held 8", "8: 20");
  }

  @Test
  void muchGoesAtOnce() {
    follow(second, 2);
    append(LogStreams.PART_BYTES);
    log.acknowledge();
    assertThat(heard(second)).endsWith("7: " + LogStreams.PART_BYTES);
  }

  @Test
  void signsOfLifeAreGivenWhileNothingIsLogged() {
    follow(second, 2);
    time.pass(5 * LogStreams.SIGN_US);
    assertThat(heard(second)).hasSizeBetween(5, 6).allMatch("held 7"::equals);
    second.sent().clear();
    for (int i = 0; i < 50; i++) {
      append(1);
      log.acknowledge();
      time.pass(2_000);
    }
    assertThat(heard(second)).noneMatch(told -> told.startsWith("held"));
  }

  @Test
  void nobodyIsGivenSignsWhenNobodyFollows() {
    follow(second, 2);
    logStreams.onClosed(second);
    time.pass(10 * LogStreams.SIGN_US);
    assertThat(time.timers()).isEmpty();
  }

  @Test
  void betweenWhatOthersHaveWrittenIsAGap() {
    follow(second, 2);
    append(10);
    log.acknowledge();
    log.othersWrite();
    append(20);
    log.acknowledge();
    time.pass(LogStreams.GATHER_US);
    assertThat(heard(second)).containsExactly("held 7", "7: 10", "9: 20");
  }

  @Test
  void whoTakesNothingIsSentAwayAndWhoTakesItIsNot() {
    follow(second, 2);
    follow(third, 3);
    long sent = 0;
    while (!second.isClosed() && sent < 10L * LogStreams.UNTAKEN_BYTES) {
      append(LogStreams.PART_BYTES);
      log.acknowledge();
      sent += LogStreams.PART_BYTES;
      logStreams.onCredit(third, new FollowCredit(sent));
    }
    assertThat(second.isClosed()).isTrue();
    assertThat(sent).isBetween((long) LogStreams.UNTAKEN_BYTES, LogStreams.UNTAKEN_BYTES * 2L);
    assertThat(third.isClosed()).isFalse();
  }

  @Test
  void creditForMoreThanWasSentIsNone() {
    follow(second, 2);
    logStreams.onCredit(second, new FollowCredit(1L << 40));
    for (int i = 0; i < 100 && !second.isClosed(); i++) {
      append(LogStreams.PART_BYTES);
      log.acknowledge();
    }
    assertThat(second.isClosed()).isTrue();
  }

  @Test
  void aCongestedConnectionIsGivenUp() {
    follow(second, 2);
    second.congest(true);
    append(LogStreams.PART_BYTES);
    log.acknowledge();
    assertThat(second.isClosed()).isTrue();
    assertThat(heard(second)).containsExactly("held 7");
  }

  @Test
  void strangersAreRefused() {
    refused(new FollowLog("another", 2, 1, 3));
    refused(new FollowLog("cluster", 2, 1, 2));
    refused(new FollowLog("cluster", 2, 3, 3));
    refused(new FollowLog("cluster", 4, 1, 3));
    refused(new FollowLog("cluster", 1, 1, 3));
  }

  @Test
  void aSiteThatAsksAnewLeavesItsOldConnection() {
    follow(second, 2);
    follow(second, 2);
    assertThat(second.isClosed()).isFalse();
    assertThat(heard(second)).hasSize(1);
    follow(third, 2);
    assertThat(second.isClosed()).isTrue();
    append(LogStreams.PART_BYTES);
    log.acknowledge();
    assertThat(heard(second)).hasSize(1);
    assertThat(heard(third)).hasSize(2);
  }

  @Test
  void anIncarnationThatIsOverSendsNothing() {
    follow(second, 2);
    append(10);
    log.acknowledge();
    append(20);
    log.fail();
    assertThat(second.isClosed()).isTrue();
    time.pass(1_000_000);
    assertThat(heard(second)).containsExactly("held 7");
    follow(third, 3);
    assertThat(heard(third)).containsExactly("goodbye");
    assertThat(log.answers).containsExactly(7L, -1L);
  }

  private void follow(FakeConnection wire, int site) {
    logStreams.follow(wire, new FollowLog("cluster", site, 1, 3));
  }

  private void refused(FollowLog request) {
    FakeConnection wire = new FakeConnection();
    logStreams.follow(wire, request);
    assertThat(heard(wire)).containsExactly("goodbye");
    assertThat(wire.isClosed()).isTrue();
  }

  /** An entry of so many bytes. */
  private void append(int bytes) {
    appender.append(
        new byte[bytes],
        new LogAppender.AppendCallback() {
          @Override
          public void onAppended(long offset) {
            log.answers.add(offset);
          }

          @Override
          public void onFailed(RuntimeException reason) {
            log.answers.add(-1L);
          }
        });
  }

  /** Acknowledges when it is told to. */
  private static final class Log implements LogAppender {
    private final List<AppendCallback> waiting = new ArrayList<>();
    private final List<Long> answers = new ArrayList<>();
    private long next = FIRST;

    @Override
    public void append(byte[] entry, AppendCallback callback) {
      waiting.add(callback);
    }

    void othersWrite() {
      next++;
    }

    void acknowledge() {
      waiting.remove(0).onAppended(next++);
    }

    void fail() {
      waiting.remove(0).onFailed(new IllegalStateException("the disk is gone"));
    }

    @Override
    public void close() {}
  }

  /** What the other end of a connection hears. */
  private static List<String> heard(FakeConnection connection) {
    return connection.sent().stream().map(LogStreamsTest::text).toList();
  }

  private static String text(Message message) {
    if (message instanceof LogHeld held) {
      return "held " + held.nextOffset();
    }
    if (message instanceof LogPart part) {
      StringBuilder text = new StringBuilder(part.firstOffset() + ":");
      part.entries().forEach(entry -> text.append(' ').append(entry.length));
      return text.toString();
    }
    return message instanceof Goodbye ? "goodbye" : message.toString();
  }
}
