package org.thetisdb.client.jdbc;

import java.sql.ParameterMetaData;
import java.sql.SQLException;
import java.util.List;
import org.thetisdb.client.jdbc.result.Unwrapping;
import org.thetisdb.client.jdbc.sql.SqlErrors;
import org.thetisdb.core.wire.SqlReply.TypeInfo;

/** The types of a statement's parameters. Immutable. */
final class JdbcParameterTypes implements ParameterMetaData, Unwrapping {
  private final List<TypeInfo> parameters;

  JdbcParameterTypes(List<TypeInfo> parameters) {
    this.parameters = parameters;
  }

  private TypeInfo info(int number) throws SQLException {
    if (number < 1 || number > parameters.size()) {
      throw SqlErrors.of(
          "07009",
          "There is no parameter " + number + "; the statement has " + parameters.size() + ".");
    }
    return parameters.get(number - 1);
  }

  private JdbcType type(int number) throws SQLException {
    return JdbcType.of(info(number));
  }

  @Override
  public int getParameterCount() {
    return parameters.size();
  }

  @Override
  public int isNullable(int number) throws SQLException {
    info(number);
    return parameterNullableUnknown;
  }

  @Override
  public boolean isSigned(int number) throws SQLException {
    return type(number).isNumber();
  }

  @Override
  public int getPrecision(int number) throws SQLException {
    return type(number).precision(info(number).precision());
  }

  @Override
  public int getScale(int number) throws SQLException {
    return info(number).scale();
  }

  @Override
  public int getParameterType(int number) throws SQLException {
    return type(number).sqlType();
  }

  @Override
  public String getParameterTypeName(int number) throws SQLException {
    return JdbcType.nameOf(info(number));
  }

  @Override
  public String getParameterClassName(int number) throws SQLException {
    return type(number).javaClass().getName();
  }

  @Override
  public int getParameterMode(int number) throws SQLException {
    info(number);
    return parameterModeIn;
  }
}
