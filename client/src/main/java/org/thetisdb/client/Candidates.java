package org.thetisdb.client;

import java.util.List;
import java.util.stream.Collectors;
import org.thetisdb.core.net.Address;

/** The addresses of routers: which one to try next. */
final class Candidates {
  private final List<Address> addresses;
  private Address preferred;
  private Address shunned;
  private long shunnedUntilUs;
  private int next;

  Candidates(List<Address> addresses) {
    if (addresses.isEmpty()) {
      throw new IllegalArgumentException("at least one address is needed");
    }
    this.addresses = List.copyOf(addresses);
  }

  /** A router named this one as the leader; null is no news. */
  void prefer(Address leader) {
    preferred = leader;
  }

  boolean hasPreferred(long nowUs) {
    return preferred != null && !isShunned(preferred, nowUs);
  }

  /**
   * The named leader once, then the list in turn; who is shunned is left out if there is another.
   */
  Address next(long nowUs) {
    Address chosen = preferred;
    preferred = null;
    if (chosen == null || isShunned(chosen, nowUs)) {
      chosen = inTurn();
    }
    return isShunned(chosen, nowUs) ? inTurn() : chosen;
  }

  private Address inTurn() {
    Address chosen = addresses.get(next);
    next = (next + 1) % addresses.size();
    return chosen;
  }

  private boolean isShunned(Address address, long nowUs) {
    return nowUs < shunnedUntilUs && address.equals(shunned);
  }

  /** Leaves this one out until then, though others may still name it as the leader. */
  void shun(Address address, long untilUs) {
    shunned = address;
    shunnedUntilUs = untilUs;
    avoid(address);
  }

  /** Tries this one again first when the connection is lost. */
  void succeeded(Address address) {
    int index = addresses.indexOf(address);
    if (index >= 0) {
      next = index;
    }
  }

  /** Tries the others first. */
  void avoid(Address address) {
    int index = addresses.indexOf(address);
    if (index >= 0) {
      next = (index + 1) % addresses.size();
    }
  }

  @Override
  public String toString() {
    return addresses.stream().map(Address::toString).collect(Collectors.joining(","));
  }
}
