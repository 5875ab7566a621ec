package org.thetisdb.simulation.fuzz;

import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.server.checkpoint.CheckpointId;

/** A small checkpoint with every kind of block, written from the description of its form. */
final class CheckpointBytes {
  static final CheckpointId ID = new CheckpointId(1, 2, 3);
  static final int MAGIC_BYTES = 8;
  static final int FRAME_BYTES = 8;
  private static final long MAGIC = 0x5448_4554_4953_4303L;

  private CheckpointBytes() {}

  static byte[] sample() {
    VersionVector vector = VersionVector.of(5, 9);
    ByteWriter header =
        new ByteWriter().putByte(1).putUnsignedByte(1).putVarInt(2).putVarInt(3).putString("fuzz");
    vector.encode(header);
    header.putVarInt(2).putVarLong(4).putVarInt(2).putVarLong(5);
    header.putVarLong(3).putVarInt(1).putVarLong(8);
    ByteWriter rows =
        new ByteWriter().putByte(2).putVarInt(16).putBlob(new byte[] {0, 1}).putLong(stamp());
    rows.putVarLong(5).putBlob(new byte[12]);
    ByteWriter moves =
        new ByteWriter().putByte(3).putLong(PartitionId.of(16, 0)).putBlob(new byte[0]);
    moves.putVarInt(4).putByte(2);
    ByteWriter outcomes =
        new ByteWriter().putByte(4).putVarLong(77).putVarLong(3).putByte(1).putVarLong(5);
    outcomes.putBoolean(true).putBlob(new byte[] {1, 2});
    ByteWriter trims = new ByteWriter().putByte(5).putByte(1).putVarInt(2).putVarLong(3);
    trims.putVarLong(4);
    ByteWriter forgotten = new ByteWriter().putByte(8).putVarLong(76);
    ByteWriter end = new ByteWriter().putByte(6);
    vector.encode(end);
    end.putVarLong(6).putVarLong(1).putVarLong(1).putVarLong(1);
    ByteWriter all = new ByteWriter().putLong(MAGIC);
    for (ByteWriter block :
        new ByteWriter[] {header, rows, moves, outcomes, trims, forgotten, end}) {
      all.putInt(block.length()).putInt(0).putBytes(block.toByteArray());
    }
    return Repairs.checkpoint(all.toByteArray());
  }

  private static long stamp() {
    return Stamp.dense(5, 1);
  }
}
