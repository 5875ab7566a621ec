package org.thetisdb.sql.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * What lies at a place of a document, and documents with something else there. A place is a list of
 * names of members and numbers of elements, which count from 0, or from the end if they are below
 * 0. Stateless.
 */
final class JsonPaths {
  private JsonPaths() {}

  /** The member of an object; null if it has none, or is no object. */
  static Object member(Object value, String name) {
    return value instanceof Map<?, ?> members ? members.get(name) : null;
  }

  /** The element of an array; null if it has none, or is no array. */
  static Object element(Object value, int number) {
    if (!(value instanceof List<?> elements)) {
      return null;
    }
    long at = number < 0 ? (long) elements.size() + number : number;
    return at < 0 || at >= elements.size() ? null : elements.get((int) at);
  }

  /** What lies at a place; null for nothing. */
  static Object at(Object value, List<String> path) {
    Object found = value;
    for (int i = 0; found != null && i < path.size(); i++) {
      Integer number = found instanceof List<?> ? number(path.get(i)) : null;
      found = number == null ? member(found, path.get(i)) : element(found, number);
    }
    return found;
  }

  private static Integer number(String step) {
    try {
      return Integer.valueOf(step.strip());
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** The document without what lies at a place. */
  static Object without(Object value, List<String> path) {
    return changed(value, path, 0, null, false);
  }

  /** The document with a value at a place, which is made there only if {@code create} says so. */
  static Object with(Object value, List<String> path, Object put, boolean create) {
    return changed(value, path, 0, put, create);
  }

  /** The document with a value before or behind an element, or as a member that is new. */
  static Object inserted(Object value, List<String> path, Object put, boolean after) {
    if (path.isEmpty()) {
      return value;
    }
    List<String> around = path.subList(0, path.size() - 1);
    String step = path.get(path.size() - 1);
    Object target = at(value, around);
    if (target instanceof Map<?, ?> members) {
      if (members.containsKey(step)) {
        throw ThetisException.withMessage(
            ErrorCode.BAD_JSON_USE,
            "There is a member \"%s\" already; jsonb_set puts another in its place."
                .formatted(step));
      }
      return with(value, path, put, true);
    }
    Integer number = target instanceof List<?> ? number(step) : null;
    if (!(target instanceof List<?> elements)) {
      return value;
    }
    if (number == null) {
      return with(value, path, put, true); // says that it is no number
    }
    long place = (number < 0 ? (long) elements.size() + number : number) + (after ? 1 : 0);
    List<Object> copy = new ArrayList<>(elements);
    copy.add((int) Math.max(0, Math.min(copy.size(), place)), put);
    return around.isEmpty() ? copy : with(value, around, copy, false);
  }

  private static Object changed(
      Object value, List<String> path, int step, Object put, boolean create) {
    if (step == path.size()) {
      return value;
    }
    if (value instanceof Map<?, ?> members) {
      return changedObject(members, path, step, put, create);
    }
    return value instanceof List<?> elements
        ? changedArray(elements, path, step, put, create)
        : value;
  }

  private static Object changedObject(
      Map<?, ?> members, List<String> path, int step, Object put, boolean create) {
    String name = path.get(step);
    Object present = members.get(name);
    boolean last = step == path.size() - 1;
    if (present == null && !(last && create && put != null)) {
      return members;
    }
    Map<String, Object> copy = new TreeMap<>(JsonOrder.NAMES);
    members.forEach((key, member) -> copy.put((String) key, member));
    Object now = last ? put : changed(present, path, step + 1, put, create);
    if (now == null) {
      copy.remove(name);
    } else {
      copy.put(name, now);
    }
    return copy;
  }

  private static Object changedArray(
      List<?> elements, List<String> path, int step, Object put, boolean create) {
    Integer number = number(path.get(step));
    if (number == null) {
      throw ThetisException.withMessage(
          ErrorCode.BAD_JSON,
          "Step %d of the path, \"%s\", is no number, but an array lies there."
              .formatted(step + 1, path.get(step)));
    }
    long at = number < 0 ? (long) elements.size() + number : number;
    boolean last = step == path.size() - 1;
    List<Object> copy = new ArrayList<>(elements);
    if (at < 0 || at >= elements.size()) {
      if (last && create && put != null) {
        copy.add(at < 0 ? 0 : elements.size(), put);
      }
      return copy;
    }
    Object now = last ? put : changed(copy.get((int) at), path, step + 1, put, create);
    if (now == null) {
      copy.remove((int) at);
    } else {
      copy.set((int) at, now);
    }
    return copy;
  }
}
