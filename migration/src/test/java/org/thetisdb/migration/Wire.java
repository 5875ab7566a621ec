package org.thetisdb.migration;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.net.Peer;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.time.Clock;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.Message;

/** One event loop on virtual time, and connections between its ends. */
final class Wire implements Scheduler, Transport {
  private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
  private final PriorityQueue<Due> timers = new PriorityQueue<>();
  private final Map<Address, Acceptor> servers = new HashMap<>();
  final List<Message> delivered = new ArrayList<>();
  private long nowUs = 1;
  private long order;

  /** Runs all that can run now. */
  void run() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
  }

  /** Lets time pass. */
  void pass(long us) {
    long endUs = nowUs + us;
    run();
    while (!timers.isEmpty() && timers.peek().atUs <= endUs) {
      Due due = timers.remove();
      nowUs = Math.max(nowUs, due.atUs);
      due.task.run();
      run();
    }
    nowUs = Math.max(nowUs, endUs);
  }

  /** The event loop has something to do for so long; what is handed to it later waits. */
  void busy(long us) {
    tasks.add(() -> nowUs += us);
  }

  @Override
  public Clock clock() {
    return new Clock() {
      @Override
      public long nowUs() {
        return nowUs;
      }

      @Override
      public long wallMs() {
        return nowUs / 1000;
      }
    };
  }

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
  }

  @Override
  public Timer schedule(long delayUs, Runnable task) {
    Due due = new Due(nowUs + delayUs, order++, task);
    timers.add(due);
    return () -> timers.remove(due);
  }

  @Override
  public void connect(Address address, Scheduler scheduler, ConnectionListener listener) {
    Acceptor acceptor = servers.get(address);
    End near = new End();
    if (acceptor == null) {
      execute(() -> listener.onClosed(near, "nobody listens"));
      return;
    }
    End far = new End();
    near.other = far;
    far.other = near;
    near.listener = listener;
    far.listener = acceptor.accept(far);
    execute(() -> listener.onConnected(near));
  }

  @Override
  public Server listen(Address address, Scheduler scheduler, Acceptor acceptor) {
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

  private record Due(long atUs, long order, Runnable task) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      return atUs != other.atUs ? Long.compare(atUs, other.atUs) : Long.compare(order, other.order);
    }
  }

  /** One end of a connection. */
  final class End implements Connection {
    private End other;
    private ConnectionListener listener;
    private boolean closed;

    @Override
    public void send(Message message) {
      execute(
          () -> {
            if (!closed && !other.closed) {
              delivered.add(message);
              other.listener.onMessage(other, message);
            }
          });
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
      return Address.ANY_LOOPBACK;
    }

    @Override
    public void close() {
      if (!closed) {
        closed = true;
        execute(
            () -> {
              other.closed = true;
              other.listener.onClosed(other, "the other end closed");
            });
      }
    }
  }
}
