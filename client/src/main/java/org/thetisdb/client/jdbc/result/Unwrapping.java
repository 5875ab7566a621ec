package org.thetisdb.client.jdbc.result;

import java.sql.SQLException;
import java.sql.Wrapper;
import org.thetisdb.client.jdbc.sql.SqlErrors;

/** An object of the driver, which wraps nothing: it is what it is asked for, or is not. */
public interface Unwrapping extends Wrapper {
  @Override
  default <T> T unwrap(Class<T> type) throws SQLException {
    if (type.isInstance(this)) {
      return type.cast(this);
    }
    throw SqlErrors.badArgument("This " + getClass().getSimpleName() + " is no " + type.getName());
  }

  @Override
  default boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }
}
