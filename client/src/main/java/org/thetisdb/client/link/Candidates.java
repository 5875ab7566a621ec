package org.thetisdb.client.link;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.thetisdb.core.id.Address;

/**
 * The addresses of routers: which one to try next. They are those that the client was given, and
 * behind them those that the last router named.
 */
public final class Candidates {
  private final List<Address> given;
  private List<Address> addresses;
  private Address preferred;
  private Address shunned;
  private long shunnedUntilUs;
  private int next;

  Candidates(List<Address> addresses) {
    if (addresses.isEmpty()) {
      throw new IllegalArgumentException("at least one address is needed");
    }
    this.given = List.copyOf(addresses);
    this.addresses = given;
  }

  /**
   * Reads addresses; the list begins at any of them.
   *
   * @param addresses with commas between them
   * @throws org.thetisdb.core.error.ThetisException BAD_ADDRESS if one cannot be read
   */
  public static List<Address> parse(String addresses) {
    List<Address> parsed = new ArrayList<>();
    for (String address : addresses.split(",", -1)) {
      parsed.add(Address.parse(address.trim()));
    }
    return beginningAnywhere(parsed, new SplittableRandom(System.nanoTime()));
  }

  /** The same addresses, beginning at any of them, so that many clients spread over the routers. */
  static List<Address> beginningAnywhere(List<Address> addresses, RandomGenerator random) {
    List<Address> rotated = new ArrayList<>(addresses);
    Collections.rotate(rotated, random.nextInt(addresses.size()));
    return rotated;
  }

  /** A router names others that serve now; those that an earlier one named are forgotten. */
  void learn(List<Address> others) {
    Address following = addresses.get(next);
    LinkedHashSet<Address> all = new LinkedHashSet<>(given);
    all.addAll(others);
    addresses = List.copyOf(all);
    next = Math.max(0, addresses.indexOf(following));
  }

  /** Whether there is another router to go to. */
  boolean hasOthers() {
    return addresses.size() > 1;
  }

  /** A router named this one as the leader; null is no news. */
  void prefer(Address leader) {
    preferred = leader;
  }

  boolean hasPreferred(long nowUs) {
    return preferred != null && !isShunned(preferred, nowUs);
  }

  /**
   * The named leader once, then the list in turn; a shunned router is left out if there is another.
   */
  Address next(long nowUs) {
    Address chosen = preferred;
    preferred = null;
    if (chosen == null || isShunned(chosen, nowUs)) {
      chosen = inTurn();
    }
    return isShunned(chosen, nowUs) ? inTurn() : chosen;
  }

  /** The one that is tried when this one is given up. */
  Address insteadOf(Address address, long nowUs) {
    if (hasPreferred(nowUs) && !preferred.equals(address)) {
      return preferred;
    }
    int index = addresses.indexOf(address);
    return addresses.get(index < 0 ? next : (index + 1) % addresses.size());
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
    return given.stream().map(Address::toString).collect(Collectors.joining(","));
  }
}
