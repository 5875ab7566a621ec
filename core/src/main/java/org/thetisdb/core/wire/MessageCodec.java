package org.thetisdb.core.wire;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.core.wire.ClientMessage.Call;
import org.thetisdb.core.wire.ClientMessage.ChangeSite;
import org.thetisdb.core.wire.ClientMessage.ClientHello;
import org.thetisdb.core.wire.ClientMessage.CompareRequest;
import org.thetisdb.core.wire.ClientMessage.Ping;
import org.thetisdb.core.wire.ClientMessage.StatusRequest;
import org.thetisdb.core.wire.ClientMessage.UploadJar;
import org.thetisdb.core.wire.RouterToClient.CallResult;
import org.thetisdb.core.wire.RouterToClient.Goodbye;
import org.thetisdb.core.wire.RouterToClient.Pong;
import org.thetisdb.core.wire.RouterToClient.ServerHello;
import org.thetisdb.core.wire.RouterToClient.StatusResult;
import org.thetisdb.core.wire.RouterToSite.CancelAttempt;
import org.thetisdb.core.wire.RouterToSite.Cut;
import org.thetisdb.core.wire.RouterToSite.DefinitionsRequest;
import org.thetisdb.core.wire.RouterToSite.DigestRequest;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.RouterToSite.JarsRequest;
import org.thetisdb.core.wire.RouterToSite.Leave;
import org.thetisdb.core.wire.RouterToSite.Mastership;
import org.thetisdb.core.wire.RouterToSite.Release;
import org.thetisdb.core.wire.RouterToSite.RouterHello;
import org.thetisdb.core.wire.RouterToSite.StandIn;
import org.thetisdb.core.wire.RouterToSite.TransactionRef;
import org.thetisdb.core.wire.SiteToRouter.DefinitionEntry;
import org.thetisdb.core.wire.SiteToRouter.Definitions;
import org.thetisdb.core.wire.SiteToRouter.Digest;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.JarEntry;
import org.thetisdb.core.wire.SiteToRouter.Jars;
import org.thetisdb.core.wire.SiteToRouter.Owner;
import org.thetisdb.core.wire.SiteToRouter.Released;
import org.thetisdb.core.wire.SiteToRouter.Replan;
import org.thetisdb.core.wire.SiteToRouter.Report;
import org.thetisdb.core.wire.SiteToRouter.Seeding;
import org.thetisdb.core.wire.SiteToRouter.SiteHello;
import org.thetisdb.core.wire.SiteToRouter.SiteLoad;
import org.thetisdb.core.wire.SiteToRouter.Sites;
import org.thetisdb.core.wire.SiteToRouter.StandsIn;
import org.thetisdb.core.wire.SiteToRouter.TableDigest;
import org.thetisdb.core.wire.SiteToRouter.TableEntry;
import org.thetisdb.core.wire.SiteToSite.CopyCredit;

/**
 * Encodes messages: one byte for the kind, then the fields in the order of the record. Stateless
 * and thread-safe.
 *
 * <p>Decoding distrusts every length; whatever does not fit, trailing bytes too, is a {@link
 * CodecException}.
 */
public final class MessageCodec {
  private static final int CLIENT_HELLO = 1;
  private static final int CALL = 2;
  private static final int UPLOAD_JAR = 3;
  private static final int STATUS_REQUEST = 4;
  private static final int PING = 5;
  private static final int CHANGE_SITE = 6;
  private static final int COMPARE_REQUEST = 7;
  private static final int SERVER_HELLO = 16;
  private static final int CALL_RESULT = 17;
  private static final int STATUS_RESULT = 18;
  private static final int PONG = 19;
  private static final int GOODBYE = 20;
  private static final int ROUTER_HELLO = 32;
  private static final int EXECUTE = 33;
  private static final int CUT = 34;
  private static final int RELEASE = 35;
  private static final int JARS_REQUEST = 36;
  private static final int STAND_IN = 37;
  private static final int DEFINITIONS_REQUEST = 38;
  private static final int CANCEL_ATTEMPT = 39;
  private static final int DIGEST_REQUEST = 41;
  private static final int LEAVE = 42;
  private static final int SITE_HELLO = 48;
  private static final int EXECUTED = 49;
  private static final int REPLAN = 50;
  private static final int RELEASED = 51;
  private static final int REPORT = 52;
  private static final int JARS = 53;
  private static final int STANDS_IN = 54;
  private static final int DEFINITIONS = 55;
  private static final int SEEDING = 56;
  private static final int DIGEST = 57;
  private static final int SITES = 58;

  private MessageCodec() {}

  /** Appends the encoded message. */
  public static void encode(Message message, ByteWriter out) {
    if (message instanceof Execute m) {
      encodeExecute(m, out);
    } else if (message instanceof Executed m) {
      out.putByte(EXECUTED)
          .putVarLong(m.attemptId())
          .putVarInt(m.errorNumber())
          .putString(m.message());
      m.vector().encode(out);
      out.putBlob(m.value());
    } else if (message instanceof SqlRequest m) {
      SqlMessageCodec.encode(m, out);
    } else if (message instanceof SqlReply m) {
      SqlMessageCodec.encode(m, out);
    } else if (message instanceof ClientMessage m) {
      encodeClientMessage(m, out);
    } else if (message instanceof RouterToClient m) {
      encodeRouterToClient(m, out);
    } else if (message instanceof RouterToSite m) {
      encodeRouterToSite(m, out);
    } else if (message instanceof SiteToSite m) {
      SiteMessageCodec.encode(m, out);
    } else {
      encodeSiteToRouter((SiteToRouter) message, out);
    }
  }

  /** Reads one message, which must take up all that {@code in} has. */
  public static Message decode(ByteReader in) {
    int kind = in.getUnsignedByte();
    Message message =
        switch (kind) {
          case CALL -> decodeCall(in);
          case CALL_RESULT ->
              new CallResult(
                  in.getVarLong(),
                  in.getVarInt(),
                  in.getString(),
                  VersionVector.decode(in),
                  in.getBlob());
          case EXECUTE -> decodeExecute(in);
          case EXECUTED ->
              new Executed(
                  in.getVarLong(),
                  in.getVarInt(),
                  in.getString(),
                  VersionVector.decode(in),
                  in.getBlob());
          case CUT -> new Cut(in.getVarInt(), in.getVarLong(), VersionVector.decode(in));
          case REPORT -> new Report(VersionVector.decode(in), decodeLoad(in));
          case RELEASE ->
              new Release(
                  in.getVarLong(),
                  decodeMasterships(in),
                  in.getVarInt(),
                  in.getVarInt(),
                  in.getVarInt(),
                  in.getVarLong());
          case STAND_IN -> new StandIn(in.getVarInt());
          case STANDS_IN -> new StandsIn(in.getVarInt(), in.getVarInt(), VersionVector.decode(in));
          case RELEASED ->
              new Released(in.getVarLong(), VersionVector.decode(in), decodeOwners(in));
          case REPLAN ->
              new Replan(
                  in.getVarLong(),
                  VersionVector.decode(in),
                  decodeOwners(in),
                  KeySetCodec.decodeNullable(in));
          case CLIENT_HELLO -> new ClientHello(in.getString());
          case SERVER_HELLO ->
              new ServerHello(
                  in.getString(), in.getVarInt(), in.getVarLong(), in.getString(), in.getString());
          case UPLOAD_JAR -> new UploadJar(in.getVarLong(), in.getString(), in.getBlob());
          case STATUS_REQUEST -> new StatusRequest(in.getVarLong());
          case COMPARE_REQUEST -> new CompareRequest(in.getVarLong());
          case DIGEST_REQUEST -> new DigestRequest(in.getVarLong(), VersionVector.decode(in));
          case DIGEST -> new Digest(in.getVarLong(), in.getString(), decodeTableDigests(in));
          case STATUS_RESULT -> new StatusResult(in.getVarLong(), in.getString());
          case PING -> new Ping(in.getVarLong());
          case PONG -> new Pong(in.getVarLong());
          case GOODBYE -> new Goodbye(in.getVarInt(), in.getString());
          case ROUTER_HELLO -> new RouterHello(in.getString(), in.getVarInt());
          case SITE_HELLO -> decodeSiteHello(in);
          case JARS_REQUEST -> new JarsRequest();
          case DEFINITIONS_REQUEST -> new DefinitionsRequest();
          case CANCEL_ATTEMPT -> new CancelAttempt(in.getVarLong());
          case DEFINITIONS -> decodeDefinitions(in);
          case JARS -> decodeJars(in);
          case SITES -> new Sites(VersionVector.decode(in), SiteMessageCodec.decodeEntries(in));
          case SEEDING -> new Seeding(in.getVarInt(), in.getVarLong());
          case LEAVE ->
              new Leave(in.getVarLong(), SiteMessageCodec.decodeSites(in), in.getVarInt());
          case CHANGE_SITE ->
              new ChangeSite(
                  in.getVarLong(), in.getVarInt(), SiteStanding.ofNumber(in.getUnsignedByte()));
          case SiteMessageCodec.COPY_REQUEST -> SiteMessageCodec.decodeRequest(in);
          case SiteMessageCodec.COPY_FRAME -> SiteMessageCodec.decodeFrame(in);
          case SiteMessageCodec.COPY_CREDIT -> new CopyCredit(in.getVarLong());
          default -> decodeOther(kind, in);
        };
    in.expectEnd();
    return message;
  }

  private static Message decodeOther(int kind, ByteReader in) {
    if (kind >= SqlMessageCodec.FIRST && kind <= SqlMessageCodec.LAST) {
      return SqlMessageCodec.decode(kind, in);
    }
    throw new CodecException("an unknown kind of message: " + kind);
  }

  private static void encodeClientMessage(ClientMessage message, ByteWriter out) {
    if (message instanceof Call m) {
      out.putByte(CALL).putVarLong(m.requestId()).putVarLong(m.session()).putVarLong(m.sequence());
      out.putBoolean(m.repetition()).putVarInt(m.timeoutMs());
      m.vector().encode(out);
      out.putString(m.procedure()).putBlob(m.arguments());
    } else if (message instanceof ClientHello m) {
      out.putByte(CLIENT_HELLO).putString(m.token());
    } else if (message instanceof UploadJar m) {
      out.putByte(UPLOAD_JAR).putVarLong(m.requestId()).putString(m.jarName()).putBlob(m.jar());
    } else if (message instanceof StatusRequest m) {
      out.putByte(STATUS_REQUEST).putVarLong(m.requestId());
    } else if (message instanceof ChangeSite m) {
      out.putByte(CHANGE_SITE).putVarLong(m.requestId()).putVarInt(m.site());
      out.putByte(m.wanted().number());
    } else if (message instanceof CompareRequest m) {
      out.putByte(COMPARE_REQUEST).putVarLong(m.requestId());
    } else {
      out.putByte(PING).putVarLong(((Ping) message).requestId());
    }
  }

  private static void encodeRouterToClient(RouterToClient message, ByteWriter out) {
    if (message instanceof CallResult m) {
      out.putByte(CALL_RESULT)
          .putVarLong(m.requestId())
          .putVarInt(m.errorNumber())
          .putString(m.message());
      m.vector().encode(out);
      out.putBlob(m.value());
    } else if (message instanceof ServerHello m) {
      out.putByte(SERVER_HELLO)
          .putString(m.cluster())
          .putVarInt(m.routerEpoch())
          .putVarLong(m.sessionBase());
      out.putString(m.scheme()).putString(m.durability());
    } else if (message instanceof StatusResult m) {
      out.putByte(STATUS_RESULT).putVarLong(m.requestId()).putString(m.json());
    } else if (message instanceof Pong m) {
      out.putByte(PONG).putVarLong(m.requestId());
    } else {
      Goodbye m = (Goodbye) message;
      out.putByte(GOODBYE).putVarInt(m.errorNumber()).putString(m.message());
    }
  }

  private static void encodeRouterToSite(RouterToSite message, ByteWriter out) {
    if (message instanceof Cut m) {
      out.putByte(CUT).putVarInt(m.epoch()).putVarLong(m.number());
      m.vector().encode(out);
    } else if (message instanceof Release m) {
      out.putByte(RELEASE).putVarLong(m.moveId());
      encodeMasterships(m.released(), out);
      out.putVarInt(m.grantee()).putVarInt(m.granteeIncarnation()).putVarInt(m.onBehalfOf());
      out.putVarLong(m.order());
    } else if (message instanceof StandIn m) {
      out.putByte(STAND_IN).putVarInt(m.site());
    } else if (message instanceof Leave m) {
      out.putByte(LEAVE).putVarLong(m.moveId());
      SiteMessageCodec.encodeSites(m.heirs(), out);
      out.putVarInt(m.onBehalfOf());
    } else if (message instanceof DigestRequest m) {
      out.putByte(DIGEST_REQUEST).putVarLong(m.id());
      m.vector().encode(out);
    } else if (message instanceof RouterHello m) {
      out.putByte(ROUTER_HELLO).putString(m.cluster()).putVarInt(m.epoch());
    } else if (message instanceof CancelAttempt m) {
      out.putByte(CANCEL_ATTEMPT).putVarLong(m.attemptId());
    } else if (message instanceof DefinitionsRequest) {
      out.putByte(DEFINITIONS_REQUEST);
    } else {
      out.putByte(JARS_REQUEST);
    }
  }

  private static void encodeSiteToRouter(SiteToRouter message, ByteWriter out) {
    if (message instanceof Report m) {
      out.putByte(REPORT);
      m.vector().encode(out);
      SiteLoad load = m.load();
      out.putVarLong(load.committed()).putVarLong(load.aborted()).putVarLong(load.refreshed());
      out.putVarLong(load.rows()).putVarLong(load.usedBytes()).putVarLong(load.limitBytes());
      out.putVarLong(load.bytesLogged());
    } else if (message instanceof Released m) {
      out.putByte(RELEASED).putVarLong(m.moveId());
      m.vector().encode(out);
      encodeOwners(m.refused(), out);
    } else if (message instanceof Digest m) {
      encodeDigest(m, out);
    } else if (message instanceof StandsIn m) {
      out.putByte(STANDS_IN).putVarInt(m.site()).putVarInt(m.incarnation());
      m.vector().encode(out);
    } else if (message instanceof Replan m) {
      out.putByte(REPLAN).putVarLong(m.attemptId());
      m.vector().encode(out);
      encodeOwners(m.owners(), out);
      KeySetCodec.encodeNullable(m.touched(), out);
    } else if (message instanceof SiteHello m) {
      out.putByte(SITE_HELLO).putVarInt(m.site()).putVarInt(m.incarnation()).putVarInt(m.epoch());
      m.cut().encode(out);
      m.vector().encode(out);
      encodeOwners(m.moved(), out);
      SiteMessageCodec.encodeEntries(m.sites(), out);
    } else if (message instanceof Sites m) {
      out.putByte(SITES);
      m.vector().encode(out);
      SiteMessageCodec.encodeEntries(m.sites(), out);
    } else if (message instanceof Seeding m) {
      out.putByte(SEEDING).putVarInt(m.site()).putVarLong(m.slices());
    } else if (message instanceof Definitions m) {
      encodeDefinitions(m, out);
    } else {
      encodeJars((Jars) message, out);
    }
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

  private static void encodeExecute(Execute m, ByteWriter out) {
    out.putByte(EXECUTE).putVarLong(m.attemptId()).putVarLong(m.session()).putVarLong(m.sequence());
    out.putBoolean(m.repetition()).putBoolean(m.reconnaissance());
    out.putVarLong(m.wallMs()).putLong(m.seed()).putVarInt(m.timeoutMs());
    m.vector().encode(out);
    out.putString(m.procedure()).putVarInt(m.jarVersion()).putBlob(m.arguments());
    encodeMasterships(m.written(), out);
    KeySetCodec.encodeNullable(m.plan(), out);
    encodeTransaction(m.transaction(), out);
  }

  private static void encodeTransaction(TransactionRef transaction, ByteWriter out) {
    out.putBoolean(transaction != null);
    if (transaction != null) {
      out.putVarLong(transaction.number()).putVarLong(transaction.order());
      out.putBoolean(transaction.begins()).putVarInt(transaction.flags());
    }
  }

  private static TransactionRef decodeTransaction(ByteReader in) {
    return in.getBoolean()
        ? new TransactionRef(in.getVarLong(), in.getVarLong(), in.getBoolean(), in.getVarInt())
        : null;
  }

  private static Execute decodeExecute(ByteReader in) {
    return new Execute(
        in.getVarLong(),
        in.getVarLong(),
        in.getVarLong(),
        in.getBoolean(),
        in.getBoolean(),
        in.getVarLong(),
        in.getLong(),
        in.getVarInt(),
        VersionVector.decode(in),
        in.getString(),
        in.getVarInt(),
        in.getBlob(),
        decodeMasterships(in),
        KeySetCodec.decodeNullable(in),
        decodeTransaction(in));
  }

  private static SiteHello decodeSiteHello(ByteReader in) {
    return new SiteHello(
        in.getVarInt(),
        in.getVarInt(),
        in.getVarInt(),
        VersionVector.decode(in),
        VersionVector.decode(in),
        decodeOwners(in),
        SiteMessageCodec.decodeEntries(in));
  }

  private static SiteLoad decodeLoad(ByteReader in) {
    return new SiteLoad(
        in.getVarLong(),
        in.getVarLong(),
        in.getVarLong(),
        in.getVarLong(),
        in.getVarLong(),
        in.getVarLong(),
        in.getVarLong());
  }

  private static void encodeMasterships(List<Mastership> list, ByteWriter out) {
    out.putVarInt(list.size());
    for (int i = 0; i < list.size(); i++) {
      out.putLong(list.get(i).partition()).putVarInt(list.get(i).term());
    }
  }

  private static List<Mastership> decodeMasterships(ByteReader in) {
    int count = in.getCount(9);
    if (count == 0) {
      return List.of();
    }
    List<Mastership> list = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      list.add(new Mastership(in.getLong(), in.getVarInt()));
    }
    return list;
  }

  private static void encodeOwners(List<Owner> list, ByteWriter out) {
    out.putVarInt(list.size());
    for (Owner owner : list) {
      out.putLong(owner.partition()).putVarInt(owner.term()).putUnsignedByte(owner.site());
    }
  }

  private static List<Owner> decodeOwners(ByteReader in) {
    int count = in.getCount(10);
    List<Owner> list = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      list.add(new Owner(in.getLong(), in.getVarInt(), in.getUnsignedByte()));
    }
    return list;
  }

  private static void encodeDigest(Digest m, ByteWriter out) {
    out.putByte(DIGEST).putVarLong(m.id()).putString(m.problem()).putVarInt(m.tables().size());
    for (TableDigest table : m.tables()) {
      out.putVarInt(table.tableId()).putVarLong(table.rows()).putBlob(table.sha256());
    }
  }

  private static List<TableDigest> decodeTableDigests(ByteReader in) {
    int count = in.getCount(3);
    List<TableDigest> list = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      list.add(new TableDigest(in.getVarInt(), in.getVarLong(), in.getBlob()));
    }
    return list;
  }

  private static void encodeJars(Jars m, ByteWriter out) {
    out.putByte(JARS);
    m.vector().encode(out);
    out.putVarInt(m.jars().size());
    for (JarEntry jar : m.jars()) {
      out.putString(jar.name()).putVarInt(jar.version()).putBlob(jar.jar());
    }
    encodeTables(m.tables(), out);
  }

  private static void encodeTables(List<TableEntry> tables, ByteWriter out) {
    out.putVarInt(tables.size());
    for (TableEntry table : tables) {
      out.putVarInt(table.tableId()).putBlob(table.schema());
    }
  }

  private static List<TableEntry> decodeTables(ByteReader in) {
    int count = in.getCount(2);
    List<TableEntry> tables = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      tables.add(new TableEntry(in.getVarInt(), in.getBlob()));
    }
    return tables;
  }

  private static void encodeDefinitions(Definitions m, ByteWriter out) {
    out.putByte(DEFINITIONS);
    m.vector().encode(out);
    encodeTables(m.tables(), out);
    out.putVarInt(m.definitions().size());
    for (DefinitionEntry entry : m.definitions()) {
      out.putVarInt(entry.key().tableId()).putBlob(entry.key().bytes()).putBlob(entry.row());
    }
  }

  private static Definitions decodeDefinitions(ByteReader in) {
    VersionVector vector = VersionVector.decode(in);
    List<TableEntry> tables = decodeTables(in);
    int count = in.getCount(3);
    List<DefinitionEntry> definitions = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      definitions.add(new DefinitionEntry(new RowKey(in.getVarInt(), in.getBlob()), in.getBlob()));
    }
    return new Definitions(vector, tables, definitions);
  }

  private static Jars decodeJars(ByteReader in) {
    VersionVector vector = VersionVector.decode(in);
    int jarCount = in.getCount(3);
    List<JarEntry> jars = new ArrayList<>(jarCount);
    for (int i = 0; i < jarCount; i++) {
      jars.add(new JarEntry(in.getString(), in.getVarInt(), in.getBlob()));
    }
    return new Jars(vector, jars, decodeTables(in));
  }
}
