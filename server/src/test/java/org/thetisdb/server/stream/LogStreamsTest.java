package org.thetisdb.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.Peer;
import org.thetisdb.core.time.Clock;
import org.thetisdb.core.time.Scheduler;
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

  private final Time time = new Time();
  private final Log log = new Log();
  private final LogStreams logStreams =
      new LogStreams(
          time,
          new SiteIdentity("cluster", 3),
          1,
          new Roster(new ClusterSettings("c", 3, 100, ClusterSettings.FirstMaster.FIRST_SITE)),
          FIRST);
  private final LogAppender appender = logStreams.heardOf(log);
  private final Wire second = new Wire();
  private final Wire third = new Wire();

  @Test
  void whoFollowsHearsWhereItBeginsAndThenWhatIsAcknowledged() {
    follow(second, 2);
    assertThat(second.heard).containsExactly("held 7");
    append(10);
    time.pass(LogStreams.GATHER_US);
    assertThat(second.heard).as("before it is acknowledged").hasSize(1);
    log.acknowledge();
    assertThat(second.heard).hasSize(1);
    append(20);
    log.acknowledge();
    time.pass(LogStreams.GATHER_US);
    assertThat(second.heard).containsExactly("held 7", "7: 10 20");
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
    assertThat(second.heard).containsExactly("held 7", "7: 10", "8: 20");
    assertThat(third.heard).containsExactly("held 8", "8: 20");
  }

  @Test
  void muchGoesAtOnce() {
    follow(second, 2);
    append(LogStreams.PART_BYTES);
    log.acknowledge();
    assertThat(second.heard).endsWith("7: " + LogStreams.PART_BYTES);
  }

  @Test
  void signsOfLifeAreGivenWhileNothingIsLogged() {
    follow(second, 2);
    time.pass(5 * LogStreams.SIGN_US);
    assertThat(second.heard).hasSizeBetween(5, 6).allMatch("held 7"::equals);
    second.heard.clear();
    for (int i = 0; i < 50; i++) {
      append(1);
      log.acknowledge();
      time.pass(2_000);
    }
    assertThat(second.heard).noneMatch(told -> told.startsWith("held"));
  }

  @Test
  void nobodyIsGivenSignsWhenNobodyFollows() {
    follow(second, 2);
    logStreams.onClosed(second);
    time.pass(10 * LogStreams.SIGN_US);
    assertThat(time.timers).isEmpty();
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
    assertThat(second.heard).containsExactly("held 7", "7: 10", "9: 20");
  }

  @Test
  void whoTakesNothingIsSentAwayAndWhoTakesItIsNot() {
    follow(second, 2);
    follow(third, 3);
    long sent = 0;
    while (!second.closed && sent < 10L * LogStreams.UNTAKEN_BYTES) {
      append(LogStreams.PART_BYTES);
      log.acknowledge();
      sent += LogStreams.PART_BYTES;
      logStreams.onCredit(third, new FollowCredit(sent));
    }
    assertThat(second.closed).isTrue();
    assertThat(sent).isBetween((long) LogStreams.UNTAKEN_BYTES, LogStreams.UNTAKEN_BYTES * 2L);
    assertThat(third.closed).isFalse();
  }

  @Test
  void creditForMoreThanWasSentIsNone() {
    follow(second, 2);
    logStreams.onCredit(second, new FollowCredit(1L << 40));
    for (int i = 0; i < 100 && !second.closed; i++) {
      append(LogStreams.PART_BYTES);
      log.acknowledge();
    }
    assertThat(second.closed).isTrue();
  }

  @Test
  void aCongestedConnectionIsGivenUp() {
    follow(second, 2);
    second.congested = true;
    append(LogStreams.PART_BYTES);
    log.acknowledge();
    assertThat(second.closed).isTrue();
    assertThat(second.heard).containsExactly("held 7");
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
  void aSiteThatAsksAnewLeavesItsOldConnectionAndTheSameWishTwiceIsOne() {
    follow(second, 2);
    follow(second, 2);
    assertThat(second.closed).isFalse();
    assertThat(second.heard).hasSize(1);
    follow(third, 2);
    assertThat(second.closed).isTrue();
    append(LogStreams.PART_BYTES);
    log.acknowledge();
    assertThat(second.heard).hasSize(1);
    assertThat(third.heard).hasSize(2);
  }

  @Test
  void anIncarnationThatIsOverSendsNothing() {
    follow(second, 2);
    append(10);
    log.acknowledge();
    append(20);
    log.fail();
    assertThat(second.closed).isTrue();
    time.pass(1_000_000);
    assertThat(second.heard).containsExactly("held 7");
    follow(third, 3);
    assertThat(third.heard).containsExactly("goodbye");
    assertThat(log.answers).containsExactly(7L, -1L);
  }

  private void follow(Wire wire, int site) {
    logStreams.follow(wire, new FollowLog("cluster", site, 1, 3));
  }

  private void refused(FollowLog request) {
    Wire wire = new Wire();
    logStreams.follow(wire, request);
    assertThat(wire.heard).containsExactly("goodbye");
    assertThat(wire.closed).isTrue();
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

  /** The site's end of a connection; says what the other end hears. */
  private static final class Wire implements Connection {
    private final List<String> heard = new ArrayList<>();
    private boolean congested;
    private boolean closed;

    @Override
    public void send(Message message) {
      if (closed) {
        return;
      }
      if (message instanceof LogHeld held) {
        heard.add("held " + held.nextOffset());
      } else if (message instanceof LogPart part) {
        StringBuilder text = new StringBuilder(part.firstOffset() + ":");
        part.entries().forEach(entry -> text.append(' ').append(entry.length));
        heard.add(text.toString());
      } else if (message instanceof Goodbye) {
        heard.add("goodbye");
      }
    }

    @Override
    public Peer peer() {
      return Peer.SAME_USER;
    }

    @Override
    public boolean isCongested() {
      return congested;
    }

    @Override
    public Address remoteAddress() {
      return Address.ANY_LOOPBACK;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  /** Time that passes when it is told to. */
  private static final class Time implements Scheduler, Clock {
    private record Due(long atUs, Runnable task) {}

    private final List<Due> timers = new ArrayList<>();
    private long nowUs = 5_000;

    void pass(long us) {
      long endUs = nowUs + us;
      while (true) {
        Due first = null;
        for (Due due : timers) {
          if (due.atUs <= endUs && (first == null || due.atUs < first.atUs)) {
            first = due;
          }
        }
        if (first == null) {
          nowUs = endUs;
          return;
        }
        timers.remove(first);
        nowUs = first.atUs;
        first.task.run();
      }
    }

    @Override
    public Clock clock() {
      return this;
    }

    @Override
    public long nowUs() {
      return nowUs;
    }

    @Override
    public long wallMs() {
      return 0;
    }

    @Override
    public void execute(Runnable task) {
      task.run();
    }

    @Override
    public Timer schedule(long delayUs, Runnable task) {
      Due due = new Due(nowUs + delayUs, task);
      timers.add(due);
      return () -> timers.remove(due);
    }
  }
}
