package org.thetisdb.sql.interpret;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.linq4j.tree.ConstantExpression;
import org.apache.calcite.linq4j.tree.Primitive;
import org.apache.calcite.linq4j.tree.Types;

/** Constants, with the value and type that they have once they are written as Java. Stateless. */
final class Literals {
  private Literals() {}

  static Typed of(ConstantExpression constant) {
    Class<?> type = TreeTypes.of(constant.getType());
    if (constant.value == null) {
      return new Typed(frame -> null, type);
    }
    if (constant.value instanceof Types.RecordType) {
      throw new UnknownFormException("the class of a record");
    }
    Primitive primitive = Primitive.ofBoxOr(type);
    Object value = primitive == null ? written(constant.value) : in(primitive, constant.value);
    return new Typed(frame -> value, primitive == null ? typeOf(value, type) : type);
  }

  /** A decimal stands where a number of floating point is meant. */
  private static Object in(Primitive primitive, Object value) {
    if (value instanceof BigDecimal number) {
      return primitive == Primitive.FLOAT ? (Object) number.floatValue() : number.doubleValue();
    }
    return value;
  }

  private static Class<?> typeOf(Object value, Class<?> declared) {
    Class<?> own = value.getClass();
    if (declared == Object.class && Primitive.isBox(own)) {
      return Primitive.unbox(own);
    }
    if (value instanceof List) {
      return List.class;
    }
    if (value instanceof Map) {
      return Map.class;
    }
    if (value instanceof Set) {
      return Set.class;
    }
    if (value instanceof Charset) {
      return Charset.class;
    }
    return value instanceof Enum<?> one ? one.getDeclaringClass() : own;
  }

  /** Decimals are written without zeros at their end. */
  private static Object written(Object value) {
    if (value instanceof BigDecimal number) {
      return number.stripTrailingZeros();
    }
    if (value instanceof ConstantExpression constant) {
      return of(constant).node().eval(null);
    }
    if (value instanceof List<?> list) {
      return Arrays.asList(list.stream().map(Literals::written).toArray());
    }
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> all = new LinkedHashMap<>();
      map.forEach((key, each) -> all.put(written(key), written(each)));
      return all;
    }
    if (value instanceof Set<?> set) {
      Set<Object> all = new LinkedHashSet<>();
      set.forEach(each -> all.add(written(each)));
      return all;
    }
    if (value.getClass().isArray()) {
      return array(value);
    }
    boolean known =
        value instanceof String
            || value instanceof BigInteger
            || value instanceof Enum
            || value instanceof Class
            || value instanceof Charset
            || Primitive.isBox(value.getClass());
    if (!known) {
      throw new UnknownFormException("a constant of " + value.getClass());
    }
    return value;
  }

  private static Object array(Object value) {
    int length = Array.getLength(value);
    Object copy = Array.newInstance(value.getClass().getComponentType(), length);
    for (int i = 0; i < length; i++) {
      Object each = Array.get(value, i);
      Array.set(copy, i, each == null ? null : written(each));
    }
    return copy;
  }
}
