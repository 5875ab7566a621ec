package org.thetisdb.core.wire;

import static org.thetisdb.core.wire.MessageKinds.ABORTED;
import static org.thetisdb.core.wire.MessageKinds.ASK_OF_LEADER;
import static org.thetisdb.core.wire.MessageKinds.AWAIT_DEFINITION;
import static org.thetisdb.core.wire.MessageKinds.AWAIT_EXISTENCE;
import static org.thetisdb.core.wire.MessageKinds.CANCEL_ATTEMPT;
import static org.thetisdb.core.wire.MessageKinds.COMMIT_VOTES;
import static org.thetisdb.core.wire.MessageKinds.CUT;
import static org.thetisdb.core.wire.MessageKinds.DEFINITIONS_REQUEST;
import static org.thetisdb.core.wire.MessageKinds.DIGEST_REQUEST;
import static org.thetisdb.core.wire.MessageKinds.END_HOLDERS;
import static org.thetisdb.core.wire.MessageKinds.ESTIMATE_RANGE;
import static org.thetisdb.core.wire.MessageKinds.EXECUTE;
import static org.thetisdb.core.wire.MessageKinds.FILL_REPLICA;
import static org.thetisdb.core.wire.MessageKinds.FOLLOW_SCHEME;
import static org.thetisdb.core.wire.MessageKinds.GIVE_WAY;
import static org.thetisdb.core.wire.MessageKinds.HOLD_PLACE;
import static org.thetisdb.core.wire.MessageKinds.JARS_REQUEST;
import static org.thetisdb.core.wire.MessageKinds.LEAVE;
import static org.thetisdb.core.wire.MessageKinds.PART;
import static org.thetisdb.core.wire.MessageKinds.READ;
import static org.thetisdb.core.wire.MessageKinds.READER_HELLO;
import static org.thetisdb.core.wire.MessageKinds.RELEASE;
import static org.thetisdb.core.wire.MessageKinds.RESHAPE_REQUEST;
import static org.thetisdb.core.wire.MessageKinds.ROUTER_HELLO;
import static org.thetisdb.core.wire.MessageKinds.SET_PHASE;
import static org.thetisdb.core.wire.MessageKinds.SIGN_OF_LIFE;
import static org.thetisdb.core.wire.MessageKinds.SUCCESSOR;
import static org.thetisdb.core.wire.MessageKinds.TELL_SCHEME;
import static org.thetisdb.core.wire.MessageKinds.UNDECIDED;
import static org.thetisdb.core.wire.MessageKinds.WITHDRAW;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.placement.KeyInterval;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.core.placement.Reshape;
import org.thetisdb.core.wire.RouterToSite.Aborted;
import org.thetisdb.core.wire.RouterToSite.AskOfLeader;
import org.thetisdb.core.wire.RouterToSite.AwaitDefinition;
import org.thetisdb.core.wire.RouterToSite.AwaitExistence;
import org.thetisdb.core.wire.RouterToSite.CancelAttempt;
import org.thetisdb.core.wire.RouterToSite.CommitVotes;
import org.thetisdb.core.wire.RouterToSite.Cut;
import org.thetisdb.core.wire.RouterToSite.DefinitionsRequest;
import org.thetisdb.core.wire.RouterToSite.DigestRequest;
import org.thetisdb.core.wire.RouterToSite.EndHolders;
import org.thetisdb.core.wire.RouterToSite.EstimateRange;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.RouterToSite.FailoverSuccessor;
import org.thetisdb.core.wire.RouterToSite.FillReplica;
import org.thetisdb.core.wire.RouterToSite.FollowScheme;
import org.thetisdb.core.wire.RouterToSite.GiveWay;
import org.thetisdb.core.wire.RouterToSite.Giver;
import org.thetisdb.core.wire.RouterToSite.HoldPlace;
import org.thetisdb.core.wire.RouterToSite.InEpochView;
import org.thetisdb.core.wire.RouterToSite.JarsRequest;
import org.thetisdb.core.wire.RouterToSite.Leave;
import org.thetisdb.core.wire.RouterToSite.Observed;
import org.thetisdb.core.wire.RouterToSite.Part;
import org.thetisdb.core.wire.RouterToSite.Read;
import org.thetisdb.core.wire.RouterToSite.ReaderHello;
import org.thetisdb.core.wire.RouterToSite.Release;
import org.thetisdb.core.wire.RouterToSite.ReshapeRequest;
import org.thetisdb.core.wire.RouterToSite.RouterHello;
import org.thetisdb.core.wire.RouterToSite.SchemeRequest;
import org.thetisdb.core.wire.RouterToSite.SetPhase;
import org.thetisdb.core.wire.RouterToSite.SignOfLife;
import org.thetisdb.core.wire.RouterToSite.Step;
import org.thetisdb.core.wire.RouterToSite.TableRights;
import org.thetisdb.core.wire.RouterToSite.TransactionRef;
import org.thetisdb.core.wire.RouterToSite.Undecided;
import org.thetisdb.core.wire.RouterToSite.Withdraw;

/** The part of {@link MessageCodec} for messages of routers to sites. Stateless. */
final class RouterToSiteCodec {

  private RouterToSiteCodec() {}

  static void encode(RouterToSite message, ByteWriter out) {
    if (message instanceof Execute m) {
      encodeExecute(m, out);
    } else if (message instanceof Cut m) {
      out.putByte(CUT).putVarInt(m.epoch()).putVarLong(m.number());
      m.vector().encode(out);
    } else if (message instanceof Release m) {
      out.putByte(RELEASE).putVarLong(m.moveId());
      encodeMasterships(m.released(), out);
      out.putVarInt(m.grantee()).putVarInt(m.granteeIncarnation()).putVarInt(m.onBehalfOf());
      out.putBoolean(m.granteeHolds()).putVarInt(m.pullBytes());
    } else if (message instanceof Read m) {
      encodeRead(m, out);
    } else if (message instanceof AskOfLeader) {
      out.putByte(ASK_OF_LEADER);
    } else if (message instanceof SignOfLife) {
      out.putByte(SIGN_OF_LIFE);
    } else if (message instanceof ReaderHello m) {
      m.software().encode(out.putByte(READER_HELLO));
      out.putString(m.cluster());
    } else if (message instanceof Part m) {
      encodePart(m, out);
    } else if (message instanceof CommitVotes m) {
      FragmentCodec.encode(m, out);
    } else if (message instanceof HoldPlace m) {
      FragmentCodec.encode(m, out);
    } else if (message instanceof Aborted m) {
      FragmentCodec.encode(m, out);
    } else if (message instanceof Undecided m) {
      encodeUndecided(m, out);
    } else if (message instanceof InEpochView m) {
      EpochCodec.encode(m, out);
    } else if (message instanceof EndHolders m) {
      out.putByte(END_HOLDERS).putVarLong(m.moveId());
    } else if (message instanceof Withdraw m) {
      out.putByte(WITHDRAW).putVarLong(m.moveId());
    } else if (message instanceof FollowScheme m) {
      out.putByte(FOLLOW_SCHEME).putString(m.scheme());
    } else if (message instanceof SchemeRequest m) {
      out.putByte(TELL_SCHEME).putString(m.scheme()).putBlob(m.body());
    } else if (message instanceof FillReplica m) {
      out.putByte(FILL_REPLICA).putVarLong(m.id()).putString(m.host()).putVarInt(m.port());
      encodeGivers(m.parts(), out);
    } else if (message instanceof FailoverSuccessor m) {
      out.putByte(SUCCESSOR).putVarInt(m.site());
    } else if (message instanceof SetPhase m) {
      out.putByte(SET_PHASE).putVarLong(m.phase()).putVarInt(m.master());
      out.putVarInt(m.incarnation());
      SiteMessageCodec.encodeSites(m.lenders(), out);
      out.putVarInt(m.onBehalfOf()).putByte(m.tables().closesAll() ? 1 : 0);
      encodeTables(m.tables().closed(), out);
      encodeTables(m.tables().readEverywhere(), out);
    } else if (message instanceof Leave m) {
      out.putByte(LEAVE).putVarLong(m.moveId());
      SiteMessageCodec.encodeSites(m.successors(), out);
      out.putVarInt(m.onBehalfOf());
    } else if (message instanceof ReshapeRequest m) {
      out.putByte(RESHAPE_REQUEST).putVarLong(m.moveId());
      m.change().encode(out);
    } else if (message instanceof DigestRequest m) {
      out.putByte(DIGEST_REQUEST).putVarLong(m.id());
      m.vector().encode(out);
    } else if (message instanceof EstimateRange m) {
      out.putByte(ESTIMATE_RANGE).putVarLong(m.id());
      m.range().encode(out);
    } else if (message instanceof RouterHello m) {
      m.software().encode(out.putByte(ROUTER_HELLO));
      out.putString(m.cluster()).putVarInt(m.epoch());
    } else if (message instanceof CancelAttempt m) {
      out.putByte(CANCEL_ATTEMPT).putVarLong(m.attemptId());
    } else if (message instanceof GiveWay m) {
      out.putByte(GIVE_WAY).putVarLong(m.attemptId());
    } else if (message instanceof AwaitDefinition m) {
      out.putByte(AWAIT_DEFINITION).putVarLong(m.version());
    } else if (message instanceof AwaitExistence m) {
      out.putByte(AWAIT_EXISTENCE).putVarLong(m.version());
    } else if (message instanceof DefinitionsRequest m) {
      out.putByte(DEFINITIONS_REQUEST).putVarLong(m.since());
    } else if (message instanceof JarsRequest) {
      out.putByte(JARS_REQUEST);
    } else {
      throw MessageCodec.unencodable(message);
    }
  }

  static Message decode(int kind, ByteReader in) {
    if (EpochCodec.has(kind)) {
      return EpochCodec.decode(kind, in);
    }
    return switch (kind) {
      case ROUTER_HELLO -> decodeRouterHello(in);
      case EXECUTE -> decodeExecute(in);
      case CUT -> new Cut(in.getVarInt(), in.getVarLong(), VersionVector.decode(in));
      case RELEASE ->
          new Release(
              in.getVarLong(),
              decodeMasterships(in),
              in.getVarInt(),
              in.getVarInt(),
              in.getVarInt(),
              in.getBoolean(),
              in.getVarInt());
      case ASK_OF_LEADER -> new AskOfLeader();
      case SIGN_OF_LIFE -> new SignOfLife();
      case READER_HELLO -> decodeReaderHello(in);
      case READ -> decodeRead(in);
      case PART -> decodePart(in);
      case COMMIT_VOTES -> FragmentCodec.decodeCommit(in);
      case HOLD_PLACE -> FragmentCodec.decodePlace(in);
      case ABORTED -> FragmentCodec.decodeAborted(in);
      case UNDECIDED -> decodeUndecided(in);
      case END_HOLDERS -> new EndHolders(in.getVarLong());
      case WITHDRAW -> new Withdraw(in.getVarLong());
      case FOLLOW_SCHEME -> new FollowScheme(in.getString());
      case TELL_SCHEME -> new SchemeRequest(in.getString(), in.getBlob());
      case FILL_REPLICA ->
          new FillReplica(in.getVarLong(), in.getString(), in.getVarInt(), decodeGivers(in));
      case JARS_REQUEST -> new JarsRequest();
      case SUCCESSOR -> new FailoverSuccessor(in.getVarInt());
      case AWAIT_DEFINITION -> new AwaitDefinition(in.getVarLong());
      case AWAIT_EXISTENCE -> new AwaitExistence(in.getVarLong());
      case DEFINITIONS_REQUEST -> new DefinitionsRequest(in.getVarLong());
      case GIVE_WAY -> new GiveWay(in.getVarLong());
      case CANCEL_ATTEMPT -> new CancelAttempt(in.getVarLong());
      case ESTIMATE_RANGE -> new EstimateRange(in.getVarLong(), KeyInterval.decode(in));
      case DIGEST_REQUEST -> new DigestRequest(in.getVarLong(), VersionVector.decode(in));
      case LEAVE -> new Leave(in.getVarLong(), SiteMessageCodec.decodeSites(in), in.getVarInt());
      case SET_PHASE ->
          new SetPhase(
              in.getVarLong(),
              in.getVarInt(),
              in.getVarInt(),
              SiteMessageCodec.decodeSites(in),
              in.getVarInt(),
              new TableRights(in.getByte() != 0, decodeTables(in), decodeTables(in)));
      case RESHAPE_REQUEST -> new ReshapeRequest(in.getVarLong(), Reshape.decode(in));
      default -> throw MessageCodec.unknown(kind);
    };
  }

  private static void encodeGivers(List<Giver> givers, ByteWriter out) {
    out.putVarInt(givers.size());
    for (Giver giver : givers) {
      out.putVarInt(giver.site()).putString(giver.host()).putVarInt(giver.port());
    }
  }

  private static List<Giver> decodeGivers(ByteReader in) {
    int count = in.getCount(3);
    List<Giver> givers = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      givers.add(new Giver(in.getVarInt(), in.getString(), in.getVarInt()));
    }
    return givers;
  }

  static void encodeTables(List<Integer> tables, ByteWriter out) {
    out.putVarInt(tables.size());
    tables.forEach(out::putVarInt);
  }

  static List<Integer> decodeTables(ByteReader in) {
    int count = in.getCount(1);
    List<Integer> tables = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      tables.add(in.getVarInt());
    }
    return tables;
  }

  private static RouterHello decodeRouterHello(ByteReader in) {
    Software software = Software.decode(in);
    return new RouterHello(in.getString(), in.getVarInt(), software);
  }

  private static ReaderHello decodeReaderHello(ByteReader in) {
    Software software = Software.decode(in);
    return new ReaderHello(in.getString(), software);
  }

  private static void encodeRead(Read m, ByteWriter out) {
    out.putByte(READ).putVarLong(m.readId()).putVarInt(m.timeoutMs()).putVarLong(m.wallMs());
    out.putLong(m.seed());
    m.vector().encode(out);
    out.putString(m.procedure()).putBlob(m.arguments()).putString(m.user());
  }

  private static Read decodeRead(ByteReader in) {
    return new Read(
        in.getVarLong(),
        in.getVarInt(),
        in.getVarLong(),
        in.getLong(),
        VersionVector.decode(in),
        in.getString(),
        in.getBlob(),
        in.getString());
  }

  private static void encodeExecute(Execute m, ByteWriter out) {
    out.putByte(EXECUTE);
    encodeCall(m, out);
  }

  static void encodeCall(Execute m, ByteWriter out) {
    out.putVarLong(m.attemptId()).putVarLong(m.session()).putVarLong(m.sequence());
    out.putBoolean(m.repetition()).putBoolean(m.reconnaissance()).putBoolean(m.fresh());
    out.putVarLong(m.wallMs()).putLong(m.seed()).putVarInt(m.timeoutMs());
    m.vector().encode(out);
    out.putString(m.procedure()).putVarInt(m.jarVersion()).putBlob(m.arguments());
    encodeMasterships(m.written(), out);
    KeySetCodec.encodeNullable(m.plan(), out);
    encodeTransaction(m.transaction(), out);
    out.putBoolean(m.timed());
  }

  static Execute decodeExecute(ByteReader in) {
    return new Execute(
        in.getVarLong(),
        in.getVarLong(),
        in.getVarLong(),
        in.getBoolean(),
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
        decodeTransaction(in),
        in.getBoolean());
  }

  private static void encodePart(Part m, ByteWriter out) {
    out.putByte(PART).putVarLong(m.transaction()).putByte(code(m.step()));
    out.putBoolean(m.observed() != null);
    if (m.observed() != null) {
      encodeObserved(m.observed(), out);
    }
    encodeCall(m.call(), out);
  }

  private static Part decodePart(ByteReader in) {
    long transaction = in.getVarLong();
    Step step = step(in.getByte());
    Observed observed = in.getBoolean() ? decodeObserved(in) : null;
    return new Part(transaction, step, observed, decodeExecute(in));
  }

  private static int code(Step step) {
    return switch (step) {
      case DECIDE -> 0;
      case PREPARE -> 1;
      case RUN -> 2;
      case FINISH -> 3;
      case FRAGMENT -> 4;
      case HOME -> 5;
      case ALONE -> 6;
      case SPECULATE -> 7;
      case BLOCK -> 8;
    };
  }

  private static Step step(int code) {
    return switch (code) {
      case 0 -> Step.DECIDE;
      case 1 -> Step.PREPARE;
      case 2 -> Step.RUN;
      case 3 -> Step.FINISH;
      case 4 -> Step.FRAGMENT;
      case 5 -> Step.HOME;
      case 6 -> Step.ALONE;
      case 7 -> Step.SPECULATE;
      case 8 -> Step.BLOCK;
      default -> throw new CodecException("step " + code + " of a transaction over several sites");
    };
  }

  static void encodeObserved(Observed observed, ByteWriter out) {
    observed.vector().encode(out);
    out.putBlob(observed.present());
  }

  static Observed decodeObserved(ByteReader in) {
    return new Observed(VersionVector.decode(in), in.getBlob());
  }

  private static void encodeUndecided(Undecided m, ByteWriter out) {
    out.putByte(UNDECIDED).putVarLong(m.last());
    m.vector().encode(out);
    FragmentCodec.encodeTransactions(m.undecided(), out);
  }

  private static Undecided decodeUndecided(ByteReader in) {
    long last = in.getVarLong();
    VersionVector vector = VersionVector.decode(in);
    return new Undecided(last, vector, FragmentCodec.decodeTransactions(in));
  }

  private static void encodeMasterships(List<Mastership> list, ByteWriter out) {
    out.putVarInt(list.size());
    for (int i = 0; i < list.size(); i++) {
      Mastership each = list.get(i);
      out.putLong(each.partition()).putVarInt(each.term()).putBlob(each.from());
    }
  }

  private static List<Mastership> decodeMasterships(ByteReader in) {
    int count = in.getCount(10);
    if (count == 0) {
      return List.of();
    }
    List<Mastership> list = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      list.add(new Mastership(in.getLong(), in.getVarInt(), in.getBlob()));
    }
    return list;
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
}
