package org.thetisdb.core.wire;

import org.thetisdb.core.id.Address;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.placement.AppliedPlacement;
import org.thetisdb.core.placement.SiteStanding;

/** What a client says to a router. */
public sealed interface ClientMessage extends Message
    permits ClientMessage.ClientHello,
        ClientMessage.RelayHello,
        ClientMessage.LoginProof,
        ClientMessage.ClaimSessions,
        ClientMessage.Call,
        ClientMessage.UploadJar,
        ClientMessage.StatusRequest,
        ClientMessage.ChangeSite,
        ClientMessage.ChangeScheme,
        ClientMessage.ChangeReplicas,
        ClientMessage.ChangePlacement,
        ClientMessage.Migrate,
        ClientMessage.Rebalance,
        ClientMessage.ChangeBorder,
        ClientMessage.CompareRequest,
        ClientMessage.ExplainRequest,
        ClientMessage.WorkloadRequest,
        ClientMessage.Ping,
        SqlRequest {
  /**
   * The first message on a connection.
   *
   * @param token shows the right to upload procedures; empty when there is none
   * @param login the first text of a login by SCRAM-SHA-256 (RFC 5802), which names the user; empty
   *     for nobody
   * @param software what the client runs
   */
  record ClientHello(String token, String login, Software software) implements ClientMessage {
    /** One of this process. */
    public ClientHello(String token, String login) {
      this(token, login, Software.OWN);
    }

    /** One of this process that names no user. */
    public ClientHello(String token) {
      this(token, "");
    }

    @Override
    public String toString() {
      return "ClientHello";
    }
  }

  /**
   * The second text of a login, behind a LoginChallenge. Answered by a ServerHello or a Goodbye.
   *
   * @param proof that the client knows the password
   */
  record LoginProof(String proof) implements ClientMessage {
    @Override
    public String toString() {
      return "LoginProof";
    }
  }

  /**
   * The client goes on with sessions that it was given over another connection. Not answered; a
   * claim that does not hold ends the connection.
   *
   * @param base the first of the session ids
   * @param key that the ServerHello had with them
   */
  record ClaimSessions(long base, String key) implements ClientMessage {
    @Override
    public String toString() {
      return "ClaimSessions of " + base;
    }
  }

  /**
   * The first message on a connection that a router which does not lead opens to the one that does,
   * for one of its clients: all that follows is the client's own. Answered like a ClientHello.
   *
   * @param token what the client showed
   * @param client where the client is, as the relaying router sees it; proves nothing, since
   *     anybody may say it
   * @param router where clients find the relaying router
   * @param login what the client said of its login
   * @param sameUser whether the client is a process of the relay's own user of the operating
   *     system; it counts if the relay is one of the cluster
   * @param binding what a login of the client at the relay can be bound to; empty for nothing
   * @param software what the relaying router runs
   * @param clientSoftware what the client runs
   */
  record RelayHello(
      String token,
      Address client,
      Address router,
      String login,
      boolean sameUser,
      byte[] binding,
      Software software,
      Software clientSoftware)
      implements ClientMessage {
    /** One of this process, for a client that runs the same. */
    public RelayHello(
        String token,
        Address client,
        Address router,
        String login,
        boolean sameUser,
        byte[] binding) {
      this(token, client, router, login, sameUser, binding, Software.OWN, Software.OWN);
    }

    @Override
    public String toString() {
      return "RelayHello of " + client + " through " + router;
    }
  }

  /**
   * Calls a procedure.
   *
   * @param requestId names the answer on this connection
   * @param session the session's id; a session has at most one call under way
   * @param sequence number of the call in its session: 1, 2, 3 and so on; a repetition has the same
   * @param repetition whether this call may have been sent before
   * @param timeoutMs how long the call may wait before it is started
   * @param vector what the session has seen
   * @param arguments encoded by ValueCodec as one list
   */
  record Call(
      long requestId,
      long session,
      long sequence,
      boolean repetition,
      int timeoutMs,
      VersionVector vector,
      String procedure,
      byte[] arguments)
      implements ClientMessage {}

  /**
   * Uploads a jar of procedures under a name; a jar of the same name is replaced. Answered by a
   * CallResult.
   */
  record UploadJar(long requestId, String jarName, byte[] jar) implements ClientMessage {}

  /** Asks for the state of the cluster. Answered by a StatusResult. */
  record StatusRequest(long requestId) implements ClientMessage {}

  /**
   * Changes how far a site belongs to the cluster; no effect if it is as far already. Answered by a
   * CallResult.
   *
   * @param wanted JOINING admits a new site, DRAINING begins to take one out
   */
  record ChangeSite(long requestId, int site, SiteStanding wanted) implements ClientMessage {}

  /**
   * Changes the scheme that is in force; no effect if it is in force already. Answered by a
   * CallResult, whose value is a JSON text.
   *
   * @param scheme the name of the scheme
   * @param dryRun nothing is changed; the answer says what would be
   */
  record ChangeScheme(long requestId, String scheme, boolean dryRun) implements ClientMessage {}

  /**
   * Adds a replica of a range at a site, or drops it, or asks which there are. Answered by a
   * CallResult, whose value is a JSON text with all that there are.
   *
   * @param action {@link #LIST}, {@link #ADD}, {@link #DROP}, {@link #TRY_ADD} or {@link #TRY_DROP}
   * @param range a table's name; with {@code :FROM..TO} behind it, values of its first key column
   * @param site where it is to be
   */
  record ChangeReplicas(long requestId, String action, String range, int site)
      implements ClientMessage {
    /** Asks which there are. */
    public static final String LIST = "list";

    /** Adds one. */
    public static final String ADD = "add";

    /** Drops one. */
    public static final String DROP = "drop";

    /** Changes nothing, and says whether one could be added. */
    public static final String TRY_ADD = "try-add";

    /** Changes nothing, and says whether one could be dropped. */
    public static final String TRY_DROP = "try-drop";
  }

  /**
   * Changes where partitions are to be mastered under schemes whose masters stay (decision 0061).
   * Answered by a CallResult, whose value is a JSON text.
   *
   * @param wanted what is to be in force; its number is given by the cluster. One without ranges
   *     takes back what was applied
   * @param sites how many sites it is made for; 0 if it has no ranges
   * @param dryRun nothing is changed; the answer says what would be, or what is in force if there
   *     are no ranges
   */
  record ChangePlacement(long requestId, AppliedPlacement wanted, int sites, boolean dryRun)
      implements ClientMessage {}

  /**
   * Begins to move a range to another site, cancels that, or asks which migrations there are
   * (decision 0123). Answered by a CallResult, whose value is a JSON text.
   *
   * @param action what is asked for
   * @param id of the migration, to cancel it; 0 cancels all
   * @param range a table's name; with {@code :FROM..TO} behind it, values of its first key column
   * @param source only what this site masters moves; 0 for all of it
   * @param target the site that is to master it
   * @param way how it moves; {@link #ANY_WAY} leaves that to the router
   * @param dryRun nothing moves; the answer says what would
   */
  record Migrate(
      long requestId,
      Action action,
      long id,
      String range,
      int source,
      int target,
      String way,
      boolean dryRun)
      implements ClientMessage {
    /** As a way: the router picks one. */
    public static final String ANY_WAY = "auto";

    /** What can be asked for. */
    public enum Action {
      /** Which there are. */
      LIST(1),
      /** Moves a range. */
      BEGIN(2),
      /** Takes a migration back. */
      CANCEL(3);

      private final int number;

      Action(int number) {
        this.number = number;
      }

      int number() {
        return number;
      }
    }

    /** Asks which there are. */
    public static Migrate list(long requestId) {
      return new Migrate(requestId, Action.LIST, 0, "", 0, 0, "", false);
    }

    /** Moves a range. */
    public static Migrate begin(
        long requestId, String range, int source, int target, String way, boolean dryRun) {
      return new Migrate(requestId, Action.BEGIN, 0, range, source, target, way, dryRun);
    }

    /** Takes one back, or all if {@code id} is 0. */
    public static Migrate cancel(long requestId, long id) {
      return new Migrate(requestId, Action.CANCEL, id, "", 0, 0, "", false);
    }
  }

  /**
   * Plans how to spread load over the sites, and moves ranges by that (decision 0124). Answered by
   * a CallResult, whose value is a JSON text.
   *
   * @param kind what is asked for
   */
  record Rebalance(long requestId, Kind kind) implements ClientMessage {
    /** What can be asked for. */
    public enum Kind {
      /** What became of the last plan. */
      SHOW(0),
      /** A plan, by which nothing moves. */
      PLAN(1),
      /** A plan that is carried out. */
      MOVE(2);

      private final int number;

      Kind(int number) {
        this.number = number;
      }

      int number() {
        return number;
      }
    }
  }

  /**
   * Splits a range, or merges it with the one before it. Answered by a CallResult, whose value is a
   * JSON text.
   *
   * @param split whether the border is to come; else to go
   * @param table the name of the table
   * @param key where the border is: values of the first key columns, with commas between them
   * @param dryRun says what would be done, and changes nothing
   */
  record ChangeBorder(long requestId, boolean split, String table, String key, boolean dryRun)
      implements ClientMessage {}

  /** Asks for a sample of what clients do. The first one begins it. Answered by a StatusResult. */
  record WorkloadRequest(long requestId) implements ClientMessage {}

  /** Asks whether all sites hold the same rows as of one cut. Answered by a StatusResult. */
  record CompareRequest(long requestId) implements ClientMessage {}

  /**
   * Asks where a range of keys is mastered, and why. Answered by a StatusResult.
   *
   * @param table the name of a table; empty if the key is the number of a partition
   * @param key the values of the first key columns as text, with commas between them
   */
  record ExplainRequest(long requestId, String table, String key) implements ClientMessage {}

  /** Asks for a sign of life. */
  record Ping(long requestId) implements ClientMessage {
    @Override
    public boolean isShort() {
      return true;
    }
  }
}
