package org.thetisdb.client;

import java.util.List;
import java.util.stream.Collectors;
import org.thetisdb.core.net.Address;

/** The addresses of routers: which one to try next. */
final class Candidates {
  private final List<Address> addresses;
  private Address preferred;
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

  boolean hasPreferred() {
    return preferred != null;
  }

  /** The named leader once, then the list in turn. */
  Address next() {
    Address chosen = preferred;
    preferred = null;
    if (chosen == null) {
      chosen = addresses.get(next);
      next = (next + 1) % addresses.size();
    }
    return chosen;
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
