package org.thetisdb.server.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.replication.refresh.LogPoint;
import org.thetisdb.server.commit.OutcomeTable.Outcome;
import org.thetisdb.store.RowVersion;

/** What is written is read, and nothing else passes for it. */
final class CheckpointFormatTest {
  private static final CheckpointId ID = new CheckpointId(2, 3, 4);
  private static final CheckpointHeader HEADER =
      new CheckpointHeader(
          ID,
          "scenarios",
          VersionVector.of(7, 300),
          List.of(new LogPoint(5, 1, 6), new LogPoint(40, 3, 299)));

  private final MemoryCheckpoints store = new MemoryCheckpoints();
  private final Listing listing = new Listing();

  @Test
  void whatIsWrittenIsRead() {
    writeSmall();
    read();
    assertThat(listing.lines)
        .containsExactly(
            HEADER.toString(),
            "row 16:01 at 7 of 1: [1, 2, 3]",
            "row 17:02 at 300 of 2: []",
            "partition 99 from [7] in term 4 at 2",
            "session -5: 8 at 300 of 2, [9]",
            "session 6: 9 at 300 of 2, null",
            "trim points of 1: [3, 4]",
            "session -4 and those before are forgotten",
            "complete at [8, 301]");
  }

  @Test
  void rowsFillManyBlocksAndALongOneHasItsOwn() {
    try (CheckpointWriter writer = CheckpointWriter.begin(store.create(ID), HEADER)) {
      for (int i = 0; i < 1_000; i++) {
        writer.row(key(16, i), version(7, 1, new byte[i == 500 ? 3_000_000 : 1_000]));
      }
      writer.publish(VersionVector.of(8, 301));
      assertThat(writer.rows()).isEqualTo(1_000);
      assertThat(writer.bytes()).isEqualTo(store.bytes(ID).length);
    }
    read();
    assertThat(listing.lines).hasSize(1_002);
  }

  @Test
  void anyFlippedBitIsNoticed() {
    writeSmall();
    byte[] good = store.bytes(ID);
    for (int at = 0; at < good.length; at++) {
      for (int bit = 0; bit < Byte.SIZE; bit++) {
        byte[] damaged = good.clone();
        damaged[at] ^= (byte) (1 << bit);
        assertDamaged(damaged);
      }
    }
  }

  @Test
  void whatIsCutOffAnywhereIsNoticedAndSoIsWhatFollowsTheEnd() {
    writeSmall();
    byte[] good = store.bytes(ID);
    for (int length = 0; length < good.length; length++) {
      assertDamaged(Arrays.copyOf(good, length));
    }
    assertDamaged(Arrays.copyOf(good, good.length + 1));
  }

  @Test
  void exchangedRepeatedAndMissingBlocksAreNoticed() {
    writeSmall();
    byte[] good = store.bytes(ID);
    List<byte[]> blocks = blocks(good);
    for (int i = 0; i < blocks.size(); i++) {
      for (int j = 0; j < blocks.size(); j++) {
        List<byte[]> exchanged = new ArrayList<>(blocks);
        exchanged.set(i, blocks.get(j));
        if (i != j) {
          assertDamaged(join(good, exchanged));
        }
      }
      List<byte[]> missing = new ArrayList<>(blocks);
      missing.remove(i);
      assertDamaged(join(good, missing));
    }
  }

  @Test
  void aCheckpointUnderAnotherNameIsRefused() {
    writeSmall();
    CheckpointId other = new CheckpointId(2, 3, 5);
    store.replace(other, store.bytes(ID));
    try (CheckpointReader reader = new CheckpointReader(store, other, CheckpointVisitor.NONE)) {
      assertThatThrownBy(reader::step).hasMessageContaining("it says that it is " + ID);
    }
  }

  @Test
  void aCheckpointThatWouldReadLogsOnBehindItsRowsIsRefused() {
    CheckpointHeader wrong =
        new CheckpointHeader(ID, "scenarios", VersionVector.of(7), List.of(new LogPoint(5, 1, 8)));
    try (CheckpointWriter writer = CheckpointWriter.begin(store.create(ID), wrong)) {
      writer.publish(VersionVector.of(7));
    }
    assertDamaged(store.bytes(ID));
  }

  private void writeSmall() {
    try (CheckpointWriter writer = CheckpointWriter.begin(store.create(ID), HEADER)) {
      writer.row(key(16, 1), version(7, 1, new byte[] {1, 2, 3}));
      writer.row(key(17, 2), version(300, 2, new byte[0]));
      writer.moved(99, new byte[] {7}, 4, 2);
      writer.outcome(-5, new Outcome(8, 2, 300, new byte[] {9}));
      writer.outcome(6, new Outcome(9, 2, 300, null));
      writer.trimPoints(1, new long[] {3, 4});
      writer.forgotten(-4);
      writer.publish(VersionVector.of(8, 301));
    }
  }

  private void read() {
    try (CheckpointReader reader = new CheckpointReader(store, ID, listing)) {
      while (reader.step()) {
        assertThat(listing.lines).isNotEmpty();
      }
      assertThat(reader.isComplete()).isTrue();
    }
  }

  private void assertDamaged(byte[] bytes) {
    store.replace(ID, bytes);
    try (CheckpointReader reader = new CheckpointReader(store, ID, CheckpointVisitor.NONE)) {
      assertThatThrownBy(
              () -> {
                while (reader.step()) {
                  assertThat(reader.isComplete()).isFalse();
                }
              })
          .isInstanceOfSatisfying(
              ThetisException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.CHECKPOINT_DAMAGED));
    }
  }

  private static List<byte[]> blocks(byte[] checkpoint) {
    List<byte[]> blocks = new ArrayList<>();
    for (int at = Long.BYTES; at < checkpoint.length; ) {
      int length = ByteBuffer.wrap(checkpoint).getInt(at) + Blocks.FRAME_BYTES;
      blocks.add(Arrays.copyOfRange(checkpoint, at, at + length));
      at += length;
    }
    return blocks;
  }

  private static byte[] join(byte[] checkpoint, List<byte[]> blocks) {
    int length = Long.BYTES + blocks.stream().mapToInt(block -> block.length).sum();
    ByteBuffer joined = ByteBuffer.allocate(length).put(checkpoint, 0, Long.BYTES);
    blocks.forEach(joined::put);
    return joined.array();
  }

  private static RowKey key(int table, int number) {
    return new RowKey(table, new byte[] {(byte) number});
  }

  private static RowVersion version(long position, int site, byte[] row) {
    RowVersion version = new RowVersion();
    byte[] into = version.prepare(Stamp.dense(position, site), position, false, row.length);
    System.arraycopy(row, 0, into, 0, row.length);
    return version;
  }

  /** Writes down what it hears. */
  private static final class Listing implements CheckpointVisitor {
    private final List<String> lines = new ArrayList<>();

    @Override
    public void header(CheckpointHeader header) {
      lines.add(header.toString());
    }

    @Override
    public void row(RowKey key, long stamp, long position, byte[] row, int offset, int length) {
      byte[] bytes = Arrays.copyOfRange(row, offset, offset + length);
      String text = length > 10 ? "long" : Arrays.toString(bytes);
      lines.add("row %s at %d of %d: %s".formatted(key, position, Stamp.site(stamp), text));
    }

    @Override
    public void moved(long partition, byte[] from, int term, int owner) {
      lines.add(
          "partition %d from %s in term %d at %d"
              .formatted(partition, Arrays.toString(from), term, owner));
    }

    @Override
    public void outcome(long session, Outcome outcome) {
      lines.add(
          "session %d: %d at %d of %d, %s"
              .formatted(
                  session,
                  outcome.sequence(),
                  outcome.position(),
                  outcome.site(),
                  Arrays.toString(outcome.value())));
    }

    @Override
    public void trimPoints(int site, long[] offsets) {
      lines.add("trim points of %d: %s".formatted(site, Arrays.toString(offsets)));
    }

    @Override
    public void forgotten(long session) {
      lines.add("session " + session + " and those before are forgotten");
    }

    @Override
    public void end(VersionVector complete) {
      lines.add("complete at " + complete);
    }
  }
}
