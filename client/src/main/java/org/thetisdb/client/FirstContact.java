package org.thetisdb.client;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;

/**
 * Lets a thread wait for the first connection, and remembers what the routers said.
 *
 * @hidden
 */
public final class FirstContact implements ClientCore.Observer {
  private static final Logger LOG = LoggerFactory.getLogger(FirstContact.class);

  private final String addresses;
  private final Runnable onDecided;
  private final CountDownLatch decided = new CountDownLatch(1);
  private volatile ServerInfo server;
  private volatile Address router;
  private volatile ThetisException refusal;
  private volatile String lastFailure = "no answer";

  FirstContact(List<Address> addresses) {
    this(addresses, () -> {});
  }

  /** {@code onDecided} is run when a router has answered, on the client's event loop. */
  public FirstContact(List<Address> addresses, Runnable onDecided) {
    this.onDecided = onDecided;
    this.addresses = addresses.stream().map(Address::toString).collect(Collectors.joining(","));
  }

  @Override
  public void onReady(Address router, ServerInfo info) {
    this.router = router;
    server = info;
    decide();
    LOG.debug("connected to {}", info);
  }

  @Override
  public void onLost(String reason) {
    lastFailure = reason;
    LOG.debug("not connected: {}", reason);
  }

  @Override
  public void onRefused(ErrorCode code, String reason) {
    refusal = ThetisException.withMessage(code, reason);
    decide();
  }

  private void decide() {
    if (decided.getCount() > 0) {
      decided.countDown();
      onDecided.run();
    }
  }

  /** Whether a router has let the client in, or refused it for good. */
  public boolean isDecided() {
    return decided.getCount() == 0;
  }

  void await(Duration patience) {
    try {
      decided.await(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    requireMade();
  }

  /** Throws what stands in the way of a connection; NOT_CONNECTED if no router has answered. */
  public void requireMade() {
    if (refusal != null) {
      throw refusal;
    }
    if (server == null) {
      throw new ThetisException(ErrorCode.NOT_CONNECTED, addresses, lastFailure);
    }
  }

  /** The router that has let the client in last. */
  public Address router() {
    return router;
  }

  public ServerInfo server() {
    return server;
  }
}
