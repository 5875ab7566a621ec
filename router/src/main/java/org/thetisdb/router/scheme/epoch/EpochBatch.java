package org.thetisdb.router.scheme.epoch;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import java.util.function.BiConsumer;
import org.thetisdb.core.wire.RouterToSite;
import org.thetisdb.core.wire.RouterToSite.CheckBatch;
import org.thetisdb.core.wire.RouterToSite.Reserve;
import org.thetisdb.core.wire.SiteToRouter.BatchChecked;
import org.thetisdb.core.wire.SiteToRouter.RanInEpochView;

/**
 * The batch of an epoch view that is under way (Aria over sites, decision 0074). Its transactions
 * are in the order of their attempts, which is that in which they were sent.
 *
 * <pre>
 *   FILLING --(sealed)--> RUNNING --(all have run: first barrier)--> CHECKING
 *   CHECKING --(all sites have reported conflicts: decided, second barrier)--> FILLING
 *   FILLING --(those that lost fall back)--> REFILLING --(all were sent)--> LOCKING
 *   LOCKING --(all are over)--> FILLING
 * </pre>
 *
 * <p>A site is asked for conflicts behind all reservations that it was sent, and the next batch
 * runs behind all rows that this one has written: connections keep their order. Owned by the
 * engine's thread.
 */
final class EpochBatch {
  private final long epochView;
  private final BatchOrder order;
  private final NavigableMap<Long, EpochAttempt> attempts;
  private final BiConsumer<Integer, RouterToSite> sender;
  private final Decisions decisions;
  private final BitSet asked = new BitSet();
  private final BitSet awaited = new BitSet();
  private Step step = Step.FILLING;
  private long number = 1;

  /** How many have run. */
  private int ran;

  private enum Step {
    FILLING,
    RUNNING,
    CHECKING,
    REFILLING,
    LOCKING
  }

  /** What becomes of a batch. */
  interface Decisions {
    /** These commit, in this order; {@code overtaking} of them before earlier ones. */
    void onDecided(List<EpochAttempt> committed, int overtaking, List<EpochAttempt> lost);
  }

  /**
   * The first batch of an epoch view.
   *
   * @param attempts those that run in the epoch view, which are those of the batch
   */
  EpochBatch(
      long epochView,
      BatchOrder order,
      NavigableMap<Long, EpochAttempt> attempts,
      BiConsumer<Integer, RouterToSite> sender,
      Decisions decisions) {
    this.epochView = epochView;
    this.order = order;
    this.attempts = attempts;
    this.sender = sender;
    this.decisions = decisions;
  }

  /** Whether the next one may be filled. */
  boolean isOver() {
    return step == Step.FILLING && attempts.isEmpty();
  }

  /** The number of the one that is under way, or comes. */
  long number() {
    return number;
  }

  /** All calls of the batch were sent. */
  void seal() {
    if (step == Step.FILLING && !attempts.isEmpty()) {
      step = Step.RUNNING;
      endExecution();
    }
  }

  /** One of the batch has run; what it has met is reserved. */
  void onRan(EpochAttempt attempt, RanInEpochView said) {
    attempt.ran = said;
    ran++;
    asked.set(attempt.site.site());
    if (!said.participants().isEmpty()) {
      Reserve reserve = new Reserve(epochView, attempt.transaction, said.touched());
      for (int site : said.participants()) {
        asked.set(site);
        sender.accept(site, reserve);
      }
    }
    endExecution();
  }

  /**
   * One of the batch was answered in another way, and is not in it any more; or one that fell back
   * is over.
   *
   * @return whether all that fell back are over, now
   */
  boolean onRemoved() {
    endExecution();
    return endFallback();
  }

  /** Those that lost run behind the batch that was decided last, under ordered locks. */
  void beginFallback() {
    step = Step.REFILLING;
  }

  /**
   * All of them were sent.
   *
   * @return whether none is under way
   */
  boolean sealFallback() {
    step = Step.LOCKING;
    return endFallback();
  }

  private boolean endFallback() {
    boolean isOver = step == Step.LOCKING && attempts.isEmpty();
    if (isOver) {
      step = Step.FILLING;
    }
    return isOver;
  }

  /** Whether those under way are calls that lost, and lock what they met. */
  boolean fallsBack() {
    return step == Step.REFILLING || step == Step.LOCKING;
  }

  private void endExecution() {
    if (step == Step.RUNNING && ran == attempts.size()) {
      attempts.values().removeIf(attempt -> attempt.call.isDone());
      if (attempts.size() < 2) {
        decide(); // nobody is before it
      } else {
        check();
      }
    }
  }

  private void check() {
    step = Step.CHECKING;
    awaited.or(asked);
    CheckBatch barrier = new CheckBatch(epochView, number, new ArrayList<>(attempts.keySet()));
    asked.stream().forEach(site -> sender.accept(site, barrier));
  }

  /** A site reports conflicts. */
  void onChecked(int site, BatchChecked said) {
    if (step != Step.CHECKING || said.batch() != number || !awaited.get(site)) {
      return;
    }
    awaited.clear(site);
    said.conflicts().forEach(order::add);
    if (awaited.isEmpty()) {
      decide();
    }
  }

  private void decide() {
    List<EpochAttempt> committed = new ArrayList<>();
    for (long transaction : order.decide(attempts.keySet())) {
      committed.add(attempts.remove(transaction));
    }
    List<EpochAttempt> lost = new ArrayList<>(attempts.values());
    clear();
    decisions.onDecided(committed, order.overtaking(), lost);
  }

  private void clear() {
    attempts.clear();
    asked.clear();
    awaited.clear();
    step = Step.FILLING;
    ran = 0;
    number++;
  }

  /** Takes those out of the batch that have not run yet: the others do not wait for them. */
  List<EpochAttempt> dropLate() {
    List<EpochAttempt> late = new ArrayList<>();
    if (step == Step.RUNNING) {
      Iterator<EpochAttempt> all = attempts.values().iterator();
      while (all.hasNext()) {
        EpochAttempt attempt = all.next();
        if (attempt.ran == null) {
          all.remove();
          late.add(attempt);
        }
      }
      endExecution();
    }
    return late;
  }

  /** Sites that the batch waits for: their calls have not run, or they tell of no conflicts. */
  BitSet awaited() {
    BitSet sites = (BitSet) awaited.clone();
    if (step == Step.RUNNING) {
      for (EpochAttempt attempt : attempts.values()) {
        if (attempt.ran == null) {
          sites.set(attempt.site.site());
        }
      }
    }
    return sites;
  }
}
