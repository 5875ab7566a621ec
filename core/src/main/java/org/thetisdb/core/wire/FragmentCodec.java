package org.thetisdb.core.wire;

import static org.thetisdb.core.wire.MessageKinds.ABORTED;
import static org.thetisdb.core.wire.MessageKinds.COMMIT_VOTES;
import static org.thetisdb.core.wire.MessageKinds.HOLD_PLACE;
import static org.thetisdb.core.wire.MessageKinds.VOTED;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.wire.RouterToSite.Aborted;
import org.thetisdb.core.wire.RouterToSite.CommitVotes;
import org.thetisdb.core.wire.RouterToSite.HoldPlace;
import org.thetisdb.core.wire.RouterToSite.PartResult;
import org.thetisdb.core.wire.RouterToSite.Versions;
import org.thetisdb.core.wire.SiteToRouter.Voted;

/** Encodes the messages of calls whose masters run fragments of them. Stateless. */
final class FragmentCodec {
  private FragmentCodec() {}

  static void encode(CommitVotes m, ByteWriter out) {
    out.putByte(COMMIT_VOTES).putVarLong(m.transaction());
    out.putVarInt(m.parts()).putBlob(m.ran());
    EpochCodec.encodeRows(m.rows(), out);
    out.putVarInt(m.prepared());
    encodeVersions(m.versions(), out);
    out.putBlob(m.value());
    encodeResults(m.results(), out);
    RouterToSiteCodec.encodeCall(m.call(), out);
  }

  static CommitVotes decodeCommit(ByteReader in) {
    return new CommitVotes(
        in.getVarLong(),
        in.getVarInt(),
        in.getBlob(),
        EpochCodec.decodeRows(in),
        in.getVarInt(),
        decodeVersions(in),
        in.getBlob(),
        decodeResults(in),
        RouterToSiteCodec.decodeExecute(in));
  }

  static void encode(Voted m, ByteWriter out) {
    out.putByte(VOTED).putVarLong(m.attemptId());
    m.vector().encode(out);
    out.putVarInt(m.parts()).putBlob(m.ran()).putBoolean(m.hasPrepared());
    encodeVersions(m.versions(), out);
    encodeTransactions(m.below(), out);
    EpochCodec.encodeRows(m.rows(), out);
    out.putBlob(m.value());
    encodeResults(m.results(), out);
  }

  static void encode(HoldPlace m, ByteWriter out) {
    out.putByte(HOLD_PLACE).putVarLong(m.transaction());
    KeySetCodec.encodeNullable(m.keys(), out);
  }

  static void encode(Aborted m, ByteWriter out) {
    out.putByte(ABORTED).putVarLong(m.transaction());
    encodeTransactions(m.doomed(), out);
  }

  static Aborted decodeAborted(ByteReader in) {
    return new Aborted(in.getVarLong(), decodeTransactions(in));
  }

  static void encodeTransactions(List<Long> transactions, ByteWriter out) {
    out.putVarInt(transactions.size());
    transactions.forEach(out::putVarLong);
  }

  static List<Long> decodeTransactions(ByteReader in) {
    int count = in.getCount(1);
    List<Long> transactions = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      transactions.add(in.getVarLong());
    }
    return transactions;
  }

  static HoldPlace decodePlace(ByteReader in) {
    return new HoldPlace(in.getVarLong(), KeySetCodec.decodeNullable(in));
  }

  static Voted decodeVoted(ByteReader in) {
    return new Voted(
        in.getVarLong(),
        VersionVector.decode(in),
        in.getVarInt(),
        in.getBlob(),
        in.getBoolean(),
        decodeVersions(in),
        decodeTransactions(in),
        EpochCodec.decodeRows(in),
        in.getBlob(),
        decodeResults(in));
  }

  private static void encodeResults(List<PartResult> results, ByteWriter out) {
    out.putVarInt(results.size());
    results.forEach(each -> out.putVarInt(each.part()).putBlob(each.value()));
  }

  private static List<PartResult> decodeResults(ByteReader in) {
    int count = in.getCount(2);
    List<PartResult> results = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      results.add(new PartResult(in.getVarInt(), in.getBlob()));
    }
    return results;
  }

  private static void encodeVersions(Versions versions, ByteWriter out) {
    out.putVarLong(versions.catalog()).putVarLong(versions.existence());
    out.putVarLong(versions.tables());
  }

  private static Versions decodeVersions(ByteReader in) {
    return new Versions(in.getVarLong(), in.getVarLong(), in.getVarLong());
  }
}
