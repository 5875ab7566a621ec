package org.thetisdb.client.jdbc.sql;

import java.sql.SQLClientInfoException;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLNonTransientException;
import java.sql.SQLRecoverableException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientException;
import java.util.Map;
import org.thetisdb.client.CallException;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * Makes exceptions of JDBC: the class follows from the SQLState, the vendor code is the number of
 * the error, and the message begins with its id. Only 40001 has vendor code 0, as code that repeats
 * transactions expects. Stateless.
 */
public final class SqlErrors {
  /** The connection is gone, and with it what was open. */
  public static final String CONNECTION_LOST = "08006";

  /** A transaction may have committed or not. */
  public static final String OUTCOME_UNKNOWN = "08007";

  private static final String CONNECTION_CLOSED = "08003";
  private static final String CLOSED = "55000";
  private static final String SERIALIZATION_FAILURE = "40001";
  private static final String CANCELED = "57014";

  private SqlErrors() {}

  /** The exception for a request that failed. */
  public static SQLException of(CallOutcome failed) {
    return of(failed.code(), failed.message(), null);
  }

  /** The exception for a piece of a large value that was refused. */
  public static SQLException of(CallException failed) {
    return of(failed.code(), failed.getMessage(), failed);
  }

  /** The exception for an error of the client itself. */
  public static SQLException of(ThetisException error) {
    return of(error.code(), error.getMessage(), error);
  }

  private static SQLException of(ErrorCode code, String message, Throwable cause) {
    String state = code.sqlState();
    int vendorCode = state.equals(SERIALIZATION_FAILURE) ? 0 : code.number();
    SQLException error = make(code.id() + ": " + message, state, vendorCode);
    if (cause != null) {
      error.initCause(cause);
    }
    return error;
  }

  /** An error that the driver itself found. */
  public static SQLException of(String state, String message) {
    return make(message, state, 0);
  }

  private static SQLException make(String message, String state, int vendorCode) {
    if (state.equals(CANCELED)) {
      return new SQLTimeoutException(message, state, vendorCode);
    }
    if (state.equals(CONNECTION_LOST)) {
      return new SQLRecoverableException(message, state, vendorCode);
    }
    return switch (state.substring(0, 2)) {
      case "08" -> new SQLNonTransientConnectionException(message, state, vendorCode);
      case "0A" -> new SQLFeatureNotSupportedException(message, state, vendorCode);
      case "22" -> new SQLDataException(message, state, vendorCode);
      case "23" -> new SQLIntegrityConstraintViolationException(message, state, vendorCode);
      case "28" -> new SQLInvalidAuthorizationSpecException(message, state, vendorCode);
      case "40" -> new SQLTransactionRollbackException(message, state, vendorCode);
      case "42" -> new SQLSyntaxErrorException(message, state, vendorCode);
      case "53", "57" -> new SQLTransientException(message, state, vendorCode);
      case "07", "25", "2B", "34", "3B", "3D", "54" ->
          new SQLNonTransientException(message, state, vendorCode);
      default -> new SQLException(message, state, vendorCode);
    };
  }

  /** Whether the transaction was rolled back and may be run again. */
  public static boolean isSerializationFailure(SQLException error) {
    return SERIALIZATION_FAILURE.equals(error.getSQLState());
  }

  /** Whether this error says so. */
  public static boolean isSerializationFailure(ErrorCode code) {
    return SERIALIZATION_FAILURE.equals(code.sqlState());
  }

  /** Something was asked of what is closed. */
  public static SQLException closed(String what) {
    return of(
        what.equals("connection") ? CONNECTION_CLOSED : CLOSED, "The " + what + " is closed.");
  }

  /** JDBC has it, Thetis does not. {@code what} is the subject of the sentence. */
  public static SQLException unsupported(String what) {
    return of("0A000", what + " is not supported.");
  }

  /** A caller has given what cannot be. */
  public static SQLException badArgument(String message) {
    return of("22023", message);
  }

  /** A value cannot be had in the class or type that was asked for. */
  public static SQLException cannotConvert(Object value, String target) {
    return of(
        "22018", "A %s (%s) cannot be had as %s.".formatted(kind(value), shown(value), target));
  }

  /** A number is too large for what it is to be. */
  public static SQLException outOfRange(Object value, String target) {
    return of("22003", "The value %s is out of the range of %s.".formatted(shown(value), target));
  }

  private static String kind(Object value) {
    return value instanceof byte[] ? "byte array" : value.getClass().getSimpleName();
  }

  private static String shown(Object value) {
    String text = value instanceof byte[] bytes ? bytes.length + " bytes" : String.valueOf(value);
    return text.length() <= 60 ? text : text.substring(0, 57) + "...";
  }

  /** Client info could not be set. */
  public static SQLClientInfoException clientInfo(String message) {
    return new SQLClientInfoException(message, CONNECTION_CLOSED, 0, Map.of());
  }
}
