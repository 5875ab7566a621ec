package org.thetisdb.server.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.RouterToClient.Goodbye;
import org.thetisdb.core.wire.SiteToSite;
import org.thetisdb.core.wire.SiteToSite.FollowCredit;
import org.thetisdb.core.wire.SiteToSite.FollowLog;
import org.thetisdb.core.wire.SiteToSite.LogHeld;
import org.thetisdb.core.wire.SiteToSite.LogPart;
import org.thetisdb.replication.log.LogAppender;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.server.state.SiteIdentity;

/**
 * Sends each entry of this site's log to those that follow it, when the log has acknowledged it;
 * and signs of life while there is none. Nobody is waited for: a follower that does not keep up is
 * sent away, and reads the log. Owned by the engine's event loop.
 */
public final class LogStreams {
  /**
   * How long entries gather. Each message wakes a thread here and one at the follower, which cost
   * more than what a busy site logs in a millisecond; a call that waits for a commit of another
   * site has waited longer for the log.
   */
  static final long GATHER_US = 1_000;

  /** Entries that gather. A longer one goes by itself. */
  static final int PART_BYTES = 64 << 10;

  /** What may be on its way to one follower: more than its credit by what a slow moment brings. */
  static final int UNTAKEN_BYTES = 4 << 20;

  /** Between signs of life. */
  static final long SIGN_US = 20_000;

  private final Scheduler scheduler;
  private final SiteIdentity identity;
  private final int self;
  private final Roster roster;

  /** By site, so each has one at most. */
  private final Map<Integer, Follower> followers = new TreeMap<>();

  private List<byte[]> gathered = new ArrayList<>();
  private long gatheredFrom;
  private int gatheredBytes;
  private boolean sendPosted;
  private boolean signPosted;
  private long sentAtUs;

  /** Behind the newest entry that is acknowledged. */
  private long nextOffset;

  private boolean over;

  /**
   * Log streams of a log, for nobody yet.
   *
   * @param identity of the cluster and this incarnation
   * @param roster says which sites may follow
   * @param nextOffset of the entry that is appended next
   */
  public LogStreams(
      Scheduler scheduler, SiteIdentity identity, int self, Roster roster, long nextOffset) {
    this.scheduler = scheduler;
    this.identity = identity;
    this.self = self;
    this.roster = roster;
    this.nextOffset = nextOffset;
  }

  /** The same appender, of whose acknowledged entries followers hear. */
  public LogAppender heardOf(LogAppender appender) {
    return new LogAppender() {
      @Override
      public void append(byte[] entry, AppendCallback callback) {
        appender.append(entry, new Heard(entry, callback));
      }

      @Override
      public void close() {
        appender.close();
      }
    };
  }

  private final class Heard implements LogAppender.AppendCallback {
    private final byte[] entry;
    private final LogAppender.AppendCallback callback;

    Heard(byte[] entry, LogAppender.AppendCallback callback) {
      this.entry = entry;
      this.callback = callback;
    }

    @Override
    public void onAppended(long offset) {
      onAcknowledged(offset, entry);
      callback.onAppended(offset);
    }

    @Override
    public void onFailed(RuntimeException reason) {
      stop();
      callback.onFailed(reason);
    }
  }

  /** Entries of others may stand before this one; followers find a gap then. */
  private void onAcknowledged(long offset, byte[] entry) {
    if (offset != nextOffset) {
      send();
    }
    nextOffset = offset + 1;
    if (over || followers.isEmpty()) {
      return;
    }
    if (gathered.isEmpty()) {
      gatheredFrom = offset;
    }
    gathered.add(entry);
    gatheredBytes += entry.length;
    if (gatheredBytes >= PART_BYTES) {
      send();
    } else if (!sendPosted) {
      sendPosted = true;
      scheduler.schedule(GATHER_US, this::sendAsPosted);
    }
  }

  private void sendAsPosted() {
    sendPosted = false;
    send();
  }

  private void send() {
    if (!over && !gathered.isEmpty()) {
      LogPart part = new LogPart(gatheredFrom, gathered);
      int bytes = gatheredBytes;
      gathered = new ArrayList<>();
      gatheredBytes = 0;
      sendToAll(part, bytes);
    }
  }

  private void sendToAll(SiteToSite message, int bytes) {
    sentAtUs = scheduler.clock().nowUs();
    for (Follower follower : List.copyOf(followers.values())) {
      if (!follower.send(message, bytes)) {
        followers.remove(follower.site);
        follower.connection.close();
      }
    }
  }

  /** A site asks for what comes from now on. */
  public void follow(Connection connection, FollowLog request) {
    ThetisException reason = whyNot(request);
    if (reason != null) {
      connection.send(new Goodbye(reason.code().number(), reason.getMessage()));
      connection.close();
      return;
    }
    Follower before = followers.get(request.follower());
    if (before != null && before.connection == connection) {
      return; // the message came twice
    }
    if (before != null) {
      before.connection.close();
    }
    send(); // the new one begins behind it
    followers.put(request.follower(), new Follower(request.follower(), connection));
    connection.send(new LogHeld(nextOffset));
    giveSigns();
  }

  private ThetisException whyNot(FollowLog request) {
    if (over) {
      return new ThetisException(ErrorCode.FENCED, identity.incarnation(), self);
    }
    if (!request.cluster().equals(identity.cluster())) {
      return new ThetisException(
          ErrorCode.BAD_REQUEST, "this site is of cluster \"" + identity.cluster() + "\"");
    }
    if (request.origin() != self || request.incarnation() != identity.incarnation()) {
      return new ThetisException(
          ErrorCode.BAD_REQUEST,
          "this is incarnation " + identity.incarnation() + " of site " + self);
    }
    SiteStanding standing = roster.standing(request.follower());
    if (standing == null || standing == SiteStanding.GONE || request.follower() == self) {
      return new ThetisException(ErrorCode.SITE_NOT_ADMITTED, request.follower());
    }
    return null;
  }

  private void giveSigns() {
    if (!signPosted && !over && !followers.isEmpty()) {
      signPosted = true;
      scheduler.schedule(SIGN_US, this::giveSign);
    }
  }

  /** What has gathered is a sign of life, too, and comes at once. */
  private void giveSign() {
    signPosted = false;
    boolean silent = scheduler.clock().nowUs() - sentAtUs >= SIGN_US / 2;
    if (!over && silent && gathered.isEmpty()) {
      sendToAll(new LogHeld(nextOffset), 0);
    }
    giveSigns();
  }

  /** A follower has taken more. */
  public void onCredit(Connection connection, FollowCredit credit) {
    for (Follower follower : followers.values()) {
      if (follower.connection == connection) {
        follower.onCredit(credit);
      }
    }
  }

  /** A connection is gone. */
  public void onClosed(Connection connection) {
    followers.values().removeIf(follower -> follower.connection == connection);
  }

  /** This incarnation is over: nothing is sent any more. */
  public void stop() {
    over = true;
    gathered.clear();
    followers.values().forEach(follower -> follower.connection.close());
    followers.clear();
  }

  /** One site that follows. */
  private static final class Follower {
    private final int site;
    private final Connection connection;
    private long sentBytes;
    private long takenBytes;

    Follower(int site, Connection connection) {
      this.site = site;
      this.connection = connection;
    }

    /** Whether it was sent; what is too much or too long for its connection is not. */
    boolean send(SiteToSite message, int bytes) {
      if (sentBytes - takenBytes > UNTAKEN_BYTES || connection.isCongested()) {
        return false;
      }
      try {
        connection.send(message);
      } catch (ThetisException tooLong) {
        return false;
      }
      sentBytes += bytes;
      return true;
    }

    void onCredit(FollowCredit credit) {
      if (credit.takenBytes() > takenBytes && credit.takenBytes() <= sentBytes) {
        takenBytes = credit.takenBytes();
      }
    }
  }
}
