package org.thetisdb.integrations.hibernate;

import java.sql.CallableStatement;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.descriptor.ValueBinder;
import org.hibernate.type.descriptor.ValueExtractor;
import org.hibernate.type.descriptor.WrapperOptions;
import org.hibernate.type.descriptor.java.JavaType;
import org.hibernate.type.descriptor.jdbc.BasicBinder;
import org.hibernate.type.descriptor.jdbc.BasicExtractor;
import org.hibernate.type.descriptor.jdbc.JdbcLiteralFormatter;
import org.hibernate.type.descriptor.jdbc.JdbcType;

/** A {@link Duration} in a column of type INTERVAL. Stateless. */
final class ThetisIntervalType implements JdbcType {
  private static final long serialVersionUID = 1;

  static final ThetisIntervalType INSTANCE = new ThetisIntervalType();

  private ThetisIntervalType() {}

  @Override
  public int getJdbcTypeCode() {
    return Types.OTHER;
  }

  @Override
  public int getDefaultSqlTypeCode() {
    return SqlTypes.INTERVAL_SECOND;
  }

  @Override
  public Class<?> getPreferredJavaTypeClass(WrapperOptions options) {
    return Duration.class;
  }

  @Override
  public <T> JdbcLiteralFormatter<T> getJdbcLiteralFormatter(JavaType<T> type) {
    return (out, value, dialect, options) ->
        dialect.appendIntervalLiteral(out, type.unwrap(value, Duration.class, options));
  }

  @Override
  public <X> ValueBinder<X> getBinder(JavaType<X> type) {
    return new BasicBinder<>(type, this) {
      private static final long serialVersionUID = 1;

      @Override
      protected void doBind(PreparedStatement statement, X value, int index, WrapperOptions options)
          throws SQLException {
        statement.setObject(index, type.unwrap(value, Duration.class, options));
      }

      @Override
      protected void doBind(
          CallableStatement statement, X value, String name, WrapperOptions options)
          throws SQLException {
        statement.setObject(name, type.unwrap(value, Duration.class, options));
      }
    };
  }

  @Override
  public <X> ValueExtractor<X> getExtractor(JavaType<X> type) {
    return new BasicExtractor<>(type, this) {
      private static final long serialVersionUID = 1;

      @Override
      protected X doExtract(ResultSet rows, int index, WrapperOptions options) throws SQLException {
        return type.wrap(rows.getObject(index, Duration.class), options);
      }

      @Override
      protected X doExtract(CallableStatement statement, int index, WrapperOptions options)
          throws SQLException {
        return type.wrap(statement.getObject(index, Duration.class), options);
      }

      @Override
      protected X doExtract(CallableStatement statement, String name, WrapperOptions options)
          throws SQLException {
        return type.wrap(statement.getObject(name, Duration.class), options);
      }
    };
  }
}
