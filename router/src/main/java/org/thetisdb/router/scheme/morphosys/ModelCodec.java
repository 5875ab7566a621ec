package org.thetisdb.router.scheme.morphosys;

import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.scheme.LearnedRecord;
import org.thetisdb.router.routing.Footprint;

/**
 * What was learned, as bytes: what the cost functions weigh, and sampled transactions as many as
 * fit. A checksum stands in front, since a weight that has changed on its way is still a number.
 * Stateless.
 */
final class ModelCodec {
  private static final int FORMAT = 1;
  private static final int CHECKSUM_BYTES = 4;
  private static final int LEAST_COST_BYTES = 4;
  private static final int LEAST_SAMPLE_BYTES = 12;
  private static final int LEAST_KEY_BYTES = 2;

  private ModelCodec() {}

  /**
   * A sampled transaction.
   *
   * @param kind as {@link WorkloadModel#observe} has it
   */
  record Sample(Footprint footprint, long kind) {}

  /**
   * All that was learned.
   *
   * @param copies the ids of copies that plans have made
   */
  record Learned(List<LinearCost.Learned> costs, List<Sample> samples, List<Long> copies) {}

  /** Writes what was learned, with those of the samples that there is room for, the first first. */
  static byte[] encode(Learned learned) {
    ByteWriter out = new ByteWriter(LearnedRecord.MOST_BYTES);
    out.putInt(0).putByte(FORMAT).putVarInt(learned.costs().size());
    learned.costs().forEach(cost -> encode(cost, out));
    out.putVarInt(learned.copies().size());
    learned.copies().forEach(out::putVarLong);
    int countAt = out.length();
    out.putInt(0);
    int count = 0;
    for (Sample sample : learned.samples()) {
      int before = out.length();
      encode(sample, out);
      if (out.length() > LearnedRecord.MOST_BYTES) {
        out.truncate(before);
        break;
      }
      count++;
    }
    out.patchInt(countAt, count);
    out.patchInt(0, checksum(out.array(), out.length()));
    return out.toByteArray();
  }

  private static void encode(LinearCost.Learned cost, ByteWriter out) {
    out.putString(cost.name()).putVarInt(cost.weights().length);
    for (int i = 0; i < cost.weights().length; i++) {
      out.putDouble(cost.weights()[i]).putDouble(cost.scales()[i]);
    }
    out.putDouble(cost.usualError()).putVarLong(cost.observations());
  }

  private static void encode(Sample sample, ByteWriter out) {
    Footprint footprint = sample.footprint();
    out.putLong(sample.kind()).putBoolean(footprint.readsMore());
    encode(footprint.written(), out);
    encode(footprint.read(), out);
    encode(footprint.writtenKeys(), out);
    encode(footprint.readKeys(), out);
  }

  private static void encode(long[] partitions, ByteWriter out) {
    out.putVarInt(partitions.length);
    for (long partition : partitions) {
      out.putLong(partition);
    }
  }

  private static void encode(List<RowKey> keys, ByteWriter out) {
    out.putVarInt(keys.size());
    keys.forEach(key -> out.putVarInt(key.tableId()).putBlob(key.bytes()));
  }

  private static int checksum(byte[] bytes, int length) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, CHECKSUM_BYTES, length - CHECKSUM_BYTES);
    return (int) checksum.getValue();
  }

  /**
   * Reads what was learned.
   *
   * @throws CodecException if it is damaged, or of another release
   */
  static Learned decode(byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    int expected = in.getInt();
    if (expected != checksum(bytes, bytes.length)) {
      throw new CodecException("what was learned before is damaged");
    }
    int format = in.getByte();
    if (format != FORMAT) {
      throw new CodecException("what was learned before has format " + format);
    }
    List<LinearCost.Learned> costs = new ArrayList<>();
    for (int left = in.getCount(LEAST_COST_BYTES); left > 0; left--) {
      costs.add(decodeCost(in));
    }
    List<Long> copies = new ArrayList<>();
    for (int left = in.getCount(1); left > 0; left--) {
      copies.add(in.getVarLong());
    }
    List<Sample> samples = new ArrayList<>();
    int count = in.getInt();
    if (count < 0 || (long) count * LEAST_SAMPLE_BYTES > in.remaining()) {
      throw new CodecException(count + " sampled transactions");
    }
    for (int i = 0; i < count; i++) {
      samples.add(decodeSample(in));
    }
    in.expectEnd();
    return new Learned(costs, samples, copies);
  }

  private static LinearCost.Learned decodeCost(ByteReader in) {
    String name = in.getString();
    int count = in.getCount(2 * Double.BYTES);
    double[] weights = new double[count];
    double[] scales = new double[count];
    for (int i = 0; i < count; i++) {
      weights[i] = in.getDouble();
      scales[i] = in.getDouble();
    }
    return new LinearCost.Learned(name, weights, scales, in.getDouble(), in.getVarLong());
  }

  private static Sample decodeSample(ByteReader in) {
    long kind = in.getLong();
    boolean readsMore = in.getBoolean();
    Footprint footprint = Footprint.of(decodePartitions(in), decodePartitions(in), readsMore);
    return new Sample(footprint.withKeys(decodeKeys(in), decodeKeys(in)), kind);
  }

  private static long[] decodePartitions(ByteReader in) {
    long[] partitions = new long[in.getCount(Long.BYTES)];
    for (int i = 0; i < partitions.length; i++) {
      partitions[i] = in.getLong();
    }
    return partitions;
  }

  private static List<RowKey> decodeKeys(ByteReader in) {
    int count = in.getCount(LEAST_KEY_BYTES);
    List<RowKey> keys = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      keys.add(new RowKey(in.getVarInt(), in.getBlob()));
    }
    return keys;
  }
}
