package org.thetisdb.sql.type;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/** Brings values into the form of arrays of one dimension. Stateless. */
public final class Arrays {
  /** Most elements of an array. */
  public static final int MAX_ELEMENTS = 100_000;

  private Arrays() {}

  /** An array of elements that are coerced one by one; of a list, or of a text in braces. */
  static List<Object> coerce(SqlType type, Object value, String what) {
    List<?> given;
    if (value instanceof List<?> list) {
      given = list;
    } else if (value instanceof String text) {
      given = ArrayText.read(text);
    } else {
      throw Coercion.mismatch(type, value, what);
    }
    if (given.size() > MAX_ELEMENTS) {
      throw tooMany(given.size());
    }
    List<Object> elements = new ArrayList<>(given.size());
    for (Object element : given) {
      if (element instanceof List<?>) {
        throw new ThetisException(ErrorCode.NOT_SUPPORTED, "An array of arrays");
      }
      elements.add(Coercion.coerce(type.element(), element, what));
    }
    return Collections.unmodifiableList(elements);
  }

  static ThetisException tooMany(int elements) {
    return ThetisException.withMessage(
        ErrorCode.BAD_ARRAY,
        "An array of %d elements; at most %d are allowed.".formatted(elements, MAX_ELEMENTS));
  }
}
