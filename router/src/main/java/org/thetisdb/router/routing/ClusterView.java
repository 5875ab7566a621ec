package org.thetisdb.router.routing;

import org.thetisdb.core.id.VersionVector;

/** What a scheme may know of the sites at the moment of a decision. */
public interface ClusterView {
  /** The highest site id; sites are numbered from 1. */
  int sites();

  /**
   * Whether calls can be sent to {@code site} now; false for a site that does not exist, and for
   * one that is about to leave.
   */
  boolean isUsable(int site);

  /**
   * Whether what a site masters is written there: it is usable, or about to leave and its ranges
   * are on their way with their rows.
   */
  default boolean keepsWork(int site) {
    return isUsable(site);
  }

  /** Whether partitions of {@code site} can be had, even if no calls can be sent there. */
  boolean canRelease(int site);

  /** Whether a site has left for good; it masters nothing. */
  default boolean hasLeft(int site) {
    return false;
  }

  /** Whether a site may master something: it is no more on its way in, and has not left. */
  default boolean mayMaster(int site) {
    return !hasLeft(site);
  }

  /** Whether a site was added when the cluster was there already. */
  default boolean hasJoined(int site) {
    return false;
  }

  /** Whether two sites run on one machine, and so may want the same processors. */
  default boolean shareMachine(int site, int other) {
    return false;
  }

  /** Whether a site holds every row. */
  default boolean holdsAll(int site) {
    return true;
  }

  /** Whether calls that read a partition may go to a site: it holds every row of it. */
  default boolean holds(int site, long partition) {
    return holdsAll(site);
  }

  /** Whether a site holds every row of a partition, whichever site masters it. */
  default boolean hasCopy(int site, long partition) {
    return holdsAll(site);
  }

  /** The same for as long as the copy is not dropped, also behind a restart of the site. */
  default boolean keepsCopy(int site, long partition) {
    return holdsAll(site);
  }

  /** Whether a site has no memory for more copies; some are to go if plans have made them. */
  default boolean isFullOfCopies(int site) {
    return false;
  }

  /** Whether a site holds every row of all that a call is known to touch. */
  default boolean holds(int site, Footprint footprint) {
    if (holdsAll(site)) {
      return true;
    }
    if (footprint.readsMore() && !holdsUnlisted(site, footprint)) {
      return false;
    }
    boolean isUnknown = footprint.read().length == 0 && footprint.unlisted().length == 0;
    if (footprint.isReadOnly() && isUnknown) {
      return lacksFullSite(); // any site is as good as another, and says what lacks there
    }
    for (long partition : footprint.written()) {
      if (!holds(site, partition)) {
        return false;
      }
    }
    for (long partition : footprint.read()) {
      if (!holds(site, partition)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a site has copies of all that a call reads beyond what is listed, as far as known. */
  default boolean holdsUnlisted(int site, Footprint footprint) {
    long[] runs = footprint.unlisted();
    boolean holds = lacksFullSite();
    for (int i = 0; holds && i < runs.length; i += 2) {
      holds = hasCopies(site, runs[i], runs[i + 1]);
    }
    return holds;
  }

  /** Whether calls may read copies of a run of partitions at a site. */
  default boolean hasCopies(int site, long first, long last) {
    return holdsAll(site);
  }

  /** Whether some sites hold only what they master. */
  default boolean isPartial() {
    return false;
  }

  /** Whether no site holds every row. */
  default boolean lacksFullSite() {
    return false;
  }

  /** Calls that are at a site and were not answered yet. */
  default int queued(int site) {
    return 0;
  }

  /** The site's last report; {@link VersionVector#ZERO} if there was none. */
  VersionVector report(int site);
}
