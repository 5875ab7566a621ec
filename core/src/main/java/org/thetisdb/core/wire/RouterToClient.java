package org.thetisdb.core.wire;

import java.util.List;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.id.SessionId;
import org.thetisdb.core.id.VersionVector;

/** What a router says to a client. */
public sealed interface RouterToClient extends Message
    permits RouterToClient.ServerHello,
        RouterToClient.LoginChallenge,
        RouterToClient.CallResult,
        RouterToClient.StatusResult,
        RouterToClient.Pong,
        RouterToClient.Goodbye,
        SqlReply {
  /**
   * Answers a ClientHello.
   *
   * @param clusterId distinguishes the cluster from others of its name; 0 if nobody knows
   * @param sessionBase the client may number its sessions from here on, up to {@link
   *     #SESSIONS_PER_BASE}
   * @param durability what an acknowledgement means, for people
   * @param routers where other routers of the cluster serve; at most {@link #MAX_ROUTERS}
   * @param user who the client is; empty where nobody logs in
   * @param proof the last text of a login, by which the router proves that it knows the user; empty
   *     without a login
   * @param sessionKey shows at other connections that the sessions are this client's; empty where
   *     nobody logs in
   * @param software what the router runs
   */
  record ServerHello(
      String cluster,
      long clusterId,
      int routerEpoch,
      long sessionBase,
      String scheme,
      String durability,
      List<Address> routers,
      String user,
      String proof,
      String sessionKey,
      Software software)
      implements RouterToClient {
    /** How many session ids one connection is given. */
    public static final int SESSIONS_PER_BASE = SessionId.PER_FIELD;

    /** So many routers are named, if there are more. */
    public static final int MAX_ROUTERS = 16;

    /** One of a cluster in which nobody logs in. */
    public ServerHello(
        String cluster,
        long clusterId,
        int routerEpoch,
        long sessionBase,
        String scheme,
        String durability,
        List<Address> routers) {
      this(
          cluster,
          clusterId,
          routerEpoch,
          sessionBase,
          scheme,
          durability,
          routers,
          "",
          "",
          "",
          Software.OWN);
    }

    /** Keeps the list from being changed. */
    public ServerHello {
      routers = List.copyOf(routers);
    }

    /** The same with other routers named. */
    public ServerHello withRouters(List<Address> others) {
      return new ServerHello(
          cluster,
          clusterId,
          routerEpoch,
          sessionBase,
          scheme,
          durability,
          others,
          user,
          proof,
          sessionKey,
          software);
    }
  }

  /**
   * Answers a ClientHello that names a user, who has to log in: asks for a LoginProof.
   *
   * @param challenge the first text of the server, of RFC 5802
   */
  record LoginChallenge(String challenge) implements RouterToClient {}

  /**
   * The outcome of a call or an upload.
   *
   * @param errorNumber 0 when it committed, else the number of an ErrorCode
   * @param message the error's sentence, empty when it committed
   * @param vector what the session has now seen
   * @param value the result, encoded by ValueCodec; empty when there is none
   */
  record CallResult(
      long requestId, int errorNumber, String message, VersionVector vector, byte[] value)
      implements RouterToClient {}

  /** The state of the cluster as a JSON text. */
  record StatusResult(long requestId, String json) implements RouterToClient {}

  /** Answers a Ping. */
  record Pong(long requestId) implements RouterToClient {
    @Override
    public boolean isShort() {
      return true;
    }
  }

  /** The last message before the router closes the connection: why. */
  record Goodbye(int errorNumber, String message) implements RouterToClient {}
}
