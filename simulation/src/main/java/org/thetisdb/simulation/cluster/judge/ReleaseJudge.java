package org.thetisdb.simulation.cluster.judge;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite.Leave;
import org.thetisdb.core.wire.RouterToSite.Release;
import org.thetisdb.core.wire.SiteToRouter.Released;
import org.thetisdb.core.wire.SiteToRouter.Reshaped;

/**
 * Looks at every answer of a site that gives partitions up: by then the logs must say so (hazard
 * 2). Routers of different epochs count their requests anew, so an answer is right if it is right
 * for one of the requests with its number.
 */
public final class ReleaseJudge {
  private static final int ENOUGH = 20;

  private final LogJudge logs;
  private final Map<Long, List<List<Mastership>>> requests = new HashMap<>();
  private final List<String> problems = new ArrayList<>();

  /** Judges by what these logs have. */
  public ReleaseJudge(LogJudge logs) {
    this.logs = logs;
  }

  /** What was found, in the order in which it was found. */
  public List<String> problems() {
    return problems;
  }

  /** A process has sent a message. */
  public void onSent(String from, Message message) {
    if (message instanceof Release request) {
      requested(request.moveId(), request.released());
    } else if (message instanceof Leave request) {
      requested(request.moveId(), List.of());
    } else if (message instanceof Reshaped answer && answer.done()) {
      judge(from, answer);
    } else if (message instanceof Released answer && !isInLogs(answer)) {
      problem(from + " gave up what no log says it did: " + answer);
    }
  }

  /** What came of a change of borders is reported when the logs say so. */
  private void judge(String from, Reshaped answer) {
    for (Owner owner : answer.owners()) {
      if (logs.highestTerm(owner.partition()) < owner.term()) {
        problem(from + " has borders that no log has: " + answer);
      }
    }
  }

  private void requested(long moveId, List<Mastership> partitions) {
    requests.computeIfAbsent(moveId, id -> new ArrayList<>()).add(partitions);
  }

  private boolean isInLogs(Released answer) {
    Set<Long> refused = new HashSet<>();
    for (Owner owner : answer.refused()) {
      refused.add(owner.partition());
    }
    for (List<Mastership> request : requests.getOrDefault(answer.moveId(), List.of())) {
      if (isInLogs(request, refused)) {
        return true;
      }
    }
    return false;
  }

  private boolean isInLogs(List<Mastership> request, Set<Long> refused) {
    for (Mastership requested : request) {
      if (!refused.contains(requested.partition())
          && logs.highestTerm(requested.partition()) < requested.term()) {
        return false;
      }
    }
    return true;
  }

  private void problem(String what) {
    if (problems.size() < ENOUGH) {
      problems.add(what);
    }
  }
}
