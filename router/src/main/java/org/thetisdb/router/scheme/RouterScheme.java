package org.thetisdb.router.scheme;

import java.util.List;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.wire.SiteToRouter;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.call.ReadRule;
import org.thetisdb.router.report.SchemeChoices.Choice;
import org.thetisdb.router.routing.Route;
import org.thetisdb.router.site.SiteLink;

/**
 * The router's part of a family of schemes: it routes and sends calls, hears what becomes of them,
 * and says when nothing of it is under way. The classes that take calls know no more of a scheme
 * than this. There is one object of each family for a router's leadership term, whether it is in
 * force or not; calls are given only to the one in force. Owned by the engine's thread.
 */
public interface RouterScheme {
  /** Whether this is the router's part of a scheme. */
  boolean serves(SchemeSpec scheme);

  /** What is done for what a call by itself reads that is serializable and may write. */
  ReadRule readRule(PendingCall call);

  /** Sends an update by itself to where it runs, or has it wait for something. */
  void route(PendingCall call);

  /** Sends a call by itself that changes nothing to where it runs, or has it wait. */
  void read(PendingCall call);

  /**
   * Whether a call for which all that it writes was moved to one site goes there at once; else it
   * is routed anew.
   */
  default boolean followsMoves() {
    return true;
  }

  /**
   * Holds a statement of an interactive transaction until it may go to its transaction's site.
   *
   * @return whether it is held
   */
  default boolean holds(PendingCall statement) {
    return false;
  }

  /** Commits an interactive transaction that has met rows of several masters which stay. */
  default void commitOver(PendingCall commit, Route route) {
    throw new UnsupportedOperationException("masters do not stay under this scheme");
  }

  /** A call is given up by its client: what need not go on of its present attempt, ends. */
  default void callOff(PendingCall call) {}

  /** A site has answered the present attempt of a call, which may have ended before. */
  default void onAnswered(PendingCall call, boolean hasCommitted) {}

  /**
   * What a site has answered is not, or not only, for the client.
   *
   * @return whether the call goes on, or has ended; else its client gets the answer
   */
  default boolean takes(PendingCall call, Executed executed) {
    return false;
  }

  /**
   * Whether the present attempt of a call stands on undecided ones. If it is rolled back then, one
   * of these was, and it may begin anew at once.
   */
  default boolean standsOnOthers(PendingCall call) {
    return false;
  }

  /** The present attempt of a call was rolled back by its site, or not begun, and is over. */
  default void onRolledBack(PendingCall call) {}

  /**
   * The site of a call's present attempt is lost.
   *
   * @return whether the call may have run
   */
  default boolean onLost(PendingCall call, int site) {
    return true;
  }

  /** A call is over, and has its answer. */
  default void onOver(PendingCall call) {}

  /** The site of an attempt says something of it that only a scheme understands. */
  default void on(PendingCall call, SiteToRouter said) {
    throw new IllegalStateException("a site says of an attempt " + said);
  }

  /**
   * A site says something that only a scheme understands.
   *
   * @return whether it is this one
   */
  default boolean on(SiteLink from, SiteToRouter said) {
    return false;
  }

  /** This router serves: nothing of older ones comes to any log. */
  default void onServing() {}

  /** Another scheme is in force, as all sites were notified ahead of what follows. */
  default void onSchemeChanged() {}

  /** Sites have come, are lost, or have a failover successor. */
  default void onSitesChanged() {}

  /** A site is lost. */
  default void onSiteLost(SiteLink link) {}

  /** All that a site had decided is known: it is here, or its log is closed. */
  default void onKnown(int site) {}

  /** No call comes any more for a while: those that wait here are routed anew. */
  default void shut() {}

  /** Calls come again. */
  default void open() {}

  /** Whether the scheme can be left, as far as this family knows. */
  default boolean isSettled() {
    return true;
  }

  /** What the scheme chooses by itself, or was told to, while it is in force, and why. */
  default List<Choice> choices() {
    return List.of();
  }

  /** This router leads no more. */
  default void close() {}
}
