package org.thetisdb.client.jdbc;

import java.lang.reflect.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.thetisdb.client.jdbc.sql.SqlErrors;

/** An array of SQL, all of which is here; {@link #free} has nothing to free. Immutable. */
final class ThetisArray implements java.sql.Array {
  private static final String QUOTED_IF_FOUND = "{},\"\\ \t\n\r\u000b\f";

  private final JdbcType type;
  private final List<?> elements;

  /**
   * An array.
   *
   * @param type of the elements
   * @param elements as they go over the wire; null for NULL
   */
  ThetisArray(JdbcType type, List<?> elements) {
    this.type = type;
    this.elements = elements;
  }

  /** The array that an application makes for a parameter. */
  static ThetisArray of(String typeName, Object[] elements) throws SQLException {
    JdbcType type = typeName == null ? JdbcType.UNKNOWN : JdbcType.named(typeName);
    if (type == JdbcType.UNKNOWN || type == JdbcType.ARRAY) {
      throw SqlErrors.badArgument("There is no array of type " + typeName + ".");
    }
    if (elements == null) {
      throw SqlErrors.badArgument("The elements of the array are null.");
    }
    return new ThetisArray(type, toWire(elements));
  }

  /** The elements of an array of Java or a collection, as they go over the wire. */
  static List<Object> toWire(Object value) throws SQLException {
    Collection<?> given = value instanceof Collection<?> all ? all : asList(value);
    List<Object> wire = new ArrayList<>(given.size());
    for (Object element : given) {
      wire.add(JdbcParameters.of(element));
    }
    return wire;
  }

  private static List<Object> asList(Object array) throws SQLException {
    if (array instanceof Object[] objects) {
      return Arrays.asList(objects);
    }
    if (array == null || !array.getClass().isArray()) {
      throw SqlErrors.badArgument("The value is no array.");
    }
    int length = Array.getLength(array);
    List<Object> elements = new ArrayList<>(length);
    for (int i = 0; i < length; i++) {
      elements.add(Array.get(array, i));
    }
    return elements;
  }

  /** An array of Java with these elements; null cannot be one of a primitive class. */
  static Object toJavaArray(Class<?> component, List<?> elements) throws SQLException {
    Object array = Array.newInstance(component, elements.size());
    Class<?> wanted = component.isPrimitive() ? boxed(component) : component;
    for (int i = 0; i < elements.size(); i++) {
      Object element = JdbcValues.to(wanted, elements.get(i));
      if (element == null && component.isPrimitive()) {
        throw SqlErrors.of("22002", "Element " + (i + 1) + " of the array is NULL.");
      }
      Array.set(array, i, element);
    }
    return array;
  }

  private static Class<?> boxed(Class<?> primitive) {
    return java.lang.invoke.MethodType.methodType(primitive).wrap().returnType();
  }

  /** As PostgreSQL writes it: {@code {1,NULL,"two words"}}. */
  static String text(JdbcType type, List<?> elements) {
    StringBuilder out = new StringBuilder("{");
    for (Object element : elements) {
      out.append(out.length() > 1 ? "," : "");
      String text = element == null ? null : elementText(type, element);
      if (text == null) {
        out.append("NULL");
      } else if (isQuoted(text)) {
        out.append('"').append(text.replace("\\", "\\\\").replace("\"", "\\\"")).append('"');
      } else {
        out.append(text);
      }
    }
    return out.append('}').toString();
  }

  private static String elementText(JdbcType type, Object element) {
    if (element instanceof Boolean truth) {
      return truth ? "t" : "f";
    }
    return element instanceof byte[]
        ? "\\x" + JdbcValues.toText(element)
        : JdbcValues.toText(type, element);
  }

  private static boolean isQuoted(String text) {
    return text.isEmpty()
        || text.equalsIgnoreCase("null")
        || text.chars().anyMatch(c -> QUOTED_IF_FOUND.indexOf(c) >= 0);
  }

  @Override
  public String getBaseTypeName() {
    return type.sqlName();
  }

  @Override
  public int getBaseType() {
    return type.sqlType();
  }

  @Override
  public Object getArray() throws SQLException {
    return toJavaArray(type.javaClass(), elements);
  }

  @Override
  public Object getArray(Map<String, Class<?>> map) throws SQLException {
    requireNoMap(map);
    return getArray();
  }

  @Override
  public Object getArray(long index, int count) throws SQLException {
    return toJavaArray(type.javaClass(), part(index, count));
  }

  @Override
  public Object getArray(long index, int count, Map<String, Class<?>> map) throws SQLException {
    requireNoMap(map);
    return getArray(index, count);
  }

  @Override
  public ResultSet getResultSet() throws SQLException {
    return rows(1, elements);
  }

  @Override
  public ResultSet getResultSet(Map<String, Class<?>> map) throws SQLException {
    requireNoMap(map);
    return getResultSet();
  }

  @Override
  public ResultSet getResultSet(long index, int count) throws SQLException {
    return rows(index, part(index, count));
  }

  @Override
  public ResultSet getResultSet(long index, int count, Map<String, Class<?>> map)
      throws SQLException {
    requireNoMap(map);
    return getResultSet(index, count);
  }

  private List<?> part(long index, int count) throws SQLException {
    if (index < 1 || count < 0 || index - 1 + count > elements.size()) {
      throw SqlErrors.badArgument(
          "Elements %d to %d of an array of %d."
              .formatted(index, index - 1 + count, elements.size()));
    }
    return elements.subList((int) index - 1, (int) index - 1 + count);
  }

  private ResultSet rows(long first, List<?> part) throws SQLException {
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < part.size(); i++) {
      rows.add(Arrays.asList((int) first + i, part.get(i)));
    }
    ResultColumns columns =
        ResultColumns.made(List.of("INDEX", "VALUE"), List.of(JdbcType.INTEGER, type));
    return ThetisResultSet.made(columns, Collections.unmodifiableList(rows));
  }

  private static void requireNoMap(Map<String, Class<?>> map) throws SQLException {
    if (map != null && !map.isEmpty()) {
      throw SqlErrors.unsupported("A map of types");
    }
  }

  @Override
  public void free() {
    // all of it is in memory
  }

  @Override
  public String toString() {
    return text(type, elements);
  }
}
