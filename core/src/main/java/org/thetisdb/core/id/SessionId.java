package org.thetisdb.core.id;

/**
 * The id of a session: epoch, connection, and the connection's own count.
 *
 * <pre>
 *  63          40 39             20 19                  0
 * +--------------+-----------------+---------------------+
 * |    epoch     |   connection    |  session of client  |
 * +--------------+-----------------+---------------------+
 * </pre>
 *
 * <p>Epoch and connection are given out by a router that leads, so no two sessions of a cluster
 * have the same id, and ids of one epoch rise in time. A client uses the numbers of one connection
 * on all that follow, so they are its own for ever. Session 0 is nobody's.
 */
public final class SessionId {
  /** How many connections one epoch has numbers for, and how many sessions one connection. */
  public static final int PER_FIELD = 1 << 20;

  private static final int FIELD_BITS = 20;

  private SessionId() {}

  /** The first of {@link #PER_FIELD} ids of a connection. */
  public static long base(int epoch, long connection) {
    if (epoch < 0 || connection < 0 || connection >= PER_FIELD) {
      throw new IllegalArgumentException(
          "session ids of epoch " + epoch + ", connection " + connection);
    }
    return (((long) epoch << FIELD_BITS) | connection) << FIELD_BITS;
  }

  /** The first id of the connection to which an id was given. */
  public static long baseOf(long session) {
    return session & -PER_FIELD;
  }

  /** The epoch in which the id was given out. */
  public static int epoch(long session) {
    return (int) (session >>> (2 * FIELD_BITS));
  }
}
