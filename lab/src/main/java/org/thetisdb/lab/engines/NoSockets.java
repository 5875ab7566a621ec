package org.thetisdb.lab.engines;

import java.util.concurrent.atomic.AtomicInteger;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.time.Scheduler;

/** A network that reaches nobody: neighbours within the process do without. Thread-safe. */
final class NoSockets implements Transport {
  private final AtomicInteger ports = new AtomicInteger();

  @Override
  public void connect(Address address, Scheduler scheduler, ConnectionListener listener) {
    scheduler.execute(() -> listener.onClosed(null, address + " is not in this process"));
  }

  @Override
  public Server listen(Address address, Scheduler scheduler, Acceptor acceptor) {
    Address own = new Address(address.host(), ports.incrementAndGet());
    return new Server() {
      @Override
      public Address address() {
        return own;
      }

      @Override
      public void close() {
        // Nothing was opened.
      }
    };
  }

  @Override
  public void close() {
    // Nothing was opened.
  }
}
