package org.thetisdb.replication.membership.zookeeper;

import java.util.concurrent.CountDownLatch;
import org.thetisdb.core.id.Address;
import org.thetisdb.replication.membership.Membership.SiteInfo;
import org.thetisdb.replication.testing.ThreadScheduler;

/**
 * A process that registers a site and lives until it is killed. Arguments: server, site,
 * incarnation.
 */
public final class SiteProcess {
  private SiteProcess() {}

  public static void main(String[] arguments) throws InterruptedException {
    ZooKeeperSettings settings = ZooKeeperSettings.of(arguments[0], 1000);
    int site = Integer.parseInt(arguments[1]);
    Address address = new Address("127.0.0.1", 9000 + site);
    ZooKeeperMembership membership =
        new ZooKeeperMembership(settings, ThreadScheduler.RealClock.INSTANCE);
    membership.register(new SiteInfo(site, Integer.parseInt(arguments[2]), address));
    System.out.println("site ready at " + address);
    new CountDownLatch(1).await();
  }
}
