package org.thetisdb.simulation;

import java.util.List;
import org.thetisdb.core.cost.Work;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.net.Peer;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite.CommitEpoch;
import org.thetisdb.core.wire.RouterToSite.Decided;
import org.thetisdb.core.wire.RouterToSite.Install;
import org.thetisdb.core.wire.RouterToSite.InstallBatch;
import org.thetisdb.core.wire.SiteToRouter.RanInEpochView;
import org.thetisdb.simulation.cost.UnitCosts;

/**
 * A site's transport that takes time for what a site does with rows of an epoch view, and that its
 * store does not show: its event loop is busy for it ({@link World#spend}). In an epoch view one
 * site makes a row, all members hold it in memory, and the epoch coordinator installs it; the
 * messages tell which of it a site does.
 */
public final class ChargedTransport implements Transport {
  private final World world;
  private final ChargedStore store;
  private final UnitCosts costs;
  private final Transport network;

  /** Messages of the site that has this store go over {@code network}, and cost it time. */
  public ChargedTransport(World world, ChargedStore store, UnitCosts costs, Transport network) {
    this.world = world;
    this.store = store;
    this.costs = costs;
    this.network = network;
  }

  private void chargeSent(Message message) {
    if (message instanceof RanInEpochView run) {
      int rows = run.rows().size();
      world.spend(costs, Work.ROW_MADE, rows);
      spendOnHolding(run.decided() ? rows : 0);
    }
  }

  private void chargeReceived(Message message) {
    if (message instanceof Install decided) {
      spendOnHolding(decided.rows().size());
    } else if (message instanceof InstallBatch batch) {
      batch.decided().stream().map(Decided::rows).map(List::size).forEach(this::spendOnHolding);
    }
  }

  private void spendOnHolding(int rows) {
    world.spend(costs, Work.ROW_HELD, rows);
  }

  private void receive(ConnectionListener listener, Connection connection, Message message) {
    chargeReceived(message);
    if (message instanceof CommitEpoch) {
      store.whileCommitting(() -> listener.onMessage(connection, message));
    } else {
      listener.onMessage(connection, message);
    }
  }

  @Override
  public void connect(Address address, Scheduler scheduler, ConnectionListener listener) {
    network.connect(address, scheduler, new ChargedListener(listener));
  }

  @Override
  public Server listen(Address address, Scheduler scheduler, Acceptor acceptor) {
    return network.listen(
        address,
        scheduler,
        accepted -> {
          ChargedConnection connection = new ChargedConnection(accepted);
          ChargedListener charged = new ChargedListener(acceptor.accept(connection));
          charged.connection = connection;
          return charged;
        });
  }

  @Override
  public void close() {
    network.close();
  }

  /** Knows its end of the connection by one object, as the site's code compares them. */
  private final class ChargedListener implements ConnectionListener {
    private final ConnectionListener listener;
    private Connection connection;

    ChargedListener(ConnectionListener listener) {
      this.listener = listener;
    }

    private Connection known(Connection plain) {
      connection = connection == null && plain != null ? new ChargedConnection(plain) : connection;
      return connection;
    }

    @Override
    public void onConnected(Connection plain) {
      listener.onConnected(known(plain));
    }

    @Override
    public void onMessage(Connection plain, Message message) {
      receive(listener, known(plain), message);
    }

    @Override
    public void onWritable(Connection plain) {
      listener.onWritable(known(plain));
    }

    @Override
    public void onClosed(Connection plain, String reason) {
      listener.onClosed(known(plain), reason);
    }
  }

  private final class ChargedConnection implements Connection {
    private final Connection plain;

    ChargedConnection(Connection plain) {
      this.plain = plain;
    }

    @Override
    public void send(Message message) {
      chargeSent(message);
      plain.send(message);
    }

    @Override
    public Peer peer() {
      return plain.peer();
    }

    @Override
    public boolean isCongested() {
      return plain.isCongested();
    }

    @Override
    public Address remoteAddress() {
      return plain.remoteAddress();
    }

    @Override
    public void close() {
      plain.close();
    }
  }
}
