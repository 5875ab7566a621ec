package org.thetisdb.core.wire;

import static org.thetisdb.core.wire.MessageKinds.COPY_CREDIT;
import static org.thetisdb.core.wire.MessageKinds.COPY_FRAME;
import static org.thetisdb.core.wire.MessageKinds.COPY_REQUEST;
import static org.thetisdb.core.wire.MessageKinds.FOLLOW_CREDIT;
import static org.thetisdb.core.wire.MessageKinds.FOLLOW_LOG;
import static org.thetisdb.core.wire.MessageKinds.LOG_HELD;
import static org.thetisdb.core.wire.MessageKinds.LOG_PART;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.core.wire.SiteToRouter.SiteEntry;
import org.thetisdb.core.wire.SiteToSite.CopyCredit;
import org.thetisdb.core.wire.SiteToSite.CopyFrame;
import org.thetisdb.core.wire.SiteToSite.CopyRequest;
import org.thetisdb.core.wire.SiteToSite.End;
import org.thetisdb.core.wire.SiteToSite.FollowCredit;
import org.thetisdb.core.wire.SiteToSite.FollowLog;
import org.thetisdb.core.wire.SiteToSite.LogHeld;
import org.thetisdb.core.wire.SiteToSite.LogPart;

/**
 * The part of {@link MessageCodec} for messages between sites, kinds 96 to 111, and for what other
 * messages say of sites that come and go. Stateless.
 */
final class SiteMessageCodec {

  /** A site, its standing and a count take a byte each at least. */
  private static final int ENTRY_BYTES = 3;

  private static final End[] ENDS = {End.NOTHING, End.SLICE, End.COPY};

  private SiteMessageCodec() {}

  static void encode(SiteToSite message, ByteWriter out) {
    if (message instanceof CopyRequest m) {
      out.putByte(COPY_REQUEST).putString(m.cluster()).putVarInt(m.site());
      out.putBlob(m.plan()).putVarInt(m.credit());
    } else if (message instanceof CopyFrame m) {
      out.putByte(COPY_FRAME).putVarLong(m.number()).putByte(m.end().number());
      out.putBlob(m.bytes());
    } else if (message instanceof CopyCredit m) {
      out.putByte(COPY_CREDIT).putVarLong(m.appliedFrame());
    } else if (message instanceof FollowLog m) {
      out.putByte(FOLLOW_LOG).putString(m.cluster()).putVarInt(m.follower());
      out.putVarInt(m.origin()).putVarInt(m.incarnation());
    } else if (message instanceof LogPart m) {
      out.putByte(LOG_PART).putVarLong(m.firstOffset()).putVarInt(m.entries().size());
      m.entries().forEach(out::putBlob);
    } else if (message instanceof LogHeld m) {
      out.putByte(LOG_HELD).putVarLong(m.nextOffset());
    } else if (message instanceof FollowCredit m) {
      out.putByte(FOLLOW_CREDIT).putVarLong(m.takenBytes());
    } else {
      throw MessageCodec.unencodable(message);
    }
  }

  static Message decode(int kind, ByteReader in) {
    return switch (kind) {
      case COPY_REQUEST ->
          new CopyRequest(in.getString(), in.getVarInt(), in.getBlob(), in.getVarInt());
      case COPY_FRAME -> decodeFrame(in);
      case COPY_CREDIT -> new CopyCredit(in.getVarLong());
      case FOLLOW_LOG ->
          new FollowLog(in.getString(), in.getVarInt(), in.getVarInt(), in.getVarInt());
      case LOG_PART -> decodePart(in);
      case LOG_HELD -> new LogHeld(in.getVarLong());
      case FOLLOW_CREDIT -> new FollowCredit(in.getVarLong());
      default -> throw MessageCodec.unknown(kind);
    };
  }

  private static CopyFrame decodeFrame(ByteReader in) {
    long number = in.getVarLong();
    int end = in.getUnsignedByte();
    if (end >= ENDS.length) {
      throw new CodecException("a frame of a copy that ends " + end);
    }
    return new CopyFrame(number, ENDS[end], in.getBlob());
  }

  private static LogPart decodePart(ByteReader in) {
    long first = in.getVarLong();
    int count = in.getCount(1); // each has a length at least
    List<byte[]> entries = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      entries.add(in.getBlob());
    }
    return new LogPart(first, entries);
  }

  static void encodeEntries(List<SiteEntry> entries, ByteWriter out) {
    out.putVarInt(entries.size());
    for (SiteEntry entry : entries) {
      out.putUnsignedByte(entry.site()).putByte(entry.standing().number());
      encodeSites(entry.successors(), out);
    }
  }

  static List<SiteEntry> decodeEntries(ByteReader in) {
    int count = in.getCount(ENTRY_BYTES);
    List<SiteEntry> entries = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int site = in.getUnsignedByte();
      SiteStanding standing = SiteStanding.ofNumber(in.getUnsignedByte());
      entries.add(new SiteEntry(site, standing, decodeSites(in)));
    }
    return entries;
  }

  static void encodeSites(List<Integer> sites, ByteWriter out) {
    out.putVarInt(sites.size());
    sites.forEach(out::putUnsignedByte);
  }

  static List<Integer> decodeSites(ByteReader in) {
    int count = in.getCount(1);
    List<Integer> sites = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      sites.add(in.getUnsignedByte());
    }
    return sites;
  }
}
