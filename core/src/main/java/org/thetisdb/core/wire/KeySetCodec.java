package org.thetisdb.core.wire;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet.KeyRange;

/** Encodes key sets. Stateless and thread-safe. */
final class KeySetCodec {
  private KeySetCodec() {}

  static void encodeNullable(KeySet keys, ByteWriter out) {
    out.putBoolean(keys != null);
    if (keys != null) {
      encodeKeys(keys.written(), out);
      encodeKeys(keys.read(), out);
      encodeRanges(keys.ranges(), out);
    }
  }

  static void encodeRanges(List<KeyRange> ranges, ByteWriter out) {
    out.putVarInt(ranges.size());
    for (KeyRange range : ranges) {
      out.putVarInt(range.tableId()).putBlob(range.from()).putBlob(range.to());
    }
  }

  static KeySet decodeNullable(ByteReader in) {
    if (!in.getBoolean()) {
      return null;
    }
    List<RowKey> written = decodeKeys(in);
    List<RowKey> read = decodeKeys(in);
    return new KeySet(written, read, decodeRanges(in));
  }

  static List<KeyRange> decodeRanges(ByteReader in) {
    int count = count(in, 3);
    List<KeyRange> ranges = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      ranges.add(new KeyRange(in.getVarInt(), in.getBlob(), in.getBlob()));
    }
    return ranges;
  }

  private static void encodeKeys(List<RowKey> keys, ByteWriter out) {
    out.putVarInt(keys.size());
    for (RowKey key : keys) {
      out.putVarInt(key.tableId()).putBlob(key.bytes());
    }
  }

  private static List<RowKey> decodeKeys(ByteReader in) {
    int count = count(in, 2);
    List<RowKey> keys = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      keys.add(new RowKey(in.getVarInt(), in.getBlob()));
    }
    return keys;
  }

  private static int count(ByteReader in, int minimumBytesEach) {
    int count = in.getCount(minimumBytesEach);
    if (count > KeySet.MAX_KEYS) {
      throw new CodecException(count + " keys in one set");
    }
    return count;
  }
}
