package org.thetisdb.sql.interpret;

import java.util.List;
import java.util.Objects;
import org.apache.calcite.linq4j.tree.Types;

/** The fields of a record that a tree declares. Immutable. */
final class RecordLayout {
  private final Types.RecordType type;
  private final Class<?>[] fields;

  RecordLayout(Types.RecordType type) {
    this.type = type;
    List<Types.RecordField> declared = type.getRecordFields();
    this.fields = new Class<?>[declared.size()];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = TreeTypes.of(declared.get(i).getType());
    }
  }

  int find(String name) {
    List<Types.RecordField> declared = type.getRecordFields();
    for (int i = 0; i < fields.length; i++) {
      if (declared.get(i).getName().equals(name)) {
        return i;
      }
    }
    throw new UnknownFormException("no field " + name);
  }

  Class<?> type(int field) {
    return fields[field];
  }

  Object[] initial() {
    Object[] values = new Object[fields.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = JavaCasts.initial(fields[i]);
    }
    return values;
  }

  @SuppressWarnings("ReferenceEquality")
  boolean isSame(RecordLayout other) {
    return type == other.type;
  }

  boolean isEqual(int field, Object one, Object other) {
    if (fields[field] == double.class) {
      return (Double) one == ((Double) other).doubleValue();
    }
    if (fields[field] == float.class) {
      return (Float) one == ((Float) other).floatValue();
    }
    return Objects.equals(one, other);
  }

  @Override
  public String toString() {
    return type.getName();
  }
}
