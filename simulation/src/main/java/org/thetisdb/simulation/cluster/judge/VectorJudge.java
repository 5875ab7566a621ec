package org.thetisdb.simulation.cluster.judge;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.wire.ClientMessage;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToClient;
import org.thetisdb.core.wire.RouterToSite;
import org.thetisdb.core.wire.SiteToRouter;

/**
 * Looks at every message that is sent. No vector in it may name what no log has, and what one
 * incarnation of a site reports on a connection never goes back, nor do the cuts that it is sent.
 */
public final class VectorJudge {
  private static final int ENOUGH = 20;

  private final LogJudge logs;
  private final IdentityHashMap<Connection, VersionVector> newest = new IdentityHashMap<>();
  private final List<String> problems = new ArrayList<>();

  /** Judges by what these logs have. */
  public VectorJudge(LogJudge logs) {
    this.logs = logs;
  }

  /** What was found, in the order in which it was found. */
  public List<String> problems() {
    return problems;
  }

  public void onSent(String from, Connection connection, Message message) {
    VersionVector vector = vectorOf(message);
    if (vector == null) {
      return;
    }
    logs.onVector(from, vector);
    if (message instanceof SiteToRouter || message instanceof RouterToSite.Cut) {
      VersionVector before = newest.put(connection, vector);
      if (before != null && !vector.covers(before) && problems.size() < ENOUGH) {
        problems.add(from + " went back from " + before + " to " + vector);
      }
    }
  }

  public void onClosed(Connection connection) {
    newest.remove(connection);
  }

  /** What a message says is in the logs; null if it says nothing. */
  private static VersionVector vectorOf(Message message) {
    if (message instanceof SiteToRouter said) {
      return ofSite(said);
    } else if (message instanceof RouterToSite.Cut cut) {
      return cut.vector();
    } else if (message instanceof RouterToSite.Execute call) {
      return call.vector();
    } else if (message instanceof RouterToSite.Read read) {
      return read.vector();
    } else if (message instanceof RouterToSite.Part part) {
      return part.call().vector();
    } else if (message instanceof RouterToClient.CallResult result) {
      return result.vector();
    } else if (message instanceof ClientMessage.Call call) {
      return call.vector();
    }
    return null;
  }

  private static VersionVector ofSite(SiteToRouter said) {
    if (said instanceof SiteToRouter.SiteHello hello) {
      return hello.vector();
    } else if (said instanceof SiteToRouter.Executed executed) {
      return executed.vector();
    } else if (said instanceof SiteToRouter.ReadResult result) {
      return result.vector();
    } else if (said instanceof SiteToRouter.Replan replan) {
      return replan.vector();
    } else if (said instanceof SiteToRouter.Ran ran) {
      return ran.vector();
    } else if (said instanceof SiteToRouter.Released released) {
      return released.vector();
    } else if (said instanceof SiteToRouter.SuccessorReady ready) {
      return ready.vector();
    } else if (said instanceof SiteToRouter.Report report) {
      return report.vector();
    } else if (said instanceof SiteToRouter.Jars jars) {
      return jars.vector();
    }
    return null;
  }
}
