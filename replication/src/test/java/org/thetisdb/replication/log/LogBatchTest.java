package org.thetisdb.replication.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.replication.log.LogBatchReader.Kind;

/** What is written to a log is what is read from it; what is damaged is refused. */
final class LogBatchTest {
  private static final long PARTITION = PartitionId.of(20, -3);

  @Test
  void aBatchKeepsItsRecords() {
    LogBatchReader in = new LogBatchReader(sample());
    assertThat(in.site()).isEqualTo(2);
    assertThat(in.incarnation()).isEqualTo(5);
    assertThat(in.next()).isTrue();
    assertThat(in.kind()).isEqualTo(Kind.COMMIT);
    assertThat(in.position()).isEqualTo(100);
    assertThat(in.session()).isEqualTo(77);
    assertThat(in.sequence()).isEqualTo(3);
    List<String> writes = new ArrayList<>();
    in.forEachWrite(
        (key, row, offset, length) ->
            writes.add(
                key
                    + "="
                    + (row == null
                        ? "deleted"
                        : Arrays.toString(Arrays.copyOfRange(row, offset, offset + length)))));
    assertThat(writes).containsExactly("20:01=[9, 8]", "20:02=deleted");
    assertThat(in.next()).isTrue();
    assertThat(in.kind()).isEqualTo(Kind.RELEASE);
    assertThat(in.position()).isEqualTo(101);
    assertThat(in.partition()).isEqualTo(PARTITION);
    assertThat(in.term()).isEqualTo(4);
    assertThat(in.grantee()).isEqualTo(3);
    assertThat(in.granteeIncarnation()).isEqualTo(6);
    assertThat(in.dependencies()).isEqualTo(VersionVector.of(10, 0, 4));
    assertThat(in.next()).isTrue();
    assertThat(in.kind()).isEqualTo(Kind.GRANT);
    assertThat(in.dependencies()).isEqualTo(VersionVector.of(11, 0, 4));
    assertThat(in.next()).as("a release that ships rows").isTrue();
    assertThat(in.next()).isFalse();
  }

  @Test
  void trimPointsAreKept() {
    LogBatchWriter writer = new LogBatchWriter(2, 5);
    writer.begin(9);
    writer.trimPoints(VersionVector.of(3), new long[] {0, 1L << 40});
    LogBatchReader in = new LogBatchReader(writer.finish());
    assertThat(in.next()).isTrue();
    assertThat(in.kind()).isEqualTo(Kind.TRIM_POINTS);
    assertThat(in.trimPoints()).containsExactly(0, 1L << 40);
    assertThat(in.next()).isFalse();
  }

  @Test
  void aDeltaNamesTheVersionBeforeIt() {
    LogBatchReader in = new LogBatchReader(oneDelta(77));
    assertThat(in.next()).isTrue();
    List<String> deltas = new ArrayList<>();
    in.forEachWrite(
        new LogBatchReader.WriteVisitor() {
          @Override
          public void onWrite(RowKey key, byte[] row, int offset, int length) {
            throw new AssertionError("a whole row");
          }

          @Override
          public void onDelta(RowKey key, long base, byte[] delta, int offset, int length) {
            deltas.add(
                key
                    + "@"
                    + base
                    + Arrays.toString(Arrays.copyOfRange(delta, offset, offset + length)));
          }
        });
    assertThat(deltas).containsExactly("20:01@77[4, 1, 1]");
    assertThat(in.next()).isFalse();
  }

  @Test
  void aDeltaIsRefusedWithoutAVersionBefore() {
    LogBatchReader.WriteVisitor takesWholeRows = (key, row, offset, length) -> {};
    assertThatThrownBy(() -> visit(oneDelta(77), takesWholeRows))
        .isInstanceOf(CodecException.class);
    assertThatThrownBy(() -> visit(oneDelta(0), LogBatchReader.WriteVisitor.NONE))
        .isInstanceOf(CodecException.class);
  }

  private static void visit(byte[] entry, LogBatchReader.WriteVisitor visitor) {
    LogBatchReader in = new LogBatchReader(entry);
    in.next();
    in.forEachWrite(visitor);
  }

  private static byte[] oneDelta(long base) {
    LogBatchWriter writer = new LogBatchWriter(2, 5);
    writer.begin(9);
    writer.commit(VersionVector.of(3), 4, 5, 6, null, 1);
    writer.delta(new RowKey(20, new byte[] {1}), base, new byte[] {4, 1, 1, 9}, 3);
    return writer.finish();
  }

  @Test
  void writesThatNobodyAskedForAreSkipped() {
    LogBatchReader in = new LogBatchReader(sample());
    assertThat(in.next()).isTrue();
    assertThat(in.next()).isTrue();
    assertThat(in.kind()).isEqualTo(Kind.RELEASE);
  }

  @Test
  void aFenceIsAnEntryOfItsOwn() {
    LogBatchReader in = new LogBatchReader(new LogBatchWriter(4, 9).fence());
    assertThat(in.isFence()).isTrue();
    assertThat(in.incarnation()).isEqualTo(9);
  }

  @Test
  void everyDamagedByteIsNoticed() {
    byte[] entry = sample();
    for (int i = 0; i < entry.length; i++) {
      byte[] damaged = entry.clone();
      damaged[i] ^= 0x40;
      assertThatThrownBy(() -> new LogBatchReader(damaged)).isInstanceOf(CodecException.class);
    }
  }

  @Test
  void randomBytesWithARightChecksumDoNoHarm() {
    SplittableRandom random = new SplittableRandom(7);
    byte[] good = sample();
    for (int i = 0; i < 20_000; i++) {
      byte[] entry = good.clone();
      for (int flips = random.nextInt(1, 4); flips > 0; flips--) {
        entry[random.nextInt(4, entry.length)] = (byte) random.nextInt();
      }
      byte[] cut = Arrays.copyOf(entry, random.nextInt(4, entry.length + 1));
      seal(cut);
      readAll(cut);
    }
  }

  private static void readAll(byte[] entry) {
    try {
      LogBatchReader in = new LogBatchReader(entry);
      while (!in.isFence() && in.next()) {
        if (in.kind() == Kind.COMMIT) {
          in.forEachWrite(LogBatchReader.WriteVisitor.NONE);
        } else if (in.kind() == Kind.RELEASE && in.ships()) {
          in.forEachShipped((key, stamp, position, row, offset, length) -> {});
        }
      }
    } catch (CodecException expected) {
      assertThat(expected).hasMessageMatching("(?s).+");
    }
  }

  private static void seal(byte[] entry) {
    CRC32C crc = new CRC32C();
    crc.update(entry, 4, entry.length - 4);
    int value = (int) crc.getValue();
    for (int i = 0; i < 4; i++) {
      entry[i] = (byte) (value >>> (24 - 8 * i));
    }
  }

  private static ShippedRows twoRows() {
    ShippedRows rows = new ShippedRows(2, 1_000);
    rows.add(new byte[] {1}, 77, 7, new byte[] {9, 8, 7}, 3);
    rows.add(new byte[] {2}, 78, 8, new byte[] {6, 5}, 1);
    return rows;
  }

  @Test
  void aReleaseMayBringRowsAndSaysWhetherTheFirstMasterKeepsThem() {
    LogBatchReader in = new LogBatchReader(sample());
    in.next();
    in.next();
    assertThat(in.kind()).isEqualTo(Kind.RELEASE);
    assertThat(in.ships()).isFalse();
    assertThat(in.firstMasterHolds()).isTrue();
    in.next();
    in.next();
    assertThat(in.grantee()).isEqualTo(1);
    assertThat(in.ships()).isTrue();
    assertThat(in.firstMasterHolds()).isFalse();
    List<String> rows = new ArrayList<>();
    in.forEachShipped(
        (key, stamp, position, row, offset, length) ->
            rows.add(key[0] + " " + stamp + " " + position + " " + row[offset] + " " + length));
    assertThat(rows).containsExactly("1 77 7 9 3", "2 78 8 6 1");
    assertThat(in.next()).isFalse();
  }

  @Test
  void whoDoesNotLookAtShippedRowsPassesThem() {
    LogBatchReader in = new LogBatchReader(sample());
    int records = 0;
    while (in.next()) {
      records++;
    }
    assertThat(records).isEqualTo(4);
  }

  @Test
  void shippedRowsHaveABound() {
    ShippedRows few = new ShippedRows(1, 1_000);
    assertThat(few.add(new byte[] {1}, 77, 7, new byte[3], 3)).isTrue();
    assertThat(few.add(new byte[] {2}, 77, 7, new byte[3], 3)).as("rows").isFalse();
    ShippedRows small = new ShippedRows(10, 100);
    assertThat(small.add(new byte[] {1}, 77, 7, new byte[90], 90)).as("bytes").isFalse();
    assertThat(small.lengthBytes()).isZero();
  }

  private static byte[] sample() {
    LogBatchWriter writer = new LogBatchWriter(2, 5);
    writer.begin(100);
    writer.commit(VersionVector.of(10, 0, 4), 1234, 77, 3, new byte[] {1, 2}, 2);
    writer.write(new RowKey(20, new byte[] {1}), new byte[] {9, 8, 7}, 2);
    writer.delete(new RowKey(20, new byte[] {2}));
    writer.release(VersionVector.of(10, 0, 4), PARTITION, 4, 3, 6);
    writer.grant(VersionVector.of(11, 0, 4), PARTITION, 4);
    writer.release(VersionVector.of(11, 0, 4), PARTITION, 5, 1, 6, false, twoRows());
    return writer.finish();
  }
}
