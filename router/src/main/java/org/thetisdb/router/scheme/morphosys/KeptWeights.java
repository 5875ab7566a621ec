package org.thetisdb.router.scheme.morphosys;

import java.util.Arrays;
import java.util.List;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;

/**
 * Weights of cost functions that outlive the router which has learned them: a version, and for each
 * function its name and its weights.
 *
 * <p>Not thread-safe.
 */
final class KeptWeights {
  /** What was learned from fewer calls is not worth a row. */
  static final int LEAST_OBSERVATIONS = 50;

  private static final int VERSION = 1;

  /** A weight that has changed by less of itself says about the same. */
  private static final double ABOUT_THE_SAME = 0.1;

  /** Microseconds by which a weight may change in any case. */
  private static final double LEAST_CHANGE = 1;

  /** Functions, and weights of each, that are read at most. */
  private static final int MOST = 64;

  private final String[] names;
  private final double[][] weights;

  private KeptWeights(String[] names, double[][] weights) {
    this.names = names;
    this.weights = weights;
  }

  /** Those of now. */
  static KeptWeights of(List<LinearCost> costs) {
    return new KeptWeights(
        costs.stream().map(LinearCost::name).toArray(String[]::new),
        costs.stream().map(LinearCost::weights).toArray(double[][]::new));
  }

  /** Whether those of now say something else. */
  boolean haveChanged(List<LinearCost> costs) {
    for (int i = 0; i < weights.length; i++) {
      double[] now = costs.get(i).weights();
      for (int j = 0; j < now.length; j++) {
        double most = Math.max(LEAST_CHANGE, ABOUT_THE_SAME * weights[i][j]);
        if (Math.abs(now[j] - weights[i][j]) > most) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether they can be those of these functions. */
  boolean fit(List<LinearCost> costs) {
    boolean fit = costs.size() == weights.length;
    for (int i = 0; fit && i < weights.length; i++) {
      fit = costs.get(i).name().equals(names[i]) && costs.get(i).fits(weights[i]);
    }
    return fit;
  }

  /** The functions go on with them. */
  void giveTo(List<LinearCost> costs) {
    for (int i = 0; i < weights.length; i++) {
      costs.get(i).take(weights[i]);
    }
  }

  /** For a row. */
  byte[] toByteArray() {
    ByteWriter out = new ByteWriter();
    out.putByte(VERSION).putVarInt(names.length);
    for (int i = 0; i < names.length; i++) {
      out.putString(names[i]).putVarInt(weights[i].length);
      Arrays.stream(weights[i]).forEach(out::putDouble);
    }
    return out.toByteArray();
  }

  /** Reads what a row has; null if that is damaged, or of another version. */
  static KeptWeights decode(byte[] learned) {
    try {
      ByteReader in = new ByteReader(learned);
      if (in.getByte() != VERSION) {
        return null;
      }
      String[] names = new String[bounded(in.getCount(2))];
      double[][] weights = new double[names.length][];
      for (int i = 0; i < names.length; i++) {
        names[i] = in.getString();
        weights[i] = new double[bounded(in.getCount(Double.BYTES))];
        for (int j = 0; j < weights[i].length; j++) {
          weights[i][j] = in.getDouble();
        }
      }
      in.expectEnd();
      return new KeptWeights(names, weights);
    } catch (CodecException damaged) {
      return null;
    }
  }

  private static int bounded(int count) {
    if (count > MOST) {
      throw new CodecException(count + " are more than " + MOST);
    }
    return count;
  }
}
