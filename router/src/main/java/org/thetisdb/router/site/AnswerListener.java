package org.thetisdb.router.site;

/**
 * Waits for a site's answer to one message. Exactly one of its methods is called, and that once; on
 * the engine's thread.
 */
public interface AnswerListener<A> {
  /** The site has answered. */
  void onAnswer(A answer);

  /** The site was lost before it answered. */
  void onLost();
}
