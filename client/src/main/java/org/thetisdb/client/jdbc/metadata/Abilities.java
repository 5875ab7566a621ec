package org.thetisdb.client.jdbc.metadata;

import java.sql.DatabaseMetaData;
import org.thetisdb.client.jdbc.result.Unwrapping;

/** What Thetis can do, as JDBC asks for it: the answers that are yes or no. */
abstract class Abilities implements DatabaseMetaData, Unwrapping {
  @Override
  public final boolean allProceduresAreCallable() {
    return true;
  }

  @Override
  public final boolean allTablesAreSelectable() {
    return true;
  }

  @Override
  public final boolean nullsAreSortedLow() {
    return true;
  }

  @Override
  public final boolean storesLowerCaseIdentifiers() {
    return true;
  }

  @Override
  public final boolean supportsMixedCaseQuotedIdentifiers() {
    return true;
  }

  @Override
  public final boolean supportsAlterTableWithAddColumn() {
    return true;
  }

  @Override
  public final boolean supportsAlterTableWithDropColumn() {
    return true;
  }

  @Override
  public final boolean supportsColumnAliasing() {
    return true;
  }

  @Override
  public final boolean nullPlusNonNullIsNull() {
    return true;
  }

  @Override
  public final boolean supportsConvert() {
    return true;
  }

  @Override
  public final boolean supportsTableCorrelationNames() {
    return true;
  }

  @Override
  public final boolean supportsExpressionsInOrderBy() {
    return true;
  }

  @Override
  public final boolean supportsOrderByUnrelated() {
    return true;
  }

  @Override
  public final boolean supportsGroupBy() {
    return true;
  }

  @Override
  public final boolean supportsGroupByUnrelated() {
    return true;
  }

  @Override
  public final boolean supportsGroupByBeyondSelect() {
    return true;
  }

  @Override
  public final boolean supportsLikeEscapeClause() {
    return true;
  }

  @Override
  public final boolean supportsNonNullableColumns() {
    return true;
  }

  @Override
  public final boolean supportsMinimumSQLGrammar() {
    return true;
  }

  @Override
  public final boolean supportsCoreSQLGrammar() {
    return true;
  }

  @Override
  public final boolean supportsANSI92EntryLevelSQL() {
    return true;
  }

  @Override
  public final boolean supportsOuterJoins() {
    return true;
  }

  @Override
  public final boolean supportsFullOuterJoins() {
    return true;
  }

  @Override
  public final boolean supportsLimitedOuterJoins() {
    return true;
  }

  @Override
  public final boolean supportsSchemasInDataManipulation() {
    return true;
  }

  @Override
  public final boolean supportsSchemasInTableDefinitions() {
    return true;
  }

  @Override
  public final boolean supportsSchemasInIndexDefinitions() {
    return true;
  }

  @Override
  public final boolean supportsSelectForUpdate() {
    return true;
  }

  @Override
  public final boolean supportsStoredProcedures() {
    return true;
  }

  @Override
  public final boolean supportsSubqueriesInComparisons() {
    return true;
  }

  @Override
  public final boolean supportsSubqueriesInExists() {
    return true;
  }

  @Override
  public final boolean supportsSubqueriesInIns() {
    return true;
  }

  @Override
  public final boolean supportsSubqueriesInQuantifieds() {
    return true;
  }

  @Override
  public final boolean supportsCorrelatedSubqueries() {
    return true;
  }

  @Override
  public final boolean supportsUnion() {
    return true;
  }

  @Override
  public final boolean supportsUnionAll() {
    return true;
  }

  @Override
  public final boolean supportsOpenStatementsAcrossCommit() {
    return true;
  }

  @Override
  public final boolean supportsOpenStatementsAcrossRollback() {
    return true;
  }

  @Override
  public final boolean supportsTransactions() {
    return true;
  }

  @Override
  public final boolean supportsBatchUpdates() {
    return true;
  }

  @Override
  public final boolean supportsSavepoints() {
    return true;
  }

  @Override
  public final boolean supportsGetGeneratedKeys() {
    return true;
  }

  @Override
  public final boolean supportsMultipleTransactions() {
    return true;
  }

  @Override
  public final boolean doesMaxRowSizeIncludeBlobs() {
    return true;
  }

  @Override
  public final boolean supportsIntegrityEnhancementFacility() {
    return true;
  }

  @Override
  public final boolean locatorsUpdateCopy() {
    return true;
  }

  @Override
  public final boolean storesMixedCaseQuotedIdentifiers() {
    return true;
  }

  @Override
  public final boolean supportsDataManipulationTransactionsOnly() {
    return true;
  }

  @Override
  public final boolean dataDefinitionCausesTransactionCommit() {
    return false;
  }

  @Override
  public final boolean nullsAreSortedHigh() {
    return false;
  }

  @Override
  public final boolean nullsAreSortedAtStart() {
    return false;
  }

  @Override
  public final boolean nullsAreSortedAtEnd() {
    return false;
  }

  @Override
  public final boolean usesLocalFiles() {
    return false;
  }

  @Override
  public final boolean usesLocalFilePerTable() {
    return false;
  }

  @Override
  public final boolean supportsMixedCaseIdentifiers() {
    return false;
  }

  @Override
  public final boolean storesUpperCaseIdentifiers() {
    return false;
  }

  @Override
  public final boolean storesMixedCaseIdentifiers() {
    return false;
  }

  @Override
  public final boolean storesUpperCaseQuotedIdentifiers() {
    return false;
  }

  @Override
  public final boolean storesLowerCaseQuotedIdentifiers() {
    return false;
  }

  @Override
  public final boolean supportsDifferentTableCorrelationNames() {
    return false;
  }

  @Override
  public final boolean supportsMultipleResultSets() {
    return false;
  }

  @Override
  public final boolean supportsExtendedSQLGrammar() {
    return false;
  }

  @Override
  public final boolean supportsANSI92IntermediateSQL() {
    return false;
  }

  @Override
  public final boolean supportsANSI92FullSQL() {
    return false;
  }

  @Override
  public final boolean isCatalogAtStart() {
    return false;
  }

  @Override
  public final boolean supportsSchemasInProcedureCalls() {
    return true;
  }

  @Override
  public final boolean supportsSchemasInPrivilegeDefinitions() {
    return false;
  }

  @Override
  public final boolean supportsCatalogsInDataManipulation() {
    return false;
  }

  @Override
  public final boolean supportsCatalogsInProcedureCalls() {
    return false;
  }

  @Override
  public final boolean supportsCatalogsInTableDefinitions() {
    return false;
  }

  @Override
  public final boolean supportsCatalogsInIndexDefinitions() {
    return false;
  }

  @Override
  public final boolean supportsCatalogsInPrivilegeDefinitions() {
    return false;
  }

  @Override
  public final boolean supportsPositionedDelete() {
    return false;
  }

  @Override
  public final boolean supportsPositionedUpdate() {
    return false;
  }

  @Override
  public final boolean supportsOpenCursorsAcrossCommit() {
    return false;
  }

  @Override
  public final boolean supportsOpenCursorsAcrossRollback() {
    return false;
  }

  @Override
  public final boolean supportsDataDefinitionAndDataManipulationTransactions() {
    return false;
  }

  @Override
  public final boolean dataDefinitionIgnoredInTransactions() {
    return false;
  }

  @Override
  public final boolean supportsNamedParameters() {
    return false;
  }

  @Override
  public final boolean supportsMultipleOpenResults() {
    return false;
  }

  @Override
  public final boolean supportsStatementPooling() {
    return false;
  }

  @Override
  public final boolean supportsStoredFunctionsUsingCallSyntax() {
    return false;
  }

  @Override
  public final boolean autoCommitFailureClosesAllResultSets() {
    return false;
  }

  @Override
  public final boolean generatedKeyAlwaysReturned() {
    return false;
  }

  @Override
  public final boolean supportsRefCursors() {
    return false;
  }

  @Override
  public final boolean supportsSharding() {
    return false;
  }

  @Override
  public final boolean deletesAreDetected(int type) {
    return false;
  }

  @Override
  public final boolean insertsAreDetected(int type) {
    return false;
  }

  @Override
  public final boolean updatesAreDetected(int type) {
    return false;
  }

  @Override
  public final boolean othersDeletesAreVisible(int type) {
    return false;
  }

  @Override
  public final boolean othersInsertsAreVisible(int type) {
    return false;
  }

  @Override
  public final boolean othersUpdatesAreVisible(int type) {
    return false;
  }

  @Override
  public final boolean ownDeletesAreVisible(int type) {
    return false;
  }

  @Override
  public final boolean ownInsertsAreVisible(int type) {
    return false;
  }

  @Override
  public final boolean ownUpdatesAreVisible(int type) {
    return false;
  }
}
