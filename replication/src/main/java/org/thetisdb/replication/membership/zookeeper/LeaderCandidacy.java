package org.thetisdb.replication.membership.zookeeper;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.replication.membership.Membership.Candidacy;
import org.thetisdb.replication.membership.Membership.LeaderListener;

/**
 * A router that lives, and stands for leadership. An ephemeral node of its own says that it lives.
 *
 * <p>Making the leader's node and raising the epoch are one transaction of ZooKeeper, so an epoch
 * belongs to exactly one leader, and the router that holds the newest epoch has led with it.
 * Whenever the connection is in doubt the leader is deposed; if its node is still its own when the
 * connection is back, it is elected again, with a higher epoch.
 *
 * <pre>
 * WAITING  → LEADING   there is no leader, or it is challenged, or its node is our own; and epoch and
 *                      node are written
 * LEADING  → WAITING   the connection is in doubt, or the node belongs to another
 * any      → CLOSED    close()
 * </pre>
 *
 * <p>{@link #close()}, {@link #challenge} and {@link #depose()} are thread-safe; the rest belongs
 * to the membership's thread. The listener hears on its scheduler, and nothing after close().
 */
final class LeaderCandidacy implements Candidacy {
  private static final Logger LOG = LoggerFactory.getLogger(LeaderCandidacy.class);

  private final Registry registry;
  private final ZooKeeperSettings settings;
  private final Address address;
  private final Scheduler scheduler;
  private final LeaderListener listener;
  private final Runnable onChanged;

  private final AtomicReference<Address> challenged = new AtomicReference<>();
  private volatile boolean closed;
  private boolean left; // only on the membership's thread

  // Guarded by this.
  private boolean leading;
  private int doubts;

  LeaderCandidacy(
      Registry registry,
      ZooKeeperSettings settings,
      Address address,
      Scheduler scheduler,
      LeaderListener listener,
      Runnable onChanged) {
    this.registry = registry;
    this.settings = settings;
    this.address = address;
    this.scheduler = scheduler;
    this.listener = listener;
    this.onChanged = onChanged;
  }

  /** Looks which router leads, and takes the place if it is free; or makes room, once closed. */
  void step() throws Exception {
    if (!closed) {
      showLife();
    }
    Address silent = challenged.getAndSet(null);
    Stat stat = new Stat();
    byte[] leader = registry.read(settings.leaderPath(), stat);
    boolean ours = leader != null && isOurs(leader, stat);
    boolean overthrows = !ours && leader != null && NodeText.leader(leader).equals(silent);
    if (closed) {
      leave(ours);
    } else if (!ours) {
      depose();
    }
    if (!closed && (leader == null || overthrows || (ours && !isLeading()))) {
      lead(leader != null);
    }
  }

  /** Whether it is closed and its node is gone. */
  boolean hasLeft() {
    return left;
  }

  /**
   * A node of another session at this address is left by an earlier life, and goes with its
   * session; then the watch has us look again. Or two routers were given one address: the one that
   * came first is seen, and nobody fights over it.
   */
  private void showLife() throws Exception {
    String path = settings.routerPath(address);
    if (registry.read(path, new Stat()) != null) {
      return;
    }
    registry.createIfAbsent(settings.routersPath(), new byte[0]);
    try {
      registry.together(List.of(registry.createEphemeral(path, NodeText.ofRouter(address))));
    } catch (KeeperException.NodeExistsException e) {
      LOG.debug("a namesake was faster", e);
    }
  }

  private void leave(boolean ours) throws Exception {
    Stat stat = new Stat();
    byte[] life = registry.read(settings.routerPath(address), stat);
    if (life != null && stat.getEphemeralOwner() == registry.session()) {
      registry.client().delete().quietly().forPath(settings.routerPath(address));
    }
    if (ours) {
      registry.client().delete().quietly().forPath(settings.leaderPath());
    }
    left = true;
  }

  private synchronized boolean isLeading() {
    return leading;
  }

  private synchronized int doubts() {
    return doubts;
  }

  private boolean isOurs(byte[] leader, Stat stat) throws Exception {
    return stat.getEphemeralOwner() == registry.session()
        && NodeText.leader(leader).equals(address);
  }

  /** Leads, with an epoch of its own; whose node is there, be it the own one, loses it. */
  private void lead(boolean isTaken) throws Exception {
    Stat stat = new Stat();
    byte[] last = registry.read(settings.leaderEpochPath(), stat);
    if (last == null) {
      registry.createIfAbsent(settings.leaderEpochPath(), NodeText.ofNumber(0));
      last = registry.read(settings.leaderEpochPath(), stat);
    }
    int epoch = NodeText.number(last) + 1;
    List<CuratorOp> operations = new ArrayList<>();
    if (isTaken) {
      operations.add(registry.delete(settings.leaderPath()));
    }
    operations.add(
        registry.createEphemeral(settings.leaderPath(), NodeText.ofLeader(epoch, address)));
    operations.add(
        registry.write(settings.leaderEpochPath(), NodeText.ofNumber(epoch), stat.getVersion()));
    take(operations, epoch);
  }

  private void take(List<CuratorOp> operations, int epoch) throws Exception {
    int doubtsBefore = doubts();
    try {
      registry.together(operations);
      elected(epoch, doubtsBefore);
    } catch (KeeperException.NodeExistsException
        | KeeperException.NoNodeException
        | KeeperException.BadVersionException e) {
      LOG.debug("another router was faster", e); // a change that is watched: we look again
    }
  }

  private synchronized void elected(int epoch, int doubtsBefore) {
    LOG.info("the router at {} leads with epoch {}", address, epoch);
    leading = true;
    tell(() -> listener.onElected(epoch));
    if (doubts != doubtsBefore) {
      depose();
    }
  }

  /**
   * The connection is in doubt, or another leads. Thread-safe: it must not wait for work that
   * waits.
   */
  synchronized void depose() {
    doubts++;
    if (leading) {
      leading = false;
      LOG.warn("the router at {} no longer leads", address);
      tell(listener::onDeposed);
    }
  }

  private void tell(Runnable news) {
    scheduler.execute(
        () -> {
          if (!closed) {
            news.run();
          }
        });
  }

  @Override
  public void challenge(Address silent) {
    challenged.set(silent);
    onChanged.run();
  }

  @Override
  public void close() {
    closed = true;
    onChanged.run();
  }
}
