package org.thetisdb.replication.membership.zookeeper;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.zookeeper.data.Stat;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.replication.membership.Membership.SiteInfo;
import org.thetisdb.replication.membership.MembershipListener;

/**
 * Notifies one listener of which processes live and which router leads. After each change all of it
 * is read again: a node that is replaced in one transaction then never looks as if it had been
 * away. While ZooKeeper is away the last state stands.
 *
 * <p>{@link #close()} is thread-safe; the rest belongs to the membership's thread.
 */
final class MembershipWatch implements AutoCloseable {
  private final Registry registry;
  private final ZooKeeperSettings settings;
  private final Scheduler scheduler;
  private final MembershipListener listener;
  private final Consumer<MembershipWatch> onClosed;

  private volatile boolean closed;
  private boolean told;
  private List<SiteInfo> lastSites = List.of();
  private List<Address> lastRouters = List.of();
  private Address lastLeader;

  MembershipWatch(
      Registry registry,
      ZooKeeperSettings settings,
      Scheduler scheduler,
      MembershipListener listener,
      Consumer<MembershipWatch> onClosed) {
    this.registry = registry;
    this.settings = settings;
    this.scheduler = scheduler;
    this.listener = listener;
    this.onClosed = onClosed;
  }

  /** Reads the present state and reports what changed. */
  void step() throws Exception {
    List<SiteInfo> sites = readSites();
    List<Address> routers = readRouters();
    byte[] leaderText = registry.read(settings.leaderPath(), new Stat());
    Address leader = leaderText == null ? null : NodeText.leader(leaderText);
    if (!told || !sites.equals(lastSites)) {
      tell(() -> listener.onSites(sites));
    }
    if (!told || !routers.equals(lastRouters)) {
      tell(() -> listener.onRouters(routers));
    }
    if (!told || !Objects.equals(leader, lastLeader)) {
      tell(() -> listener.onLeader(leader));
    }
    told = true;
    lastSites = sites;
    lastRouters = routers;
    lastLeader = leader;
  }

  private List<SiteInfo> readSites() throws Exception {
    List<SiteInfo> sites = new ArrayList<>();
    for (String name : registry.children(settings.sitesPath())) {
      byte[] text = registry.read(settings.sitesPath() + "/" + name, new Stat());
      if (text != null) {
        sites.add(NodeText.site(text));
      }
    }
    sites.sort(Comparator.comparingInt(SiteInfo::site));
    return List.copyOf(sites);
  }

  private List<Address> readRouters() throws Exception {
    List<Address> routers = new ArrayList<>();
    for (String name : registry.children(settings.routersPath())) {
      byte[] text = registry.read(settings.routersPath() + "/" + name, new Stat());
      if (text != null) {
        routers.add(NodeText.router(text));
      }
    }
    routers.sort(Comparator.comparing(Address::toString));
    return List.copyOf(routers);
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
  public void close() {
    closed = true;
    onClosed.accept(this);
  }
}
