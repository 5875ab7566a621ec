package org.thetisdb.core.wire;

import static org.thetisdb.core.wire.MessageKinds.CALL;
import static org.thetisdb.core.wire.MessageKinds.CALL_RESULT;
import static org.thetisdb.core.wire.MessageKinds.CHANGE_BORDER;
import static org.thetisdb.core.wire.MessageKinds.CHANGE_PLACEMENT;
import static org.thetisdb.core.wire.MessageKinds.CHANGE_REPLICAS;
import static org.thetisdb.core.wire.MessageKinds.CHANGE_SCHEME;
import static org.thetisdb.core.wire.MessageKinds.CHANGE_SITE;
import static org.thetisdb.core.wire.MessageKinds.CLAIM_SESSIONS;
import static org.thetisdb.core.wire.MessageKinds.CLIENT_HELLO;
import static org.thetisdb.core.wire.MessageKinds.COMPARE_REQUEST;
import static org.thetisdb.core.wire.MessageKinds.EXPLAIN_REQUEST;
import static org.thetisdb.core.wire.MessageKinds.GOODBYE;
import static org.thetisdb.core.wire.MessageKinds.LOGIN_CHALLENGE;
import static org.thetisdb.core.wire.MessageKinds.LOGIN_PROOF;
import static org.thetisdb.core.wire.MessageKinds.MIGRATE;
import static org.thetisdb.core.wire.MessageKinds.PING;
import static org.thetisdb.core.wire.MessageKinds.PONG;
import static org.thetisdb.core.wire.MessageKinds.REBALANCE;
import static org.thetisdb.core.wire.MessageKinds.RELAY_HELLO;
import static org.thetisdb.core.wire.MessageKinds.SERVER_HELLO;
import static org.thetisdb.core.wire.MessageKinds.STATUS_REQUEST;
import static org.thetisdb.core.wire.MessageKinds.STATUS_RESULT;
import static org.thetisdb.core.wire.MessageKinds.UPLOAD_JAR;
import static org.thetisdb.core.wire.MessageKinds.WORKLOAD_REQUEST;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.placement.AppliedPlacement;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.core.wire.ClientMessage.Call;
import org.thetisdb.core.wire.ClientMessage.ChangeBorder;
import org.thetisdb.core.wire.ClientMessage.ChangePlacement;
import org.thetisdb.core.wire.ClientMessage.ChangeReplicas;
import org.thetisdb.core.wire.ClientMessage.ChangeScheme;
import org.thetisdb.core.wire.ClientMessage.ChangeSite;
import org.thetisdb.core.wire.ClientMessage.ClaimSessions;
import org.thetisdb.core.wire.ClientMessage.ClientHello;
import org.thetisdb.core.wire.ClientMessage.CompareRequest;
import org.thetisdb.core.wire.ClientMessage.ExplainRequest;
import org.thetisdb.core.wire.ClientMessage.LoginProof;
import org.thetisdb.core.wire.ClientMessage.Migrate;
import org.thetisdb.core.wire.ClientMessage.Ping;
import org.thetisdb.core.wire.ClientMessage.Rebalance;
import org.thetisdb.core.wire.ClientMessage.RelayHello;
import org.thetisdb.core.wire.ClientMessage.StatusRequest;
import org.thetisdb.core.wire.ClientMessage.UploadJar;
import org.thetisdb.core.wire.ClientMessage.WorkloadRequest;
import org.thetisdb.core.wire.RouterToClient.CallResult;
import org.thetisdb.core.wire.RouterToClient.Goodbye;
import org.thetisdb.core.wire.RouterToClient.LoginChallenge;
import org.thetisdb.core.wire.RouterToClient.Pong;
import org.thetisdb.core.wire.RouterToClient.ServerHello;
import org.thetisdb.core.wire.RouterToClient.StatusResult;

/** The part of {@link MessageCodec} for messages between clients and routers. Stateless. */
final class ClientMessageCodec {

  private ClientMessageCodec() {}

  static void encode(ClientMessage message, ByteWriter out) {
    if (message instanceof Call m) {
      out.putByte(CALL).putVarLong(m.requestId()).putVarLong(m.session()).putVarLong(m.sequence());
      out.putBoolean(m.repetition()).putVarInt(m.timeoutMs());
      m.vector().encode(out);
      out.putString(m.procedure()).putBlob(m.arguments());
    } else if (message instanceof ClientHello m) {
      m.software().encode(out.putByte(CLIENT_HELLO));
      out.putString(m.token()).putString(m.login());
    } else if (message instanceof RelayHello m) {
      m.software().encode(out.putByte(RELAY_HELLO));
      m.clientSoftware().encode(out);
      out.putString(m.token());
      out.putString(m.client().toString()).putString(m.router().toString());
      out.putString(m.login()).putBoolean(m.sameUser()).putBlob(m.binding());
    } else if (message instanceof LoginProof m) {
      out.putByte(LOGIN_PROOF).putString(m.proof());
    } else if (message instanceof ClaimSessions m) {
      out.putByte(CLAIM_SESSIONS).putVarLong(m.base()).putString(m.key());
    } else if (message instanceof UploadJar m) {
      out.putByte(UPLOAD_JAR).putVarLong(m.requestId()).putString(m.jarName()).putBlob(m.jar());
    } else if (message instanceof StatusRequest m) {
      out.putByte(STATUS_REQUEST).putVarLong(m.requestId());
    } else if (message instanceof ChangeSite m) {
      out.putByte(CHANGE_SITE).putVarLong(m.requestId()).putVarInt(m.site());
      out.putByte(m.wanted().number());
    } else if (message instanceof ChangeScheme m) {
      out.putByte(CHANGE_SCHEME).putVarLong(m.requestId());
      out.putString(m.scheme()).putBoolean(m.dryRun());
    } else if (message instanceof ChangeReplicas m) {
      out.putByte(CHANGE_REPLICAS).putVarLong(m.requestId()).putString(m.action());
      out.putString(m.range()).putVarInt(m.site());
    } else if (message instanceof ChangePlacement m) {
      out.putByte(CHANGE_PLACEMENT).putVarLong(m.requestId());
      m.wanted().encode(out);
      out.putVarInt(m.sites()).putBoolean(m.dryRun());
    } else if (message instanceof Migrate m) {
      out.putByte(MIGRATE).putVarLong(m.requestId()).putByte(m.action().number());
      out.putVarLong(m.id()).putString(m.range()).putVarInt(m.source()).putVarInt(m.target());
      out.putString(m.way()).putBoolean(m.dryRun());
    } else if (message instanceof Rebalance m) {
      out.putByte(REBALANCE).putVarLong(m.requestId()).putByte(m.kind().number());
    } else if (message instanceof ChangeBorder m) {
      out.putByte(CHANGE_BORDER).putVarLong(m.requestId()).putBoolean(m.split());
      out.putString(m.table()).putString(m.key()).putBoolean(m.dryRun());
    } else if (message instanceof WorkloadRequest m) {
      out.putByte(WORKLOAD_REQUEST).putVarLong(m.requestId());
    } else if (message instanceof ExplainRequest m) {
      out.putByte(EXPLAIN_REQUEST).putVarLong(m.requestId());
      out.putString(m.table()).putString(m.key());
    } else if (message instanceof CompareRequest m) {
      out.putByte(COMPARE_REQUEST).putVarLong(m.requestId());
    } else if (message instanceof Ping m) {
      out.putByte(PING).putVarLong(m.requestId());
    } else {
      throw MessageCodec.unencodable(message);
    }
  }

  static void encode(RouterToClient message, ByteWriter out) {
    if (message instanceof CallResult m) {
      out.putByte(CALL_RESULT)
          .putVarLong(m.requestId())
          .putVarInt(m.errorNumber())
          .putString(m.message());
      m.vector().encode(out);
      out.putBlob(m.value());
    } else if (message instanceof ServerHello m) {
      m.software().encode(out.putByte(SERVER_HELLO));
      out.putString(m.cluster())
          .putVarLong(m.clusterId())
          .putVarInt(m.routerEpoch())
          .putVarLong(m.sessionBase());
      out.putString(m.scheme()).putString(m.durability());
      out.putVarInt(m.routers().size());
      m.routers().forEach(router -> out.putString(router.toString()));
      out.putString(m.user()).putString(m.proof()).putString(m.sessionKey());
    } else if (message instanceof LoginChallenge m) {
      out.putByte(LOGIN_CHALLENGE).putString(m.challenge());
    } else if (message instanceof StatusResult m) {
      out.putByte(STATUS_RESULT).putVarLong(m.requestId()).putString(m.json());
    } else if (message instanceof Pong m) {
      out.putByte(PONG).putVarLong(m.requestId());
    } else if (message instanceof Goodbye m) {
      out.putByte(GOODBYE).putVarInt(m.errorNumber()).putString(m.message());
    } else {
      throw MessageCodec.unencodable(message);
    }
  }

  static Message decode(int kind, ByteReader in) {
    return switch (kind) {
      case CLIENT_HELLO -> decodeClientHello(in);
      case LOGIN_PROOF -> new LoginProof(in.getString());
      case CLAIM_SESSIONS -> new ClaimSessions(in.getVarLong(), in.getString());
      case LOGIN_CHALLENGE -> new LoginChallenge(in.getString());
      case CALL -> decodeCall(in);
      case RELAY_HELLO -> decodeRelayHello(in);
      case UPLOAD_JAR -> new UploadJar(in.getVarLong(), in.getString(), in.getBlob());
      case STATUS_REQUEST -> new StatusRequest(in.getVarLong());
      case PING -> new Ping(in.getVarLong());
      case CHANGE_SITE ->
          new ChangeSite(
              in.getVarLong(), in.getVarInt(), SiteStanding.ofNumber(in.getUnsignedByte()));
      case CHANGE_SCHEME -> new ChangeScheme(in.getVarLong(), in.getString(), in.getBoolean());
      case CHANGE_REPLICAS ->
          new ChangeReplicas(in.getVarLong(), in.getString(), in.getString(), in.getVarInt());
      case CHANGE_PLACEMENT ->
          new ChangePlacement(
              in.getVarLong(), AppliedPlacement.decode(in), in.getVarInt(), in.getBoolean());
      case MIGRATE -> decodeMigrate(in);
      case CHANGE_BORDER ->
          new ChangeBorder(
              in.getVarLong(), in.getBoolean(), in.getString(), in.getString(), in.getBoolean());
      case REBALANCE -> new Rebalance(in.getVarLong(), rebalanceOf(in.getUnsignedByte()));
      case WORKLOAD_REQUEST -> new WorkloadRequest(in.getVarLong());
      case COMPARE_REQUEST -> new CompareRequest(in.getVarLong());
      case EXPLAIN_REQUEST -> new ExplainRequest(in.getVarLong(), in.getString(), in.getString());
      case SERVER_HELLO -> decodeServerHello(in);
      case CALL_RESULT ->
          new CallResult(
              in.getVarLong(),
              in.getVarInt(),
              in.getString(),
              VersionVector.decode(in),
              in.getBlob());
      case STATUS_RESULT -> new StatusResult(in.getVarLong(), in.getString());
      case PONG -> new Pong(in.getVarLong());
      case GOODBYE -> new Goodbye(in.getVarInt(), in.getString());
      default -> throw MessageCodec.unknown(kind);
    };
  }

  private static ClientHello decodeClientHello(ByteReader in) {
    Software software = Software.decode(in);
    return new ClientHello(in.getString(), in.getString(), software);
  }

  private static RelayHello decodeRelayHello(ByteReader in) {
    Software software = Software.decode(in);
    Software clientSoftware = Software.decode(in);
    return new RelayHello(
        in.getString(),
        address(in),
        address(in),
        in.getString(),
        in.getBoolean(),
        in.getBlob(),
        software,
        clientSoftware);
  }

  private static ServerHello decodeServerHello(ByteReader in) {
    Software software = Software.decode(in);
    return new ServerHello(
        in.getString(),
        in.getVarLong(),
        in.getVarInt(),
        in.getVarLong(),
        in.getString(),
        in.getString(),
        addresses(in),
        in.getString(),
        in.getString(),
        in.getString(),
        software);
  }

  private static Address address(ByteReader in) {
    try {
      return Address.parse(in.getString());
    } catch (ThetisException e) {
      throw new CodecException(e.getMessage());
    }
  }

  private static List<Address> addresses(ByteReader in) {
    int count = in.getVarInt();
    if (count < 0 || count > ServerHello.MAX_ROUTERS) {
      throw new CodecException("a handshake names " + count + " routers");
    }
    List<Address> routers = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      routers.add(address(in));
    }
    return routers;
  }

  private static Migrate decodeMigrate(ByteReader in) {
    return new Migrate(
        in.getVarLong(),
        actionOf(in.getUnsignedByte()),
        in.getVarLong(),
        in.getString(),
        in.getVarInt(),
        in.getVarInt(),
        in.getString(),
        in.getBoolean());
  }

  private static Migrate.Action actionOf(int number) {
    for (Migrate.Action each : Migrate.Action.values()) {
      if (each.number() == number) {
        return each;
      }
    }
    throw new CodecException("a request about migrations of kind " + number);
  }

  private static Rebalance.Kind rebalanceOf(int number) {
    for (Rebalance.Kind each : Rebalance.Kind.values()) {
      if (each.number() == number) {
        return each;
      }
    }
    throw new CodecException("a request to rebalance of kind " + number);
  }

  private static Call decodeCall(ByteReader in) {
    return new Call(
        in.getVarLong(),
        in.getVarLong(),
        in.getVarLong(),
        in.getBoolean(),
        in.getVarInt(),
        VersionVector.decode(in),
        in.getString(),
        in.getBlob());
  }
}
