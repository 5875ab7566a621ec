package org.thetisdb.client.caller;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.net.socket.ConnectFailures;
import org.thetisdb.core.net.socket.HostResolver;
import org.thetisdb.core.net.socket.LocalSockets;
import org.thetisdb.core.net.socket.TransportOptions;
import org.thetisdb.core.net.tls.TlsMode;
import org.thetisdb.core.time.CallerEventLoop;
import org.thetisdb.core.time.Scheduler;

/**
 * Connections for one client whose threads wait for answers. It has no thread: what is sent is
 * written by the thread that has the event loop, and what arrives is read by one of those that wait
 * in {@link #await}. While no thread waits none reads, and what happens on a connection is found by
 * the next one that waits, or that {@link #look looks}.
 *
 * <p>Sockets do not block. The thread that has the turn to read waits in a selector, so that a
 * thread that is interrupted loses no connection, and another one that has something for it can
 * wake it.
 *
 * <p>Thread-safe.
 */
public final class CallerTransport implements Transport {
  private static final long CLOSING_NS = TimeUnit.MILLISECONDS.toNanos(1);

  private final CallerEventLoop line;
  private final TransportOptions options;
  private final Selector selector;

  /** Null if all connections are TCP's. */
  private final LocalSockets localSockets;

  private final ReadTurn turn = new ReadTurn();

  /** When somebody waited or looked last; written with the turn. */
  private volatile long lookedUs;

  // Owned by the reader.
  private final List<SelectionKey> ready = new ArrayList<>(2);

  // Owned by the event loop.
  private final Set<CallerConnection> connections = new LinkedHashSet<>();
  private final List<CallerConnection> toFlush = new ArrayList<>();
  private boolean closed;

  /**
   * A transport for what lives on {@code line}, with limits.
   *
   * @throws ThetisException NOT_CONNECTED if the system has no more descriptors
   */
  public CallerTransport(CallerEventLoop line, TransportOptions options) {
    this.line = line;
    this.options = options;
    this.localSockets = options.localSockets() ? LocalSockets.ofUser() : null;
    try {
      this.selector = Selector.open();
    } catch (IOException e) {
      throw new ThetisException(ErrorCode.NOT_CONNECTED, "any address", e.getMessage()).causedBy(e);
    }
    line.onBatchEnd(this::flushAll);
  }

  @Override
  public void connect(Address address, Scheduler scheduler, ConnectionListener listener) {
    if (scheduler != line) {
      throw new IllegalArgumentException("connections live on the transport's own line");
    }
    HostResolver.resolve(address, resolved -> onLine(() -> connectTo(address, resolved, listener)));
  }

  @Override
  public boolean isSlowToConnect() {
    return options.tls().mode() != TlsMode.OFF;
  }

  /** Nobody connects to a client. */
  @Override
  public Server listen(Address address, Scheduler scheduler, Acceptor acceptor) {
    throw new UnsupportedOperationException("a client accepts no connections");
  }

  /** Ends all connections. A thread that waits goes on waiting for the end of what it waits for. */
  @Override
  public void close() {
    onLine(this::closeNow);
  }

  // ---- threads that wait

  /**
   * Waits until something is over, and reads what arrives meanwhile. An interrupt does not end the
   * waiting; the thread's interrupt status is kept.
   *
   * @param over asked by the caller; a thread that changes its answer calls {@link #wake}
   * @return whether it is over; else the time is
   */
  public boolean await(BooleanSupplier over, long patienceMs) {
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patienceMs);
    boolean interrupted = false;
    try {
      while (!over.getAsBoolean()) {
        long leftNs = deadlineNs - System.nanoTime();
        if (leftNs <= 0) {
          return false;
        }
        interrupted |= Thread.interrupted();
        if (turn.take()) {
          readInTurn(over, leftNs);
        } else {
          turn.await(over, leftNs);
        }
      }
      return true;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void readInTurn(BooleanSupplier over, long leftNs) {
    try {
      // Asked again: what wakes this thread may have looked for it before it had the turn.
      if (!over.getAsBoolean()) {
        select(Math.max(1, TimeUnit.NANOSECONDS.toMillis(leftNs)));
      }
    } finally {
      turn.give();
    }
  }

  /** With the turn: waits for sockets that have something, and lets them have it. */
  private void select(long patienceMs) {
    try {
      if (patienceMs == 0) {
        selector.selectNow(ready::add);
      } else {
        selector.select(ready::add, patienceMs);
      }
    } catch (IOException | ClosedSelectorException closing) {
      // A thread that waits is about to hear that the client was closed.
      LockSupport.parkNanos(this, CLOSING_NS);
    }
    lookedUs = line.clock().nowUs();
    for (int i = 0; i < ready.size(); i++) {
      take(ready.get(i));
    }
    ready.clear();
  }

  private static void take(SelectionKey key) {
    try {
      ((CallerConnection) key.attachment()).ready(key.readyOps());
    } catch (CancelledKeyException ended) {
      // The event loop has ended the connection meanwhile.
    }
  }

  /** Reads what is there, if nobody has looked for so long. */
  public void look(long idleUs) {
    if (line.clock().nowUs() - lookedUs > idleUs && turn.take()) {
      try {
        select(0);
      } finally {
        turn.give();
      }
    }
  }

  /** Wakes a thread that waits: what it waits for may be over. */
  public void wake(Thread waiting) {
    if (waiting == Thread.currentThread()) {
      return;
    }
    if (turn.isReader(waiting)) {
      selector.wakeup();
    } else {
      LockSupport.unpark(waiting);
    }
  }

  private void wakeReader() {
    if (!turn.isReader(Thread.currentThread())) {
      selector.wakeup();
    }
  }

  // ---- the event loop

  boolean inLine() {
    return line.inLine();
  }

  void execute(Runnable task) {
    line.execute(task);
  }

  void onLine(Runnable task) {
    if (line.inLine()) {
      task.run();
    } else {
      line.execute(task);
    }
  }

  private void connectTo(Address address, InetSocketAddress resolved, ConnectionListener listener) {
    options.tls().refresh(); // Each connection begins with the certificates of today.
    SocketChannel local = localSockets == null ? null : localSockets.connect(resolved);
    SocketChannel channel;
    try {
      channel = local == null ? SocketChannel.open() : local;
    } catch (IOException e) {
      line.execute(() -> listener.onClosed(new NoConnection(address), cannotConnect(address, e)));
      return;
    }
    CallerConnection connection =
        new CallerConnection(this, channel, address, listener, options, local != null);
    connections.add(connection);
    if (closed) {
      connection.end("the transport is closed");
      return;
    }
    try {
      begin(channel, resolved, connection);
    } catch (IOException | UnresolvedAddressException e) {
      connection.end(cannotConnect(address, e));
    }
  }

  private void begin(SocketChannel channel, InetSocketAddress resolved, CallerConnection connection)
      throws IOException {
    boolean connected = channel.isConnected();
    if (!connected) {
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
      connected = channel.connect(resolved);
    }
    channel.register(selector, SelectionKey.OP_CONNECT, connection);
    if (connected) {
      line.execute(() -> connection.ready(SelectionKey.OP_CONNECT));
    }
    wakeReader();
    line.schedule(
        options.connectTimeoutMs() * 1_000L,
        () -> {
          if (!connection.isConnected()) {
            connection.end(
                "cannot connect to "
                    + connection.remoteAddress()
                    + ": no answer within "
                    + options.connectTimeoutMs()
                    + " ms");
          }
        });
  }

  String cannotConnect(Address address, Exception cause) {
    return ConnectFailures.cannotConnect(address, cause, options.connectTimeoutMs());
  }

  /** Whether the reader is to hear, beside what arrives, when the socket takes more. */
  void watch(SocketChannel channel, boolean forWriting) {
    SelectionKey key = channel.keyFor(selector);
    if (key != null && key.isValid()) {
      key.interestOps(SelectionKey.OP_READ | (forWriting ? SelectionKey.OP_WRITE : 0));
      wakeReader();
    }
  }

  void flushLater(CallerConnection connection) {
    toFlush.add(connection);
  }

  private void flushAll() {
    for (int i = 0; i < toFlush.size(); i++) {
      toFlush.get(i).flush();
    }
    toFlush.clear();
  }

  void close(CallerConnection connection, SocketChannel channel) {
    connections.remove(connection);
    try {
      channel.close();
    } catch (IOException e) {
      // It is as closed as it can be.
    }
    wakeReader(); // The selector lets go of the socket when it is asked next.
  }

  private void closeNow() {
    closed = true;
    List.copyOf(connections).forEach(connection -> connection.end("the transport was closed"));
    try {
      selector.close();
    } catch (IOException e) {
      // Its sockets are closed.
    }
  }
}
