package org.thetisdb.client.statement;

import java.util.SplittableRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.client.ClientCore;
import org.thetisdb.client.ClientOptions;
import org.thetisdb.client.FirstContact;
import org.thetisdb.client.ServerInfo;
import org.thetisdb.client.caller.CallerTransport;
import org.thetisdb.client.link.Upkeep;
import org.thetisdb.core.time.CallerEventLoop;

/**
 * A client with a connection of its own, whose callers write what they ask, and read the answer, on
 * their own threads. It is made by {@link SqlClients}. Thread-safe.
 */
public final class SqlClient implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SqlClient.class);

  /** After so long without looking a call looks first whether the connection still stands. */
  private static final long IDLE_US = 10_000;

  private final SqlClients siblings;
  private final ClientOptions options;
  private final CallerEventLoop line;
  private final CallerTransport transport;
  private final ClientCore core;
  private final FirstContact contact;
  private volatile boolean closed;

  SqlClient(SqlClients siblings, ClientOptions options) {
    this.siblings = siblings;
    this.options = options;
    this.line =
        new CallerEventLoop(
            siblings.timers(), e -> LOG.error("a connection has stopped by a fault", e));
    this.transport = new CallerTransport(line, siblings.transportOptions());
    Thread opener = Thread.currentThread();
    this.contact = new FirstContact(siblings.addresses(), () -> transport.wake(opener));
    this.core =
        new ClientCore(
            transport,
            line,
            new SplittableRandom(System.nanoTime()),
            siblings.addresses(),
            options,
            contact,
            Upkeep.WHILE_WAITED_FOR,
            siblings.seen());
  }

  /**
   * Connects; by the thread that has made this.
   *
   * @throws org.thetisdb.core.error.ThetisException NOT_CONNECTED if no router answers in time
   */
  void connect() {
    core.start();
    transport.await(contact::isDecided, options.connectTimeout().toMillis());
    contact.requireMade();
    siblings.reached(contact.router());
  }

  /**
   * For the JDBC driver: a new session.
   *
   * @hidden
   */
  public SqlSession session() {
    return new SqlSession(this, new SqlSessionCore(core), siblings.sight());
  }

  /**
   * For texts and bytes that are too long for a statement.
   *
   * @return valid as long as this client is open
   */
  public LargeValues largeValues() {
    return largeValues((id, piece) -> null);
  }

  /**
   * For the JDBC driver: the same.
   *
   * @param older is asked for pieces that are not there any more as of now
   * @hidden
   */
  public LargeValues largeValues(LargeValues.Older older) {
    return new LargeValues(this, older);
  }

  /** {@return what the router said of its cluster when the client connected last} */
  public ServerInfo server() {
    return contact.server();
  }

  ClientCore core() {
    return core;
  }

  long callTimeoutUs() {
    return options.callTimeout().toNanos() / 1000;
  }

  /** For the calling thread, which is about to ask something and wait for the answer. */
  SqlWaiter newWaiter() {
    transport.look(IDLE_US);
    return new SqlWaiter(transport);
  }

  /**
   * Ends the connection. Calls that wait for an answer end with an exception. A second call does
   * nothing.
   */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      core.close();
      transport.close();
      line.stop();
    }
  }
}
