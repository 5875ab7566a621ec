package org.thetisdb.router.relay;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.router.reading.ClientReads;
import org.thetisdb.router.reading.ReplicaReads;

/**
 * The clients of a router that does not lead. Each has a connection of its own to the router that
 * does; when that is lost, they are sent away, come again, and repeat what was not answered
 * (decision 0048). Owned by the engine's thread.
 */
public final class Relays {
  /** How long a client that comes while nobody leads waits for a leader. */
  private static final long LEADER_WAIT_US = 500_000;

  /** How often it is looked whether the leader answers. */
  private static final long LOOK_US = 500_000;

  private final Supplier<Address> self;
  private final Transport transport;
  private final Scheduler scheduler;
  private final LivingRouters routers;
  private final ReplicaReads reads;
  private final int mostParked;
  private final Supplier<ThetisException> notLeader;
  private final Set<ClientRelay> relays = new LinkedHashSet<>();
  private Address leader;
  private boolean looking;
  private long messages;

  /**
   * No clients.
   *
   * @param self where clients find this router; asked for when a leader is known
   * @param reads takes their reads to the sites
   * @param mostParked how many messages of a client may wait for one that reads too slowly
   * @param notLeader what a client gets that cannot be served here
   */
  public Relays(
      Supplier<Address> self,
      Transport transport,
      Scheduler scheduler,
      LivingRouters routers,
      ReplicaReads reads,
      int mostParked,
      Supplier<ThetisException> notLeader) {
    this.self = self;
    this.transport = transport;
    this.scheduler = scheduler;
    this.routers = routers;
    this.reads = reads;
    this.mostParked = mostParked;
    this.notLeader = notLeader;
  }

  /** Lets a client in. */
  public ConnectionListener accept(Connection connection) {
    ClientRelay relay = new ClientRelay(this, connection);
    relays.add(relay);
    if (!looking) {
      looking = true;
      scheduler.schedule(LOOK_US, this::look);
    }
    return relay;
  }

  private void look() {
    List.copyOf(relays).forEach(ClientRelay::look);
    looking = !relays.isEmpty();
    if (looking) {
      scheduler.schedule(LOOK_US, this::look);
    }
  }

  /** Another router leads, or null if nobody is known to. */
  public void onLeader(Address news) {
    if (news != null && news.equals(leader)) {
      return;
    }
    leader = news;
    if (news != null) {
      List.copyOf(relays).forEach(ClientRelay::onLeader);
    }
  }

  /** This router leads: clients that wait for a leader have found it; the others come again. */
  public void onOwnTerm(OwnTerm term) {
    List.copyOf(relays).forEach(relay -> relay.onOwnTerm(term));
    reads.stop();
  }

  /** Sends all clients away. */
  public void close(ThetisException reason) {
    List.copyOf(relays).forEach(relay -> relay.sendAway(reason));
    reads.stop();
  }

  /** Clients that are served here now. */
  public int clients() {
    return relays.size();
  }

  /** Messages of clients that were handed on to the leader. */
  public long messages() {
    return messages;
  }

  /** The reads of another client. */
  ClientReads newReads(ClientReads.Client client) {
    return new ClientReads(reads, mostParked, client);
  }

  void onHandedOn() {
    messages++;
  }

  void remove(ClientRelay relay) {
    relays.remove(relay);
  }

  /** The router that leads; null if it is not known, or this one is about to. */
  public Address leader() {
    return leader == null || leader.equals(self.get()) ? null : leader;
  }

  Address self() {
    return self.get();
  }

  List<Address> others() {
    return routers.others();
  }

  int mostParked() {
    return mostParked;
  }

  ThetisException notLeader() {
    return notLeader.get();
  }

  /**
   * What a client gets whose leader is lost: this router lives, and knows the next one first. So it
   * names itself.
   */
  ThetisException comeAgain() {
    return new ThetisException(ErrorCode.NOT_LEADER, self.get());
  }

  /** Connects to the leader. */
  void connect(Address address, ConnectionListener listener) {
    transport.connect(address, scheduler, listener);
  }

  /** Runs a task if no leader was found for a client in time. */
  Scheduler.Timer whenWaitIsOver(Runnable task) {
    return scheduler.schedule(LEADER_WAIT_US, task);
  }
}
