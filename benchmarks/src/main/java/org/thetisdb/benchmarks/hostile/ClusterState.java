package org.thetisdb.benchmarks.hostile;

import java.util.List;
import org.thetisdb.benchmarks.driver.result.StatusView;

/**
 * What must not change while hostile work is done.
 *
 * @param leader the router that leads
 * @param epoch its epoch, which rises with each change of leader
 * @param incarnations of the sites, in order of their numbers; a site that was lost has a new one
 */
public record ClusterState(String leader, long epoch, List<Long> incarnations) {
  /** As a router's status says. */
  public static ClusterState of(StatusView status) {
    List<Long> incarnations =
        status
            .root()
            .path("per_site")
            .valueStream()
            .map(s -> s.path("incarnation").asLong())
            .toList();
    return new ClusterState(
        status.text("leader"), status.root().path("epoch").asLong(), incarnations);
  }

  /** What is another in a later state, as one sentence; empty if nothing is. */
  String changesTo(ClusterState later) {
    if (epoch != later.epoch) {
      return "the leader changed, from epoch %d to %d".formatted(epoch, later.epoch);
    }
    return incarnations.equals(later.incarnations)
        ? ""
        : "a site was lost: incarnations %s became %s".formatted(incarnations, later.incarnations);
  }
}
