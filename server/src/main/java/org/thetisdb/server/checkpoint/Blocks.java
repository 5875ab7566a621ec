package org.thetisdb.server.checkpoint;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The form of a checkpoint.
 *
 * <pre>
 * checkpoint = magic:long  block  …  block
 * block      = length:int  crc32c:int  body
 * body       = kind:byte  entries
 *
 * header     = 1  id  cluster:string  vector  count:varint  log points
 * rows       = 2  { table:varint  key:blob  stamp:long  position:varlong  row:blob }
 * moves      = 3  { partition:long  from:blob  term:varint  owner:byte }
 * outcomes   = 4  { session:varlong  sequence:varlong  site:byte  position:varlong
 *                   kept:boolean  [value:blob] }
 * trim points = 5  { site:byte  count:varint  offsets:varlong }
 * left       = 7  { site:byte  count:varint  successors:byte }
 * forgotten  = 8  { session:varlong }
 * end        = 6  complete:vector  blocks, rows, moves, outcomes:varlong
 * </pre>
 *
 * <p>A forgotten session stands for all of its epoch up to it.
 *
 * <p>The first block is the header, the last one the end; behind it there is nothing. A block's
 * length is that of its body. Its checksum covers its place in the file, too, so that blocks cannot
 * be exchanged. Entries fill their block to its last byte.
 */
final class Blocks {
  /** "THETISC" and the version of the form. */
  static final long MAGIC = 0x5448_4554_4953_4303L;

  static final int HEADER = 1;
  static final int ROWS = 2;
  static final int MOVES = 3;
  static final int OUTCOMES = 4;
  static final int TRIM_POINTS = 5;
  static final int END = 6;
  static final int LEFT = 7;
  static final int FORGOTTEN = 8;

  /** Length and checksum. */
  static final int FRAME_BYTES = 8;

  /** A block is written when it has grown to this. */
  static final int USUAL_BYTES = 256 << 10;

  /** A block holds at least one entry, so a block may be as long as the longest row. */
  static final int MAX_BYTES = 1 << 30;

  private Blocks() {}

  /** The checksum of block number {@code place}, so that no damaged one is served (hazard 14). */
  static int checksum(long place, byte[] bytes, int offset, int length) {
    CRC32C crc = new CRC32C();
    crc.update(ByteBuffer.allocate(Long.BYTES).putLong(0, place));
    crc.update(bytes, offset, length);
    return (int) crc.getValue();
  }
}
