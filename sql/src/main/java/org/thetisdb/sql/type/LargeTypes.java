package org.thetisdb.sql.type;

import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.LargeValue;

/** Where a large value can be, and where not. Stateless. */
public final class LargeTypes {
  /** Columns with a lower bound never hold a large value. */
  private static final int MIN_BOUND = 1 << 16;

  private LargeTypes() {}

  /** Whether columns of a type may hold large values. */
  public static boolean mayHold(SqlType type) {
    boolean isLong = type.name() == SqlTypeName.VARCHAR || type.name() == SqlTypeName.VARBINARY;
    return isLong && (type.precision() == 0 || type.precision() >= MIN_BOUND);
  }

  /** The error of a large value where none can be; {@code what} begins the sentence. */
  public static ThetisException misplaced(String what, LargeValue value) {
    return new ThetisException(ErrorCode.LARGE_VALUE_MISPLACED, what, value.bytes());
  }
}
