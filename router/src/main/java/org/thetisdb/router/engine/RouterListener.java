package org.thetisdb.router.engine;

import org.thetisdb.core.id.Address;

/** Hears how a router fares; called on its scheduler. */
public interface RouterListener {
  /** Hears nothing. */
  RouterListener NONE = new RouterListener() {};

  /** The router leads and takes calls. */
  default void onServing(int epoch) {}

  /** The router does not lead, and serves clients through the one at this address that does. */
  default void onRelaying(Address leader) {}

  /** The router cannot take part in the cluster. */
  default void onFailed(RuntimeException reason) {}
}
