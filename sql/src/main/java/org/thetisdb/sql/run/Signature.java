package org.thetisdb.sql.run;

import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.LargeValue;
import org.thetisdb.procedures.Context;
import org.thetisdb.sql.code.StatementCode;
import org.thetisdb.sql.statement.GeneratedValues;
import org.thetisdb.sql.statement.SqlColumn;
import org.thetisdb.sql.type.Coercion;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;

/**
 * What a statement takes and gives, and its code. Immutable but for what the code counts.
 *
 * @param parameters their types; null where nothing gives it
 * @param columns of the result
 * @param sequences that it may take values from
 * @param maxRows most rows that a run may hold at a time
 * @param open the parameters that take the type of their values
 * @param sets the sequence that is set to what the query gives; null for none
 * @param code generated for the statement
 */
public record Signature(
    String text,
    List<SqlType> parameters,
    List<SqlColumn> columns,
    List<String> sequences,
    int maxRows,
    OpenParameters open,
    String sets,
    StatementCode code) {
  private static final TableScan[] NO_SCANS = {};

  /** For errors, which are rare, in a place that is not. */
  private static final String[] NAMES = names();

  /** A signature that gives the types of all its parameters. */
  public Signature(
      String text,
      List<SqlType> parameters,
      List<SqlColumn> columns,
      List<String> sequences,
      int maxRows) {
    this(text, parameters, columns, sequences, maxRows, OpenParameters.NONE, null);
  }

  /** A signature of a statement without generated code. */
  public Signature(
      String text,
      List<SqlType> parameters,
      List<SqlColumn> columns,
      List<String> sequences,
      int maxRows,
      OpenParameters open,
      String sets) {
    this(text, parameters, columns, sequences, maxRows, open, sets, new StatementCode());
  }

  /** A signature of a query whose result a sequence is set to. */
  public Signature withSequenceToSet(String sequence) {
    return new Signature(text, parameters, columns, sequences, maxRows, open, sequence, code);
  }

  /** With more sequences. */
  public Signature withSequences(Set<String> more) {
    Set<String> all = new TreeSet<>(sequences);
    all.addAll(more);
    return new Signature(text, parameters, columns, List.copyOf(all), maxRows, open, sets, code);
  }

  /** With these columns. */
  public Signature withColumns(List<SqlColumn> others) {
    return new Signature(text, parameters, others, sequences, maxRows, open, sets, code);
  }

  /** The arguments in the classes of their types. */
  Object[] check(Object[] arguments) {
    if (arguments.length != parameters.size()) {
      throw new ThetisException(ErrorCode.WRONG_PARAMETERS, parameters.size(), arguments.length);
    }
    Object[] checked = new Object[arguments.length];
    for (int i = 0; i < checked.length; i++) {
      SqlType type = parameters.get(i);
      checked[i] =
          type == null ? untyped(arguments[i]) : Coercion.coerce(type, arguments[i], nameOf(i));
    }
    return checked;
  }

  private static String nameOf(int parameter) {
    return parameter < NAMES.length ? NAMES[parameter] : "parameter " + (parameter + 1);
  }

  private static String[] names() {
    String[] names = new String[100];
    for (int i = 0; i < names.length; i++) {
      names[i] = "parameter " + (i + 1);
    }
    return names;
  }

  /** Where nothing says that a zone is wanted, a time is what the client's clock showed. */
  private static Object untyped(Object value) {
    return value instanceof OffsetDateTime time ? time.toLocalDateTime() : value;
  }

  /** A run without scans by number. */
  public RunContext begin(Context context, Object[] arguments, GeneratedValues generated) {
    return begin(context, arguments, generated, NO_SCANS);
  }

  /** A run. */
  public RunContext begin(
      Context context, Object[] arguments, GeneratedValues generated, TableScan[] scans) {
    if (context != null) {
      code.onRun();
    }
    Object[] calc = new Object[arguments.length];
    for (int i = 0; i < calc.length; i++) {
      SqlType type = parameters.get(i);
      calc[i] =
          arguments[i] instanceof LargeValue
              ? arguments[i]
              : Values.toCalc(type == null ? typeOf(arguments[i]) : type, arguments[i]);
    }
    return new RunContext(context, arguments, calc, generated, scans, maxRows);
  }

  /** The type of a value that goes where any type may. */
  private static SqlType typeOf(Object value) {
    if (value instanceof byte[]) {
      return SqlType.of(SqlTypeName.VARBINARY);
    }
    if (value instanceof java.time.LocalDate) {
      return SqlType.of(SqlTypeName.DATE);
    }
    if (value instanceof java.time.LocalTime) {
      return SqlType.of(SqlTypeName.TIME);
    }
    if (value instanceof java.time.LocalDateTime) {
      return SqlType.of(SqlTypeName.TIMESTAMP);
    }
    return SqlType.of(SqlTypeName.VARCHAR);
  }

  /** Columns for a list of names and types, for statements without tables. */
  public static List<SqlColumn> columns(List<String> labels, List<SqlType> types) {
    List<SqlColumn> columns = new ArrayList<>();
    for (int i = 0; i < labels.size(); i++) {
      columns.add(new SqlColumn(labels.get(i), types.get(i), true, false, "", ""));
    }
    return List.copyOf(columns);
  }
}
