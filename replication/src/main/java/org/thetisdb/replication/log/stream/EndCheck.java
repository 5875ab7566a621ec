package org.thetisdb.replication.log.stream;

import java.util.function.LongConsumer;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.replication.log.CommitLog;

/**
 * Makes sure that a log stream which brings nothing has nothing to bring. The fence of a failover
 * successor is written to the origin's log by somebody else, and an origin that only slept goes on
 * to give signs of life: a follower that believed it would never see that fence (decision 0088).
 *
 * <p>An entry of the log stream proves that nobody else has written before it. So only if none has
 * come for a while the log is asked how far it goes; if the log stream does not come as far, it is
 * behind. Lives on one scheduler, and checks one log stream.
 */
final class EndCheck {
  /** A question costs the log little; a failover successor has been waited for longer than this. */
  static final long ASK_US = 200_000;

  /** What was acknowledged just before the question may be on its way for so long. */
  static final long GRACE_US = 50_000;

  private final int site;
  private final CommitLog log;
  private final Scheduler scheduler;
  private final LogDelivery delivery;
  private final LongConsumer onBehind;
  private long provenAtUs;
  private boolean asking;
  private boolean over;

  /**
   * A check that begins now.
   *
   * @param onBehind hears how far the log goes, if its log stream does not
   */
  EndCheck(
      int site, CommitLog log, Scheduler scheduler, LogDelivery delivery, LongConsumer onBehind) {
    this.site = site;
    this.log = log;
    this.scheduler = scheduler;
    this.delivery = delivery;
    this.onBehind = onBehind;
    this.provenAtUs = scheduler.clock().nowUs();
  }

  /** The log stream has brought entries. */
  void onEntries(long nowUs) {
    provenAtUs = nowUs;
  }

  /** Asks, if it is time to. */
  void look(long nowUs) {
    if (delivery.isByLogStream() && !asking && nowUs - provenAtUs >= ASK_US) {
      asking = true;
      log.askEnd(site, scheduler, this::onEnd);
    }
  }

  /** Where nobody can tell the end nobody can append either, or soon: it is asked again. */
  private void onEnd(Long end, RuntimeException error) {
    asking = false;
    provenAtUs = scheduler.clock().nowUs();
    if (error == null && isBehind(end)) {
      asking = true;
      scheduler.schedule(GRACE_US, () -> judge(end));
    }
  }

  private void judge(long end) {
    asking = false;
    if (isBehind(end)) {
      onBehind.accept(end);
    }
  }

  private boolean isBehind(long end) {
    return !over && delivery.isByLogStream() && delivery.reached() < end;
  }

  /** The log stream has ended. */
  void end() {
    over = true;
  }
}
