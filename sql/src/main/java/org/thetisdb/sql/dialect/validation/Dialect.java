package org.thetisdb.sql.dialect.validation;

import java.util.List;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.avatica.util.Quoting;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.fun.SqlLibrary;
import org.apache.calcite.sql.fun.SqlLibraryOperatorTableFactory;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.parser.babel.SqlBabelParserImpl;
import org.apache.calcite.sql.util.SqlOperatorTables;
import org.apache.calcite.sql.validate.SqlConformance;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.apache.calcite.sql.validate.SqlDelegatingConformance;
import org.thetisdb.sql.dialect.CatalogFunctions;
import org.thetisdb.sql.dialect.OwnFunctions;
import org.thetisdb.sql.dialect.ValueFunctions;
import org.thetisdb.sql.dialect.syntax.GroupSyntax;

/** How the SQL of this database is read: names, functions, lenience. Stateless. */
public final class Dialect {
  /** Lenient, but overflow is an error. */
  public static final SqlConformance CONFORMANCE =
      new SqlDelegatingConformance(SqlConformanceEnum.BABEL) {
        @Override
        public boolean checkedArithmetic() {
          return true;
        }

        @Override
        public boolean allowExplicitRowValueConstructor() {
          return true;
        }

        @Override
        public boolean isNonStrictGroupBy() {
          return false;
        }

        @Override
        public SelectAliasLookup isSelectAlias() {
          return SelectAliasLookup.UNSUPPORTED;
        }
      };

  /** Longest name. */
  static final int MAX_NAME_LENGTH = 128;

  /** How Calcite reads a statement. */
  public static final SqlParser.Config PARSER =
      SqlParser.config()
          .withParserFactory(SqlBabelParserImpl.FACTORY)
          .withConformance(CONFORMANCE)
          .withQuoting(Quoting.DOUBLE_QUOTE)
          .withUnquotedCasing(Casing.TO_LOWER)
          .withQuotedCasing(Casing.UNCHANGED)
          .withCaseSensitive(true)
          .withIdentifierMaxLength(MAX_NAME_LENGTH);

  public static final SqlOperatorTable OPERATORS =
      SqlOperatorTables.chain(
          SqlLibraryOperatorTableFactory.INSTANCE.getOperatorTable(
              List.of(SqlLibrary.STANDARD, SqlLibrary.POSTGRESQL)),
          // PostgreSQL has it, too
          SqlOperatorTables.of(SqlLibraryOperators.REVERSE),
          OwnFunctions.TABLE,
          CatalogFunctions.TABLE,
          ValueFunctions.TABLE,
          GroupSyntax.TABLE);

  private Dialect() {}
}
