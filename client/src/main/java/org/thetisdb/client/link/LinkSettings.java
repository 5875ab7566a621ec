package org.thetisdb.client.link;

/**
 * How a link to a router is kept. Immutable.
 *
 * @param token proves to the router that the client belongs to it; empty for none
 * @param user logs in; empty for nobody
 * @param password of the user; it is never sent
 * @param attemptTimeoutUs how long one attempt to connect may take
 * @param backoffMinUs pause after the first failed attempt
 * @param backoffMaxUs longest pause between attempts
 * @param pingIntervalUs how long a link may be silent before it is asked for a sign of life
 * @param silentPings how many of those may stay without an answer
 */
public record LinkSettings(
    String token,
    String user,
    String password,
    long attemptTimeoutUs,
    long backoffMinUs,
    long backoffMaxUs,
    long pingIntervalUs,
    int silentPings) {
  /** Without token and password. */
  @Override
  public String toString() {
    return "settings of the link of " + (user.isEmpty() ? "nobody" : "user \"" + user + "\"");
  }
}
