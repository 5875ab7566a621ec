package org.thetisdb.client.caller;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Peer;
import org.thetisdb.core.net.tls.Tls;

/**
 * Frames in records of TLS. The threads that beginning needs are those that call it: it calculates
 * with keys there. The engine itself lets one thread wrap while another unwraps.
 */
final class TlsWire implements Wire {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final Tls tls;
  private final SocketChannel channel;
  private final SSLEngine engine;
  private final Runnable onNeedsFlush;
  private volatile Peer peer;

  /** Records that the system has not taken; the one that writes owns it. */
  private final ByteBuffer toSend;

  // Owned by the reader; at the beginning by the lock.
  private final ByteBuffer arrived;
  private final ByteBuffer unwrapped;

  /**
   * TLS on a channel.
   *
   * @param onNeedsFlush is run by the reader when the engine has something of its own to send
   */
  TlsWire(Tls tls, Address to, SocketChannel channel, Runnable onNeedsFlush) {
    this.tls = tls;
    this.channel = channel;
    this.engine = tls.connecting(to);
    this.onNeedsFlush = onNeedsFlush;
    int recordBytes = engine.getSession().getPacketBufferSize();
    this.toSend = ByteBuffer.allocate(recordBytes).flip();
    this.arrived = ByteBuffer.allocate(recordBytes).flip();
    this.unwrapped = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize()).flip();
  }

  // ---- the beginning

  @Override
  public synchronized boolean begin() throws IOException {
    if (peer != null) {
      return true;
    }
    if (engine.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING) {
      engine.beginHandshake();
    }
    try {
      return shakeHands();
    } catch (SSLException failure) {
      end(); // The other end is told why.
      throw failure;
    }
  }

  private boolean shakeHands() throws IOException {
    while (sendRecords()) {
      switch (engine.getHandshakeStatus()) {
        case NEED_TASK -> runTasks();
        case NEED_WRAP -> wrap(NOTHING);
        case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
          if (!unwrapOrReceive()) {
            return false;
          }
        }
        case FINISHED, NOT_HANDSHAKING -> {
          peer = identify();
          return true;
        }
      }
    }
    return false;
  }

  @Override
  public synchronized boolean isBlocked() {
    return peer == null && toSend.hasRemaining();
  }

  /** Takes one record; whether there was one, or some of one came. */
  private boolean unwrapOrReceive() throws IOException {
    Status status = unwrap().getStatus();
    if (status == Status.CLOSED) {
      throw new EOFException("it closed the connection in the handshake");
    }
    if (status != Status.BUFFER_UNDERFLOW) {
      return true;
    }
    int count = receive();
    if (count < 0) {
      throw new EOFException("it closed the connection in the handshake");
    }
    return count > 0;
  }

  private Peer identify() throws IOException {
    try {
      return tls.connected(engine.getSession());
    } catch (CertificateException stranger) {
      throw new SSLException(stranger);
    }
  }

  @Override
  public Peer peer() {
    return peer == null ? Peer.TCP : peer;
  }

  private void runTasks() {
    for (Runnable task = engine.getDelegatedTask();
        task != null;
        task = engine.getDelegatedTask()) {
      task.run();
    }
  }

  // ---- the reader

  @Override
  public int read(ByteBuffer into, boolean fromSocket) throws IOException {
    boolean mayReceive = fromSocket;
    while (!unwrapped.hasRemaining()) {
      SSLEngineResult result = unwrap();
      attendTo(result.getHandshakeStatus());
      if (result.getStatus() == Status.CLOSED) {
        return -1;
      }
      if (result.getStatus() == Status.BUFFER_UNDERFLOW) {
        int count = mayReceive ? receive() : 0;
        mayReceive = false;
        if (count <= 0) {
          return count;
        }
      }
    }
    int count = Math.min(into.remaining(), unwrapped.remaining());
    into.put(unwrapped.slice().limit(count));
    unwrapped.position(unwrapped.position() + count);
    return count;
  }

  /** New keys, and new tickets for sessions, come at any time. */
  private void attendTo(HandshakeStatus status) {
    if (status == HandshakeStatus.NEED_TASK) {
      runTasks();
    }
    if (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
      onNeedsFlush.run();
    }
  }

  private SSLEngineResult unwrap() throws IOException {
    unwrapped.clear();
    try {
      return engine.unwrap(arrived, unwrapped);
    } finally {
      unwrapped.flip();
    }
  }

  private int receive() throws IOException {
    arrived.compact();
    try {
      return channel.read(arrived);
    } finally {
      arrived.flip();
    }
  }

  @Override
  public boolean holdsMore() {
    return unwrapped.hasRemaining() || arrived.hasRemaining();
  }

  // ---- the event loop

  @Override
  public int write(ByteBuffer from) throws IOException {
    int before = from.remaining();
    while (from.hasRemaining() && sendRecords()) {
      wrap(from);
    }
    sendRecords();
    return before - from.remaining();
  }

  @Override
  public boolean flush() throws IOException {
    while (sendRecords()) {
      if (engine.getHandshakeStatus() != HandshakeStatus.NEED_WRAP) {
        return true;
      }
      if (wrap(NOTHING) == 0) {
        return true;
      }
    }
    return false;
  }

  /** Makes one record; returns how long it is. */
  private int wrap(ByteBuffer from) throws IOException {
    toSend.clear();
    try {
      SSLEngineResult result = engine.wrap(from, toSend);
      if (result.getStatus() == Status.CLOSED && from.hasRemaining()) {
        throw new IOException("the other end takes nothing more");
      }
      return result.bytesProduced();
    } finally {
      toSend.flip();
    }
  }

  /** Whether the system has all records that were made. */
  private boolean sendRecords() throws IOException {
    if (toSend.hasRemaining()) {
      channel.write(toSend);
    }
    return !toSend.hasRemaining();
  }

  @Override
  public void end() {
    if (peer == null && !Thread.holdsLock(this)) {
      return; // A reader shakes hands.
    }
    try {
      engine.closeOutbound();
      while (sendRecords() && !engine.isOutboundDone() && wrap(NOTHING) > 0) {
        // One record after the other, the last one says that it is the last.
      }
      sendRecords();
    } catch (IOException broken) {
      // The connection is closed next anyway.
    }
  }
}
