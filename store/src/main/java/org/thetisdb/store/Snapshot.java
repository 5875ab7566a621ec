package org.thetisdb.store;

/**
 * Decides which versions a reader sees. The scheme supplies it: a cut, a version vector, an epoch.
 * Must be immutable while a read uses it, and monotone: of the commits of one site it sees all up
 * to some position, and no stamp of a commit that it sees is above one of the same site that it
 * does not see.
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
