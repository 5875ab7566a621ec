package org.thetisdb.sql.define;

import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;

/** Which types may stand in keys and indexes. Stateless. */
final class KeyTypes {
  private KeyTypes() {}

  /**
   * Returns if bytes of keys stand in the order of the type's values.
   *
   * @throws ThetisException NOT_SUPPORTED if they do not
   */
  static void require(String column, SqlType type) {
    if (type.name() == SqlTypeName.JSONB
        || type.name() == SqlTypeName.INTERVAL
        || type.name() == SqlTypeName.ARRAY) {
      throw new ThetisException(
          ErrorCode.NOT_SUPPORTED,
          "A key or index of column \"%s\", which is of type %s,".formatted(column, type));
    }
  }
}
