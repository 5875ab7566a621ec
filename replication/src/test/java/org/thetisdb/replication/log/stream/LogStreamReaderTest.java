package org.thetisdb.replication.log.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.wire.RouterToClient.Goodbye;
import org.thetisdb.core.wire.SiteToSite.FollowCredit;
import org.thetisdb.core.wire.SiteToSite.FollowLog;
import org.thetisdb.core.wire.SiteToSite.LogHeld;
import org.thetisdb.core.wire.SiteToSite.LogPart;

/** Stories of a site that gets the log of another one, by one way or the other. */
final class LogStreamReaderTest {
  private final LogStreamFixture stage = new LogStreamFixture();

  @Test
  void aLogIsReadUntilItHasComeToWhereItsLogStreamBegan() {
    stage.append(10);
    stage.append(11);
    LogStreamFixture.Peer peer = stage.opened();
    peer.connects();
    assertThat(stage.sent).containsExactly(new FollowLog("cluster", 1, 2, 1));
    peer.says(new LogHeld(2));
    stage.append(12);
    peer.sends(2, 12);
    assertThat(stage.heard).isEmpty();
    assertThat(stage.isRead()).isTrue();

    stage.reader.deliver();
    assertThat(stage.heard).containsExactly("0:10", "1:11", "2:12");
    assertThat(stage.isRead()).isFalse();

    stage.append(13);
    peer.sends(3, 13);
    assertThat(stage.heard).endsWith("3:13");
    assertThat(stage.counters.byLogStream()).isEqualTo(2);
    assertThat(stage.counters.byLog()).isEqualTo(2);
  }

  @Test
  void whatTheReaderHadOnItsWayWhenTheLogWasLeftComesOnce() {
    stage.append(10);
    LogStreamFixture.Peer peer = stage.fed();
    stage.append(11);
    peer.sends(1, 11);
    stage.reader.deliverLate(1);
    stage.append(12);
    stage.reader.deliverLate(2);
    peer.sends(2, 12);
    assertThat(stage.heard).containsExactly("0:10", "1:11", "2:12");
  }

  @Test
  void aMessageThatComesTwiceIsHeardOnce() {
    LogStreamFixture.Peer peer = stage.fed();
    stage.append(10);
    stage.append(11);
    peer.sends(0, 10, 11);
    peer.sends(0, 10, 11);
    peer.says(new LogHeld(0));
    assertThat(stage.heard).containsExactly("0:10", "1:11");
    assertThat(stage.isRead()).isFalse();
  }

  @Test
  void aGapEndsTheLogStreamAndTheLogIsReadWhereItWasLeft() {
    LogStreamFixture.Peer peer = stage.fed();
    stage.append(10);
    stage.append(11);
    stage.append(12);
    peer.sends(0, 10);
    peer.sends(2, 12);
    assertThat(peer.closed).isTrue();
    assertThat(stage.heard).containsExactly("0:10");
    stage.reader.deliver();
    assertThat(stage.heard).containsExactly("0:10", "1:11", "2:12");
    assertThat(stage.counters.fallBacks()).isEqualTo(1);
  }

  @Test
  void aSignOfLifeBehindWhatCameIsAGapToo() {
    LogStreamFixture.Peer peer = stage.fed();
    peer.says(new LogHeld(1));
    assertThat(peer.closed).isTrue();
    assertThat(stage.isRead()).isTrue();
  }

  @Test
  void aLogStreamThatIsSilentIsLeft() {
    LogStreamFixture.Peer peer = stage.fed();
    stage.passWithSigns(peer, 0, 1_000_000);
    assertThat(stage.isRead()).isFalse();
    stage.pass(Origin.SILENT_US + 2 * LogStreamReader.LOOK_US);
    assertThat(stage.isRead()).isTrue();
    assertThat(peer.closed).isTrue();
  }

  @Test
  void whoStoodStillItselfBlamesNobodyForSilence() {
    LogStreamFixture.Peer peer = stage.fed();
    stage.standStill(500_000);
    peer.says(new LogHeld(0));
    stage.passWithSigns(peer, 0, 100_000);
    assertThat(stage.isRead()).isFalse();
  }

  @Test
  void aFenceThatASuccessorHasWrittenIsReadThoughTheOriginGivesSignsOfLife() {
    stage.append(10);
    LogStreamFixture.Peer peer = stage.fed();
    stage.append(99); // the fence, of which the origin knows nothing
    stage.passWithSigns(peer, 1, EndCheck.ASK_US + EndCheck.GRACE_US + 40_000);
    assertThat(peer.closed).isTrue();
    stage.reader.deliver();
    assertThat(stage.heard).containsExactly("0:10", "1:99");
  }

  @Test
  void aSleeperIsNotBelievedAgainBeforeTheLogIsReadAsFarAsItWent() {
    stage.append(10);
    LogStreamFixture.Peer peer = stage.fed();
    stage.append(99);
    stage.passWithSigns(peer, 1, 300_000);
    stage.pass(Origin.FIRST_PAUSE_US);
    LogStreamFixture.Peer again = stage.opened();
    assertThat(again).isNotSameAs(peer);
    again.connects();
    again.says(new LogHeld(1));
    assertThat(stage.isRead()).isTrue();
    stage.reader.deliver();
    again.says(new LogHeld(1));
    assertThat(stage.heard).containsExactly("0:10", "1:99");
    assertThat(stage.isRead()).as("the log is ahead of that log stream").isTrue();
  }

  @Test
  void aLogOfWhichItsLogStreamHasBroughtAllIsNotRead() {
    LogStreamFixture.Peer peer = stage.fed();
    stage.append(10);
    peer.sends(0, 10);
    stage.passWithSigns(peer, 1, 2_000_000);
    assertThat(stage.endsAsked).isBetween(8, 10);
    assertThat(stage.isRead()).isFalse();
  }

  @Test
  void whatIsOnItsWayWhenTheEndIsAskedForIsWaitedFor() {
    LogStreamFixture.Peer peer = stage.fed();
    stage.passWithSigns(peer, 0, EndCheck.ASK_US - 20_000);
    stage.append(10);
    stage.passWithSigns(peer, 0, 40_000);
    assertThat(stage.endsAsked).isEqualTo(1);
    peer.sends(0, 10);
    stage.passWithSigns(peer, 1, 100_000);
    assertThat(stage.isRead()).isFalse();
  }

  @Test
  void nobodyAsksForTheEndOfALogThatItsLogStreamMovesOn() {
    LogStreamFixture.Peer peer = stage.fed();
    for (int i = 0; i < 100; i++) {
      stage.append(i);
      peer.sends(i, i);
      stage.pass(20_000);
    }
    assertThat(stage.heard).hasSize(100);
    assertThat(stage.endsAsked).isZero();
  }

  @Test
  void aSiteThatIsLostOrBeginsAnewIsNotBelieved() {
    LogStreamFixture.Peer peer = stage.fed();
    stage.isLost();
    assertThat(peer.closed).isTrue();
    assertThat(stage.isRead()).isTrue();
    stage.lives(2);
    LogStreamFixture.Peer next = stage.opened();
    next.connects();
    assertThat(stage.sent).endsWith(new FollowLog("cluster", 1, 2, 2));
    next.says(new LogHeld(0));
    assertThat(stage.isRead()).isFalse();
    stage.lives(3);
    assertThat(next.closed).isTrue();
  }

  @Test
  void aConnectionThatBreaksIsMadeAnewAfterAPause() {
    LogStreamFixture.Peer peer = stage.fed();
    peer.breaks();
    assertThat(stage.isRead()).isTrue();
    stage.pass(Origin.FIRST_PAUSE_US / 2);
    assertThat(stage.peers).hasSize(1);
    stage.pass(Origin.FIRST_PAUSE_US);
    assertThat(stage.peers).hasSize(2);
  }

  @Test
  void whoRefusesIsAskedEverMoreRarely() {
    for (int i = 0; i < 3; i++) {
      LogStreamFixture.Peer peer = stage.opened();
      peer.connects();
      peer.says(new Goodbye(1, "no"));
      stage.pass(Origin.FIRST_PAUSE_US << (i + 1));
    }
    assertThat(stage.peers).hasSizeBetween(3, 4);
    assertThat(stage.isRead()).isTrue();
  }

  @Test
  void aPauseKeepsWhatComesAndLosesNothing() {
    LogStreamFixture.Peer peer = stage.fed();
    stage.onHeard = () -> stage.logStreams.setPaused(true);
    for (int i = 0; i < 4; i++) {
      stage.append(i);
    }
    peer.sends(0, 0, 1);
    peer.sends(2, 2);
    assertThat(stage.heard).containsExactly("0:0");
    stage.onHeard = () -> {};
    stage.logStreams.setPaused(false);
    peer.sends(3, 3);
    assertThat(stage.heard).containsExactly("0:0", "1:1", "2:2", "3:3");
  }

  @Test
  void aPauseInWhichMoreComesThanIsKeptEndsTheLogStream() {
    LogStreamFixture.Peer peer = stage.fed();
    stage.logStreams.setPaused(true);
    byte[] large = new byte[1 << 20];
    for (int i = 0; i < 6; i++) {
      stage.log.add(large);
      peer.says(new LogPart(i, List.of(large)));
    }
    assertThat(peer.closed).isTrue();
    stage.logStreams.setPaused(false);
    stage.reader.deliver();
    assertThat(stage.heard).hasSize(6).startsWith("0:0").endsWith("5:0");
  }

  @Test
  void creditIsGivenForWhatWasTaken() {
    LogStreamFixture.Peer peer = stage.fed();
    byte[] entry = new byte[200 << 10];
    peer.says(new LogPart(0, List.of(entry)));
    assertThat(stage.sent).noneMatch(FollowCredit.class::isInstance);
    peer.says(new LogPart(1, List.of(entry)));
    peer.says(new LogPart(1, List.of(entry)));
    assertThat(stage.sent).endsWith(new FollowCredit(400 << 10));
  }

  @Test
  void theOwnLogHasNoLogStreamAndALogThatIsRemovedHasNone() {
    LogStreamFixture.Peer peer = stage.fed();
    assertThat(stage.peers).hasSize(1);
    stage.logStreams.remove(LogStreamFixture.SELF);
    stage.logStreams.remove(LogStreamFixture.ORIGIN);
    assertThat(peer.closed).isTrue();
    stage.pass(10_000_000);
    assertThat(stage.peers).hasSize(1);
    assertThat(stage.reader.positions).isEmpty();
  }

  @Test
  void nothingIsHeardBehindTheEnd() {
    LogStreamFixture.Peer peer = stage.fed();
    stage.logStreams.close();
    assertThat(peer.closed).isTrue();
    stage.append(10);
    stage.reader.deliverLate(0);
    stage.pass(10_000_000);
    assertThat(stage.heard).isEmpty();
    assertThat(stage.peers).hasSize(1);
  }
}
