package org.thetisdb.client;

import java.util.LinkedHashMap;
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

/** Connections in memory. Messages pass through the codec, and arrive one step later. */
final class FakeNetwork implements Transport {
  private final Map<Address, Acceptor> servers = new LinkedHashMap<>();
  private final FakeScheduler scheduler;
  int attempts;

  FakeNetwork(FakeScheduler scheduler) {
    this.scheduler = scheduler;
  }

  @Override
  public void connect(Address address, Scheduler unused, ConnectionListener listener) {
    attempts++;
    scheduler.execute(() -> connectNow(address, listener));
  }

  private void connectNow(Address address, ConnectionListener listener) {
    Acceptor acceptor = servers.get(address);
    if (acceptor == null) {
      listener.onClosed(null, "connection refused");
      return;
    }
    End client = new End(address);
    End server = new End(new Address("client", 1));
    client.peer = server;
    server.peer = client;
    client.listener = listener;
    server.listener = acceptor.accept(server);
    listener.onConnected(client);
  }

  @Override
  public Server listen(Address address, Scheduler unused, Acceptor acceptor) {
    servers.put(address, acceptor);
    return new Server() {
      @Override
      public Address address() {
        return address;
      }

      @Override
      public void close() {
        servers.remove(address);
      }
    };
  }

  @Override
  public void close() {
    servers.clear();
  }

  private static Message throughCodec(Message message) {
    ByteWriter out = new ByteWriter();
    MessageCodec.encode(message, out);
    return MessageCodec.decode(new ByteReader(out.toByteArray()));
  }

  /** One end of a connection. */
  final class End implements Connection {
    private final Address remote;
    private ConnectionListener listener;
    private End peer;
    private boolean closed;
    private boolean congested;

    End(Address remote) {
      this.remote = remote;
    }

    @Override
    public void send(Message message) {
      Message copy = throughCodec(message);
      if (!closed) {
        scheduler.execute(() -> peer.receive(copy));
      }
    }

    private void receive(Message message) {
      if (!closed) {
        listener.onMessage(this, message);
      }
    }

    /** Makes the other end believe that this end does not read. */
    void stopReading(boolean stop) {
      peer.congested = stop;
      if (!stop) {
        peer.listener.onWritable(peer);
      }
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

    @Override
    public void close() {
      scheduler.execute(() -> end("closed by this side"));
      scheduler.execute(() -> peer.end("closed by the other side"));
    }

    /** The link breaks: what is under way is lost, and both ends hear of it. */
    void breakNow() {
      end("the link broke");
      peer.end("the link broke");
    }

    private void end(String reason) {
      if (!closed) {
        closed = true;
        listener.onClosed(this, reason);
      }
    }
  }
}
