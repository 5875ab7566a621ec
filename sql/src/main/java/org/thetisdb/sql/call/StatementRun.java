package org.thetisdb.sql.call;

import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.EncodedRows;
import org.thetisdb.core.value.UnsendableException;
import org.thetisdb.procedures.AbortException;
import org.thetisdb.procedures.ConstraintException;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.runtime.Executable;
import org.thetisdb.procedures.runtime.RowLockMode;
import org.thetisdb.procedures.runtime.RowWait;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.statement.SqlResult;
import org.thetisdb.sql.statement.SqlStatement;

/**
 * A statement with the arguments of one call, to be planned and run like a procedure: all runs of a
 * batch are one transaction. For one call; what it holds of the call must not change.
 */
public final class StatementRun implements Executable {
  private static final Logger LOG = LoggerFactory.getLogger(StatementRun.class);
  private static final Object[] NO_ARGUMENTS = {};

  private final SqlStatement statement;
  private final StatementCall call;
  private final SqlCatalog catalog;
  private final List<Object[]> checked;

  /**
   * Checks the arguments of all runs.
   *
   * @param catalog the version that it is compiled for
   * @throws ThetisException if they do not fit
   */
  public StatementRun(SqlStatement statement, StatementCall call, SqlCatalog catalog) {
    this.catalog = catalog;
    this.statement = statement;
    this.call = call;
    this.checked = new ArrayList<>(call.runs().size());
    for (Object[] run : call.runs()) {
      checked.add(statement.checkArguments(run));
    }
  }

  @Override
  public String name() {
    return "SQL statement";
  }

  @Override
  public Object identity() {
    return statement.text();
  }

  @Override
  public boolean readOnly() {
    return statement.isReadOnly();
  }

  @Override
  public RowWait rowWait() {
    return statement.rowWait();
  }

  @Override
  public RowLockMode lockMode() {
    return statement.lockMode();
  }

  @Override
  public boolean hasPlan() {
    return statement.hasPlan();
  }

  /** They were decoded with the statement. */
  @Override
  public Object[] decodeArguments(byte[] encoded) {
    return NO_ARGUMENTS;
  }

  /** They were checked before. */
  @Override
  public Object[] checkArguments(Object[] arguments) {
    return NO_ARGUMENTS;
  }

  @Override
  public void plan(Plan target, Object[] arguments) {
    ProvidedValues generated = new ProvidedValues(call, catalog);
    for (Object[] run : checked) {
      statement.plan(target, run, generated);
    }
  }

  @Override
  public Object run(Context context, Object[] arguments) {
    ProvidedValues generated = new ProvidedValues(call, catalog);
    List<Long> counts = new ArrayList<>(checked.size());
    EncodedRows rows = new EncodedRows(call.rowLimit());
    try {
      for (Object[] run : checked) {
        if (!statement.runInto(rows, context, run, generated)) {
          runWhole(context, run, generated, counts, rows);
        }
      }
    } catch (UnsendableException e) {
      throw unsendable(e.what());
    }
    return new StatementResult(counts, rows, generated.last());
  }

  private void runWhole(
      Context context,
      Object[] run,
      ProvidedValues generated,
      List<Long> counts,
      EncodedRows rows) {
    SqlResult result = statement.run(context, run, generated);
    if (!statement.isQuery()) {
      counts.add(result.updateCount());
    }
    List<Object[]> found = isWanted() ? result.rows() : List.of();
    for (int i = 0; i < found.size() && !rows.isFull(); i++) {
      rows.add(found.get(i));
    }
  }

  /** Whether its client asks for rows. */
  private boolean isWanted() {
    return statement.returnsRows() || call.generatedKeys();
  }

  /** Whether it changes rows by the engine's own code alone, see {@link SqlStatement#isChange}. */
  public boolean isChange() {
    return statement.isChange();
  }

  /** Whether a long result of it may be read and sent piece by piece. */
  public boolean isStreamable() {
    return call.fetchRows() != StatementCall.WHOLE
        && checked.size() == 1
        && statement.isQuery()
        && statement.isReadOnly()
        && statement.sequenceToSet() == null
        && statement.sequences().isEmpty(); // it may need more values than the call brought
  }

  /**
   * Begins to read its result piece by piece, if it {@linkplain #isStreamable may be}.
   *
   * @param context stays valid until the pieces are closed
   */
  public ResultChunks openPieces(Context context) {
    return new ResultChunks(
        statement.open(context, checked.get(0), new ProvidedValues(call, catalog)),
        Columns.of(statement.columns()),
        call.rowLimit());
  }

  /** Most rows of the first piece; 0 leaves that to the site. */
  public int fetchRows() {
    return call.fetchRows();
  }

  @Override
  public byte[] encodeResult(Object result) {
    StatementResult outcome = (StatementResult) result;
    boolean isResult = statement.returnsRows() && !call.generatedKeys();
    return StatementResult.encode(
        isResult ? List.of() : outcome.counts(),
        isWanted() ? Columns.of(statement.columns()) : List.of(),
        0,
        outcome.lastValues(),
        isWanted() ? outcome.rows() : null);
  }

  @Override
  public ThetisException unsendable(String what) {
    return ThetisException.withMessage(
        ErrorCode.RESULT_TOO_LARGE,
        "The statement returns a " + what + ". Ask for less, or use LIMIT.");
  }

  @Override
  public ThetisException toError(Throwable thrown) {
    if (thrown instanceof ThetisException error) {
      return error;
    }
    if (thrown instanceof ConstraintException || thrown instanceof AbortException) {
      return new ThetisException(ErrorCode.CONSTRAINT, thrown.getMessage());
    }
    if (thrown instanceof ArithmeticException) {
      return new ThetisException(ErrorCode.NUMBER_OUT_OF_RANGE, thrown.getMessage());
    }
    LOG.warn("A statement failed for a reason that has no error of its own.", thrown);
    return new ThetisException(
            ErrorCode.SQL_INVALID, "An expression of the statement cannot be calculated.")
        .causedBy(thrown);
  }
}
