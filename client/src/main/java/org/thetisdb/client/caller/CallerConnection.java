package org.thetisdb.client.caller;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.net.Peer;
import org.thetisdb.core.net.TransportOptions;
import org.thetisdb.core.net.tls.TlsMode;
import org.thetisdb.core.net.tls.TlsTrouble;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToClient.Goodbye;

/**
 * A connection. The event loop owns the listener, what waits to be sent, and the end; the thread
 * that has the turn to read owns what has arrived. The socket never blocks either of them.
 */
final class CallerConnection implements Connection {
  private final CallerTransport transport;
  private final SocketChannel channel;
  private final Address remoteAddress;
  private final ConnectionListener listener;
  private final TransportOptions options;
  private final Wire wire;

  // Owned by the event loop.
  private final FrameOutput output;
  private boolean connected;
  private boolean dirty;
  private boolean blocked;
  private volatile boolean congested;
  private boolean ended;

  // Owned by the reader.
  private final FrameInput input;
  private volatile boolean stands;
  private String goodbye;

  /**
   * A connection on a channel that is not registered yet.
   *
   * @param isLocal whether the channel is a local socket of the same user
   */
  CallerConnection(
      CallerTransport transport,
      SocketChannel channel,
      Address remoteAddress,
      ConnectionListener listener,
      TransportOptions options,
      boolean isLocal) {
    this.transport = transport;
    this.channel = channel;
    this.remoteAddress = remoteAddress;
    this.listener = listener;
    this.options = options;
    boolean hasTls = !isLocal && options.tls().mode() != TlsMode.OFF;
    this.wire =
        hasTls
            ? new TlsWire(
                options.tls(), remoteAddress, channel, () -> transport.execute(this::flush))
            : new PlainWire(channel, isLocal ? Peer.SAME_USER : Peer.TCP);
    this.output = new FrameOutput(options.frameLimitBytes());
    this.input = new FrameInput(options.frameLimitBytes());
  }

  // ---- any thread

  /**
   * {@inheritDoc} On the event loop it leaves at the end of the burst.
   *
   * @throws ThetisException FRAME_TOO_LONG on the event loop, if the message is longer than a frame
   *     may be; nothing is sent then. Elsewhere such a message ends the connection
   */
  @Override
  public void send(Message message) {
    if (transport.inLine()) {
      append(message);
    } else {
      transport.execute(() -> appendOrEnd(message));
    }
  }

  @Override
  public Peer peer() {
    return wire.peer();
  }

  @Override
  public boolean isCongested() {
    return congested;
  }

  @Override
  public Address remoteAddress() {
    return remoteAddress;
  }

  @Override
  public void close() {
    transport.onLine(
        () -> {
          flush();
          end("closed by this side");
        });
  }

  @Override
  public String toString() {
    return "connection with " + remoteAddress;
  }

  // ---- the event loop

  private void appendOrEnd(Message message) {
    try {
      append(message);
    } catch (ThetisException tooLong) {
      end(tooLong.getMessage());
    }
  }

  private void append(Message message) {
    if (ended) {
      return;
    }
    output.append(message);
    if (output.waitingBytes() > options.hardLimitBytes()) {
      end(
          remoteAddress
              + " does not read: what waits to be sent to it has used up "
              + options.hardLimitBytes()
              + " bytes");
    } else if (!dirty) {
      dirty = true;
      transport.flushLater(this);
    }
  }

  /**
   * Hands to the system what it takes now; the thread that has the turn to read hears when it takes
   * more.
   */
  void flush() {
    dirty = false;
    if (ended || !connected) {
      return;
    }
    try {
      boolean all = output.writeTo(wire);
      if (all == blocked) {
        blocked = !all;
        transport.watch(channel, blocked);
      }
    } catch (IOException e) {
      end(broken(e));
      return;
    }
    if (output.waitingBytes() > options.highWaterBytes()) {
      congested = true;
    } else if (congested && output.waitingBytes() < options.lowWaterBytes()) {
      congested = false;
      transport.execute(this::writable);
    }
  }

  private void writable() {
    if (!ended) {
      listener.onWritable(this);
    }
  }

  private void onConnected() {
    if (!ended && !connected) {
      connected = true;
      transport.watch(channel, false);
      listener.onConnected(this);
    }
  }

  boolean isConnected() {
    return connected;
  }

  private void deliver(List<Message> messages) {
    for (int i = 0; i < messages.size() && !ended; i++) {
      listener.onMessage(this, messages.get(i));
    }
  }

  /** The router broke the protocol: says goodbye, then closes. */
  private void refuse(ThetisException refusal) {
    appendOrEnd(new Goodbye(refusal.code().number(), refusal.getMessage()));
    flush();
    end(refusal.getMessage());
  }

  /** Ends the connection, which its listener hears next; only the first call has an effect. */
  void end(String reason) {
    if (!ended) {
      ended = true;
      wire.end();
      transport.close(this, channel);
      transport.execute(() -> listener.onClosed(this, reason));
    }
  }

  private String broken(IOException e) {
    String why = TlsTrouble.isOne(e) ? TlsTrouble.why(e) : e.getMessage();
    return "the connection with " + remoteAddress + " broke: " + why;
  }

  // ---- the reader

  /** The socket may have something. */
  void ready(int operations) {
    if ((operations & SelectionKey.OP_CONNECT) != 0) {
      finishConnecting();
    } else if (!stands) {
      begin();
    } else {
      if ((operations & SelectionKey.OP_READ) != 0) {
        read();
      }
      if ((operations & SelectionKey.OP_WRITE) != 0) {
        transport.execute(this::flush);
      }
    }
  }

  private void finishConnecting() {
    try {
      if (channel.finishConnect()) {
        transport.watch(channel, false);
        begin();
      }
    } catch (IOException e) {
      transport.execute(() -> end(transport.cannotConnect(remoteAddress, e)));
    }
  }

  /** What must come before the first message; a reader has the turn, or the event loop begins. */
  private void begin() {
    try {
      if (wire.begin()) {
        stands = true;
        transport.execute(this::onConnected);
      } else {
        transport.watch(channel, wire.isBlocked());
      }
    } catch (IOException e) {
      String why = "cannot connect to " + remoteAddress + ": " + TlsTrouble.why(e);
      transport.execute(() -> end(why));
    }
  }

  private void read() {
    List<Message> messages = new ArrayList<>(1);
    try {
      int count = wire.read(input.room(), true);
      while (count > 0) {
        input.arrived(count);
        decode(messages);
        count = wire.holdsMore() ? wire.read(input.room(), false) : 0;
      }
      handOver(messages);
      if (count < 0) {
        String reason = reasonOfPeer();
        transport.execute(() -> end(reason));
      }
    } catch (IOException e) {
      handOver(messages);
      transport.execute(() -> end(broken(e)));
    } catch (ThetisException refusal) {
      handOver(messages);
      transport.execute(() -> refuse(refusal));
    }
  }

  private void decode(List<Message> messages) {
    for (Message message = input.next(); message != null; message = input.next()) {
      if (message instanceof Goodbye last) {
        goodbye = last.message();
      }
      messages.add(message);
    }
  }

  private void handOver(List<Message> messages) {
    if (!messages.isEmpty()) {
      transport.execute(() -> deliver(messages));
    }
  }

  private String reasonOfPeer() {
    if (goodbye != null) {
      return remoteAddress + " closed the connection: " + goodbye;
    }
    int rest = input.heldBytes();
    return remoteAddress
        + " closed the connection"
        + (rest > 0 ? " in the middle of a frame, after " + rest + " bytes of it" : "");
  }
}
