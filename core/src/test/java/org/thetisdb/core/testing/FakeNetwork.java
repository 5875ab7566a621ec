package org.thetisdb.core.testing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.net.Peer;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.MessageCodec;

/**
 * A network in memory, on virtual time. Messages are encoded and decoded, take the same time each,
 * and arrive in order; those under way when a connection breaks are lost. All listeners run on the
 * one time, whichever scheduler they name. For one thread.
 */
public final class FakeNetwork implements Transport {
  /** What a message takes if nothing else is said. */
  public static final long DELAY_US = 50;

  private static final int FIRST_PORT = 50_000;

  private final VirtualTime time;
  private final long delayUs;
  private final Map<Address, Acceptor> listening = new HashMap<>();
  private final List<Link> links = new ArrayList<>();
  private int nextPort = FIRST_PORT;
  private int attempts;
  private boolean slowToConnect;

  /** A network whose messages take {@link #DELAY_US}. */
  public FakeNetwork(VirtualTime time) {
    this(time, DELAY_US);
  }

  /** A network whose messages take so long; with 0 they arrive in the next task. */
  public FakeNetwork(VirtualTime time, long delayUs) {
    this.time = time;
    this.delayUs = delayUs;
  }

  /** Both ends of a connection. */
  private static final class Link {
    private End client;
    private End server;
    private boolean broken;
  }

  /** One end. */
  public final class End implements Connection {
    private final Link link;
    private final Address remote;
    private ConnectionListener listener;
    private End other;
    private boolean silent;
    private boolean congested;

    private End(Link link, Address remote) {
      this.link = link;
      this.remote = remote;
    }

    @Override
    public void send(Message message) {
      if (link.broken || silent) {
        return;
      }
      ByteWriter bytes = new ByteWriter();
      MessageCodec.encode(message, bytes);
      byte[] sent = bytes.toByteArray();
      later(() -> other.arrive(MessageCodec.decode(new ByteReader(sent))));
    }

    private void arrive(Message message) {
      if (!link.broken) {
        listener.onMessage(this, message);
      }
    }

    /** The other end does not read for now: this one counts as congested. */
    public void congest() {
      congested = true;
    }

    /** The other end reads again. */
    public void drain() {
      congested = false;
      listener.onWritable(this);
    }

    /** The connection breaks at once: what is under way is lost, and both ends hear of it. */
    public void breakNow() {
      breakLink(link, "the link broke");
    }

    /** The other end of the connection. */
    public End other() {
      return other;
    }

    @Override
    public Peer peer() {
      return Peer.SAME_USER;
    }

    @Override
    public boolean isCongested() {
      return congested;
    }

    @Override
    public Address remoteAddress() {
      return remote;
    }

    /** What was sent before arrives before the end does. */
    @Override
    public void close() {
      later(() -> breakLink(link, "closed by the other end"));
    }
  }

  private void later(Runnable arrival) {
    time.schedule(delayUs, arrival);
  }

  private static void breakLink(Link link, String reason) {
    if (!link.broken) {
      link.broken = true;
      link.client.listener.onClosed(link.client, reason);
      link.server.listener.onClosed(link.server, reason);
    }
  }

  /** Breaks every connection to an address; whoever listens there does so no more. */
  public void cut(Address address) {
    listening.remove(address);
    for (Link link : List.copyOf(links)) {
      if (link.client.remote.equals(address)) {
        breakLink(link, "connection reset");
      }
    }
  }

  /** What whoever listens at an address says from now on does not arrive, nor does anybody know. */
  public void silence(Address address) {
    links.stream()
        .filter(link -> link.client.remote.equals(address))
        .forEach(link -> link.server.silent = true);
  }

  /** The accepting end of the last connection. */
  public End acceptedLast() {
    return links.get(links.size() - 1).server;
  }

  /** It pays to connect ahead, as with TLS. */
  public void beSlowToConnect() {
    slowToConnect = true;
  }

  @Override
  public boolean isSlowToConnect() {
    return slowToConnect;
  }

  /** How often somebody tried to connect. */
  public int attempts() {
    return attempts;
  }

  @Override
  public void connect(Address address, Scheduler scheduler, ConnectionListener listener) {
    attempts++;
    later(() -> open(address, listener));
  }

  private void open(Address address, ConnectionListener listener) {
    Link link = new Link();
    link.client = new End(link, address);
    link.client.listener = listener;
    Acceptor acceptor = listening.get(address);
    if (acceptor == null) {
      listener.onClosed(link.client, "connection refused");
      return;
    }
    link.server = new End(link, new Address("127.0.0.1", nextPort++));
    link.client.other = link.server;
    link.server.other = link.client;
    links.add(link);
    link.server.listener = acceptor.accept(link.server);
    listener.onConnected(link.client);
  }

  @Override
  public Server listen(Address address, Scheduler scheduler, Acceptor acceptor) {
    Address bound = address.port() == 0 ? new Address(address.host(), nextPort++) : address;
    listening.put(bound, acceptor);
    return new Server() {
      @Override
      public Address address() {
        return bound;
      }

      @Override
      public void close() {
        listening.remove(bound);
      }
    };
  }

  @Override
  public void close() {
    listening.clear();
  }
}
