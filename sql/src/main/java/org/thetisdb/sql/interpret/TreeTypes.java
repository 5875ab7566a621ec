package org.thetisdb.sql.interpret;

import java.lang.reflect.Array;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import org.apache.calcite.linq4j.tree.Types;

/** Types of a tree without their parameters. Stateless. */
final class TreeTypes {
  private TreeTypes() {}

  static Class<?> of(Type type) {
    if (type instanceof Class<?> one) {
      return one;
    }
    if (type instanceof ParameterizedType parameterized) {
      return of(parameterized.getRawType());
    }
    if (type instanceof TypeVariable<?> variable) {
      return of(variable.getBounds()[0]);
    }
    if (type instanceof GenericArrayType array) {
      return Array.newInstance(of(array.getGenericComponentType()), 0).getClass();
    }
    if (type instanceof Types.ArrayType array) {
      return Array.newInstance(of(array.getComponentType()), 0).getClass();
    }
    if (type instanceof Types.RecordType) {
      return SyntheticRecord.class;
    }
    throw new UnknownFormException("a type of this kind: " + type);
  }
}
