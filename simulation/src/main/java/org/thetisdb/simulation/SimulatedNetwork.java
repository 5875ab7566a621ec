package org.thetisdb.simulation;

import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.net.Address;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.MessageCodec;

/**
 * A network in one world. Messages are encoded and decoded as on a real one; each takes a random
 * time, in order within a connection.
 */
public final class SimulatedNetwork implements Transport {
  private final World world;
  private final RandomGenerator random;
  private final long minDelayUs;
  private final long maxDelayUs;
  private final Map<Integer, Listening> servers = new HashMap<>();
  private int nextPort = 1;

  /** A network whose messages take between two delays. */
  public SimulatedNetwork(World world, long minDelayUs, long maxDelayUs) {
    this.world = world;
    this.random = world.newRandom();
    this.minDelayUs = minDelayUs;
    this.maxDelayUs = maxDelayUs;
  }

  @Override
  public void connect(Address address, Scheduler scheduler, ConnectionListener listener) {
    Listening server = servers.get(address.port());
    End client = new End(address, scheduler, listener);
    if (server == null) {
      scheduler.execute(() -> listener.onClosed(client, "nobody listens on " + address));
      return;
    }
    End accepted = new End(address, server.scheduler, null);
    client.peer = accepted;
    accepted.peer = client;
    accepted.listener = server.acceptor.accept(accepted);
    scheduler.execute(() -> listener.onConnected(client));
  }

  @Override
  public Server listen(Address address, Scheduler scheduler, Acceptor acceptor) {
    int port = address.port() == 0 ? nextPort++ : address.port();
    Address bound = new Address(address.host(), port);
    if (servers.putIfAbsent(port, new Listening(scheduler, acceptor)) != null) {
      throw new ThetisException(ErrorCode.PORT_IN_USE, bound, "another server has it");
    }
    return new Server() {
      @Override
      public Address address() {
        return bound;
      }

      @Override
      public void close() {
        servers.remove(port);
      }
    };
  }

  @Override
  public void close() {
    servers.clear();
  }

  private record Listening(Scheduler scheduler, Acceptor acceptor) {}

  private final class End implements Connection {
    private final Address remote;
    private final Scheduler scheduler;
    private final ByteWriter writer = new ByteWriter();
    private ConnectionListener listener;
    private End peer;
    private long lastArrivalUs;
    private boolean closed;

    End(Address remote, Scheduler scheduler, ConnectionListener listener) {
      this.remote = remote;
      this.scheduler = scheduler;
      this.listener = listener;
    }

    @Override
    public void send(Message message) {
      if (closed) {
        return;
      }
      writer.reset();
      MessageCodec.encode(message, writer);
      byte[] frame = writer.toByteArray();
      End to = peer;
      arrive(() -> to.deliver(MessageCodec.decode(new ByteReader(frame))));
    }

    private void arrive(Runnable arrival) {
      long arrivalUs = world.nowUs() + random.nextLong(minDelayUs, maxDelayUs + 1);
      lastArrivalUs = Math.max(lastArrivalUs + 1, arrivalUs);
      End to = peer;
      world.at(lastArrivalUs, () -> to.scheduler.execute(arrival));
    }

    private void deliver(Message message) {
      if (!closed) {
        listener.onMessage(this, message);
      }
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
        scheduler.execute(() -> listener.onClosed(this, "closed here"));
        End to = peer;
        arrive(to::closedByPeer);
      }
    }

    private void closedByPeer() {
      if (!closed) {
        closed = true;
        listener.onClosed(this, "closed by " + remote);
      }
    }
  }
}
