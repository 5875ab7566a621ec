package org.thetisdb.router.reading;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.time.Clock;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.ClientMessage.Call;
import org.thetisdb.core.wire.SiteToRouter.WhyNot;
import org.thetisdb.replication.membership.Membership.SiteInfo;

/**
 * Takes reads of clients straight to the sites, each to the one with the fewest of them under way.
 * It knows no scheme, map or catalog: it tries a call that may be a read, and the site judges.
 * Whatever is refused goes to the router that leads. A procedure that writes is not tried again for
 * a while, and if the scheme lets nothing be read so, nothing is.
 *
 * <p>Connections are opened when there is something to read, and closed when there was nothing for
 * a while. Owned by the engine's thread.
 */
public final class ReplicaReads {
  /** Reads under way at one site. */
  private static final int MOST_AT_A_SITE = 1_024;

  /** Procedures that are remembered because they write. */
  private static final int MOST_REMEMBERED = 4_096;

  /** After so long it is tried again whether a procedure only reads: its jar may be another one. */
  private static final long REMEMBERED_US = 10_000_000;

  /** For so long nothing is tried when a site has said that nothing may be read so. */
  private static final long PAUSE_US = 1_000_000;

  /** How often connections are looked after. */
  private static final long LOOK_US = 200_000;

  /** A site that owes answers and says nothing for so long is taken for lost. */
  private static final long SILENT_US = 400_000;

  /** Connections that nothing was read over for so long are closed. */
  private static final long IDLE_US = 10_000_000;

  private final String cluster;
  private final Transport transport;
  private final Scheduler scheduler;
  private final Clock clock;
  private final RandomGenerator random;
  private final Map<Integer, ReaderLink> links = new TreeMap<>();
  private final Set<String> writing = new HashSet<>();
  private List<SiteInfo> living = List.of();
  private long forgottenUs;
  private long pausedUntilUs;
  private long usedUs;
  private int lastSite;
  private boolean looking;
  private long results;

  /**
   * No connections.
   *
   * @param cluster the cluster's name
   * @param random seeded; draws the seeds of procedures
   */
  public ReplicaReads(
      String cluster, Transport transport, Scheduler scheduler, RandomGenerator random) {
    this.cluster = cluster;
    this.transport = transport;
    this.scheduler = scheduler;
    this.clock = scheduler.clock();
    this.random = random;
  }

  /** Membership names the sites that live. */
  public void onSites(List<SiteInfo> sites) {
    living = List.copyOf(sites);
    List.copyOf(links.values()).stream()
        .filter(link -> !living.contains(link.site()))
        .forEach(this::drop);
    if (looking) {
      connect();
    }
  }

  /** This router leads now, or ends: it reads no more. */
  public void stop() {
    List.copyOf(links.values()).forEach(this::drop);
    usedUs = clock.nowUs() - IDLE_US;
  }

  /** Calls that sites have answered. */
  public long results() {
    return results;
  }

  /** Sends a call to a site, if it may be a read; else returns null. */
  SiteRead begin(Call call, String user, SiteRead.Outcome outcome) {
    long nowUs = clock.nowUs();
    if (nowUs - forgottenUs >= REMEMBERED_US) {
      forgottenUs = nowUs;
      writing.clear();
    }
    if (call.repetition() || nowUs < pausedUntilUs || writing.contains(call.procedure())) {
      return null;
    }
    usedUs = nowUs;
    if (!looking) {
      looking = true;
      connect();
      scheduler.schedule(LOOK_US, this::look);
    }
    ReaderLink link = leastBusy();
    if (link == null) {
      return null;
    }
    SiteRead read = new SiteRead(call, user, outcome);
    link.send(read, random.nextLong());
    return read;
  }

  void onResult() {
    results++;
  }

  /** Of those with the fewest reads the one behind the last, so that all have their turn. */
  private ReaderLink leastBusy() {
    ReaderLink best = null;
    for (ReaderLink link : links.values()) {
      if (link.takesMore(MOST_AT_A_SITE) && (best == null || isBetter(link, best))) {
        best = link;
      }
    }
    lastSite = best == null ? lastSite : best.site().site();
    return best;
  }

  private boolean isBetter(ReaderLink link, ReaderLink best) {
    if (link.underWay() != best.underWay()) {
      return link.underWay() < best.underWay();
    }
    return best.site().site() <= lastSite && link.site().site() > lastSite;
  }

  private void onRefused(SiteRead read, WhyNot why) {
    if (why == WhyNot.NOTHING_IS) {
      pausedUntilUs = clock.nowUs() + PAUSE_US;
    } else if (why == WhyNot.WRITES) {
      if (writing.size() >= MOST_REMEMBERED) {
        writing.clear();
      }
      writing.add(read.call().procedure());
    }
  }

  private void connect() {
    for (SiteInfo site : living) {
      if (!links.containsKey(site.site())) {
        ReaderLink link = new ReaderLink(site, cluster, clock, this::onRefused);
        links.put(site.site(), link);
        transport.connect(site.address(), scheduler, link);
      }
    }
  }

  private void look() {
    for (ReaderLink link : List.copyOf(links.values())) {
      if (link.isLost() || link.isSilentFor(SILENT_US)) {
        drop(link);
      }
    }
    looking = clock.nowUs() - usedUs < IDLE_US;
    if (looking) {
      connect();
      scheduler.schedule(LOOK_US, this::look);
    } else {
      stop();
    }
  }

  private void drop(ReaderLink link) {
    links.remove(link.site().site(), link);
    link.close();
  }
}
