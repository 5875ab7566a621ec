package org.thetisdb.router.reading;

import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.collections.LongHashSet;
import org.thetisdb.core.id.SessionId;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.wire.ClientMessage;
import org.thetisdb.core.wire.ClientMessage.Call;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToClient.CallResult;
import org.thetisdb.core.wire.SqlReply;
import org.thetisdb.core.wire.SqlRequest.Statement;

/**
 * The calls of one client of a router that does not lead, of which some are read at sites. Keeps
 * the order of each session: nothing is read at a site while the router that leads owes the session
 * an answer, and when something comes behind a read that is under way, both go to the router that
 * leads.
 *
 * <p>Nothing is read at a site before the router that leads has answered something to this client
 * over this connection. Then it has dropped what other routers may yet hand on for the client
 * (hazard 3); otherwise a call could run after the client has read that it did not. Owned by the
 * engine's thread.
 */
public final class ClientReads {
  private static final long NONE = Long.MIN_VALUE;

  private final ReplicaReads sites;
  private final int mostFollowed;
  private final Client client;

  /** Who the client is, as the router that leads has it; null before it has let the client in. */
  private String user;

  /** The clients, by their first session ids, that the router that leads knows to be here. */
  private final LongHashSet known = new LongHashSet();

  /** What the router that leads was asked and has not answered: the session of each request. */
  private final Long2LongHashMap asked = new Long2LongHashMap(NONE);

  /** How many of these each session has. */
  private final Long2LongHashMap owed = new Long2LongHashMap(0);

  private final Long2ObjectHashMap<SiteRead> reading = new Long2ObjectHashMap<>();

  /** Whether more was asked than can be followed: then the order is the leading router's alone. */
  private boolean overflown;

  /** The client, and its connection to the router that leads. */
  public interface Client {
    /** Sends the client an answer. */
    void answer(CallResult result);

    /** Hands something on to the router that leads. */
    void handOn(ClientMessage message);
  }

  /**
   * No calls yet.
   *
   * @param mostFollowed requests at the router that leads whose answers can be waited for
   */
  public ClientReads(ReplicaReads sites, int mostFollowed, Client client) {
    this.sites = sites;
    this.mostFollowed = mostFollowed;
    this.client = client;
  }

  /** The router that leads has let the client in as a user; empty if it may do everything. */
  public void onUser(String name) {
    user = name;
  }

  /** Takes what the client says next: to a site, or to the router that leads. */
  public void take(ClientMessage message) {
    if (message instanceof Call call) {
      recall(call.session());
      if (!isReadAtSite(call)) {
        ask(call.requestId(), call.session(), call);
      }
    } else if (message instanceof Statement statement) {
      recall(statement.session());
      ask(statement.requestId(), statement.session(), statement);
    } else {
      client.handOn(message);
    }
  }

  /** The router that leads has said something to the client. */
  public void onAnswer(Message message) {
    if (message instanceof CallResult result) {
      onAnswered(result.requestId());
    } else if (message instanceof SqlReply.Result result) {
      onAnswered(result.requestId());
    }
  }

  /** Nobody waits for anything any more. */
  public void end() {
    reading.values().forEach(SiteRead::cancel);
    reading.clear();
    asked.clear();
    owed.clear();
    known.clear();
    overflown = true;
  }

  /** What is read for a session has to be behind nothing that comes later. */
  private void recall(long session) {
    SiteRead read = reading.remove(session);
    if (read != null) {
      read.cancel();
      ask(read.call().requestId(), session, read.call());
    }
  }

  private boolean isReadAtSite(Call call) {
    if (!mayReadAtSite(call.session())) {
      return false;
    }
    SiteRead read = sites.begin(call, user, new Ended());
    if (read != null) {
      reading.put(call.session(), read);
    }
    return read != null;
  }

  private boolean mayReadAtSite(long session) {
    return user != null
        && !overflown
        && known.contains(SessionId.baseOf(session))
        && owed.get(session) == 0;
  }

  private void ask(long requestId, long session, ClientMessage message) {
    boolean isStrange = session == NONE || asked.containsKey(requestId);
    if (isStrange || asked.size() >= mostFollowed) {
      overflown = true;
    } else if (!overflown) {
      asked.put(requestId, session);
      owed.put(session, owed.get(session) + 1);
    }
    client.handOn(message);
  }

  private void onAnswered(long requestId) {
    long session = asked.remove(requestId);
    if (session == NONE) {
      return;
    }
    long left = owed.get(session) - 1;
    if (left == 0) {
      owed.remove(session);
    } else {
      owed.put(session, left);
    }
    if (known.size() < mostFollowed) {
      known.add(SessionId.baseOf(session));
    }
  }

  private final class Ended implements SiteRead.Outcome {
    @Override
    public void onResult(SiteRead read, VersionVector cut, byte[] value) {
      reading.remove(read.call().session());
      sites.onResult();
      client.answer(new CallResult(read.call().requestId(), 0, "", cut, value));
    }

    @Override
    public void onRefused(SiteRead read) {
      reading.remove(read.call().session());
      ask(read.call().requestId(), read.call().session(), read.call());
    }
  }
}
