package org.thetisdb.replication.membership;

import java.util.List;
import org.thetisdb.core.id.Address;

/** Hears which processes live. */
public interface MembershipListener {
  /** The living sites, ordered by id. Called at the start and after each change. */
  void onSites(List<Membership.SiteInfo> sites);

  /** The router that leads, or null if there is none. */
  void onLeader(Address leader);

  /**
   * Where living routers serve clients, whether they lead or not, in the order of their addresses
   * as text. Called at the start and after each change.
   */
  default void onRouters(List<Address> routers) {}
}
