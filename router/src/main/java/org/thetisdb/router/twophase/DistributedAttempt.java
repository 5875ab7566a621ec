package org.thetisdb.router.twophase;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.wire.RouterToSite;
import org.thetisdb.core.wire.RouterToSite.CommitVotes;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.RouterToSite.Observed;
import org.thetisdb.core.wire.RouterToSite.Part;
import org.thetisdb.core.wire.RouterToSite.Step;
import org.thetisdb.core.wire.SiteToRouter.Voted;

/** One attempt of a call to run over several sites. Owned by the engine's thread. */
public final class DistributedAttempt {
  private static final int[] NOT_KNOWN = {};

  /** Its number, which no other attempt of any router has. */
  public final long id;

  private int coordinator;

  /** Whether home holds a place for it. */
  private boolean holdsPlace;

  /** What its masters are asked for; null if it runs at one site. */
  private Step fragments;

  /** Whether it runs before its participants prepare, and they validate what it has read. */
  public final boolean validates;

  /** What masters have voted with that run fragments of it; null if it runs at one site. */
  private final Votes votes;

  private int[] participants;
  private int prepared;

  /** What was sent first: all fragments see its time, and draw from its seed. */
  private Execute first;

  /** Participants that were asked beside each other, and have not answered. */
  private final List<Preparation> asked = new ArrayList<>(0);

  /** What the run has seen; null before, and where nothing is validated. */
  private Observed observed;

  /** What its participants had when they had prepared. */
  private VersionVector seen = VersionVector.ZERO;

  /** One whose participants prepare before it runs. */
  public DistributedAttempt(long id, int coordinator, int[] participants) {
    this(id, coordinator, participants, false, null);
  }

  private DistributedAttempt(
      long id, int coordinator, int[] participants, boolean validates, Votes votes) {
    this.id = id;
    this.coordinator = coordinator;
    this.participants = participants;
    this.validates = validates;
    this.votes = votes;
  }

  /**
   * One of which each of its masters runs a fragment, and home the last one.
   *
   * @param fragments what they do about undecided rows: FRAGMENT, SPECULATE or BLOCK
   */
  static DistributedAttempt inFragments(long id, int home, int[] others, Step fragments) {
    DistributedAttempt attempt = new DistributedAttempt(id, home, others, false, new Votes());
    attempt.fragments = fragments;
    return attempt;
  }

  /** One that a site runs as its only fragment, and may commit. */
  static DistributedAttempt alone(long id, int site) {
    return inFragments(id, site, new int[] {site}, Step.ALONE);
  }

  /** The site that runs it and decides. */
  public int coordinator() {
    return coordinator;
  }

  /** Another site decides it: that which decides what it stands on. */
  void decideAt(int site) {
    coordinator = site;
  }

  /** Home holds a place for it, until it is committed there or given up. */
  void holdPlace() {
    holdsPlace = true;
  }

  /** Whether home may hold a place for it. */
  boolean holdsPlace() {
    return holdsPlace;
  }

  /** Whether one site has all of it. */
  boolean isAlone() {
    return fragments == Step.ALONE;
  }

  /** One that runs first; then its participants are known, and validate what it has read. */
  public static DistributedAttempt thatValidates(long id, int coordinator) {
    return new DistributedAttempt(id, coordinator, NOT_KNOWN, true, null);
  }

  /** It has run, and needs these participants. */
  public void onRan(Observed whatItSaw, int[] needed) {
    observed = whatItSaw;
    participants = needed;
  }

  /** What is to be done next. */
  public Step step() {
    if (validates && observed == null) {
      return Step.RUN;
    }
    if (prepared < participants.length) {
      return votes == null ? Step.PREPARE : Step.FRAGMENT;
    }
    return validates || votes != null ? Step.FINISH : Step.DECIDE;
  }

  private boolean asksParticipants() {
    return step() == Step.PREPARE || step() == Step.FRAGMENT;
  }

  /** Whether the coordinator decides next; before that, nothing of it can commit. */
  public boolean isDeciding() {
    return isAlone() || step() == Step.DECIDE || step() == Step.FINISH;
  }

  /** The site that is next. */
  public int next() {
    return asksParticipants() ? participants[prepared] : coordinator;
  }

  /** Whether a site has its present step, or is about to get it. */
  public boolean isAt(int site) {
    return asked.isEmpty() ? next() == site : asked.stream().anyMatch(one -> one.site() == site);
  }

  /** Whether several participants are to be asked next, which can be asked at once. */
  public boolean asksSeveral() {
    return asksParticipants() && prepared == 0 && (votes != null || participants.length > 1);
  }

  void asked(Preparation one) {
    asked.add(one);
  }

  void answered(Preparation one) {
    asked.remove(one);
  }

  /** Whether all participants but one have consented. */
  boolean isLast() {
    return prepared == participants.length - 1;
  }

  /** It is over: participants that have not answered need not. */
  public void callOff() {
    asked.forEach(Preparation::callOff);
  }

  /**
   * Of the participants that were asked beside each other, those give way that wait for rows.
   *
   * @return whether there are any that have not answered
   */
  public boolean giveWay() {
    asked.forEach(Preparation::giveWay);
    return !asked.isEmpty();
  }

  /** The part of a site that is asked for the next step. */
  RouterToSite partOf(Execute run) {
    Step step = step();
    if (votes == null) {
      return new Part(id, step, step == Step.PREPARE ? observed : null, run);
    }
    if (step == Step.FINISH) {
      return new CommitVotes(
          id,
          votes.parts(),
          votes.ran(),
          votes.rows(),
          votes.prepared(),
          votes.versions(),
          votes.value(),
          votes.results(),
          run.as(first));
    }
    if (first == null) {
      first = run;
    }
    return new Part(id, fragments, null, run.as(first));
  }

  /** What its masters have voted with; null if it runs at one site. */
  Votes votes() {
    return votes;
  }

  /** A master has run its fragment, and votes for it. */
  void onVoted(Voted vote) {
    votes.add(vote);
    onPrepared(vote.vector());
  }

  /** The next participant has prepared. */
  public void onPrepared(VersionVector report) {
    see(report);
    prepared++;
  }

  private void see(VersionVector report) {
    seen = seen.max(report);
  }

  /** All that the coordinator must have, so that it sees what it overwrites. */
  public VersionVector seen() {
    return seen;
  }

  /** Whether others may stand on what it leaves. */
  boolean speculates() {
    return fragments == Step.SPECULATE || fragments == Step.ALONE;
  }

  /** Whether a site other than the coordinator takes part. */
  boolean isWith(int site) {
    return Arrays.stream(participants).anyMatch(each -> each == site);
  }

  /** Sites other than the coordinator that take part; empty until they are known. */
  public int[] participants() {
    return participants;
  }
}
