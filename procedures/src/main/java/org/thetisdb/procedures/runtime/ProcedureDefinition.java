package org.thetisdb.procedures.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.UnsendableException;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.procedures.AbortException;
import org.thetisdb.procedures.ConstraintException;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Table;

/**
 * A procedure that was found to be well-formed, ready to be called. What its author wrote is asked
 * for once, here; calls go through method handles. Immutable, safe for all threads.
 */
public final class ProcedureDefinition implements Executable {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,62}");
  private static final byte[] NO_RESULT = {};

  /** The longest text of a procedure that goes into an error, in chars. */
  private static final int TEXT_LIMIT = 1_000;

  private final String name;
  private final String className;
  private final String jarName;
  private final int jarVersion;
  private final List<Table> tables;
  private final boolean readOnly;
  private final boolean inPieces;
  private final boolean inFragments;
  private final List<Class<?>> parameterTypes;
  private final Parameter[] parameters;
  private final MethodHandle run;
  private final MethodHandle plan;

  private ProcedureDefinition(Procedure procedure, String jarName, int jarVersion) {
    Class<?> type = procedure.getClass();
    Method runMethod = ProcedureMethods.findRun(type);
    Method planMethod = ProcedureMethods.findPlan(type, runMethod);
    this.name = checkName(type, procedure.name());
    this.className = type.getName();
    this.jarName = jarName;
    this.jarVersion = jarVersion;
    this.tables = checkTables(type, procedure.tables());
    this.readOnly = procedure.readOnly();
    this.inPieces = procedure.inPieces();
    this.inFragments = procedure.inFragments();
    this.parameterTypes = ProcedureMethods.arguments(runMethod);
    this.parameters = parameterTypes.stream().map(Parameter::of).toArray(Parameter[]::new);
    this.run = ProcedureMethods.handle(procedure, runMethod, Object.class);
    this.plan =
        planMethod == null ? null : ProcedureMethods.handle(procedure, planMethod, void.class);
  }

  /**
   * Checks a procedure.
   *
   * @throws ThetisException BAD_JAR, with a sentence that names the class and what is wrong with it
   */
  public static ProcedureDefinition of(Procedure procedure, String jarName, int jarVersion) {
    try {
      return new ProcedureDefinition(procedure, jarName, jarVersion);
    } catch (ThetisException e) {
      throw e;
    } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
      throw ProcedureMethods.bad(procedure.getClass(), "it threw " + e).causedBy(e);
    }
  }

  private static String checkName(Class<?> type, String name) {
    if (name == null || !NAME.matcher(name).matches()) {
      throw ProcedureMethods.bad(
          type,
          "its name \"%s\" is not up to 63 letters, digits and underscores, no digit first"
              .formatted(name));
    }
    return name;
  }

  private static List<Table> checkTables(Class<?> type, List<Table> tables) {
    if (tables == null) {
      throw ProcedureMethods.bad(type, "tables() returns null");
    }
    Map<String, Table> byName = new HashMap<>();
    for (Table table : tables) {
      Table other = table == null ? null : byName.put(table.name(), table);
      if (table == null || (other != null && !other.equals(table))) {
        String problem = table == null ? "null" : "two different tables " + table.name();
        throw ProcedureMethods.bad(type, "tables() holds " + problem);
      }
    }
    return tables.stream().distinct().toList();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Object identity() {
    return this;
  }

  /** The name of its class. */
  public String className() {
    return className;
  }

  /** The jar that it came in. */
  public String jarName() {
    return jarName;
  }

  /** The version of that jar. */
  public int jarVersion() {
    return jarVersion;
  }

  /** The tables that it declares. */
  public List<Table> tables() {
    return tables;
  }

  @Override
  public boolean readOnly() {
    return readOnly;
  }

  @Override
  public boolean inPieces() {
    return inPieces;
  }

  /** Whether it says which parts of it belong to which rows. */
  public boolean inFragments() {
    return inFragments;
  }

  @Override
  public boolean hasPlan() {
    return plan != null;
  }

  /** The types of its arguments. */
  public List<Class<?>> parameterTypes() {
    return parameterTypes;
  }

  @Override
  public Object[] checkArguments(Object[] arguments) {
    if (arguments.length != parameters.length) {
      throw wrongArguments(arguments);
    }
    Object[] checked = arguments;
    for (int i = 0; i < parameters.length; i++) {
      Object value = arguments[i];
      if (!parameters[i].accepts(value) && (value != null || isPrimitive(i))) {
        checked = checked == arguments ? arguments.clone() : checked;
        checked[i] = value == null ? null : parameters[i].widen(value);
        if (checked[i] == null) {
          throw wrongArguments(arguments);
        }
      }
    }
    return checked;
  }

  private boolean isPrimitive(int parameter) {
    return parameterTypes.get(parameter).isPrimitive();
  }

  private ThetisException wrongArguments(Object[] arguments) {
    String given =
        Stream.of(arguments)
            .map(value -> value == null ? "null" : value.getClass().getSimpleName())
            .collect(Collectors.joining(", "));
    String wanted = ProcedureMethods.names(parameterTypes);
    return new ThetisException(ErrorCode.WRONG_ARGUMENTS, name, wanted, given);
  }

  @Override
  public void plan(Plan target, Object[] arguments) throws Exception {
    if (plan == null) {
      throw new IllegalStateException("procedure " + name + " has no plan");
    }
    try {
      plan.invokeExact(target, arguments);
    } catch (Throwable e) {
      throw rethrow(e);
    }
  }

  @Override
  public Object run(Context context, Object[] arguments) throws Exception {
    try {
      return (Object) run.invokeExact(context, arguments);
    } catch (Throwable e) {
      throw rethrow(e);
    }
  }

  private static Exception rethrow(Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    return thrown instanceof Exception exception ? exception : new IllegalStateException(thrown);
  }

  @Override
  public byte[] encodeResult(Object result) {
    try {
      return result == null ? NO_RESULT : ValueCodec.encode(result);
    } catch (UnsendableException e) {
      throw unsendable(e.what()).causedBy(e);
    } catch (RuntimeException e) {
      throw unsendable(result.getClass().getTypeName()).causedBy(e);
    }
  }

  @Override
  public ThetisException unsendable(String what) {
    return new ThetisException(ErrorCode.UNSENDABLE_RESULT, name, what);
  }

  @Override
  public ThetisException toError(Throwable thrown) {
    if (thrown instanceof ThetisException error) {
      return error;
    }
    if (thrown instanceof AbortException) {
      return ThetisException.outcome(
          ErrorCode.ABORTED_BY_PROCEDURE, shortened(thrown.getMessage()));
    }
    if (thrown instanceof ConstraintException) {
      return ThetisException.outcome(ErrorCode.CONSTRAINT, shortened(thrown.getMessage()));
    }
    return new ThetisException(ErrorCode.PROCEDURE_FAILED, name, text(thrown)).causedBy(thrown);
  }

  private static String text(Throwable thrown) {
    try {
      return shortened(thrown.toString());
    } catch (RuntimeException | StackOverflowError e) {
      return thrown.getClass().getName() + ", which does not tell more";
    }
  }

  private static String shortened(String text) {
    return text == null || text.length() <= TEXT_LIMIT
        ? String.valueOf(text)
        : text.substring(0, TEXT_LIMIT) + " ...";
  }

  @Override
  public String toString() {
    return name
        + "("
        + ProcedureMethods.names(parameterTypes)
        + ") of "
        + jarName
        + " v"
        + jarVersion;
  }
}
