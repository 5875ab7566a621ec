package org.thetisdb.client.link;

import java.util.function.BooleanSupplier;
import org.thetisdb.core.id.Address;

/**
 * Decides when a connection that is silent gets a ping, and when it is given up.
 *
 * <p>While nobody waits for an answer a ping goes out once in an interval. While somebody does, and
 * there is another router to go to, it goes out a dozen times as often: a router that was stopped
 * or cut off then costs its clients a third of a second. If the router that was given up so turns
 * out to live, it was slow, and gets twice as long the next time, up to the usual interval. Not
 * thread-safe.
 */
final class Pulse {
  /** How many times faster a router is looked at on which somebody waits. */
  static final int STEPS_PER_PING = 12;

  /** After one it may have been a pause of the other end's collector. */
  private static final int SUSPICIOUS_PINGS = 2;

  /** What is to be done at a step. */
  enum Step {
    NOTHING,
    PING,
    GIVE_UP
  }

  private final int silentPings;
  private final BooleanSupplier hasOthers;
  private boolean heard;
  private int unanswered;
  private int stepsSincePing;
  private int stepsPerExpeditedPing = 1;
  private Address givenUp;

  Pulse(int silentPings, BooleanSupplier hasOthers) {
    this.silentPings = silentPings;
    this.hasOthers = hasOthers;
  }

  /** A new connection has shaken hands. */
  void begin(Address address) {
    stepsPerExpeditedPing =
        address.equals(givenUp) ? Math.min(STEPS_PER_PING, 2 * stepsPerExpeditedPing) : 1;
    givenUp = null;
    hear();
    heard = false;
  }

  /** It was not looked after for a while, in which its silence says nothing. */
  void resume() {
    unanswered = 0;
    stepsSincePing = 0;
  }

  /** The peer said something. */
  void hear() {
    heard = true;
    unanswered = 0;
    stepsSincePing = 0;
  }

  /** Whether the peer said something since this was asked the last time. */
  boolean wasHeard() {
    boolean was = heard;
    heard = false;
    return was;
  }

  /** One step is over, a twelfth of the interval, in which nothing was heard. */
  Step silent(boolean awaited) {
    stepsSincePing++;
    if (stepsSincePing
        < (awaited && hasOthers.getAsBoolean() ? stepsPerExpeditedPing : STEPS_PER_PING)) {
      return Step.NOTHING;
    }
    if (unanswered == silentPings) {
      return Step.GIVE_UP;
    }
    unanswered++;
    stepsSincePing = 0;
    return Step.PING;
  }

  /** Whether it has been silent for so long that another router may soon be needed. */
  boolean isSuspicious() {
    return unanswered == SUSPICIOUS_PINGS;
  }

  /** A connection to this router was given up because it was silent. */
  void gaveUp(Address address) {
    givenUp = address;
  }
}
