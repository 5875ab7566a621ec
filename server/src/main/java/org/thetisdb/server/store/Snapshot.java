package org.thetisdb.server.store;

/**
 * Decides which versions a reader sees. The scheme supplies it: a cut, a version vector, an epoch.
 * Must be immutable while a read uses it.
 */
public interface Snapshot {
  /** Sees every version that is installed. */
  Snapshot EVERYTHING = (stamp, position) -> true;

  /** Sees nothing; as a watermark, nothing may be collected below it. */
  Snapshot NOTHING = (stamp, position) -> false;

  /**
   * Whether a version is part of the snapshot.
   *
   * @param stamp the version's stamp, see {@link org.thetisdb.core.id.Stamp}; names the site
   * @param position the dense position of its commit in that site's log
   */
  boolean isVisible(long stamp, long position);
}
