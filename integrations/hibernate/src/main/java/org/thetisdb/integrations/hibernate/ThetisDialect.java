package org.thetisdb.integrations.hibernate;

import static org.hibernate.type.SqlTypes.BLOB;
import static org.hibernate.type.SqlTypes.CLOB;
import static org.hibernate.type.SqlTypes.INTERVAL_SECOND;
import static org.hibernate.type.SqlTypes.JSON;
import static org.hibernate.type.SqlTypes.LONG32NVARCHAR;
import static org.hibernate.type.SqlTypes.LONG32VARBINARY;
import static org.hibernate.type.SqlTypes.LONG32VARCHAR;
import static org.hibernate.type.SqlTypes.NCLOB;
import static org.hibernate.type.SqlTypes.TIMESTAMP_UTC;
import static org.hibernate.type.SqlTypes.TIMESTAMP_WITH_TIMEZONE;
import static org.hibernate.type.SqlTypes.TIME_WITH_TIMEZONE;
import static org.hibernate.type.SqlTypes.UUID;

import jakarta.persistence.TemporalType;
import java.time.Duration;
import org.hibernate.LockOptions;
import org.hibernate.boot.model.FunctionContributions;
import org.hibernate.boot.model.TypeContributions;
import org.hibernate.dialect.DatabaseVersion;
import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.NationalizationSupport;
import org.hibernate.dialect.NullOrdering;
import org.hibernate.dialect.RowLockStrategy;
import org.hibernate.dialect.TimeZoneSupport;
import org.hibernate.dialect.function.CommonFunctionFactory;
import org.hibernate.dialect.identity.IdentityColumnSupport;
import org.hibernate.dialect.pagination.LimitHandler;
import org.hibernate.dialect.pagination.LimitOffsetLimitHandler;
import org.hibernate.dialect.sequence.PostgreSQLSequenceSupport;
import org.hibernate.dialect.sequence.SequenceSupport;
import org.hibernate.engine.jdbc.dialect.spi.DialectResolutionInfo;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.query.sqm.IntervalType;
import org.hibernate.query.sqm.TemporalUnit;
import org.hibernate.service.ServiceRegistry;
import org.hibernate.sql.ast.SqlAstTranslator;
import org.hibernate.sql.ast.SqlAstTranslatorFactory;
import org.hibernate.sql.ast.spi.SqlAppender;
import org.hibernate.sql.ast.spi.StandardSqlAstTranslatorFactory;
import org.hibernate.sql.ast.tree.Statement;
import org.hibernate.sql.exec.spi.JdbcOperation;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.descriptor.jdbc.JsonJdbcType;
import org.hibernate.type.descriptor.jdbc.TimestampUtcAsOffsetDateTimeJdbcType;
import org.hibernate.type.descriptor.jdbc.UUIDJdbcType;
import org.hibernate.type.descriptor.sql.internal.DdlTypeImpl;
import org.hibernate.type.descriptor.sql.spi.DdlTypeRegistry;

/**
 * The SQL of Thetis for Hibernate 6. An application need not name it: {@link ThetisDialectResolver}
 * does. Thread-safe, as each dialect is.
 */
public class ThetisDialect extends Dialect {
  static final String PRODUCT = "Thetis";
  private static final DatabaseVersion OLDEST = DatabaseVersion.make(0, 1);
  private static final int MOST_PARAMETERS = 2_000;
  private static final int LONGEST_TEXT = 1 << 20;

  /** What Hibernate passes as the time-out of a lock that leaves out what others have locked. */
  private static final int SKIP_LOCKED_MS = -2;

  /** Of the oldest version that there is, for tools that have no connection. */
  public ThetisDialect() {
    super(OLDEST);
  }

  /** Of the version that a connection reports. */
  public ThetisDialect(DialectResolutionInfo info) {
    super(info);
  }

  @Override
  protected DatabaseVersion getMinimumSupportedVersion() {
    return OLDEST;
  }

  @Override
  protected String columnType(int sqlTypeCode) {
    return switch (sqlTypeCode) {
      case BLOB, LONG32VARBINARY -> "bytea";
      case CLOB, NCLOB, LONG32VARCHAR, LONG32NVARCHAR -> "text";
      case JSON -> "jsonb";
      case TIME_WITH_TIMEZONE -> "time($p)";
      default -> super.columnType(sqlTypeCode);
    };
  }

  @Override
  protected void registerColumnTypes(TypeContributions types, ServiceRegistry services) {
    super.registerColumnTypes(types, services);
    DdlTypeRegistry registry = types.getTypeConfiguration().getDdlTypeRegistry();
    registry.addDescriptor(new DdlTypeImpl(UUID, "uuid", this));
    registry.addDescriptor(new DdlTypeImpl(JSON, columnType(JSON), this));
    registry.addDescriptor(new DdlTypeImpl(INTERVAL_SECOND, "interval", this));
  }

  @Override
  public void contributeTypes(TypeContributions types, ServiceRegistry services) {
    super.contributeTypes(types, services);
    types.contributeJdbcType(UUIDJdbcType.INSTANCE);
    types.contributeJdbcType(JsonJdbcType.INSTANCE);
    types.contributeJdbcType(ThetisIntervalType.INSTANCE);
    types.contributeJdbcType(TimestampUtcAsOffsetDateTimeJdbcType.INSTANCE);
  }

  @Override
  public TimeZoneSupport getTimeZoneSupport() {
    return TimeZoneSupport.NORMALIZE;
  }

  @Override
  public NationalizationSupport getNationalizationSupport() {
    return NationalizationSupport.IMPLICIT;
  }

  @Override
  public int getMaxVarcharLength() {
    return LONGEST_TEXT;
  }

  @Override
  public int getMaxVarbinaryLength() {
    return LONGEST_TEXT;
  }

  @Override
  public int getParameterCountLimit() {
    return MOST_PARAMETERS;
  }

  @Override
  public int getInExpressionCountLimit() {
    return MOST_PARAMETERS;
  }

  @Override
  public void initializeFunctionRegistry(FunctionContributions contributions) {
    super.initializeFunctionRegistry(contributions);
    CommonFunctionFactory functions = new CommonFunctionFactory(contributions);
    functions.locate_positionSubstring();
    functions.ceiling_ceil();
    functions.windowFunctions();
    ofArrays(functions);
  }

  private static void ofArrays(CommonFunctionFactory functions) {
    functions.array_postgresql();
    functions.arrayAggregate();
    functions.arrayPosition_postgresql();
    functions.arrayLength_cardinality();
    functions.arrayConcat_postgresql();
    functions.arrayPrepend_postgresql();
    functions.arrayAppend_postgresql();
    functions.arrayContains_postgresql();
    functions.arrayIntersects_postgresql();
    functions.arrayGet_bracket();
    functions.arrayRemove();
    functions.arrayToString_postgresql();
  }

  /** Hibernate counts days of the week from 1, SQL from 0. */
  @Override
  public String extractPattern(TemporalUnit unit) {
    String pattern = super.extractPattern(unit);
    return unit == TemporalUnit.DAY_OF_WEEK ? "(" + pattern + "+1)" : pattern;
  }

  @Override
  public String translateExtractField(TemporalUnit unit) {
    return unit == TemporalUnit.DAY_OF_WEEK ? "dow" : super.translateExtractField(unit);
  }

  @Override
  public String timestampaddPattern(
      TemporalUnit unit, TemporalType temporalType, IntervalType intervalType) {
    return TimePatterns.add(unit, temporalType, intervalType);
  }

  @Override
  public String timestampdiffPattern(
      TemporalUnit unit, TemporalType fromTemporalType, TemporalType toTemporalType) {
    return TimePatterns.difference(this, unit, fromTemporalType, toTemporalType);
  }

  @Override
  public void appendIntervalLiteral(SqlAppender out, Duration duration) {
    out.appendSql("interval '" + duration + "'");
  }

  /** Arrays of one dimension; {@code byte[]} is no array. */
  @Override
  public boolean supportsStandardArrays() {
    return true;
  }

  /** Several entities are found by IN, whose keys are known beforehand. */
  @Override
  public boolean useArrayForMultiValuedParameters() {
    return false;
  }

  @Override
  public LimitHandler getLimitHandler() {
    return LimitOffsetLimitHandler.INSTANCE;
  }

  @Override
  public NullOrdering getNullOrdering() {
    return NullOrdering.GREATEST;
  }

  @Override
  public SequenceSupport getSequenceSupport() {
    return PostgreSQLSequenceSupport.INSTANCE;
  }

  @Override
  public String getQuerySequencesString() {
    return "select * from information_schema.sequences";
  }

  @Override
  public IdentityColumnSupport getIdentityColumnSupport() {
    return ThetisIdentity.INSTANCE;
  }

  @Override
  public boolean supportsInsertReturning() {
    return true;
  }

  @Override
  public RowLockStrategy getWriteRowLockStrategy() {
    return RowLockStrategy.NONE;
  }

  @Override
  public RowLockStrategy getReadRowLockStrategy() {
    return RowLockStrategy.NONE;
  }

  @Override
  public String getReadLockString(int timeoutMs) {
    return switch (timeoutMs) {
      case LockOptions.NO_WAIT -> " for share nowait";
      case SKIP_LOCKED_MS -> " for share skip locked";
      default -> " for share";
    };
  }

  @Override
  public String getReadLockString(String aliases, int timeoutMs) {
    return getReadLockString(timeoutMs);
  }

  @Override
  public String getWriteLockString(int timeoutMs) {
    return switch (timeoutMs) {
      case LockOptions.NO_WAIT -> getForUpdateNowaitString();
      case SKIP_LOCKED_MS -> getForUpdateSkipLockedString();
      default -> getForUpdateString();
    };
  }

  @Override
  public String getForUpdateNowaitString() {
    return " for update nowait";
  }

  @Override
  public boolean supportsNoWait() {
    return true;
  }

  @Override
  public boolean supportsWait() {
    return false;
  }

  @Override
  public String getForUpdateSkipLockedString() {
    return " for update skip locked";
  }

  @Override
  public boolean supportsSkipLocked() {
    return true;
  }

  @Override
  public boolean supportsOuterJoinForUpdate() {
    return false;
  }

  @Override
  public SqlAstTranslatorFactory getSqlAstTranslatorFactory() {
    return new StandardSqlAstTranslatorFactory() {
      @Override
      protected <T extends JdbcOperation> SqlAstTranslator<T> buildTranslator(
          SessionFactoryImplementor sessions, Statement statement) {
        return new ThetisSqlAstTranslator<>(sessions, statement);
      }
    };
  }

  /**
   * Texts and bytes have one type each, however long they are; an {@code Instant} is as well kept
   * in a column with time zone, where a migration made one, as without.
   */
  @Override
  public boolean equivalentTypes(int one, int other) {
    return super.equivalentTypes(one, other)
        || (isText(one) && isText(other))
        || (isBytes(one) && isBytes(other))
        || (isInstant(one) && isInstant(other));
  }

  private static boolean isInstant(int type) {
    return type == TIMESTAMP_UTC || type == TIMESTAMP_WITH_TIMEZONE;
  }

  private static boolean isText(int type) {
    return SqlTypes.isCharacterOrClobType(type);
  }

  private static boolean isBytes(int type) {
    return type == BLOB || SqlTypes.isBinaryType(type);
  }

  @Override
  public String currentTimestamp() {
    return "localtimestamp";
  }

  @Override
  public String currentTime() {
    return "localtime";
  }

  @Override
  public String currentTimestampWithTimeZone() {
    return "current_timestamp";
  }

  @Override
  public boolean supportsCurrentTimestampSelection() {
    return true;
  }

  @Override
  public boolean isCurrentTimestampSelectStringCallable() {
    return false;
  }

  @Override
  public String getCurrentTimestampSelectString() {
    return "select current_timestamp";
  }

  @Override
  public String getAddColumnString() {
    return "add column";
  }

  @Override
  public boolean supportsIfExistsBeforeTableName() {
    return true;
  }

  @Override
  public boolean supportsIfExistsBeforeConstraintName() {
    return true;
  }

  @Override
  public String getCascadeConstraintsString() {
    return " cascade";
  }

  @Override
  public boolean qualifyIndexName() {
    return false;
  }

  @Override
  public boolean supportsTemporaryTables() {
    return false;
  }

  @Override
  public boolean supportsWindowFunctions() {
    return true;
  }

  @Override
  public boolean supportsDistinctFromPredicate() {
    return true;
  }

  @Override
  public boolean supportsValuesList() {
    return true;
  }

  @Override
  public boolean supportsTupleDistinctCounts() {
    return false;
  }

  @Override
  public boolean supportsJdbcConnectionLobCreation(java.sql.DatabaseMetaData metadata) {
    return false;
  }

  @Override
  public boolean useInputStreamToInsertBlob() {
    return false;
  }
}
