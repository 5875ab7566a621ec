package org.thetisdb.client.jdbc.result;

import java.sql.SQLException;
import java.sql.Wrapper;
import org.thetisdb.client.jdbc.sql.SqlErrors;

/** An object of the driver, which wraps nothing: it is what it is asked for, or is not. */
public interface Unwrapping extends Wrapper {
  @Override
  default <T> T unwrap(Class<T> type) throws SQLException {
    return as(type, this);
  }

  /**
   * An object that wraps nothing, as what it is asked for.
   *
   * @throws SQLException 22023 if it is something else
   */
  static <T> T as(Class<T> type, Object object) throws SQLException {
    if (type.isInstance(object)) {
      return type.cast(object);
    }
    throw SqlErrors.badArgument(
        "This " + object.getClass().getSimpleName() + " is no " + type.getName());
  }

  @Override
  default boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }
}
