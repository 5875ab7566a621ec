package org.thetisdb.server.bulk;

import java.util.List;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.server.execution.FrontInstaller;
import org.thetisdb.server.remastering.Releases;
import org.thetisdb.server.state.SiteState;
import org.thetisdb.store.PendingRows;

/** Installs the rows of large commits in slices. Owned by the site's engine. */
final class Installations implements FrontInstaller {
  /** Commits that may stand in front of the rows, each of which takes memory for its rows. */
  private static final int MOST = 4;

  private static final int ROWS_PER_SLICE = 256;

  private final SiteState state;
  private final Releases releases;
  private final Runnable onRoom;
  private int count;

  /** {@code onRoom} runs whenever one more commit may stand in front. */
  Installations(SiteState state, Releases releases, Runnable onRoom) {
    this.onRoom = onRoom;
    this.state = state;
    this.releases = releases;
  }

  @Override
  public boolean hasRoom() {
    return count < MOST;
  }

  @Override
  public void install(PendingRows rows, List<Mastership> partitions, Runnable then) {
    count++;
    releases.pin(partitions);
    state.scheduler().execute(() -> installSome(rows, partitions, then));
  }

  private void installSome(PendingRows rows, List<Mastership> partitions, Runnable then) {
    if (state.life().isStopped()) {
      return;
    }
    if (!state.commits().installFront(rows, ROWS_PER_SLICE)) {
      state.scheduler().execute(() -> installSome(rows, partitions, then));
      return;
    }
    count--;
    releases.unpin(partitions);
    then.run();
    onRoom.run();
  }
}
