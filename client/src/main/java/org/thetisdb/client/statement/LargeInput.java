package org.thetisdb.client.statement;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.zip.CRC32C;
import org.thetisdb.client.CallException;
import org.thetisdb.core.value.LargeValue;

/** The bytes of a large value, of which one piece is here. For one thread. */
final class LargeInput extends InputStream {
  private final LargeValues source;
  private final LargeValue value;
  private final CRC32C crc = new CRC32C();
  private byte[] piece;
  private int number = -1;
  private int position;

  /** The piece that the check goes on with: bytes that were passed over cannot be checked. */
  private int nextChecked;

  LargeInput(LargeValues source, LargeValue value) {
    this.source = source;
    this.value = value;
  }

  /** Has the piece of the position here; false at the end. */
  private boolean isMore() throws IOException {
    int wanted = position / LargeValue.PIECE_BYTES;
    if (position < value.bytes() && wanted != number) {
      try {
        piece = source.piece(value, wanted);
      } catch (CallException e) {
        throw new IOException(e.describe(), e);
      }
      number = wanted;
      check();
    }
    return position < value.bytes();
  }

  private void check() throws IOException {
    if (number != nextChecked) {
      return;
    }
    crc.update(piece, 0, piece.length);
    nextChecked++;
    if (nextChecked == value.pieces() && (int) crc.getValue() != value.crc()) {
      throw new IOException("The value of " + value.bytes() + " bytes is not what was stored.");
    }
  }

  @Override
  public int read() throws IOException {
    return isMore() ? piece[position++ % LargeValue.PIECE_BYTES] & 0xff : -1;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, target.length);
    if (length == 0) {
      return 0;
    }
    if (!isMore()) {
      return -1;
    }
    int from = position % LargeValue.PIECE_BYTES;
    int count = Math.min(length, piece.length - from);
    System.arraycopy(piece, from, target, offset, count);
    position += count;
    return count;
  }

  @Override
  public int available() {
    int held = position / LargeValue.PIECE_BYTES == number ? piece.length : 0;
    return Math.max(0, held - position % LargeValue.PIECE_BYTES);
  }

  /** Pieces that are passed over are not fetched. */
  @Override
  public long skip(long count) {
    int skipped = (int) Math.min(Math.max(0, count), value.bytes() - position);
    position += skipped;
    return skipped;
  }
}
