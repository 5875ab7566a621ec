package org.thetisdb.sql.call;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.UnsendableException;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.procedures.AbortException;
import org.thetisdb.procedures.ConstraintException;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.runtime.Executable;
import org.thetisdb.procedures.runtime.RowLockMode;
import org.thetisdb.procedures.runtime.RowWait;
import org.thetisdb.sql.SqlResult;
import org.thetisdb.sql.SqlStatement;

/**
 * A statement with the arguments of one call, to be planned and run like a procedure: all runs of a
 * batch are one transaction. For one call; what it holds of the call must not change.
 */
public final class StatementRun implements Executable {
  private static final Logger LOG = LoggerFactory.getLogger(StatementRun.class);
  private static final Object[] NO_ARGUMENTS = {};

  /** Of its kind, and of its length or a number. */
  private static final int USUAL_VALUE_BYTES = 4;

  private final SqlStatement statement;
  private final StatementCall call;
  private final List<Object[]> checked;

  /**
   * Checks the arguments of all runs.
   *
   * @throws ThetisException if they do not fit
   */
  public StatementRun(SqlStatement statement, StatementCall call) {
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
    ProvidedValues generated = new ProvidedValues(call);
    for (Object[] run : checked) {
      statement.plan(target, run, generated);
    }
  }

  @Override
  public Object run(Context context, Object[] arguments) {
    ProvidedValues generated = new ProvidedValues(call);
    List<Long> counts = new ArrayList<>(checked.size());
    List<Object[]> rows = List.of();
    for (Object[] run : checked) {
      SqlResult result = statement.run(context, run, generated);
      if (!statement.isQuery()) {
        counts.add(result.updateCount());
      }
      rows = rows.isEmpty() ? result.rows() : joined(rows, result.rows());
    }
    return new StatementResult(counts, rows, generated.last());
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
  public ResultPieces openPieces(Context context) {
    return new ResultPieces(
        statement.open(context, checked.get(0), new ProvidedValues(call)),
        Columns.of(statement.columns()),
        call.rowLimit());
  }

  /** Most rows of the first piece; 0 leaves that to the site. */
  public int fetchRows() {
    return call.fetchRows();
  }

  private static List<Object[]> joined(List<Object[]> first, List<Object[]> second) {
    List<Object[]> all = first instanceof ArrayList ? first : new ArrayList<>(first);
    all.addAll(second);
    return all;
  }

  @Override
  public byte[] encodeResult(Object result) {
    StatementResult outcome = (StatementResult) result;
    boolean wanted = statement.returnsRows() || call.generatedKeys();
    boolean isResult = statement.returnsRows() && !call.generatedKeys();
    List<Object> rows = wanted ? rowsOf(outcome) : List.of();
    return StatementResult.encode(
        isResult ? List.of() : outcome.counts(),
        wanted ? Columns.of(statement.columns()) : List.of(),
        0,
        outcome.lastValues(),
        wanted ? bytesOf(outcome.rows(), rows.size()) : 0,
        wanted ? out -> encode(rows, out) : out -> {});
  }

  private List<Object> rowsOf(StatementResult outcome) {
    int count = (int) Math.min(outcome.rows().size(), call.rowLimit());
    List<Object> lists = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      lists.add(Arrays.asList(outcome.rows().get(i)));
    }
    return lists;
  }

  /** About how long rows are when they are encoded. */
  private static int bytesOf(List<Object[]> rows, int count) {
    long bytes = 0;
    for (int i = 0; i < count; i++) {
      for (Object value : rows.get(i)) {
        bytes += USUAL_VALUE_BYTES;
        bytes += value instanceof String text ? text.length() : 0;
        bytes += value instanceof byte[] binary ? binary.length : 0;
      }
    }
    return (int) Math.min(ValueCodec.MAX_BYTES, bytes);
  }

  private void encode(List<Object> rows, ByteWriter out) {
    try {
      ValueCodec.encode(rows, out);
    } catch (UnsendableException e) {
      throw unsendable(e.what());
    }
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
