package org.thetisdb.replication.membership.zookeeper;

import java.util.List;
import java.util.concurrent.Executor;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.time.Clock;
import org.thetisdb.replication.membership.LeaseTerm;
import org.thetisdb.replication.membership.Membership.Registration;
import org.thetisdb.replication.membership.Membership.SiteInfo;

/**
 * A site that keeps its ephemeral node: makes it, makes it again after the session was lost, and
 * renews the lease.
 *
 * <p>A node that is there already is left by a session of an earlier life. That of the same
 * incarnation is our own and is replaced at once. That of an earlier incarnation may belong to a
 * process that still runs and holds a lease: it is replaced when it has stood for a whole session
 * time-out, see {@link Lease}. If a later incarnation exists, this one has been replaced; it never
 * registers again.
 *
 * <p>{@link #lease()}, {@link #isReplaced()} and {@link #close()} are thread-safe; the rest belongs
 * to the membership's thread.
 */
final class SiteRegistration implements Registration {
  private static final Logger LOG = LoggerFactory.getLogger(SiteRegistration.class);

  private final Registry registry;
  private final ZooKeeperSettings settings;
  private final SiteInfo site;
  private final Clock clock;
  private final Executor thread;
  private final Runnable onClosed;
  private final Lease lease = new Lease();

  private volatile boolean closed;
  private volatile boolean replaced;
  private boolean left;
  private boolean registered;
  private long session;
  private long nextRenewalUs;
  private long
      strangerNode; // the transaction that made the node of another process, if one is in the way
  private long strangerSinceUs;

  SiteRegistration(
      Registry registry,
      ZooKeeperSettings settings,
      SiteInfo site,
      Clock clock,
      Executor thread,
      Runnable onClosed) {
    this.registry = registry;
    this.settings = settings;
    this.site = site;
    this.clock = clock;
    this.thread = thread;
    this.onClosed = onClosed;
  }

  @Override
  public LeaseTerm lease() {
    return closed || replaced ? LeaseTerm.NONE : lease.term();
  }

  @Override
  public boolean isReplaced() {
    return replaced;
  }

  /** Does what is due: registers, renews, or leaves. Called often. */
  void step() throws Exception {
    if (closed) {
      leave();
      return;
    }
    if (replaced) {
      return;
    }
    if (!registered) {
      registered = tryRegister();
    }
    if (registered && clock.nowUs() >= nextRenewalUs) {
      renew();
    }
  }

  /** The connection was lost or is new: look again. */
  void doubt() {
    registered = false;
  }

  private boolean tryRegister() throws Exception {
    String path = settings.sitePath(site.site());
    if (replacedByLater(registry.read(settings.incarnationPath(site.site()), new Stat()))) {
      return false;
    }
    enterSession();
    Stat stat = new Stat();
    byte[] found = registry.read(path, stat);
    if (found != null && stat.getEphemeralOwner() == session) {
      return true;
    }
    if (found != null && mayLive(NodeText.site(found), stat)) {
      return false;
    }
    return create(path, found != null);
  }

  private void enterSession() throws Exception {
    long now = registry.session();
    if (now != session) {
      session = now;
      lease.restart();
      nextRenewalUs = 0;
    }
  }

  /** Whether the node in the way may belong to a process that lives. */
  private boolean mayLive(SiteInfo found, Stat stat) throws Exception {
    if (found.incarnation() == site.incarnation()) {
      return false;
    }
    if (strangerNode != stat.getCzxid()) {
      strangerNode = stat.getCzxid();
      strangerSinceUs = clock.nowUs();
    }
    return clock.nowUs() - strangerSinceUs < registry.agreedTimeoutMs() * 1000L;
  }

  private boolean create(String path, boolean replace) throws Exception {
    registry.createIfAbsent(settings.sitesPath(), new byte[0]);
    var create = registry.createEphemeral(path, NodeText.ofSite(site));
    try {
      registry.together(replace ? List.of(registry.delete(path), create) : List.of(create));
      LOG.info("site {} is registered in incarnation {}", site.site(), site.incarnation());
      return true;
    } catch (KeeperException.NodeExistsException | KeeperException.NoNodeException e) {
      return false; // somebody was faster: look again
    }
  }

  private boolean replacedByLater(byte[] counter) {
    if (!replaced && counter != null && NodeText.number(counter) > site.incarnation()) {
      LOG.warn(
          "site {} has a later incarnation than {}: not registered again",
          site.site(),
          site.incarnation());
      replaced = true;
    }
    return replaced;
  }

  private void renew() throws Exception {
    ZooKeeper zooKeeper = registry.zooKeeper();
    if (zooKeeper.getSessionId() != session) {
      doubt();
      return;
    }
    int timeoutMs = zooKeeper.getSessionTimeout();
    Renewal renewal = new Renewal(Lease.Sent.now(clock), timeoutMs, session);
    nextRenewalUs = renewal.sent.us() + Lease.renewEveryUs(timeoutMs);
    String counter = settings.incarnationPath(site.site());
    zooKeeper.sync(counter, (code, path, context) -> renewal.answer(code), null);
    zooKeeper.getData(
        counter, false, (code, path, context, bytes, stat) -> renewal.counter(code, bytes), null);
    zooKeeper.exists(
        settings.sitePath(site.site()),
        false,
        (code, path, context, stat) -> renewal.node(code, stat),
        null);
  }

  private void finish(Renewal renewal, boolean good) {
    if (closed || renewal.session != session || replacedByLater(renewal.counter)) {
      return;
    }
    if (good) {
      lease.answered(renewal.sent, renewal.timeoutMs);
    } else {
      doubt();
    }
  }

  @Override
  public void close() {
    closed = true;
    onClosed.run();
  }

  /** Takes the node away, so that all see at once that the site left. */
  private void leave() throws Exception {
    Stat stat = new Stat();
    String path = settings.sitePath(site.site());
    byte[] found = registry.read(path, stat);
    if (found != null && stat.getEphemeralOwner() == registry.session()) {
      registry.client().delete().quietly().withVersion(stat.getVersion()).forPath(path);
    }
    left = true;
  }

  /** Whether it is closed and its node is gone. */
  boolean hasLeft() {
    return left;
  }

  /** One renewal on its way. Answers come in the order of the requests, on ZooKeeper's thread. */
  private final class Renewal {
    final Lease.Sent sent;
    final int timeoutMs;
    final long session;
    boolean good = true;
    byte[] counter;

    Renewal(Lease.Sent sent, int timeoutMs, long session) {
      this.sent = sent;
      this.timeoutMs = timeoutMs;
      this.session = session;
    }

    void answer(int code) {
      good &= code == KeeperException.Code.OK.intValue();
    }

    void counter(int code, byte[] bytes) {
      if (code != KeeperException.Code.NONODE.intValue()) { // nobody got a number yet
        answer(code);
      }
      counter = bytes;
    }

    void node(int code, Stat stat) {
      answer(code);
      boolean ours = stat != null && stat.getEphemeralOwner() == session;
      thread.execute(() -> finish(this, good && ours));
    }
  }
}
