package org.thetisdb.benchmarks.ycsb;

import java.util.List;
import java.util.stream.Stream;

/** What is done with records, in the order of the weights. */
enum Operation {
  READ(0, "Read"),
  UPDATE(1, "Update"),
  INSERT(2, "Insert"),
  SCAN(3, "Scan"),
  READ_MODIFY_WRITE(4, "ReadModifyWrite");

  private static final Operation[] ALL = values();

  private final int index;
  private final String label;

  Operation(int index, String label) {
    this.index = index;
    this.label = label;
  }

  static Operation of(int index) {
    return ALL[index];
  }

  static List<String> labels() {
    return Stream.of(ALL).map(one -> one.label).toList();
  }

  int index() {
    return index;
  }

  /** Whether it is one statement. */
  boolean isSingleStatement() {
    return this != READ_MODIFY_WRITE;
  }
}
