package org.thetisdb.core.wire;

import static org.thetisdb.core.wire.MessageKinds.ASK_FOR_SIGN;
import static org.thetisdb.core.wire.MessageKinds.AWAITED_ROWS;
import static org.thetisdb.core.wire.MessageKinds.DEFINITIONS;
import static org.thetisdb.core.wire.MessageKinds.DEFINITION_IN_FORCE;
import static org.thetisdb.core.wire.MessageKinds.DIGEST;
import static org.thetisdb.core.wire.MessageKinds.EXECUTED;
import static org.thetisdb.core.wire.MessageKinds.EXISTENCE_IN_FORCE;
import static org.thetisdb.core.wire.MessageKinds.JARS;
import static org.thetisdb.core.wire.MessageKinds.LEADER_NEWS;
import static org.thetisdb.core.wire.MessageKinds.LEARNED;
import static org.thetisdb.core.wire.MessageKinds.MAP_PIECE;
import static org.thetisdb.core.wire.MessageKinds.MIGRATIONS;
import static org.thetisdb.core.wire.MessageKinds.PHASE_SET;
import static org.thetisdb.core.wire.MessageKinds.PLACED;
import static org.thetisdb.core.wire.MessageKinds.RAN;
import static org.thetisdb.core.wire.MessageKinds.RANGE_ESTIMATED;
import static org.thetisdb.core.wire.MessageKinds.READ_REFUSED;
import static org.thetisdb.core.wire.MessageKinds.READ_RESULT;
import static org.thetisdb.core.wire.MessageKinds.RELEASED;
import static org.thetisdb.core.wire.MessageKinds.REPLAN;
import static org.thetisdb.core.wire.MessageKinds.REPLICAS;
import static org.thetisdb.core.wire.MessageKinds.REPLICA_FILLED;
import static org.thetisdb.core.wire.MessageKinds.REPORT;
import static org.thetisdb.core.wire.MessageKinds.RESHAPED;
import static org.thetisdb.core.wire.MessageKinds.ROW_WAIT;
import static org.thetisdb.core.wire.MessageKinds.SCHEME_SAYS;
import static org.thetisdb.core.wire.MessageKinds.SEEDING;
import static org.thetisdb.core.wire.MessageKinds.SITES;
import static org.thetisdb.core.wire.MessageKinds.SITE_HELLO;
import static org.thetisdb.core.wire.MessageKinds.SUCCESSOR_READY;
import static org.thetisdb.core.wire.MessageKinds.UNSETTLED;
import static org.thetisdb.core.wire.MessageKinds.VOTED;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.AppliedPlacement;
import org.thetisdb.core.placement.Migration;
import org.thetisdb.core.placement.MigrationTable;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.placement.ReplicaSets;
import org.thetisdb.core.scheme.LearnedRecord;
import org.thetisdb.core.scheme.SchemeRecord;
import org.thetisdb.core.wire.SiteToRouter.AskForSign;
import org.thetisdb.core.wire.SiteToRouter.AwaitedRow;
import org.thetisdb.core.wire.SiteToRouter.AwaitedRows;
import org.thetisdb.core.wire.SiteToRouter.DefinitionEntry;
import org.thetisdb.core.wire.SiteToRouter.DefinitionInForce;
import org.thetisdb.core.wire.SiteToRouter.Definitions;
import org.thetisdb.core.wire.SiteToRouter.Digest;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.ExistenceInForce;
import org.thetisdb.core.wire.SiteToRouter.Filling;
import org.thetisdb.core.wire.SiteToRouter.InDoubtTimes;
import org.thetisdb.core.wire.SiteToRouter.JarEntry;
import org.thetisdb.core.wire.SiteToRouter.Jars;
import org.thetisdb.core.wire.SiteToRouter.LeaderNews;
import org.thetisdb.core.wire.SiteToRouter.Learned;
import org.thetisdb.core.wire.SiteToRouter.MapPiece;
import org.thetisdb.core.wire.SiteToRouter.Migrations;
import org.thetisdb.core.wire.SiteToRouter.OfEpochView;
import org.thetisdb.core.wire.SiteToRouter.PhaseSet;
import org.thetisdb.core.wire.SiteToRouter.Placed;
import org.thetisdb.core.wire.SiteToRouter.Ran;
import org.thetisdb.core.wire.SiteToRouter.RangeEstimated;
import org.thetisdb.core.wire.SiteToRouter.ReadRefused;
import org.thetisdb.core.wire.SiteToRouter.ReadResult;
import org.thetisdb.core.wire.SiteToRouter.Released;
import org.thetisdb.core.wire.SiteToRouter.Replan;
import org.thetisdb.core.wire.SiteToRouter.ReplicaFilled;
import org.thetisdb.core.wire.SiteToRouter.Replicas;
import org.thetisdb.core.wire.SiteToRouter.Report;
import org.thetisdb.core.wire.SiteToRouter.Reshaped;
import org.thetisdb.core.wire.SiteToRouter.RowWait;
import org.thetisdb.core.wire.SiteToRouter.SchemeReport;
import org.thetisdb.core.wire.SiteToRouter.Seeding;
import org.thetisdb.core.wire.SiteToRouter.SiteHello;
import org.thetisdb.core.wire.SiteToRouter.SiteLoad;
import org.thetisdb.core.wire.SiteToRouter.Sites;
import org.thetisdb.core.wire.SiteToRouter.StageTimes;
import org.thetisdb.core.wire.SiteToRouter.SuccessorReady;
import org.thetisdb.core.wire.SiteToRouter.TableDigest;
import org.thetisdb.core.wire.SiteToRouter.TableEntry;
import org.thetisdb.core.wire.SiteToRouter.Unsettled;
import org.thetisdb.core.wire.SiteToRouter.Voted;
import org.thetisdb.core.wire.SiteToRouter.WhyNot;

/** The part of {@link MessageCodec} for messages of sites to routers. Stateless. */
final class SiteToRouterCodec {
  private static final int LEAST_MIGRATION_BYTES = 15;
  private static final int AWAITED_ROW_BYTES = 4;

  private static final WhyNot[] WHY_NOT = {WhyNot.NOT_NOW, WhyNot.WRITES, WhyNot.NOTHING_IS};
  private static final Filling[] FILLINGS = {
    Filling.COPYING, Filling.FILLED, Filling.FAILED, Filling.SAVED
  };

  private SiteToRouterCodec() {}

  static void encode(SiteToRouter message, ByteWriter out) {
    if (message instanceof Executed m) {
      encodeExecuted(m, out);
    } else if (message instanceof ReadResult m) {
      out.putByte(READ_RESULT).putVarLong(m.readId());
      m.vector().encode(out);
      out.putBlob(m.value());
    } else if (message instanceof ReadRefused m) {
      out.putByte(READ_REFUSED).putVarLong(m.readId()).putByte(m.why().number());
    } else if (message instanceof LeaderNews m) {
      out.putByte(LEADER_NEWS).putBoolean(m.isHeard());
    } else if (message instanceof AskForSign) {
      out.putByte(ASK_FOR_SIGN);
    } else if (message instanceof OfEpochView m) {
      EpochCodec.encode(m, out);
    } else if (message instanceof Report m) {
      out.putByte(REPORT);
      m.vector().encode(out);
      SiteLoad load = m.load();
      out.putVarLong(load.committed()).putVarLong(load.aborted()).putVarLong(load.refreshed());
      out.putVarLong(load.rows()).putVarLong(load.usedBytes()).putVarLong(load.limitBytes());
      out.putVarLong(load.bytesLogged()).putVarLong(load.engineUsedUs());
      out.putVarLong(load.coldRows()).putVarLong(load.coldBytes()).putVarLong(load.coldReads());
      out.putVarLong(load.diskFreeBytes()).putBoolean(load.diskShort());
      InDoubtTimes inDoubt = load.inDoubt();
      out.putVarLong(inDoubt.now()).putVarLong(inDoubt.decided());
      out.putVarLong(inDoubt.sumUs()).putVarLong(inDoubt.mostUs());
      out.putBoolean(m.cutWanted());
    } else if (message instanceof Released m) {
      out.putByte(RELEASED).putVarLong(m.moveId());
      m.vector().encode(out);
      encodeOwners(m.refused(), out);
      out.putVarInt(m.tooLarge().size());
      m.tooLarge().forEach(out::putLong);
      encodeTimes(m.times(), out);
    } else if (message instanceof RangeEstimated m) {
      out.putByte(RANGE_ESTIMATED).putVarLong(m.id()).putVarLong(m.rows());
      out.putVarLong(m.bytes()).putVarLong(m.copyBytesPerS()).putBlob(m.first()).putBlob(m.last());
    } else if (message instanceof Digest m) {
      encodeDigest(m, out);
    } else if (message instanceof SuccessorReady m) {
      out.putByte(SUCCESSOR_READY).putVarInt(m.site()).putVarInt(m.incarnation());
      m.vector().encode(out);
    } else if (message instanceof Replan m) {
      out.putByte(REPLAN).putVarLong(m.attemptId());
      m.vector().encode(out);
      encodeOwners(m.owners(), out);
      KeySetCodec.encodeNullable(m.touched(), out);
    } else if (message instanceof SiteHello m) {
      m.software().encode(out.putByte(SITE_HELLO));
      out.putVarInt(m.site()).putVarInt(m.incarnation()).putVarInt(m.epoch());
      m.cut().encode(out);
      m.vector().encode(out);
      SiteMessageCodec.encodeEntries(m.sites(), out);
      m.scheme().encode(out);
    } else if (message instanceof Sites m) {
      out.putByte(SITES);
      m.vector().encode(out);
      SiteMessageCodec.encodeEntries(m.sites(), out);
      m.scheme().encode(out);
    } else if (message instanceof Replicas m) {
      out.putByte(REPLICAS);
      m.vector().encode(out);
      m.sets().encode(out);
    } else if (message instanceof Placed m) {
      out.putByte(PLACED);
      m.vector().encode(out);
      m.placement().encode(out);
    } else if (message instanceof Migrations m) {
      out.putByte(MIGRATIONS);
      m.vector().encode(out);
      out.putVarInt(m.migrations().size());
      m.migrations().forEach(each -> each.encode(out));
    } else if (message instanceof Learned m) {
      m.record().encode(out.putByte(LEARNED));
    } else if (message instanceof ReplicaFilled m) {
      out.putByte(REPLICA_FILLED).putVarLong(m.id()).putByte(m.state().number());
      out.putVarLong(m.rows());
      m.vector().encode(out);
      out.putString(m.problem());
    } else if (message instanceof MapPiece m) {
      out.putByte(MAP_PIECE);
      encodeOwners(m.owners(), out);
    } else if (message instanceof Reshaped m) {
      out.putByte(RESHAPED).putVarLong(m.moveId());
      m.vector().encode(out);
      out.putBoolean(m.done());
      encodeOwners(m.owners(), out);
      encodeTimes(m.times(), out);
    } else if (message instanceof Seeding m) {
      out.putByte(SEEDING).putVarInt(m.site()).putVarLong(m.slices());
    } else if (message instanceof DefinitionInForce m) {
      out.putByte(DEFINITION_IN_FORCE).putVarLong(m.version()).putVarLong(m.position());
    } else if (message instanceof ExistenceInForce m) {
      out.putByte(EXISTENCE_IN_FORCE).putVarLong(m.version()).putVarLong(m.position());
    } else if (message instanceof Unsettled m) {
      out.putByte(UNSETTLED).putVarLong(m.attemptId());
      m.vector().encode(out);
      out.putVarInt(m.vanishing().size());
      m.vanishing().forEach(out::putVarInt);
    } else if (message instanceof RowWait m) {
      out.putByte(ROW_WAIT).putVarLong(m.attemptId()).putVarLong(m.aheadAttemptId());
      out.putVarLong(m.aheadSession()).putVarLong(m.aheadNumber()).putBoolean(m.more());
    } else if (message instanceof AwaitedRows m) {
      encodeAwaited(m, out);
    } else if (message instanceof PhaseSet m) {
      out.putByte(PHASE_SET).putVarLong(m.phase()).putVarInt(m.site());
      m.vector().encode(out);
    } else if (message instanceof SchemeReport m) {
      out.putByte(SCHEME_SAYS).putString(m.scheme());
      m.vector().encode(out);
      out.putBlob(m.body());
    } else if (message instanceof Ran m) {
      out.putByte(RAN).putVarLong(m.attemptId());
      m.vector().encode(out);
      RouterToSiteCodec.encodeObserved(m.observed(), out);
      KeySetCodec.encodeNullable(m.touched(), out);
    } else if (message instanceof Voted m) {
      FragmentCodec.encode(m, out);
    } else if (message instanceof Definitions m) {
      encodeDefinitions(m, out);
    } else if (message instanceof Jars m) {
      encodeJars(m, out);
    } else {
      throw MessageCodec.unencodable(message);
    }
  }

  private static void encodeAwaited(AwaitedRows m, ByteWriter out) {
    out.putByte(AWAITED_ROWS).putVarInt(m.waits().size());
    for (AwaitedRow each : m.waits()) {
      out.putVarLong(each.transaction()).putVarLong(each.ahead());
      out.putVarLong(each.session()).putVarLong(each.number());
    }
  }

  private static AwaitedRows decodeAwaited(ByteReader in) {
    int count = in.getCount(AWAITED_ROW_BYTES);
    List<AwaitedRow> waits = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      waits.add(new AwaitedRow(in.getVarLong(), in.getVarLong(), in.getVarLong(), in.getVarLong()));
    }
    return new AwaitedRows(waits);
  }

  static Message decode(int kind, ByteReader in) {
    if (EpochCodec.has(kind)) {
      return EpochCodec.decode(kind, in);
    }
    return switch (kind) {
      case SITE_HELLO -> decodeSiteHello(in);
      case EXECUTED ->
          new Executed(
              in.getVarLong(),
              in.getVarInt(),
              in.getString(),
              VersionVector.decode(in),
              in.getBlob(),
              in.getBoolean() ? decodeTimes(in) : null);
      case READ_RESULT -> new ReadResult(in.getVarLong(), VersionVector.decode(in), in.getBlob());
      case LEADER_NEWS -> new LeaderNews(in.getBoolean());
      case ASK_FOR_SIGN -> new AskForSign();
      case READ_REFUSED -> new ReadRefused(in.getVarLong(), decodeWhyNot(in));
      case REPLAN ->
          new Replan(
              in.getVarLong(),
              VersionVector.decode(in),
              decodeOwners(in),
              KeySetCodec.decodeNullable(in));
      case RELEASED ->
          new Released(
              in.getVarLong(),
              VersionVector.decode(in),
              decodeOwners(in),
              decodePartitions(in),
              decodeTimes(in));
      case REPORT -> new Report(VersionVector.decode(in), decodeLoad(in), in.getBoolean());
      case JARS -> decodeJars(in);
      case SUCCESSOR_READY ->
          new SuccessorReady(in.getVarInt(), in.getVarInt(), VersionVector.decode(in));
      case DEFINITIONS -> decodeDefinitions(in);
      case DEFINITION_IN_FORCE -> new DefinitionInForce(in.getVarLong(), in.getVarLong());
      case EXISTENCE_IN_FORCE -> new ExistenceInForce(in.getVarLong(), in.getVarLong());
      case UNSETTLED -> new Unsettled(in.getVarLong(), VersionVector.decode(in), decodeNumbers(in));
      case ROW_WAIT ->
          new RowWait(
              in.getVarLong(), in.getVarLong(), in.getVarLong(), in.getVarLong(), in.getBoolean());
      case AWAITED_ROWS -> decodeAwaited(in);
      case PHASE_SET -> new PhaseSet(in.getVarLong(), in.getVarInt(), VersionVector.decode(in));
      case SCHEME_SAYS -> new SchemeReport(in.getString(), VersionVector.decode(in), in.getBlob());
      case RAN ->
          new Ran(
              in.getVarLong(),
              VersionVector.decode(in),
              RouterToSiteCodec.decodeObserved(in),
              KeySetCodec.decodeNullable(in));
      case VOTED -> FragmentCodec.decodeVoted(in);
      case SEEDING -> new Seeding(in.getVarInt(), in.getVarLong());
      case RANGE_ESTIMATED ->
          new RangeEstimated(
              in.getVarLong(),
              in.getVarLong(),
              in.getVarLong(),
              in.getVarLong(),
              in.getBlob(),
              in.getBlob());
      case DIGEST -> new Digest(in.getVarLong(), in.getString(), decodeTableDigests(in));
      case SITES ->
          new Sites(
              VersionVector.decode(in),
              SiteMessageCodec.decodeEntries(in),
              SchemeRecord.decode(in));
      case MAP_PIECE -> new MapPiece(decodeOwners(in));
      case REPLICAS -> new Replicas(VersionVector.decode(in), ReplicaSets.decode(in));
      case PLACED -> new Placed(VersionVector.decode(in), AppliedPlacement.decode(in));
      case MIGRATIONS -> new Migrations(VersionVector.decode(in), decodeMigrations(in));
      case LEARNED -> new Learned(LearnedRecord.decode(in));
      case REPLICA_FILLED ->
          new ReplicaFilled(
              in.getVarLong(),
              decodeFilling(in),
              in.getVarLong(),
              VersionVector.decode(in),
              in.getString());
      case RESHAPED ->
          new Reshaped(
              in.getVarLong(),
              VersionVector.decode(in),
              in.getBoolean(),
              decodeOwners(in),
              decodeTimes(in));
      default -> throw MessageCodec.unknown(kind);
    };
  }

  private static List<Migration> decodeMigrations(ByteReader in) {
    int count = in.getCount(LEAST_MIGRATION_BYTES);
    if (count > MigrationTable.MOST) {
      throw new CodecException(count + " migrations");
    }
    List<Migration> migrations = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      migrations.add(Migration.decode(in));
    }
    return migrations;
  }

  private static Filling decodeFilling(ByteReader in) {
    int number = in.getUnsignedByte();
    if (number >= FILLINGS.length) {
      throw new CodecException("a replica that is filled so far: " + number);
    }
    return FILLINGS[number];
  }

  private static WhyNot decodeWhyNot(ByteReader in) {
    int number = in.getUnsignedByte();
    if (number >= WHY_NOT.length) {
      throw new CodecException("a read that was refused because of " + number);
    }
    return WHY_NOT[number];
  }

  private static List<Integer> decodeNumbers(ByteReader in) {
    int count = in.getCount(1);
    List<Integer> tables = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      tables.add(in.getVarInt());
    }
    return tables;
  }

  private static void encodeExecuted(Executed m, ByteWriter out) {
    out.putByte(EXECUTED)
        .putVarLong(m.attemptId())
        .putVarInt(m.errorNumber())
        .putString(m.message());
    m.vector().encode(out);
    out.putBlob(m.value()).putBoolean(m.times() != null);
    if (m.times() != null) {
      encodeTimes(m.times(), out);
    }
  }

  private static void encodeTimes(StageTimes times, ByteWriter out) {
    out.putVarLong(times.updatesUs()).putVarLong(times.lockUs());
    out.putVarLong(times.runUs()).putVarLong(times.commitUs());
  }

  private static StageTimes decodeTimes(ByteReader in) {
    return new StageTimes(in.getVarLong(), in.getVarLong(), in.getVarLong(), in.getVarLong());
  }

  private static SiteHello decodeSiteHello(ByteReader in) {
    Software software = Software.decode(in);
    return new SiteHello(
        in.getVarInt(),
        in.getVarInt(),
        in.getVarInt(),
        VersionVector.decode(in),
        VersionVector.decode(in),
        SiteMessageCodec.decodeEntries(in),
        SchemeRecord.decode(in),
        software);
  }

  private static SiteLoad decodeLoad(ByteReader in) {
    return new SiteLoad(
        in.getVarLong(),
        in.getVarLong(),
        in.getVarLong(),
        in.getVarLong(),
        in.getVarLong(),
        in.getVarLong(),
        in.getVarLong(),
        in.getVarLong(),
        in.getVarLong(),
        in.getVarLong(),
        in.getVarLong(),
        in.getVarLong(),
        in.getBoolean(),
        new InDoubtTimes(in.getVarLong(), in.getVarLong(), in.getVarLong(), in.getVarLong()));
  }

  private static void encodeOwners(List<Owner> list, ByteWriter out) {
    out.putVarInt(list.size());
    for (Owner owner : list) {
      out.putLong(owner.partition()).putVarInt(owner.term()).putUnsignedByte(owner.site());
      out.putBlob(owner.from()).putBlob(owner.to());
    }
  }

  private static List<Owner> decodeOwners(ByteReader in) {
    int count = in.getCount(12);
    List<Owner> list = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      list.add(
          new Owner(
              in.getLong(), in.getVarInt(), in.getUnsignedByte(), in.getBlob(), in.getBlob()));
    }
    return list;
  }

  private static List<Long> decodePartitions(ByteReader in) {
    int count = in.getCount(Long.BYTES);
    List<Long> list = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      list.add(in.getLong());
    }
    return list;
  }

  private static void encodeDigest(Digest m, ByteWriter out) {
    out.putByte(DIGEST).putVarLong(m.id()).putString(m.problem()).putVarInt(m.tables().size());
    for (TableDigest table : m.tables()) {
      out.putVarInt(table.tableId()).putVarInt(table.holders().size());
      table.holders().forEach(out::putVarInt);
      out.putVarLong(table.rows()).putBlob(table.sha256());
    }
  }

  private static List<TableDigest> decodeTableDigests(ByteReader in) {
    int count = in.getCount(4);
    List<TableDigest> list = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      list.add(new TableDigest(in.getVarInt(), decodeHolders(in), in.getVarLong(), in.getBlob()));
    }
    return list;
  }

  private static List<Integer> decodeHolders(ByteReader in) {
    int count = in.getCount(1);
    List<Integer> holders = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      holders.add(in.getVarInt());
    }
    return holders;
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

  private static Jars decodeJars(ByteReader in) {
    VersionVector vector = VersionVector.decode(in);
    int jarCount = in.getCount(3);
    List<JarEntry> jars = new ArrayList<>(jarCount);
    for (int i = 0; i < jarCount; i++) {
      jars.add(new JarEntry(in.getString(), in.getVarInt(), in.getBlob()));
    }
    return new Jars(vector, jars, decodeTables(in));
  }

  private static void encodeDefinitions(Definitions m, ByteWriter out) {
    out.putByte(DEFINITIONS);
    m.vector().encode(out);
    out.putBoolean(m.whole()).putVarLong(m.mark()).putBoolean(m.last());
    encodeTables(m.tables(), out);
    out.putVarInt(m.definitions().size());
    for (DefinitionEntry entry : m.definitions()) {
      out.putVarInt(entry.key().tableId()).putBlob(entry.key().bytes());
      out.putBoolean(entry.row() != null);
      if (entry.row() != null) {
        out.putBlob(entry.row());
      }
    }
  }

  private static Definitions decodeDefinitions(ByteReader in) {
    VersionVector vector = VersionVector.decode(in);
    boolean whole = in.getBoolean();
    long mark = in.getVarLong();
    boolean last = in.getBoolean();
    List<TableEntry> tables = decodeTables(in);
    int count = in.getCount(3);
    List<DefinitionEntry> definitions = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      RowKey key = new RowKey(in.getVarInt(), in.getBlob());
      definitions.add(new DefinitionEntry(key, in.getBoolean() ? in.getBlob() : null));
    }
    return new Definitions(vector, whole, mark, last, tables, definitions);
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
}
