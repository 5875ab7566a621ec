package org.thetisdb.client;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.client.link.Candidates;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.netty.NettyTransport;
import org.thetisdb.core.net.socket.TransportOptions;
import org.thetisdb.core.placement.AppliedPlacement;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.core.time.BatchScheduler;
import org.thetisdb.core.wire.ClientMessage.Migrate;
import org.thetisdb.core.wire.ClientMessage.Rebalance;

/**
 * A client of a cluster: one connection, kept alive and made anew when it is lost, and any number
 * of sessions over it.
 *
 * <pre>{@code
 * try (ThetisClient client = ThetisClient.connect("127.0.0.1:7433");
 *     Session session = client.session()) {
 *   long left = (Long) session.call("SendPayment", 1L, 2L, 500L);
 * }
 * }</pre>
 *
 * <p>An application keeps one client for as long as it runs, and closes it in the end. Answers
 * arrive on one thread of the client, a daemon. Methods that wait do so for {@link
 * ClientOptions#callTimeout} at most, on the calling thread; on the client's own thread, as in a
 * callback, they throw {@link IllegalStateException}. Thread-safe.
 */
public final class ThetisClient implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ThetisClient.class);

  private final NettyTransport transport;

  /** Lives on the transport's event loop. */
  private final BatchScheduler line;

  private final ClientCore core;
  private final ClientOptions options;
  private final FirstContact contact;
  private volatile boolean closed;

  private ThetisClient(List<Address> addresses, ClientOptions options) {
    this.options = options;
    this.transport = new NettyTransport(options.tls().applyTo(TransportOptions.defaults(1)));
    this.contact = new FirstContact(addresses);
    this.line =
        transport.eventLoopScheduler(e -> LOG.error("the client has stopped by a fault", e));
    this.core =
        new ClientCore(
            transport, line, new SplittableRandom(System.nanoTime()), addresses, options, contact);
  }

  /**
   * Connects with {@link ClientOptions#defaults}. See {@link #connect(String, ClientOptions)}.
   *
   * @param addresses of routers, {@code host:port}, separated by commas
   * @return a connected client, which the caller closes
   * @throws org.thetisdb.core.error.ThetisException as there
   */
  public static ThetisClient connect(String addresses) {
    return connect(addresses, ClientOptions.defaults());
  }

  /**
   * Connects to the router that leads, and waits for it for {@link ClientOptions#connectTimeout}.
   *
   * @param addresses of routers, {@code host:port}, separated by commas; some of them are enough,
   *     since the one that is reached names the others
   * @param options how the client behaves
   * @return a connected client, which the caller closes
   * @throws org.thetisdb.core.error.ThetisException BAD_ADDRESS if an address cannot be read,
   *     NOT_CONNECTED if no router can be reached in time, WRONG_VERSION if one is of another
   *     release, TLS_FILE_UNUSABLE if a key or a certificate cannot be used
   */
  public static ThetisClient connect(String addresses, ClientOptions options) {
    ThetisClient client = new ThetisClient(Candidates.parse(addresses), options);
    try {
      client.core.start();
      client.contact.await(options.connectTimeout());
      return client;
    } catch (RuntimeException e) {
      client.close();
      throw e;
    }
  }

  /**
   * Opens a session, which costs no message.
   *
   * @return a new session, which the caller closes
   */
  public Session session() {
    return new Session(this, core.openSession());
  }

  /** {@return what the router said of its cluster when the client connected last} */
  public ServerInfo server() {
    return contact.server();
  }

  /**
   * Uploads a jar of procedures and waits until they can be called. A jar of the same name is
   * replaced as a whole: calls under way end with the version that they began with. An upload that
   * is refused changes nothing.
   *
   * @param jarName names the upload; no file has to have this name
   * @param jar the bytes of the jar, 8 MiB at most unless the cluster's setting {@code
   *     procedure.jar_limit_bytes} says otherwise
   * @throws NotRunException if the cluster refuses: UNAUTHORIZED (T4004) where the setting {@code
   *     upload.allowed} does not allow it, BAD_JAR and other T5xxx, SCHEMA_MISMATCH (T1007)
   * @throws CallException of other kinds if no answer came; it may be uploaded again
   */
  public void uploadJar(String jarName, byte[] jar) {
    Waiter waiter = newWaiter();
    core.upload(jarName, jar, waiter);
    waiter.await().resultOrThrow();
  }

  /**
   * For {@code thetis admin}: changes how far a site belongs to the cluster, and waits until that
   * is acknowledged: JOINING admits a new one, DRAINING begins to take one out. No effect if it is
   * as far already.
   *
   * @param site the site's number, from 0
   * @param wanted JOINING or DRAINING
   * @throws CallException if the cluster refuses (T3010, T4004), or no answer came
   * @hidden
   */
  public void changeSite(int site, SiteStanding wanted) {
    Waiter waiter = newWaiter();
    core.changeSite(site, wanted, waiter);
    waiter.await().resultOrThrow();
  }

  /**
   * For {@code thetis admin}: changes the scheme that is in force while clients go on, and waits
   * until that is durable. No effect if it is in force already.
   *
   * @param scheme its name; empty to ask for the one in force
   * @param dryRun whether to change nothing, and only to say what would be changed
   * @return a JSON text: what was changed, or would be
   * @throws CallException if the cluster refuses (T3011, T4004), or no answer came
   * @hidden
   */
  public String changeScheme(String scheme, boolean dryRun) {
    Waiter waiter = newWaiter();
    core.changeScheme(scheme, dryRun, waiter);
    return (String) waiter.await().resultOrThrow();
  }

  /**
   * For {@code thetis admin}: adds a replica of a range at a site, or drops it, or asks which there
   * are, and waits until that is durable. One that was added is filled behind that.
   *
   * @param action {@code list}, {@code add} or {@code drop}
   * @param range a table's name; with {@code :FROM..TO} behind it, values of its first key column
   * @param site the site's number, from 0
   * @return a JSON text with all that there are
   * @throws CallException if the cluster refuses (T3012, T4004), or no answer came
   * @hidden
   */
  public String changeReplicas(String action, String range, int site) {
    Waiter waiter = newWaiter();
    core.changeReplicas(action, range, site, waiter);
    return (String) waiter.await().resultOrThrow();
  }

  /**
   * For {@code thetis admin}: changes where partitions are to be mastered under schemes whose
   * masters stay, and waits until that is durable. Partitions move behind that.
   *
   * @param wanted what is to be in force; one without ranges takes back what was applied
   * @param sites how many sites it is made for
   * @param dryRun nothing is changed
   * @return a JSON text with what is in force
   * @throws CallException if the cluster refuses
   * @hidden
   */
  public String changePlacement(AppliedPlacement wanted, int sites, boolean dryRun) {
    Waiter waiter = newWaiter();
    core.changePlacement(wanted, sites, dryRun, waiter);
    return (String) waiter.await().resultOrThrow();
  }

  /**
   * For {@code thetis admin}: begins to move a range to another site, and waits until that is
   * durable. It moves behind that.
   *
   * @param range a table's name; with {@code :FROM..TO} behind it, values of its first key column
   * @param source only what this site masters moves; 0 for all of it
   * @param target the site that is to master it
   * @param way how it moves
   * @param dryRun nothing moves; the answer says what would
   * @return a JSON text with its id and all migrations that are known, or with the plan
   * @throws CallException if the cluster refuses (T3014), or no answer came
   * @hidden
   */
  public String migrate(String range, int source, int target, String way, boolean dryRun) {
    Waiter waiter = newWaiter();
    core.migrate(id -> Migrate.begin(id, range, source, target, way, dryRun), waiter);
    return (String) waiter.await().resultOrThrow();
  }

  /**
   * For {@code thetis admin}: takes a migration back, and waits until that is durable. Mastership
   * returns behind that.
   *
   * @param migration its id; 0 takes all back
   * @return a JSON text with all migrations that are known
   * @throws CallException if the cluster refuses (T3014), or no answer came
   * @hidden
   */
  public String cancelMigration(long migration) {
    Waiter waiter = newWaiter();
    core.migrate(id -> Migrate.cancel(id, migration), waiter);
    return (String) waiter.await().resultOrThrow();
  }

  /**
   * For {@code thetis admin}: the migrations that are known.
   *
   * @return a JSON text
   * @throws CallException if no router answers in time
   * @hidden
   */
  public String migrations() {
    Waiter waiter = newWaiter();
    core.migrate(Migrate::list, waiter);
    return (String) waiter.await().resultOrThrow();
  }

  /**
   * For {@code thetis admin}: plans how to spread load over the sites, which takes a second, and
   * begins to move ranges by it.
   *
   * @param dryRun nothing moves
   * @return a JSON text with the plan
   * @throws CallException if the cluster refuses (T3014), or no answer came
   * @hidden
   */
  public String rebalance(boolean dryRun) {
    return rebalance(dryRun ? Rebalance.Kind.PLAN : Rebalance.Kind.MOVE);
  }

  /**
   * For {@code thetis admin}: what became of the last plan of the router that leads.
   *
   * @return a JSON text
   * @throws CallException if no router answers in time
   * @hidden
   */
  public String rebalanced() {
    return rebalance(Rebalance.Kind.SHOW);
  }

  private String rebalance(Rebalance.Kind kind) {
    Waiter waiter = newWaiter();
    core.rebalance(kind, waiter);
    return (String) waiter.await().resultOrThrow();
  }

  /**
   * For {@code thetis admin}: has a range be split, or merged with the one before it.
   *
   * @param split whether the border is to come; else to go
   * @param table the name of the table
   * @param key where the border is: values of the first key columns, with commas between them
   * @param dryRun nothing is changed
   * @return a JSON text
   * @throws CallException if the cluster refuses (T3015), or no answer came
   * @hidden
   */
  public String changeBorder(boolean split, String table, String key, boolean dryRun) {
    Waiter waiter = newWaiter();
    core.changeBorder(split, table, key, dryRun, waiter);
    return (String) waiter.await().resultOrThrow();
  }

  /**
   * A sample of the transactions that clients run. The first call begins it; ask again some seconds
   * later. It ends when nobody has asked for a minute.
   *
   * @return a JSON text
   * @throws CallException if no router answers in time
   */
  public String workload() {
    Waiter waiter = newWaiter();
    core.workload(waiter);
    return (String) waiter.await().resultOrThrow();
  }

  /**
   * The state of the cluster, as {@code thetis status} shows it.
   *
   * @return a JSON text
   * @throws CallException if no router answers in time
   */
  public String status() {
    Waiter waiter = newWaiter();
    core.status(waiter);
    return (String) waiter.await().resultOrThrow();
  }

  /**
   * Like {@link #status}, without waiting.
   *
   * @return ends with the JSON text, or with a {@link CallException}, on the client's own thread
   */
  public CompletableFuture<String> statusAsync() {
    CompletableFuture<String> future = new CompletableFuture<>();
    core.status(
        outcome -> {
          if (outcome.isCommitted()) {
            future.complete((String) outcome.result());
          } else {
            future.completeExceptionally(outcome.exception());
          }
        });
    return future;
  }

  /**
   * Has all sites read their rows as of one cut, while transactions go on, and reports whether they
   * are the same: a JSON text with {@code equal}, {@code differences} and a digest of each table at
   * each site. It takes as long as reading all rows.
   *
   * @return the JSON text
   * @throws CallException if no router answers in time
   */
  public String compareReplicas() {
    Waiter waiter = newWaiter();
    core.compareReplicas(waiter);
    return (String) waiter.await().resultOrThrow();
  }

  /**
   * Where a range of keys is mastered, since when, and why: a JSON text with the last decisions and
   * what each site would have cost.
   *
   * @param table the name of a table; empty if the key is the number of a partition
   * @param key the values of the first key columns as text, with commas between them
   * @return the JSON text
   * @throws CallException if the cluster refuses, or no router answers in time
   */
  public String explain(String table, String key) {
    Waiter waiter = newWaiter();
    core.explain(table, key, waiter);
    return (String) waiter.await().resultOrThrow();
  }

  Waiter newWaiter() {
    requireOtherThread();
    return new Waiter(options.callTimeout().toMillis());
  }

  void requireOtherThread() {
    if (line.inLine()) {
      throw new IllegalStateException(
          "a callback may not wait for a call; use callAsync or callEncoded");
    }
  }

  ClientCore core() {
    return core;
  }

  boolean isClosed() {
    return closed;
  }

  /**
   * Ends the connection and the client's thread. Calls that were sent and not answered end as
   * unknown (T3005), calls that were not sent, and later ones, as not run (T3006). A second call
   * does nothing.
   */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      core.close();
      transport.close();
    }
  }
}
