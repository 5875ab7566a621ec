package org.thetisdb.sql.growth;

import org.thetisdb.sql.context.Calculation;
import org.thetisdb.sql.memory.HeldBytes;
import org.thetisdb.sql.memory.StatementMemory;
import org.thetisdb.sql.pattern.TextSearch;

/**
 * How long the result of a function may be, as far as its operands tell. Generated code asks before
 * it calls the function. Stateless.
 */
public enum Growth {
  /** As long as all operands together. */
  SUM {
    @Override
    long bytes(Object[] operands) {
      long sum = 0;
      for (Object operand : operands) {
        sum += HeldBytes.lengthOf(operand);
      }
      return sum;
    }
  },

  /** As long as the first operand, so many times as the second one says. */
  TIMES {
    @Override
    long bytes(Object[] operands) {
      long times = operands[1] instanceof Number number ? Math.max(0, number.longValue()) : 0;
      return product(HeldBytes.lengthOf(operands[0]), times);
    }
  },

  /** The first operand with the third one in each place of the second one. */
  REPLACED {
    @Override
    long bytes(Object[] operands) {
      if (!(operands[0] instanceof String text && operands[1] instanceof String search)
          || search.isEmpty()) {
        return SUM.bytes(operands);
      }
      long more = Math.max(0, HeldBytes.lengthOf(operands[2]) - search.length());
      long bytes = HeldBytes.ofText(text);
      long most = bytes + product(more, text.length() / search.length());
      return most < StatementMemory.SMALL_VALUE_BYTES
          ? most
          : bytes + product(more, more == 0 ? 0 : TextSearch.count(text, search));
    }
  },

  /** As long as a number among the operands says. */
  LENGTH {
    @Override
    long bytes(Object[] operands) {
      long longest = SUM.bytes(operands);
      for (Object operand : operands) {
        longest = Math.max(longest, operand instanceof Number number ? number.longValue() : 0);
      }
      return longest;
    }
  },

  /** All operands as constants of JSON, in which a character may take six. */
  QUOTED {
    @Override
    long bytes(Object[] operands) {
      return product(6, SUM.bytes(operands));
    }
  };

  /** Long values are made by copies and look-ups in tables, which are quicker than other steps. */
  private static final int BYTES_PER_STEP = 8;

  /** About how many bytes the result takes, at most. */
  abstract long bytes(Object[] operands);

  private static long product(long bytes, long times) {
    long product = Math.multiplyHigh(bytes, times) == 0 ? bytes * times : Long.MAX_VALUE;
    return product < 0 ? Long.MAX_VALUE : product;
  }

  /**
   * For generated code: the operand at a place, if the result of a function of all operands may be
   * made. A long one counts as the work that making it is, before that begins: so it is not made on
   * a thread that has others to serve, if the runner of the statement can help it.
   *
   * @param growth how it grows
   * @throws org.thetisdb.core.error.ThetisException if it would be too long
   */
  public static Object required(Growth growth, int place, Object[] operands) {
    long bytes = growth.bytes(operands);
    if (bytes >= StatementMemory.SMALL_VALUE_BYTES) {
      StatementMemory.atHand().requireValue(bytes);
      Calculation.count(bytes / BYTES_PER_STEP);
    }
    return operands[place];
  }
}
