package org.thetisdb.server.snapshot;

import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.store.Snapshot;

/** The state after all commits that a vector names. Immutable. */
public record VectorSnapshot(VersionVector vector) implements Snapshot {
  @Override
  public boolean isVisible(long stamp, long position) {
    return position <= vector.get(Stamp.site(stamp));
  }
}
