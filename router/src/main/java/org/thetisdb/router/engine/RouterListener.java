package org.thetisdb.router.engine;

/** Hears how a router fares; called on its scheduler. */
public interface RouterListener {
  /** Hears nothing. */
  RouterListener NONE = new RouterListener() {};

  /** The router leads and takes calls. */
  default void onServing(int epoch) {}

  /** The router cannot take part in the cluster. */
  default void onFailed(RuntimeException reason) {}
}
