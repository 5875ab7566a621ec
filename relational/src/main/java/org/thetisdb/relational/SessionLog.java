package org.thetisdb.relational;

import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.thetisdb.client.OutcomeUnknownException;
import org.thetisdb.client.Session;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.client.engine.FragmentClient;

/**
 * The logs in a cluster. Each transaction has a session for itself, and sees what those before it
 * have seen. Thread-safe.
 */
final class SessionLog implements ClusterLog {
  private final ThetisClient client;
  private final String engine;
  private final ConcurrentLinkedDeque<Session> idle = new ConcurrentLinkedDeque<>();

  /** What every answer so far has seen. */
  private final Session seen;

  SessionLog(ThetisClient client, String engine) {
    this.client = client;
    this.engine = engine;
    this.seen = client.session();
  }

  @Override
  public Map<Long, byte[]> run(Map<Long, byte[]> fragments) {
    Session session = idle.pollFirst();
    session = session == null ? client.session() : session;
    session.follow(seen);
    try {
      Map<Long, byte[]> answers = new FragmentClient(session, engine).execute(fragments);
      seen.follow(session);
      idle.addFirst(session);
      return answers;
    } catch (OutcomeUnknownException e) {
      session.close(); // the call may still be under way in it
      throw e;
    } catch (RuntimeException e) {
      idle.addFirst(session);
      throw e;
    }
  }

  @Override
  public void close() {
    seen.close();
    idle.forEach(Session::close);
  }
}
