package org.thetisdb.simulation.fuzz;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Makes lengths and checksums fit what stands behind them. */
final class Repairs {
  private Repairs() {}

  /** The length field of a frame. */
  static byte[] frame(byte[] bytes) {
    if (bytes.length >= Integer.BYTES) {
      ByteBuffer.wrap(bytes).putInt(0, bytes.length - Integer.BYTES);
    }
    return bytes;
  }

  /** The checksum of a log entry. */
  static byte[] logEntry(byte[] bytes) {
    if (bytes.length >= Integer.BYTES) {
      CRC32C crc = new CRC32C();
      crc.update(bytes, Integer.BYTES, bytes.length - Integer.BYTES);
      ByteBuffer.wrap(bytes).putInt(0, (int) crc.getValue());
    }
    return bytes;
  }

  /** The checksums of a checkpoint's blocks, as far as their lengths lead to blocks. */
  static byte[] checkpoint(byte[] bytes) {
    ByteBuffer all = ByteBuffer.wrap(bytes);
    int at = CheckpointBytes.MAGIC_BYTES;
    for (long place = 0; at + CheckpointBytes.FRAME_BYTES <= bytes.length; place++) {
      int length = all.getInt(at);
      int body = at + CheckpointBytes.FRAME_BYTES;
      if (length <= 0 || length > bytes.length - body) {
        break;
      }
      CRC32C crc = new CRC32C();
      crc.update(ByteBuffer.allocate(Long.BYTES).putLong(0, place));
      crc.update(bytes, body, length);
      all.putInt(at + Integer.BYTES, (int) crc.getValue());
      at = body + length;
    }
    return bytes;
  }
}
