package org.thetisdb.client.jdbc.metadata;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.RowIdLifetime;
import org.thetisdb.client.jdbc.sql.ConvertEscape;
import org.thetisdb.core.wire.Software;

/**
 * Names, versions, lists of functions and bounds. 0 stands for no bound but that of a statement.
 */
public abstract class Limits extends Abilities {
  /** The driver's version. */
  public static final int MAJOR = 0;

  public static final int MINOR = 1;

  /** What becomes of results at COMMIT. */
  public static final int HOLDABILITY = ResultSet.CLOSE_CURSORS_AT_COMMIT;

  private static final int MAX_STATEMENT_BYTES = 1 << 20;

  @Override
  public final int getMaxBinaryLiteralLength() {
    return MAX_STATEMENT_BYTES;
  }

  @Override
  public final int getMaxCharLiteralLength() {
    return MAX_STATEMENT_BYTES;
  }

  @Override
  public final int getMaxColumnNameLength() {
    return 0;
  }

  @Override
  public final int getMaxColumnsInGroupBy() {
    return 0;
  }

  @Override
  public final int getMaxColumnsInIndex() {
    return 0;
  }

  @Override
  public final int getMaxColumnsInOrderBy() {
    return 0;
  }

  @Override
  public final int getMaxColumnsInSelect() {
    return 0;
  }

  @Override
  public final int getMaxColumnsInTable() {
    return 0;
  }

  @Override
  public final int getMaxConnections() {
    return 0;
  }

  @Override
  public final int getMaxCursorNameLength() {
    return 0;
  }

  @Override
  public final int getMaxIndexLength() {
    return 0;
  }

  @Override
  public final int getMaxSchemaNameLength() {
    return 0;
  }

  @Override
  public final int getMaxProcedureNameLength() {
    return 0;
  }

  @Override
  public final int getMaxCatalogNameLength() {
    return 0;
  }

  @Override
  public final int getMaxRowSize() {
    return 0;
  }

  @Override
  public final int getMaxStatementLength() {
    return MAX_STATEMENT_BYTES;
  }

  @Override
  public final int getMaxStatements() {
    return 0;
  }

  @Override
  public final int getMaxTableNameLength() {
    return 0;
  }

  @Override
  public final int getMaxTablesInSelect() {
    return 0;
  }

  @Override
  public final int getMaxUserNameLength() {
    return 0;
  }

  @Override
  public final int getDefaultTransactionIsolation() {
    return Connection.TRANSACTION_REPEATABLE_READ;
  }

  @Override
  public final int getDatabaseMajorVersion() {
    return MAJOR;
  }

  @Override
  public final int getDatabaseMinorVersion() {
    return MINOR;
  }

  @Override
  public final int getDriverMajorVersion() {
    return MAJOR;
  }

  @Override
  public final int getDriverMinorVersion() {
    return MINOR;
  }

  @Override
  public final int getJDBCMajorVersion() {
    return 4;
  }

  @Override
  public final int getJDBCMinorVersion() {
    return 3;
  }

  @Override
  public final int getSQLStateType() {
    return sqlStateSQL;
  }

  @Override
  public final int getResultSetHoldability() {
    return HOLDABILITY;
  }

  @Override
  public final String getDatabaseProductName() {
    return "Thetis";
  }

  @Override
  public final String getDatabaseProductVersion() {
    return Software.OWN.release();
  }

  @Override
  public final String getDriverName() {
    return "Thetis JDBC driver";
  }

  @Override
  public final String getDriverVersion() {
    return Software.OWN.release();
  }

  @Override
  public final String getIdentifierQuoteString() {
    return "\"";
  }

  @Override
  public final String getSearchStringEscape() {
    return "\\";
  }

  @Override
  public final String getExtraNameCharacters() {
    return "$";
  }

  @Override
  public final String getSchemaTerm() {
    return "schema";
  }

  @Override
  public final String getProcedureTerm() {
    return "procedure";
  }

  @Override
  public final String getCatalogTerm() {
    return "database";
  }

  @Override
  public final String getCatalogSeparator() {
    return ".";
  }

  @Override
  public final String getSQLKeywords() {
    return "CURRENT,CURSOR,EXPLAIN,IF,ILIKE,INTERVAL,LIMIT,MEASURE,NEW,OFFSET,PARTITION,RANGE,REPLACE,ROW,ROWS,SERIAL,UPSERT,UUID,VARIANT,WINDOW";
  }

  @Override
  public final String getNumericFunctions() {
    return "ABS,ACOS,ASIN,ATAN,ATAN2,CEILING,COS,COT,DEGREES,EXP,FLOOR,LOG,LOG10,MOD,PI,POWER,RADIANS,RAND,ROUND,SIGN,SIN,SQRT,TAN,TRUNCATE";
  }

  @Override
  public final String getStringFunctions() {
    return "ASCII,CHAR,CHAR_LENGTH,CHARACTER_LENGTH,CONCAT,LCASE,LEFT,LENGTH,LOCATE,LTRIM,POSITION,REPEAT,REPLACE,RIGHT,RTRIM,SUBSTRING,UCASE";
  }

  @Override
  public final String getSystemFunctions() {
    return "IFNULL";
  }

  @Override
  public final String getTimeDateFunctions() {
    return "CURRENT_DATE,CURRENT_TIME,CURRENT_TIMESTAMP,DAYOFMONTH,DAYOFWEEK,DAYOFYEAR,EXTRACT,HOUR,MINUTE,MONTH,NOW,QUARTER,SECOND,TIMESTAMPADD,TIMESTAMPDIFF,WEEK,YEAR";
  }

  @Override
  public final RowIdLifetime getRowIdLifetime() {
    return RowIdLifetime.ROWID_UNSUPPORTED;
  }

  /** The escape {fn CONVERT} is CAST. */
  @Override
  public final boolean supportsConvert(int fromType, int toType) {
    return ConvertEscape.converts(fromType, toType);
  }

  @Override
  public final boolean supportsResultSetType(int type) {
    return type == ResultSet.TYPE_FORWARD_ONLY || type == ResultSet.TYPE_SCROLL_INSENSITIVE;
  }

  @Override
  public final boolean supportsResultSetConcurrency(int type, int concurrency) {
    return supportsResultSetType(type) && concurrency == ResultSet.CONCUR_READ_ONLY;
  }

  @Override
  public final boolean supportsResultSetHoldability(int holdability) {
    return holdability == HOLDABILITY;
  }

  /** What is asked for is given or exceeded, up to snapshot isolation. */
  @Override
  public final boolean supportsTransactionIsolationLevel(int level) {
    return level == Connection.TRANSACTION_READ_UNCOMMITTED
        || level == Connection.TRANSACTION_READ_COMMITTED
        || level == Connection.TRANSACTION_REPEATABLE_READ
        || level == Connection.TRANSACTION_SERIALIZABLE;
  }
}
