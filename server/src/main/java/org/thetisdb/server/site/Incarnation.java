package org.thetisdb.server.site;

/** One incarnation of a site, as its parts see it. Any thread. */
interface Incarnation {
  /** Whether it has ended: nothing may be applied or appended any more. */
  boolean isOver();

  /** Ends it; the listener hears why. */
  void halt(RuntimeException reason);

  /** Takes a step, unless all is over; a step that fails ends the incarnation. */
  default void guarded(Runnable step) {
    if (isOver()) {
      return;
    }
    try {
      step.run();
    } catch (RuntimeException e) {
      halt(e);
    }
  }
}
