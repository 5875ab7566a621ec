package org.thetisdb.client.link;

import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;

/** Finds the leader's address in the sentence of a router that does not lead. */
public final class Redirect {
  private static final String MARK = "\u0000";
  private static final String BEFORE;
  private static final String AFTER;

  static {
    String template = ErrorCode.NOT_LEADER.format(MARK);
    int at = template.indexOf(MARK);
    BEFORE = template.substring(0, at);
    AFTER = template.substring(at + MARK.length());
  }

  private Redirect() {}

  /** The address that the sentence names; null when it names none. */
  public static Address of(String message) {
    if (!message.startsWith(BEFORE)
        || !message.endsWith(AFTER)
        || message.length() <= BEFORE.length() + AFTER.length()) {
      return null;
    }
    try {
      return Address.parse(message.substring(BEFORE.length(), message.length() - AFTER.length()));
    } catch (ThetisException e) {
      return null;
    }
  }
}
