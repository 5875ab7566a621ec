package org.thetisdb.replication.membership.zookeeper;

import java.util.List;
import java.util.function.Consumer;
import org.thetisdb.core.id.Address;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.ClusterSettings.FirstMaster;
import org.thetisdb.replication.membership.Membership.Candidacy;
import org.thetisdb.replication.membership.Membership.LeaderListener;
import org.thetisdb.replication.membership.Membership.Registration;
import org.thetisdb.replication.membership.Membership.Result;
import org.thetisdb.replication.membership.Membership.SiteInfo;
import org.thetisdb.replication.membership.MembershipListener;
import org.thetisdb.replication.testing.Inbox;
import org.thetisdb.replication.testing.ThreadScheduler;

/** One member, with what it heard. */
final class MemberProbe implements AutoCloseable {
  final ThreadScheduler scheduler = new ThreadScheduler("member");
  final ZooKeeperMembership membership;
  final Inbox<List<SiteInfo>> sites = new Inbox<>();
  final Inbox<List<Address>> routers = new Inbox<>();
  final Inbox<Address> leaders = new Inbox<>();
  final Inbox<Integer> elections = new Inbox<>(); // the epoch; 0 when deposed

  MemberProbe(ZooKeeperSettings settings) {
    membership = new ZooKeeperMembership(settings, scheduler.clock());
  }

  static ClusterSettings settings(String name) {
    return new ClusterSettings(name, 3, 100, FirstMaster.SCATTERED);
  }

  static SiteInfo site(int site, int incarnation) {
    return new SiteInfo(site, incarnation, new Address("127.0.0.1", 9000 + site));
  }

  static Address router(int number) {
    return new Address("127.0.0.1", 8000 + number);
  }

  Result<ClusterSettings> agree(String name) {
    return ask(done -> membership.cluster(settings(name), scheduler, done));
  }

  Result<Integer> nextIncarnation(int site) {
    return ask(done -> membership.nextIncarnation(site, scheduler, done));
  }

  private static <T> Result<T> ask(Consumer<Consumer<Result<T>>> question) {
    Inbox<Result<T>> answer = new Inbox<>();
    question.accept(answer::put);
    return answer.next();
  }

  Result<Integer> nextEpoch() {
    return ask(done -> membership.nextEpoch(scheduler, done));
  }

  Registration register(int site, int incarnation) {
    return membership.register(site(site, incarnation));
  }

  Candidacy campaign(int router) {
    return membership.campaign(
        router(router),
        scheduler,
        new LeaderListener() {
          @Override
          public void onElected(int epoch) {
            elections.put(epoch);
          }

          @Override
          public void onDeposed() {
            elections.put(0);
          }
        });
  }

  AutoCloseable watch() {
    return membership.watch(
        scheduler,
        new MembershipListener() {
          @Override
          public void onSites(List<SiteInfo> living) {
            sites.put(living);
          }

          @Override
          public void onRouters(List<Address> living) {
            routers.put(living);
          }

          @Override
          public void onLeader(Address leader) {
            leaders.put(leader);
          }
        });
  }

  @Override
  public void close() {
    membership.close();
    scheduler.close();
  }
}
