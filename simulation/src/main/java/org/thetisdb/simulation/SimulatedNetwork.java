package org.thetisdb.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.net.Peer;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.time.ShortTask;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.MessageCodec;

/**
 * A network in one world. Messages are encoded and decoded as on a real one; each takes a random
 * time, in order within a connection and in any order across connections.
 *
 * <p>As with TCP, a message is lost only with its connection. A link can be cut in one direction or
 * in both: what is on its way then waits until the link is whole. Connections can be broken: what
 * was on its way is lost, and the two ends hear of it at different times. When a process dies its
 * peers hear that at once, or never if its machine died with it.
 */
public final class SimulatedNetwork {
  private static final int FIRST_FREE_PORT = 10_000;
  private static final int ONE_IN_COMES_TWICE = 8;
  private static final long NANOS_IN_MICRO = 1_000;
  private static final long NANOS_IN_S = 1_000_000_000;

  private final World world;
  private final RandomGenerator random;
  private final long minDelayUs;
  private final long maxDelayUs;
  private final Map<Integer, Listening> servers = new TreeMap<>();
  private final List<End> ends = new ArrayList<>();
  private final Map<String, Long> cutUntilUs = new HashMap<>();
  private final Map<String, Long> linkFreeNs = new HashMap<>();
  private long bandwidth;
  private long twiceUntilUs;
  private int nextPort = FIRST_FREE_PORT;
  private Watcher watcher = Watcher.NONE;
  private Predicate<Message> left = message -> false;

  /** Hears of each message in the moment in which it is sent. */
  public interface Watcher {
    /** Hears nothing. */
    Watcher NONE =
        new Watcher() {
          @Override
          public void onSent(String from, Connection connection, Message message) {}

          @Override
          public void onClosed(Connection connection) {}
        };

    /** A process sent a message on its end of a connection. */
    void onSent(String from, Connection connection, Message message);

    /** Nothing more is sent on this end. */
    void onClosed(Connection connection);
  }

  /** A network whose messages take between two delays. */
  public SimulatedNetwork(World world, long minDelayUs, long maxDelayUs) {
    this.world = world;
    this.random = world.newRandom();
    this.minDelayUs = minDelayUs;
    this.maxDelayUs = maxDelayUs;
  }

  /** One watcher hears of all messages from now on. */
  public void watch(Watcher newWatcher) {
    watcher = newWatcher;
  }

  /** The network as one process sees it. */
  public Transport transport(SimulatedProcess process) {
    process.onKilled(() -> onKilled(process));
    return new HostTransport(process);
  }

  /** Nothing gets from one process to another for a while; the other direction is not touched. */
  public void cut(String from, String to, long durationUs) {
    cutUntilUs.merge(from + '>' + to, world.nowUs() + durationUs, Math::max);
  }

  /** For a while some messages are delivered twice, one right after the other. */
  public void deliverTwice(long durationUs) {
    twiceUntilUs = Math.max(twiceUntilUs, world.nowUs() + durationUs);
  }

  /**
   * Leaves out messages, though their connections stay: what a network never does, and the sender
   * them might.
   */
  public void leaveOut(Predicate<Message> which) {
    left = which;
  }

  private boolean comesTwice() {
    return twiceUntilUs > world.nowUs() && random.nextInt(ONE_IN_COMES_TWICE) == 0;
  }

  /** Whether nothing gets from one process to the other now. */
  public boolean isCut(String from, String to) {
    return wholeAtUs(from, to) > world.nowUs();
  }

  /** All links are whole again, and each message comes once. */
  public void heal() {
    twiceUntilUs = 0;
    cutUntilUs.clear();
  }

  /** Breaks the connections between two processes. What is on its way is lost. */
  public void breakConnections(String first, String second) {
    for (End end : List.copyOf(ends)) {
      if (end.process.name().equals(first)
          && end.peer != null
          && end.peer.process.name().equals(second)) {
        end.breakOff();
        end.peer.breakOff();
      }
    }
  }

  private void onKilled(SimulatedProcess process) {
    servers.values().removeIf(server -> server.process == process);
    boolean machineDied = random.nextInt(4) == 0;
    for (End end : List.copyOf(ends)) {
      if (end.process == process) {
        end.closed = true;
        gone(end);
        if (end.peer != null && !machineDied) {
          end.arrive(end.peer::closedByPeer, 0);
        }
      }
    }
  }

  private void gone(End end) {
    ends.remove(end);
    watcher.onClosed(end);
  }

  private long wholeAtUs(String from, String to) {
    return cutUntilUs.isEmpty() ? 0 : cutUntilUs.getOrDefault(from + '>' + to, 0L);
  }

  /**
   * From now on what a process sends goes out at so many bytes in a second, all of its connections
   * together; 0 for as many as there are.
   */
  public void setBandwidth(long bytesPerS) {
    bandwidth = bytesPerS;
  }

  /** When a process has sent so much, if it begins with that now. */
  private long sentUs(String process, long fromUs, int bytes) {
    if (bandwidth == 0) {
      return fromUs;
    }
    long fromNs = Math.max(fromUs * NANOS_IN_MICRO, linkFreeNs.getOrDefault(process, 0L));
    long sentNs = fromNs + bytes * NANOS_IN_S / bandwidth;
    linkFreeNs.put(process, sentNs);
    return sentNs / NANOS_IN_MICRO;
  }

  private long delayUs() {
    return random.nextLong(minDelayUs, maxDelayUs + 1);
  }

  /** Runs {@code arrival} as soon as the link lets it through. */
  private void pass(String from, String to, long timeUs, Runnable arrival) {
    world.at(
        timeUs,
        () -> {
          long wholeUs = wholeAtUs(from, to);
          if (wholeUs > world.nowUs()) {
            pass(from, to, wholeUs, arrival);
          } else {
            arrival.run();
          }
        });
  }

  private record Listening(
      SimulatedProcess process, Scheduler scheduler, Transport.Acceptor acceptor) {}

  private final class HostTransport implements Transport {
    private final SimulatedProcess process;

    HostTransport(SimulatedProcess process) {
      this.process = process;
    }

    @Override
    public void connect(Address address, Scheduler scheduler, ConnectionListener listener) {
      End client = new End(process, address, scheduler, listener);
      Listening server = servers.get(address.port());
      if (server == null) {
        world.at(world.nowUs() + delayUs(), () -> client.refuse("nobody listens on " + address));
        return;
      }
      ends.add(client);
      pass(
          process.name(),
          server.process.name(),
          world.nowUs() + delayUs(),
          () -> server.scheduler.execute(() -> accept(client, server, address)));
    }

    /** As with TLS, so that what is done ahead for its sake is done here, too. */
    @Override
    public boolean isSlowToConnect() {
      return true;
    }

    @SuppressWarnings("ReferenceEquality") // another one may listen there by now
    private void accept(End client, Listening server, Address address) {
      if (client.closed || servers.get(address.port()) != server) {
        client.refuse("nobody listens on " + address);
        return;
      }
      End accepted = new End(server.process, new Address("127.0.0.1", 1), server.scheduler, null);
      ends.add(accepted);
      client.peer = accepted;
      accepted.peer = client;
      accepted.listener = server.acceptor.accept(accepted);
      accepted.arrive(client::connected, 0);
    }

    @Override
    public Server listen(Address address, Scheduler scheduler, Acceptor acceptor) {
      int port = address.port() == 0 ? nextPort++ : address.port();
      Address bound = new Address(address.host(), port);
      Listening listening = new Listening(process, scheduler, acceptor);
      if (servers.putIfAbsent(port, listening) != null) {
        throw new ThetisException(ErrorCode.PORT_IN_USE, bound, "another server has it");
      }
      return new Server() {
        @Override
        public Address address() {
          return bound;
        }

        @Override
        public void close() {
          servers.remove(port, listening);
        }
      };
    }

    @Override
    public void close() {
      servers.values().removeIf(server -> server.process == process);
    }
  }

  private final class End implements Connection {
    private final SimulatedProcess process;
    private final Address remote;
    private final Scheduler scheduler;
    private final ByteWriter writer = new ByteWriter();
    private ConnectionListener listener;
    private End peer;
    private long lastArrivalUs;
    private boolean closed;
    private boolean broken;

    End(
        SimulatedProcess process,
        Address remote,
        Scheduler scheduler,
        ConnectionListener listener) {
      this.process = process;
      this.remote = remote;
      this.scheduler = scheduler;
      this.listener = listener;
    }

    @Override
    public void send(Message message) {
      if (closed || left.test(message)) {
        return;
      }
      watcher.onSent(process.name(), this, message);
      writer.reset();
      MessageCodec.encode(message, writer);
      byte[] frame = writer.toByteArray();
      End to = peer;
      Runnable arrival = () -> to.deliver(frame);
      ShortTask shortArrival = arrival::run;
      Runnable fitting = message.isShort() ? shortArrival : arrival;
      arrive(fitting, frame.length);
      if (comesTwice()) {
        arrive(fitting, 0);
      }
    }

    /**
     * Runs {@code arrival} at the peer, after all that was sent before. What was sent close
     * together may arrive in one instant, so that the peer reads it in one turn, as from a socket.
     */
    private void arrive(Runnable arrival, int bytes) {
      End to = peer;
      String from = process.name();
      String there = to.process.name();
      long leavesUs = sentUs(from, world.nowUs() + world.spentUs(), bytes);
      long earliestUs = Math.max(leavesUs, wholeAtUs(from, there)) + delayUs();
      lastArrivalUs = Math.max(lastArrivalUs, earliestUs);
      pass(from, there, lastArrivalUs, () -> to.scheduler.execute(arrival));
    }

    private void connected() {
      if (!closed) {
        listener.onConnected(this);
      }
    }

    private void deliver(byte[] frame) {
      if (!closed && !broken) {
        world.note(world.nowUs());
        world.note(frame);
        listener.onMessage(this, MessageCodec.decode(new ByteReader(frame)));
      }
    }

    private void refuse(String reason) {
      scheduler.execute(() -> end(reason));
    }

    private void breakOff() {
      broken = true;
      world.at(world.nowUs() + delayUs(), () -> refuse("the connection broke"));
    }

    private void end(String reason) {
      gone(this);
      if (!closed) {
        closed = true;
        listener.onClosed(this, reason);
      }
    }

    @Override
    public Peer peer() {
      return Peer.SAME_USER;
    }

    @Override
    public boolean isCongested() {
      return false;
    }

    @Override
    public Address remoteAddress() {
      return remote;
    }

    @Override
    public void close() {
      if (!closed) {
        closed = true;
        gone(this);
        scheduler.execute(() -> listener.onClosed(this, "closed here"));
        if (peer != null) {
          arrive(peer::closedByPeer, 0);
        }
      }
    }

    private void closedByPeer() {
      end("closed by the other end");
    }
  }
}
