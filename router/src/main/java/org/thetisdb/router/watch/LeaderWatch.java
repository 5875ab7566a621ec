package org.thetisdb.router.watch;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.time.Clock;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.replication.membership.Membership.SiteInfo;

/**
 * Watches the router that leads, from one that does not. If that is gone, or silent for long, the
 * sites are asked; and if more than half of those that live say that they hear nothing of it
 * either, and none that it does, its place is taken. That is safe at any time, since sites follow
 * the highest epoch alone (hazards 2 and 6): a leader that was only slow loses its place, and
 * nothing else. A router that merely cannot reach it from here does not disturb it.
 *
 * <p>After each attempt it is patient for a while, which doubles if there are many. Owned by the
 * engine's thread.
 */
public final class LeaderWatch {
  private static final Logger LOG = LoggerFactory.getLogger(LeaderWatch.class);

  private static final long TICK_US = 50_000;

  /** How long sites have for their answers. */
  private static final long ANSWERS_US = 200_000;

  /** So long after a question without result the next one comes at the earliest. */
  private static final long RETRY_US = 500_000;

  private static final long FIRST_PATIENCE_US = 2_000_000;
  private static final long MOST_PATIENCE_US = 64_000_000;

  private final String cluster;
  private final Transport transport;
  private final Scheduler scheduler;
  private final Clock clock;
  private final long silentUs;
  private final Consumer<Address> challenge;

  private List<SiteInfo> sites = List.of();
  private Address leader;
  private LeaderProbe probe;
  private Poll poll;
  private long patientUntilUs = Long.MIN_VALUE;

  /** How long it was patient after its last attempt; 0 if it never made one. */
  private long patienceUs;

  private long challengedUs;

  /** Whether a tick is scheduled. */
  private boolean ticking;

  /**
   * Watches nobody yet.
   *
   * @param cluster the cluster's name
   * @param silentUs after how long the leader counts as silent; 0 to watch nobody ever
   * @param challenge takes the place of the router at this address
   */
  public LeaderWatch(
      String cluster,
      Transport transport,
      Scheduler scheduler,
      long silentUs,
      Consumer<Address> challenge) {
    this.cluster = cluster;
    this.transport = transport;
    this.scheduler = scheduler;
    this.clock = scheduler.clock();
    this.silentUs = silentUs;
    this.challenge = challenge;
  }

  /** Membership names the sites that live. */
  public void onSites(List<SiteInfo> living) {
    sites = List.copyOf(living);
  }

  /** Another router leads; null if none is known, or it is this one. */
  public void onLeader(Address address) {
    if (address != null && address.equals(leader)) {
      return;
    }
    forget();
    leader = address;
    if (leader != null && silentUs > 0) {
      connect(clock.nowUs());
      if (!ticking) {
        ticking = true;
        tickLater();
      }
    }
  }

  private void forget() {
    endPoll();
    if (probe != null) {
      probe.close();
      probe = null;
    }
  }

  private void connect(long heardUs) {
    probe = new LeaderProbe(clock, heardUs);
    transport.connect(leader, scheduler, probe);
  }

  private void tickLater() {
    scheduler.schedule(TICK_US, this::tick);
  }

  private void tick() {
    ticking = probe != null;
    if (!ticking) {
      return;
    }
    look();
    tickLater();
  }

  private void look() {
    boolean gone = probe.isGone();
    long nowUs = clock.nowUs();
    if (!gone && nowUs - probe.heardUs() < silentUs) {
      endPoll();
    } else if (poll == null && nowUs >= patientUntilUs) {
      ask(nowUs);
    } else if (poll != null && nowUs >= poll.endUs) {
      endPoll();
      patientUntilUs = nowUs + RETRY_US;
    }
    if (gone) {
      connect(probe.heardUs());
    } else {
      probe.ping();
    }
  }

  private void ask(long nowUs) {
    poll = new Poll(leader, sites.size(), nowUs + ANSWERS_US);
    poll.ask(sites);
  }

  private void endPoll() {
    if (poll != null) {
      poll.close();
      poll = null;
    }
  }

  private void onAgreed(Address silent) {
    endPoll();
    long nowUs = clock.nowUs();
    boolean again = patienceUs > 0 && nowUs - challengedUs < 2 * MOST_PATIENCE_US;
    patienceUs = again ? Math.min(MOST_PATIENCE_US, 2 * patienceUs) : FIRST_PATIENCE_US;
    challengedUs = nowUs;
    patientUntilUs = nowUs + patienceUs;
    LOG.warn("the router at {} leads, and no site hears of it: its place is taken", silent);
    challenge.accept(silent);
  }

  /** One round of questions. */
  private final class Poll {
    private final Address about;
    private final int living;
    private final long endUs;
    private final List<SiteQuestion> questions = new ArrayList<>();
    private int silent;
    private boolean heard;

    Poll(Address about, int living, long endUs) {
      this.about = about;
      this.living = living;
      this.endUs = endUs;
    }

    void ask(List<SiteInfo> all) {
      for (SiteInfo site : all) {
        SiteQuestion question = new SiteQuestion(cluster, this::onAnswer);
        questions.add(question);
        transport.connect(site.address(), scheduler, question);
      }
    }

    private void onAnswer(boolean isHeard) {
      heard |= isHeard;
      silent += isHeard ? 0 : 1;
      if (poll == this && isSure()) {
        onAgreed(about);
      }
    }

    private boolean isSure() {
      return !heard && 2 * silent > living;
    }

    void close() {
      questions.forEach(SiteQuestion::close);
    }
  }
}
