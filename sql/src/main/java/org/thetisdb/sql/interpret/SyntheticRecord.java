package org.thetisdb.sql.interpret;

import java.util.Objects;
import org.apache.calcite.runtime.Utilities;

/**
 * A record whose class the tree declares; equal and hashed as the class would have it. Not
 * thread-safe.
 */
final class SyntheticRecord {
  private final RecordLayout layout;
  private final Object[] values;

  SyntheticRecord(RecordLayout layout) {
    this.layout = layout;
    this.values = layout.initial();
  }

  Object get(int field) {
    return values[field];
  }

  void set(int field, Object value) {
    values[field] = value;
  }

  @Override
  public boolean equals(Object other) {
    if (this == other) {
      return true;
    }
    if (!(other instanceof SyntheticRecord that) || !layout.isSame(that.layout)) {
      return false;
    }
    for (int i = 0; i < values.length; i++) {
      if (!layout.isEqual(i, values[i], that.values[i])) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    int hash = 0;
    for (Object value : values) {
      hash = Utilities.hash(hash, value); // that of a box is that of what is in it
    }
    return hash;
  }

  @Override
  public String toString() {
    return layout + " " + Objects.hash(values);
  }
}
