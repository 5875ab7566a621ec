package org.thetisdb.core.net;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.Message;

/**
 * Opens connections before they are needed, where that takes long: a router that takes another
 * one's place talks to each site at once, and three handshakes of TLS would be a fifth of a second
 * in which nobody is served; its clients come from the one before, all together. Over a transport
 * that connects quickly it does nothing.
 *
 * <p>A spare connection carries no message until somebody takes it by {@link #connect}. One that
 * breaks is replaced, and one that has stood for minutes, too: whatever stands between two machines
 * may have forgotten it. Spares are opened a second after they are missed, since whoever has just
 * taken one has better things to do.
 *
 * <p>Lives on one scheduler; connections for another one are opened as they are asked for.
 */
public final class SpareConnections implements Transport {
  static final long FILL_US = 1_000_000;
  static final long AGE_US = 300_000_000;

  private final Transport transport;
  private final Scheduler scheduler;
  private final int perAddress;
  private final Map<Address, List<Spare>> spares = new LinkedHashMap<>();
  private boolean ticking;

  /**
   * Keeps none yet.
   *
   * @param perAddress how many are kept to an address
   */
  public SpareConnections(Transport transport, Scheduler scheduler, int perAddress) {
    this.transport = transport;
    this.scheduler = scheduler;
    this.perAddress = perAddress;
  }

  /** Keeps spares to these addresses alone, from now on. */
  public void keep(Collection<Address> wanted) {
    if (!transport.isSlowToConnect()) {
      return;
    }
    Set<Address> present = Set.copyOf(wanted);
    Iterator<Map.Entry<Address, List<Spare>>> all = spares.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<Address, List<Spare>> kept = all.next();
      if (!present.contains(kept.getKey())) {
        all.remove();
        List.copyOf(kept.getValue()).forEach(Spare::drop);
      }
    }
    wanted.forEach(address -> spares.computeIfAbsent(address, none -> new ArrayList<>()));
    tickLater();
  }

  /** Opens one to this address now, once; it stays until it is taken, or others are kept. */
  public void open(Address address) {
    if (transport.isSlowToConnect()) {
      fill(address, spares.computeIfAbsent(address, none -> new ArrayList<>()));
    }
  }

  private void tickLater() {
    if (!ticking && !spares.isEmpty()) {
      ticking = true;
      scheduler.schedule(FILL_US, this::tick);
    }
  }

  private void tick() {
    ticking = false;
    long nowUs = scheduler.clock().nowUs();
    for (Map.Entry<Address, List<Spare>> kept : spares.entrySet()) {
      for (Spare spare : List.copyOf(kept.getValue())) {
        if (nowUs - spare.openedUs >= AGE_US) {
          spare.drop();
        }
      }
      fill(kept.getKey(), kept.getValue());
    }
    tickLater();
  }

  private void fill(Address address, List<Spare> kept) {
    for (int missing = perAddress - kept.size(); missing > 0; missing--) {
      Spare spare = new Spare(kept, scheduler.clock().nowUs());
      kept.add(spare);
      transport.connect(address, scheduler, spare);
    }
  }

  /**
   * {@inheritDoc} A spare is taken if there is one, be it that it does not stand yet. On the
   * scheduler.
   */
  @Override
  @SuppressWarnings("ReferenceEquality") // one line of execution is one object
  public void connect(Address address, Scheduler on, ConnectionListener listener) {
    Spare spare = on == scheduler ? spareTo(address) : null;
    if (spare == null) {
      transport.connect(address, on, listener);
    } else {
      spare.handTo(listener);
    }
  }

  /** The first that stands, or will. */
  private Spare spareTo(Address address) {
    List<Spare> all = spares.getOrDefault(address, List.of());
    for (Spare spare : all) {
      if (spare.connection != null) {
        return spare;
      }
    }
    return all.isEmpty() ? null : all.get(0);
  }

  @Override
  public Server listen(Address address, Scheduler on, Acceptor acceptor) {
    return transport.listen(address, on, acceptor);
  }

  @Override
  public boolean isSlowToConnect() {
    return transport.isSlowToConnect();
  }

  @Override
  public void close() {
    transport.close();
  }

  /** A connection that nobody needs yet. */
  private final class Spare implements ConnectionListener {
    private final List<Spare> among;
    private final long openedUs;
    private Connection connection;

    /** Whose it is; null while it is a spare. */
    private ConnectionListener owner;

    private boolean ended;

    Spare(List<Spare> among, long openedUs) {
      this.among = among;
      this.openedUs = openedUs;
    }

    void handTo(ConnectionListener listener) {
      among.remove(this);
      owner = listener;
      if (connection != null) {
        scheduler.execute(this::announce);
      }
    }

    private void announce() {
      if (!ended) {
        owner.onConnected(connection);
      }
    }

    void drop() {
      among.remove(this);
      ended = true;
      if (connection != null) {
        connection.close();
      }
    }

    @Override
    public void onConnected(Connection opened) {
      connection = opened;
      if (ended) {
        opened.close();
      } else if (owner != null) {
        owner.onConnected(opened);
      }
    }

    @Override
    public void onMessage(Connection from, Message message) {
      if (owner != null) {
        owner.onMessage(from, message);
      } else {
        drop(); // Nobody has asked: it says goodbye.
      }
    }

    @Override
    public void onWritable(Connection to) {
      if (owner != null) {
        owner.onWritable(to);
      }
    }

    @Override
    public void onClosed(Connection closed, String reason) {
      ended = true;
      among.remove(this);
      if (owner != null) {
        owner.onClosed(closed, reason);
      }
    }
  }
}
