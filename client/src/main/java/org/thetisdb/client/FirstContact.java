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
import org.thetisdb.core.net.Address;

/** Lets a thread wait for the first connection, and remembers what the routers said. */
final class FirstContact implements ClientCore.Observer {
  private static final Logger LOG = LoggerFactory.getLogger(FirstContact.class);

  private final String addresses;
  private final CountDownLatch decided = new CountDownLatch(1);
  private volatile ServerInfo server;
  private volatile ThetisException refusal;
  private volatile String lastFailure = "no answer";

  FirstContact(List<Address> addresses) {
    this.addresses = addresses.stream().map(Address::toString).collect(Collectors.joining(","));
  }

  @Override
  public void onReady(ServerInfo info) {
    server = info;
    decided.countDown();
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
    decided.countDown();
  }

  void await(Duration patience) {
    boolean inTime = false;
    try {
      inTime = decided.await(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (refusal != null) {
      throw refusal;
    }
    if (!inTime) {
      throw new ThetisException(ErrorCode.NOT_CONNECTED, addresses, lastFailure);
    }
  }

  ServerInfo server() {
    return server;
  }
}
