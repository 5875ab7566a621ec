package org.thetisdb.client.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.thetisdb.client.jdbc.metadata.Limits;

/** Results that are always empty, because Thetis has none of what they list. */
abstract class NothingOfThat extends Limits {
  @Override
  public final ResultSet getCatalogs() throws SQLException {
    return new MetaTable().text("TABLE_CAT").result();
  }

  @Override
  public final ResultSet getColumnPrivileges(
      String catalog, String schema, String table, String columnPattern) throws SQLException {
    return new MetaTable()
        .text("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "COLUMN_NAME")
        .text("GRANTOR", "GRANTEE", "PRIVILEGE", "IS_GRANTABLE")
        .result();
  }

  @Override
  public final ResultSet getTablePrivileges(
      String catalog, String schemaPattern, String tablePattern) throws SQLException {
    return new MetaTable()
        .text("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME")
        .text("GRANTOR", "GRANTEE", "PRIVILEGE", "IS_GRANTABLE")
        .result();
  }

  @Override
  public final ResultSet getVersionColumns(String catalog, String schema, String table)
      throws SQLException {
    return new MetaTable()
        .number("SCOPE")
        .text("COLUMN_NAME")
        .number("DATA_TYPE")
        .text("TYPE_NAME")
        .number("COLUMN_SIZE", "BUFFER_LENGTH", "DECIMAL_DIGITS", "PSEUDO_COLUMN")
        .result();
  }

  @Override
  public final ResultSet getUDTs(
      String catalog, String schemaPattern, String typePattern, int[] types) throws SQLException {
    return new MetaTable()
        .text("TYPE_CAT", "TYPE_SCHEM", "TYPE_NAME", "CLASS_NAME")
        .number("DATA_TYPE")
        .text("REMARKS")
        .number("BASE_TYPE")
        .result();
  }

  @Override
  public final ResultSet getSuperTypes(String catalog, String schemaPattern, String typePattern)
      throws SQLException {
    return new MetaTable()
        .text("TYPE_CAT", "TYPE_SCHEM", "TYPE_NAME")
        .text("SUPERTYPE_CAT", "SUPERTYPE_SCHEM", "SUPERTYPE_NAME")
        .result();
  }

  @Override
  public final ResultSet getSuperTables(String catalog, String schemaPattern, String tablePattern)
      throws SQLException {
    return new MetaTable()
        .text("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "SUPERTABLE_NAME")
        .result();
  }

  @Override
  public final ResultSet getAttributes(
      String catalog, String schemaPattern, String typePattern, String attributePattern)
      throws SQLException {
    return new MetaTable()
        .text("TYPE_CAT", "TYPE_SCHEM", "TYPE_NAME", "ATTR_NAME")
        .number("DATA_TYPE")
        .text("ATTR_TYPE_NAME")
        .number("ATTR_SIZE", "DECIMAL_DIGITS", "NUM_PREC_RADIX", "NULLABLE")
        .text("REMARKS", "ATTR_DEF")
        .number("SQL_DATA_TYPE", "SQL_DATETIME_SUB", "CHAR_OCTET_LENGTH", "ORDINAL_POSITION")
        .text("IS_NULLABLE", "SCOPE_CATALOG", "SCOPE_SCHEMA", "SCOPE_TABLE")
        .number("SOURCE_DATA_TYPE")
        .result();
  }

  @Override
  public final ResultSet getFunctions(String catalog, String schemaPattern, String functionPattern)
      throws SQLException {
    return new MetaTable()
        .text("FUNCTION_CAT", "FUNCTION_SCHEM", "FUNCTION_NAME", "REMARKS")
        .number("FUNCTION_TYPE")
        .text("SPECIFIC_NAME")
        .result();
  }

  @Override
  public final ResultSet getFunctionColumns(
      String catalog, String schemaPattern, String functionPattern, String columnPattern)
      throws SQLException {
    return new MetaTable()
        .text("FUNCTION_CAT", "FUNCTION_SCHEM", "FUNCTION_NAME", "COLUMN_NAME")
        .number("COLUMN_TYPE", "DATA_TYPE")
        .text("TYPE_NAME")
        .number("PRECISION", "LENGTH", "SCALE", "RADIX", "NULLABLE")
        .text("REMARKS")
        .number("CHAR_OCTET_LENGTH", "ORDINAL_POSITION")
        .text("IS_NULLABLE", "SPECIFIC_NAME")
        .result();
  }

  @Override
  public final ResultSet getPseudoColumns(
      String catalog, String schemaPattern, String tablePattern, String columnPattern)
      throws SQLException {
    return new MetaTable()
        .text("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "COLUMN_NAME")
        .number("DATA_TYPE", "COLUMN_SIZE", "DECIMAL_DIGITS", "NUM_PREC_RADIX")
        .text("COLUMN_USAGE", "REMARKS")
        .number("CHAR_OCTET_LENGTH")
        .text("IS_NULLABLE")
        .result();
  }
}
