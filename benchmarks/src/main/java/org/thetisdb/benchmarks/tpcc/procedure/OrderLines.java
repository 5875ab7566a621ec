package org.thetisdb.benchmarks.tpcc.procedure;

import java.util.List;

/** The lines of an order as they come in a call: three numbers each. */
record OrderLines(List<?> numbers) {
  private static final int EACH = 3;

  int count() {
    return numbers.size() / EACH;
  }

  int item(int line) {
    return number(EACH * line);
  }

  int supplier(int line) {
    return number(EACH * line + 1);
  }

  int quantity(int line) {
    return number(EACH * line + 2);
  }

  private int number(int place) {
    return (Integer) numbers.get(place);
  }

  /** Whether one warehouse supplies all of it. */
  boolean isFrom(int warehouse) {
    for (int line = 0; line < count(); line++) {
      if (supplier(line) != warehouse) {
        return false;
      }
    }
    return true;
  }

  /** The next line behind this one that is about another item or of another supplier. */
  int endOfItem(int line) {
    int end = line + 1;
    while (end < count() && item(end) == item(line) && supplier(end) == supplier(line)) {
      end++;
    }
    return end;
  }
}
