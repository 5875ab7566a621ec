package org.thetisdb.router.relay;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.wire.RouterToClient.ServerHello;

/**
 * The routers that serve clients now, as membership names them; this one is among them once
 * membership knows it. Owned by the engine's thread.
 */
public final class LivingRouters {
  private final Supplier<Address> self;
  private List<Address> routers = List.of();

  /** Knows of no other router; {@code self} is asked for when they are listed. */
  public LivingRouters(Supplier<Address> self) {
    this.self = self;
  }

  /** Membership names those that live. */
  public void onRouters(List<Address> living) {
    routers = List.copyOf(living);
  }

  /** All of them. */
  public List<Address> all() {
    return routers;
  }

  /** Where a client may go that loses this router: the first few of the others. */
  public List<Address> others() {
    List<Address> others = new ArrayList<>();
    Address own = self.get();
    for (Address router : routers) {
      if (!router.equals(own) && others.size() < ServerHello.MAX_ROUTERS) {
        others.add(router);
      }
    }
    return others;
  }
}
