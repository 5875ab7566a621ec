package org.thetisdb.router.reading;

import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Long2ObjectHashMap;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.time.Clock;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite.Read;
import org.thetisdb.core.wire.RouterToSite.ReaderHello;
import org.thetisdb.core.wire.SiteToRouter.ReadRefused;
import org.thetisdb.core.wire.SiteToRouter.ReadResult;
import org.thetisdb.core.wire.SiteToRouter.WhyNot;
import org.thetisdb.replication.membership.Membership.SiteInfo;

/**
 * The connection of a router that does not lead to one incarnation of a site, with the reads that
 * are under way there. It goes from CONNECTING over READY to LOST, or straight to LOST, and is then
 * thrown away. Owned by the engine's thread.
 */
final class ReaderLink implements ConnectionListener {
  private enum State {
    CONNECTING,
    READY,
    LOST
  }

  private final SiteInfo site;
  private final String cluster;
  private final Clock clock;
  private final Refusals refusals;
  private final Long2ObjectHashMap<SiteRead> reads = new Long2ObjectHashMap<>();
  private State state = State.CONNECTING;
  private Connection connection;
  private long lastRead;

  /** When the site last said something, or was asked something while it owed nothing. */
  private long heardUs;

  /** Hears why sites refuse. */
  interface Refusals {
    /** A site refused a read, and what that says about others. */
    void onRefused(SiteRead read, WhyNot why);
  }

  ReaderLink(SiteInfo site, String cluster, Clock clock, Refusals refusals) {
    this.site = site;
    this.cluster = cluster;
    this.clock = clock;
    this.refusals = refusals;
  }

  SiteInfo site() {
    return site;
  }

  boolean isLost() {
    return state == State.LOST;
  }

  /** Whether it can take another read. */
  boolean takesMore(int mostReads) {
    return state == State.READY && reads.size() < mostReads && !connection.isCongested();
  }

  int underWay() {
    return reads.size();
  }

  /** Whether the site owes answers, and has not said anything for so long. */
  boolean isSilentFor(long us) {
    return !reads.isEmpty() && clock.nowUs() - heardUs >= us;
  }

  /** Asks the site. */
  void send(SiteRead read, long seed) {
    if (reads.isEmpty()) {
      heardUs = clock.nowUs();
    }
    long id = ++lastRead;
    reads.put(id, read);
    connection.send(
        new Read(
            id,
            read.call().timeoutMs(),
            clock.wallMs(),
            seed,
            read.call().vector(),
            read.call().procedure(),
            read.call().arguments(),
            read.user()));
  }

  /** Ends the connection; what is under way goes to the router that leads, in its order. */
  void close() {
    if (state == State.LOST) {
      return;
    }
    state = State.LOST;
    if (connection != null) {
      connection.close();
    }
    List<Long> ids = new ArrayList<>(reads.keySet());
    ids.sort(null);
    List<SiteRead> lost = new ArrayList<>(ids.size());
    ids.forEach(id -> lost.add(reads.get(id.longValue())));
    reads.clear();
    lost.forEach(SiteRead::refuse);
  }

  @Override
  public void onConnected(Connection opened) {
    if (state == State.LOST) {
      opened.close();
      return;
    }
    connection = opened;
    state = State.READY;
    opened.send(new ReaderHello(cluster));
  }

  @Override
  public void onMessage(Connection from, Message message) {
    if (state == State.LOST) {
      return;
    }
    heardUs = clock.nowUs();
    if (message instanceof ReadResult result) {
      SiteRead read = reads.remove(result.readId());
      if (read != null) {
        read.succeed(result.vector(), result.value());
      }
    } else if (message instanceof ReadRefused refused) {
      SiteRead read = reads.remove(refused.readId());
      if (read != null) {
        refusals.onRefused(read, refused.why());
        read.refuse();
      }
    } else {
      close(); // it says good-bye, or what no site says to those who only read
    }
  }

  @Override
  public void onClosed(Connection closed, String reason) {
    close();
  }
}
