package org.thetisdb.core.wire;

import static org.thetisdb.core.wire.MessageKinds.ALL_LOCKED;
import static org.thetisdb.core.wire.MessageKinds.BATCH_CHECKED;
import static org.thetisdb.core.wire.MessageKinds.BEGIN_EPOCH_VIEW;
import static org.thetisdb.core.wire.MessageKinds.CHECK_BATCH;
import static org.thetisdb.core.wire.MessageKinds.CLOSE_EPOCH_VIEW;
import static org.thetisdb.core.wire.MessageKinds.COMMIT_EPOCH;
import static org.thetisdb.core.wire.MessageKinds.EPOCH_COMMITTED;
import static org.thetisdb.core.wire.MessageKinds.EPOCH_OVER;
import static org.thetisdb.core.wire.MessageKinds.EPOCH_VIEW_BEGUN;
import static org.thetisdb.core.wire.MessageKinds.FENCE;
import static org.thetisdb.core.wire.MessageKinds.FENCED;
import static org.thetisdb.core.wire.MessageKinds.FORGET;
import static org.thetisdb.core.wire.MessageKinds.INSTALL;
import static org.thetisdb.core.wire.MessageKinds.INSTALL_BATCH;
import static org.thetisdb.core.wire.MessageKinds.LOCKED;
import static org.thetisdb.core.wire.MessageKinds.LOCK_IN_ORDER;
import static org.thetisdb.core.wire.MessageKinds.RAN_IN_EPOCH_VIEW;
import static org.thetisdb.core.wire.MessageKinds.RESERVE;
import static org.thetisdb.core.wire.MessageKinds.RUN_ALONE;
import static org.thetisdb.core.wire.MessageKinds.RUN_IN_EPOCH_VIEW;
import static org.thetisdb.core.wire.MessageKinds.VALIDATE;
import static org.thetisdb.core.wire.MessageKinds.VALIDATED;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.Primaries;
import org.thetisdb.core.wire.RouterToSite.AbortInEpoch;
import org.thetisdb.core.wire.RouterToSite.AllLocked;
import org.thetisdb.core.wire.RouterToSite.BeginEpochView;
import org.thetisdb.core.wire.RouterToSite.CheckBatch;
import org.thetisdb.core.wire.RouterToSite.CloseEpochView;
import org.thetisdb.core.wire.RouterToSite.CommitEpoch;
import org.thetisdb.core.wire.RouterToSite.Decided;
import org.thetisdb.core.wire.RouterToSite.EpochOver;
import org.thetisdb.core.wire.RouterToSite.EpochViewCommit;
import org.thetisdb.core.wire.RouterToSite.EpochViewRules;
import org.thetisdb.core.wire.RouterToSite.EpochViewRules.Apart;
import org.thetisdb.core.wire.RouterToSite.Fence;
import org.thetisdb.core.wire.RouterToSite.InEpochView;
import org.thetisdb.core.wire.RouterToSite.Install;
import org.thetisdb.core.wire.RouterToSite.InstallBatch;
import org.thetisdb.core.wire.RouterToSite.LockInOrder;
import org.thetisdb.core.wire.RouterToSite.Reserve;
import org.thetisdb.core.wire.RouterToSite.RowImage;
import org.thetisdb.core.wire.RouterToSite.RunInEpochView;
import org.thetisdb.core.wire.RouterToSite.Validate;
import org.thetisdb.core.wire.SiteToRouter.BatchChecked;
import org.thetisdb.core.wire.SiteToRouter.Conflict;
import org.thetisdb.core.wire.SiteToRouter.EpochCommitted;
import org.thetisdb.core.wire.SiteToRouter.EpochViewBegun;
import org.thetisdb.core.wire.SiteToRouter.Fenced;
import org.thetisdb.core.wire.SiteToRouter.Locked;
import org.thetisdb.core.wire.SiteToRouter.OfEpochView;
import org.thetisdb.core.wire.SiteToRouter.RanInEpochView;
import org.thetisdb.core.wire.SiteToRouter.RunExclusively;
import org.thetisdb.core.wire.SiteToRouter.Validated;

/** The part of {@link MessageCodec} for epoch views, to sites and from them. Stateless. */
final class EpochCodec {
  /** A table, a key and a mark take a byte each at least. */
  private static final int ROW_BYTES = 3;

  /** So do each number of a commit, its value and its rows. */
  private static final int COMMIT_BYTES = 6;

  /** So do each number of what was decided, and its rows. */
  private static final int DECIDED_BYTES = 3;

  /** A transaction and three marks. */
  private static final int CONFLICT_BYTES = 4;

  private EpochCodec() {}

  /** Whether a kind of message is one of these. */
  static boolean has(int kind) {
    return switch (kind) {
      case EPOCH_VIEW_BEGUN,
          RAN_IN_EPOCH_VIEW,
          RUN_ALONE,
          VALIDATED,
          EPOCH_COMMITTED,
          FENCED,
          BEGIN_EPOCH_VIEW,
          CLOSE_EPOCH_VIEW,
          RUN_IN_EPOCH_VIEW,
          VALIDATE,
          INSTALL,
          FORGET,
          COMMIT_EPOCH,
          EPOCH_OVER,
          FENCE,
          RESERVE,
          CHECK_BATCH,
          INSTALL_BATCH,
          LOCK_IN_ORDER,
          ALL_LOCKED,
          BATCH_CHECKED,
          LOCKED ->
          true;
      default -> false;
    };
  }

  static void encode(InEpochView message, ByteWriter out) {
    if (message instanceof BeginEpochView m) {
      out.putByte(BEGIN_EPOCH_VIEW).putVarLong(m.epochView()).putVarInt(m.epochCoordinator());
      SiteMessageCodec.encodeSites(m.members(), out);
      out.putByte(m.epochCoordinatorShare());
      out.putByte(numberOf(m.rules().apart())).putBoolean(m.rules().snapshots());
      RouterToSiteCodec.encodeTables(m.closed(), out);
      out.putBoolean(m.second());
      m.floor().encode(out);
    } else if (message instanceof CloseEpochView m) {
      out.putByte(CLOSE_EPOCH_VIEW).putVarLong(m.epochView());
    } else if (message instanceof RunInEpochView m) {
      out.putByte(RUN_IN_EPOCH_VIEW).putVarLong(m.epochView());
      RouterToSiteCodec.encodeCall(m.call(), out);
    } else if (message instanceof Validate m) {
      out.putByte(VALIDATE).putVarLong(m.epochView()).putVarLong(m.transaction());
      KeySetCodec.encodeNullable(m.touched(), out);
      encodeNumbers(m.versions(), out);
      out.putVarLong(m.until());
    } else if (message instanceof Fence m) {
      out.putByte(FENCE).putVarLong(m.epochView()).putVarLong(m.time()).putBoolean(m.complete());
    } else if (message instanceof Install m) {
      out.putByte(INSTALL).putVarLong(m.epochView()).putVarLong(m.transaction());
      out.putVarLong(m.tid()).putVarLong(m.order());
      encodeRows(m.rows(), out);
    } else if (message instanceof Reserve m) {
      out.putByte(RESERVE).putVarLong(m.epochView()).putVarLong(m.transaction());
      KeySetCodec.encodeNullable(m.touched(), out);
    } else if (message instanceof CheckBatch m) {
      out.putByte(CHECK_BATCH).putVarLong(m.epochView()).putVarLong(m.batch());
      encodeNumbers(m.transactions(), out);
    } else if (message instanceof InstallBatch m) {
      out.putByte(INSTALL_BATCH).putVarLong(m.epochView()).putVarInt(m.decided().size());
      for (Decided each : m.decided()) {
        out.putVarLong(each.tid()).putVarLong(each.order());
        encodeRows(each.rows(), out);
      }
    } else if (message instanceof LockInOrder m) {
      out.putByte(LOCK_IN_ORDER).putVarLong(m.epochView()).putVarLong(m.transaction());
      out.putVarInt(m.executor()).putBoolean(m.alone());
      KeySetCodec.encodeNullable(m.footprint(), out);
      KeySetCodec.encodeRanges(m.writtenRanges(), out);
    } else if (message instanceof AllLocked m) {
      out.putByte(ALL_LOCKED).putVarLong(m.epochView()).putVarLong(m.transaction());
    } else if (message instanceof AbortInEpoch m) {
      out.putByte(FORGET).putVarLong(m.epochView()).putVarLong(m.transaction());
    } else if (message instanceof CommitEpoch m) {
      out.putByte(COMMIT_EPOCH).putVarLong(m.epochView()).putVarLong(m.epoch());
      m.seen().encode(out);
      out.putVarInt(m.commits().size());
      m.commits().forEach(commit -> encodeCommit(commit, out));
    } else if (message instanceof EpochOver m) {
      out.putByte(EPOCH_OVER).putVarLong(m.epochView()).putVarLong(m.order()).putVarLong(m.own());
      m.vector().encode(out);
    } else {
      throw MessageCodec.unencodable(message);
    }
  }

  static void encode(OfEpochView message, ByteWriter out) {
    if (message instanceof EpochViewBegun m) {
      out.putByte(EPOCH_VIEW_BEGUN).putVarLong(m.epochView()).putBoolean(m.second());
      m.vector().encode(out);
    } else if (message instanceof RanInEpochView m) {
      encodeRan(m, out);
    } else if (message instanceof RunExclusively m) {
      out.putByte(RUN_ALONE).putVarLong(m.attemptId()).putVarInt(m.closedTable());
    } else if (message instanceof Validated m) {
      out.putByte(VALIDATED).putVarLong(m.epochView()).putVarLong(m.transaction());
      out.putVarLong(m.asked()).putBoolean(m.valid()).putVarLong(m.clock());
      out.putVarLong(m.from()).putVarLong(m.until());
    } else if (message instanceof BatchChecked m) {
      out.putByte(BATCH_CHECKED).putVarLong(m.epochView()).putVarLong(m.batch());
      out.putVarInt(m.conflicts().size());
      for (Conflict each : m.conflicts()) {
        out.putVarLong(each.transaction());
        out.putBoolean(each.raw()).putBoolean(each.war()).putBoolean(each.waw());
      }
    } else if (message instanceof Locked m) {
      out.putByte(LOCKED).putVarLong(m.epochView()).putVarLong(m.transaction());
    } else if (message instanceof Fenced m) {
      out.putByte(FENCED).putVarLong(m.epochView()).putVarLong(m.time());
    } else if (message instanceof EpochCommitted m) {
      out.putByte(EPOCH_COMMITTED)
          .putVarLong(m.epochView())
          .putVarLong(m.epoch())
          .putVarInt(m.commits());
      m.vector().encode(out);
    } else {
      throw MessageCodec.unencodable(message);
    }
  }

  static Message decode(int kind, ByteReader in) {
    return switch (kind) {
      case BEGIN_EPOCH_VIEW ->
          new BeginEpochView(
              in.getVarLong(),
              in.getVarInt(),
              SiteMessageCodec.decodeSites(in),
              decodeShare(in),
              new EpochViewRules(decodeApart(in), in.getBoolean()),
              decodeClosed(in),
              in.getBoolean(),
              VersionVector.decode(in));
      case CLOSE_EPOCH_VIEW -> new CloseEpochView(in.getVarLong());
      case RUN_IN_EPOCH_VIEW ->
          new RunInEpochView(in.getVarLong(), RouterToSiteCodec.decodeExecute(in));
      case VALIDATE ->
          new Validate(
              in.getVarLong(),
              in.getVarLong(),
              KeySetCodec.decodeNullable(in),
              decodeNumbers(in),
              in.getVarLong());
      case FENCE -> new Fence(in.getVarLong(), in.getVarLong(), in.getBoolean());
      case INSTALL ->
          new Install(
              in.getVarLong(), in.getVarLong(), in.getVarLong(), in.getVarLong(), decodeRows(in));
      case RESERVE -> new Reserve(in.getVarLong(), in.getVarLong(), KeySetCodec.decodeNullable(in));
      case CHECK_BATCH -> new CheckBatch(in.getVarLong(), in.getVarLong(), decodeNumbers(in));
      case INSTALL_BATCH -> new InstallBatch(in.getVarLong(), decodeDecided(in));
      case BATCH_CHECKED -> new BatchChecked(in.getVarLong(), in.getVarLong(), decodeConflicts(in));
      case LOCK_IN_ORDER ->
          new LockInOrder(
              in.getVarLong(),
              in.getVarLong(),
              in.getVarInt(),
              in.getBoolean(),
              KeySetCodec.decodeNullable(in),
              KeySetCodec.decodeRanges(in));
      case ALL_LOCKED -> new AllLocked(in.getVarLong(), in.getVarLong());
      case LOCKED -> new Locked(in.getVarLong(), in.getVarLong());
      case FORGET -> new AbortInEpoch(in.getVarLong(), in.getVarLong());
      case COMMIT_EPOCH ->
          new CommitEpoch(
              in.getVarLong(), in.getVarLong(), VersionVector.decode(in), decodeCommits(in));
      case EPOCH_OVER ->
          new EpochOver(
              in.getVarLong(), in.getVarLong(), in.getVarLong(), VersionVector.decode(in));
      case EPOCH_VIEW_BEGUN ->
          new EpochViewBegun(in.getVarLong(), in.getBoolean(), VersionVector.decode(in));
      case RAN_IN_EPOCH_VIEW -> decodeRan(in);
      case RUN_ALONE -> new RunExclusively(in.getVarLong(), in.getVarInt());
      case VALIDATED ->
          new Validated(
              in.getVarLong(),
              in.getVarLong(),
              in.getVarLong(),
              in.getBoolean(),
              in.getVarLong(),
              in.getVarLong(),
              in.getVarLong());
      case FENCED -> new Fenced(in.getVarLong(), in.getVarLong());
      case EPOCH_COMMITTED ->
          new EpochCommitted(
              in.getVarLong(), in.getVarLong(), in.getVarInt(), VersionVector.decode(in));
      default -> throw MessageCodec.unknown(kind);
    };
  }

  private static int numberOf(Apart apart) {
    return switch (apart) {
      case PHYSICAL_TIME -> 0;
      case LOGICAL_TIME -> 1;
      case BATCHES -> 2;
      case ORDERED_LOCKS -> 3;
      case BATCHES_WITH_FALLBACK -> 4;
      case NO_WAIT_LOCKS -> 5;
    };
  }

  private static Apart decodeApart(ByteReader in) {
    int number = in.getUnsignedByte();
    return switch (number) {
      case 0 -> Apart.PHYSICAL_TIME;
      case 1 -> Apart.LOGICAL_TIME;
      case 2 -> Apart.BATCHES;
      case 3 -> Apart.ORDERED_LOCKS;
      case 4 -> Apart.BATCHES_WITH_FALLBACK;
      case 5 -> Apart.NO_WAIT_LOCKS;
      default -> throw new CodecException("unknown rules of an epoch view: " + number);
    };
  }

  private static int decodeShare(ByteReader in) {
    int share = in.getUnsignedByte();
    if (share > Primaries.WHOLE_SHARE) {
      throw new CodecException("an epoch coordinator's share of " + share + " tenths");
    }
    return share;
  }

  private static List<Integer> decodeClosed(ByteReader in) {
    List<Integer> tables = RouterToSiteCodec.decodeTables(in);
    if (tables.size() > BeginEpochView.MOST_CLOSED) {
      throw new CodecException(tables.size() + " read-mostly tables");
    }
    return tables;
  }

  private static List<Decided> decodeDecided(ByteReader in) {
    int count = in.getCount(DECIDED_BYTES);
    List<Decided> decided = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      decided.add(new Decided(in.getVarLong(), in.getVarLong(), decodeRows(in)));
    }
    return decided;
  }

  private static List<Conflict> decodeConflicts(ByteReader in) {
    int count = in.getCount(CONFLICT_BYTES);
    List<Conflict> conflicts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      conflicts.add(
          new Conflict(in.getVarLong(), in.getBoolean(), in.getBoolean(), in.getBoolean()));
    }
    return conflicts;
  }

  private static void encodeRan(RanInEpochView m, ByteWriter out) {
    out.putByte(RAN_IN_EPOCH_VIEW).putVarLong(m.attemptId()).putVarLong(m.clock());
    out.putBoolean(m.decided()).putVarLong(m.from()).putVarLong(m.until());
    SiteMessageCodec.encodeSites(m.participants(), out);
    SiteMessageCodec.encodeSites(m.readers(), out);
    KeySetCodec.encodeNullable(m.touched(), out);
    encodeNumbers(m.versions(), out);
    out.putVarLong(m.catalog()).putVarLong(m.existence());
    out.putVarInt(m.errorNumber()).putString(m.message()).putBlob(m.value());
    encodeRows(m.rows(), out);
  }

  private static RanInEpochView decodeRan(ByteReader in) {
    return new RanInEpochView(
        in.getVarLong(),
        in.getVarLong(),
        in.getBoolean(),
        in.getVarLong(),
        in.getVarLong(),
        SiteMessageCodec.decodeSites(in),
        SiteMessageCodec.decodeSites(in),
        KeySetCodec.decodeNullable(in),
        decodeNumbers(in),
        in.getVarLong(),
        in.getVarLong(),
        in.getVarInt(),
        in.getString(),
        in.getBlob(),
        decodeRows(in));
  }

  private static void encodeCommit(EpochViewCommit commit, ByteWriter out) {
    out.putVarLong(commit.session()).putVarLong(commit.sequence());
    out.putVarLong(commit.catalog()).putVarLong(commit.existence()).putBlob(commit.value());
    encodeRows(commit.rows(), out);
  }

  private static List<EpochViewCommit> decodeCommits(ByteReader in) {
    int count = in.getCount(COMMIT_BYTES);
    List<EpochViewCommit> commits = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      commits.add(
          new EpochViewCommit(
              in.getVarLong(),
              in.getVarLong(),
              in.getVarLong(),
              in.getVarLong(),
              in.getBlob(),
              decodeRows(in)));
    }
    return commits;
  }

  static void encodeRows(List<RowImage> rows, ByteWriter out) {
    out.putVarInt(rows.size());
    for (RowImage row : rows) {
      out.putVarInt(row.key().tableId()).putBlob(row.key().bytes());
      out.putBoolean(row.image() != null);
      if (row.image() != null) {
        out.putBlob(row.image());
      }
    }
  }

  static List<RowImage> decodeRows(ByteReader in) {
    int count = in.getCount(ROW_BYTES);
    List<RowImage> rows = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      RowKey key = new RowKey(in.getVarInt(), in.getBlob());
      rows.add(new RowImage(key, in.getBoolean() ? in.getBlob() : null));
    }
    return rows;
  }

  private static void encodeNumbers(List<Long> numbers, ByteWriter out) {
    out.putVarInt(numbers.size());
    numbers.forEach(out::putLong);
  }

  private static List<Long> decodeNumbers(ByteReader in) {
    int count = in.getCount(Long.BYTES);
    List<Long> numbers = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      numbers.add(in.getLong());
    }
    return numbers;
  }
}
