package org.thetisdb.router.call;

/**
 * What a scheme keeps of a call; only the scheme that put it there opens it. Schemes that keep
 * nothing leave {@link #NONE}.
 */
public interface SchemeState {
  /** Nothing. */
  SchemeState NONE = () -> false;

  /**
   * Whether what sites say of the present attempt is heard even if the call has ended: it shows the
   * scheme that other parts are over, too.
   */
  boolean hearsToTheEnd();
}
