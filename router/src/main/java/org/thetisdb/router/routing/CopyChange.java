package org.thetisdb.router.routing;

/**
 * A copy of neighbouring partitions of one table that is to come to a site, or to go, where some
 * sites hold only a part of the rows. Immutable.
 *
 * @param id of the copy that is to go; 0 if one is to come
 * @param first the first partition
 * @param last the last one, which belongs to it
 * @param site where it is
 * @param reason one sentence for people
 */
public record CopyChange(long id, long first, long last, int site, String reason) {
  /** Whether one is to come. */
  public boolean adds() {
    return id == 0;
  }
}
