package org.thetisdb.replication.log.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.wire.RouterToClient.Goodbye;
import org.thetisdb.core.wire.SiteToSite.FollowCredit;
import org.thetisdb.core.wire.SiteToSite.FollowLog;
import org.thetisdb.core.wire.SiteToSite.LogHeld;
import org.thetisdb.core.wire.SiteToSite.LogPart;

/** Scenarios of a site that gets the log of another one, by one way or the other. */
final class LogStreamReaderTest {
  private final LogStreamFixture fixture = new LogStreamFixture();

  @Test
  void aLogIsReadUntilItHasComeToWhereItsLogStreamBegan() {
    fixture.append(10);
    fixture.append(11);
    LogStreamFixture.Peer peer = fixture.opened();
    peer.connects();
    assertThat(fixture.sent).containsExactly(new FollowLog("cluster", 1, 2, 1));
    peer.says(new LogHeld(2));
    fixture.append(12);
    peer.sends(2, 12);
    assertThat(fixture.heard).isEmpty();
    assertThat(fixture.isRead()).isTrue();

    fixture.reader.deliver();
    assertThat(fixture.heard).containsExactly("0:10", "1:11", "2:12");
    assertThat(fixture.isRead()).isFalse();

    fixture.append(13);
    peer.sends(3, 13);
    assertThat(fixture.heard).endsWith("3:13");
    assertThat(fixture.counters.byLogStream()).isEqualTo(2);
    assertThat(fixture.counters.byLog()).isEqualTo(2);
  }

  @Test
  void whatTheReaderHadOnItsWayWhenTheLogWasLeftComesOnce() {
    fixture.append(10);
    LogStreamFixture.Peer peer = fixture.fed();
    fixture.append(11);
    peer.sends(1, 11);
    fixture.reader.deliverLate(1);
    fixture.append(12);
    fixture.reader.deliverLate(2);
    peer.sends(2, 12);
    assertThat(fixture.heard).containsExactly("0:10", "1:11", "2:12");
  }

  @Test
  void aMessageThatComesTwiceIsHeardOnce() {
    LogStreamFixture.Peer peer = fixture.fed();
    fixture.append(10);
    fixture.append(11);
    peer.sends(0, 10, 11);
    peer.sends(0, 10, 11);
    peer.says(new LogHeld(0));
    assertThat(fixture.heard).containsExactly("0:10", "1:11");
    assertThat(fixture.isRead()).isFalse();
  }

  @Test
  void aGapEndsTheLogStreamAndTheLogIsReadWhereItWasLeft() {
    LogStreamFixture.Peer peer = fixture.fed();
    fixture.append(10);
    fixture.append(11);
    fixture.append(12);
    peer.sends(0, 10);
    peer.sends(2, 12);
    assertThat(peer.closed).isTrue();
    assertThat(fixture.heard).containsExactly("0:10");
    fixture.reader.deliver();
    assertThat(fixture.heard).containsExactly("0:10", "1:11", "2:12");
    assertThat(fixture.counters.fallBacks()).isEqualTo(1);
  }

  @Test
  void aSignOfLifeBehindWhatCameIsAGapToo() {
    LogStreamFixture.Peer peer = fixture.fed();
    peer.says(new LogHeld(1));
    assertThat(peer.closed).isTrue();
    assertThat(fixture.isRead()).isTrue();
  }

  @Test
  void aLogStreamThatIsSilentIsLeft() {
    LogStreamFixture.Peer peer = fixture.fed();
    fixture.passWithSigns(peer, 0, 1_000_000);
    assertThat(fixture.isRead()).isFalse();
    fixture.pass(Origin.SILENT_US + 2 * LogStreamReader.LOOK_US);
    assertThat(fixture.isRead()).isTrue();
    assertThat(peer.closed).isTrue();
  }

  @Test
  void whoStoodStillItselfBlamesNobodyForSilence() {
    LogStreamFixture.Peer peer = fixture.fed();
    fixture.standStill(500_000);
    peer.says(new LogHeld(0));
    fixture.passWithSigns(peer, 0, 100_000);
    assertThat(fixture.isRead()).isFalse();
  }

  @Test
  void aSuccessorsFenceIsReadThoughTheOriginLives() {
    fixture.append(10);
    LogStreamFixture.Peer peer = fixture.fed();
    fixture.append(99); // the fence, of which the origin knows nothing
    fixture.passWithSigns(peer, 1, EndCheck.ASK_US + EndCheck.GRACE_US + 40_000);
    assertThat(peer.closed).isTrue();
    fixture.reader.deliver();
    assertThat(fixture.heard).containsExactly("0:10", "1:99");
  }

  @Test
  void aSleeperIsNotBelievedAgainBeforeTheLogIsReadAsFarAsItWent() {
    fixture.append(10);
    LogStreamFixture.Peer peer = fixture.fed();
    fixture.append(99);
    fixture.passWithSigns(peer, 1, 300_000);
    fixture.pass(Origin.FIRST_PAUSE_US);
    LogStreamFixture.Peer again = fixture.opened();
    assertThat(again).isNotSameAs(peer);
    again.connects();
    again.says(new LogHeld(1));
    assertThat(fixture.isRead()).isTrue();
    fixture.reader.deliver();
    again.says(new LogHeld(1));
    assertThat(fixture.heard).containsExactly("0:10", "1:99");
    assertThat(fixture.isRead()).as("the log is ahead of that log stream").isTrue();
  }

  @Test
  void aLogOfWhichItsLogStreamHasBroughtAllIsNotRead() {
    LogStreamFixture.Peer peer = fixture.fed();
    fixture.append(10);
    peer.sends(0, 10);
    fixture.passWithSigns(peer, 1, 2_000_000);
    assertThat(fixture.endsAsked).isBetween(8, 10);
    assertThat(fixture.isRead()).isFalse();
  }

  @Test
  void whatIsOnItsWayWhenTheEndIsAskedForIsWaitedFor() {
    LogStreamFixture.Peer peer = fixture.fed();
    fixture.passWithSigns(peer, 0, EndCheck.ASK_US - 20_000);
    fixture.append(10);
    fixture.passWithSigns(peer, 0, 40_000);
    assertThat(fixture.endsAsked).isEqualTo(1);
    peer.sends(0, 10);
    fixture.passWithSigns(peer, 1, 100_000);
    assertThat(fixture.isRead()).isFalse();
  }

  @Test
  void nobodyAsksForTheEndOfALogThatItsLogStreamMovesOn() {
    LogStreamFixture.Peer peer = fixture.fed();
    for (int i = 0; i < 100; i++) {
      fixture.append(i);
      peer.sends(i, i);
      fixture.pass(20_000);
    }
    assertThat(fixture.heard).hasSize(100);
    assertThat(fixture.endsAsked).isZero();
  }

  @Test
  void aSiteThatIsLostOrBeginsAnewIsNotBelieved() {
    LogStreamFixture.Peer peer = fixture.fed();
    fixture.isLost();
    assertThat(peer.closed).isTrue();
    assertThat(fixture.isRead()).isTrue();
    fixture.lives(2);
    LogStreamFixture.Peer next = fixture.opened();
    next.connects();
    assertThat(fixture.sent).endsWith(new FollowLog("cluster", 1, 2, 2));
    next.says(new LogHeld(0));
    assertThat(fixture.isRead()).isFalse();
    fixture.lives(3);
    assertThat(next.closed).isTrue();
  }

  @Test
  void aConnectionThatBreaksIsMadeAnewAfterAPause() {
    LogStreamFixture.Peer peer = fixture.fed();
    peer.breaks();
    assertThat(fixture.isRead()).isTrue();
    fixture.pass(Origin.FIRST_PAUSE_US / 2);
    assertThat(fixture.peers).hasSize(1);
    fixture.pass(Origin.FIRST_PAUSE_US);
    assertThat(fixture.peers).hasSize(2);
  }

  @Test
  void whoRefusesIsAskedEverMoreRarely() {
    for (int i = 0; i < 3; i++) {
      LogStreamFixture.Peer peer = fixture.opened();
      peer.connects();
      peer.says(new Goodbye(1, "no"));
      fixture.pass(Origin.FIRST_PAUSE_US << (i + 1));
    }
    assertThat(fixture.peers).hasSizeBetween(3, 4);
    assertThat(fixture.isRead()).isTrue();
  }

  @Test
  void aPauseKeepsWhatComesAndLosesNothing() {
    LogStreamFixture.Peer peer = fixture.fed();
    fixture.onHeard = () -> fixture.logStreams.setPaused(LogStreamFixture.ORIGIN, true);
    for (int i = 0; i < 4; i++) {
      fixture.append(i);
    }
    peer.sends(0, 0, 1);
    peer.sends(2, 2);
    assertThat(fixture.heard).containsExactly("0:0");
    fixture.onHeard = () -> {};
    fixture.logStreams.setPaused(LogStreamFixture.ORIGIN, false);
    peer.sends(3, 3);
    assertThat(fixture.heard).containsExactly("0:0", "1:1", "2:2", "3:3");
  }

  @Test
  void aPauseInWhichMoreComesThanIsKeptEndsTheLogStream() {
    LogStreamFixture.Peer peer = fixture.fed();
    fixture.logStreams.setPaused(LogStreamFixture.ORIGIN, true);
    byte[] large = new byte[1 << 20];
    for (int i = 0; i < 6; i++) {
      fixture.log.add(large);
      peer.says(new LogPart(i, List.of(large)));
    }
    assertThat(peer.closed).isTrue();
    fixture.logStreams.setPaused(LogStreamFixture.ORIGIN, false);
    fixture.reader.deliver();
    assertThat(fixture.heard).hasSize(6).startsWith("0:0").endsWith("5:0");
  }

  @Test
  void creditIsGivenForWhatWasTaken() {
    LogStreamFixture.Peer peer = fixture.fed();
    byte[] entry = new byte[200 << 10];
    peer.says(new LogPart(0, List.of(entry)));
    assertThat(fixture.sent).noneMatch(FollowCredit.class::isInstance);
    peer.says(new LogPart(1, List.of(entry)));
    peer.says(new LogPart(1, List.of(entry)));
    assertThat(fixture.sent).endsWith(new FollowCredit(400 << 10));
  }

  @Test
  void theOwnLogHasNoLogStreamAndALogThatIsRemovedHasNone() {
    LogStreamFixture.Peer peer = fixture.fed();
    assertThat(fixture.peers).hasSize(1);
    fixture.logStreams.remove(LogStreamFixture.SELF);
    fixture.logStreams.remove(LogStreamFixture.ORIGIN);
    assertThat(peer.closed).isTrue();
    fixture.pass(10_000_000);
    assertThat(fixture.peers).hasSize(1);
    assertThat(fixture.reader.positions).isEmpty();
  }

  @Test
  void nothingIsHeardBehindTheEnd() {
    LogStreamFixture.Peer peer = fixture.fed();
    fixture.logStreams.close();
    assertThat(peer.closed).isTrue();
    fixture.append(10);
    fixture.reader.deliverLate(0);
    fixture.pass(10_000_000);
    assertThat(fixture.heard).isEmpty();
    assertThat(fixture.peers).hasSize(1);
  }
}
