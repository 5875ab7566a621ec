package org.thetisdb.core.testing;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.Peer;
import org.thetisdb.core.wire.Message;

/**
 * One end of a connection that leads nowhere: it keeps what is sent. A test that wants both ends
 * takes a {@link FakeNetwork}. For one thread.
 */
public final class FakeConnection implements Connection {
  private final List<Message> sent = new ArrayList<>();
  private boolean congested;
  private boolean closed;

  /** What was sent before it was closed, in order. */
  public List<Message> sent() {
    return sent;
  }

  /** Whether it was closed here. */
  public boolean isClosed() {
    return closed;
  }

  /** The other end does not read, or reads again. */
  public void congest(boolean newCongested) {
    congested = newCongested;
  }

  @Override
  public void send(Message message) {
    if (!closed) {
      sent.add(message);
    }
  }

  @Override
  public boolean isCongested() {
    return congested;
  }

  @Override
  public Address remoteAddress() {
    return Address.ANY_LOOPBACK;
  }

  @Override
  public Peer peer() {
    return Peer.SAME_USER;
  }

  @Override
  public void close() {
    closed = true;
  }
}
