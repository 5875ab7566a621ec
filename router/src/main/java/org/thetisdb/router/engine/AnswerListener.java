package org.thetisdb.router.engine;

/**
 * Waits for a site's answer to one message. Exactly one of its methods is called, and that once; on
 * the engine's thread.
 */
interface AnswerListener<A> {
  /** The site has answered. */
  void onAnswer(A answer);

  /** The site was lost before it answered. */
  void onLost();
}
