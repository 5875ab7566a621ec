package org.thetisdb.sql.run;

import com.google.common.util.concurrent.UncheckedExecutionException;
import java.time.DateTimeException;
import java.util.Locale;
import java.util.function.Supplier;
import org.apache.calcite.runtime.CalciteException;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/** Turns what generated code throws into errors of SQL. Stateless. */
public final class RunErrors {
  private RunErrors() {}

  /** Runs it; lets all exceptions of the engine through. */
  public static <T> T mapped(Supplier<T> run) {
    try {
      return run.get();
    } catch (ExceptionInInitializerError e) {
      throw ofConstants(e);
    } catch (ArithmeticException e) {
      throw arithmetic(e).causedBy(e);
    } catch (NumberFormatException e) {
      throw badValue(e).causedBy(e);
    } catch (IllegalArgumentException e) {
      throw argument(e).causedBy(e);
    } catch (CalciteException e) {
      throw calcite(e).causedBy(e);
    } catch (IllegalStateException e) {
      throw String.valueOf(e.getMessage()).contains("SINGLE_VALUE") ? severalValues() : e;
    } catch (DateTimeException e) {
      throw ThetisException.withMessage(ErrorCode.BAD_DATETIME, sentence(e)).causedBy(e);
    } catch (UncheckedExecutionException e) {
      throw ofCached(e);
    }
  }

  /** What is wrong with the constants of a statement, which are calculated before it runs. */
  public static ThetisException ofConstants(ExceptionInInitializerError e) {
    if (e.getCause() instanceof RuntimeException cause) {
      try {
        return mapped(
            () -> {
              throw cause;
            });
      } catch (ThetisException mapped) {
        return mapped;
      }
    }
    return ThetisException.withMessage(ErrorCode.SQL_INVALID, sentence(e)).causedBy(e);
  }

  /** Some functions keep what they made of an operand, such as a pattern, and wrap what failed. */
  private static RuntimeException ofCached(UncheckedExecutionException e) {
    Throwable cause = e.getCause();
    if (cause instanceof CalciteException known) {
      return calcite(known).causedBy(e);
    }
    return ThetisException.withMessage(
            ErrorCode.BAD_VALUE, "A pattern or escape character of the statement makes no sense.")
        .causedBy(e);
  }

  /** Where a division by zero is met often, the JVM throws one that has no message. */
  static ThetisException arithmetic(ArithmeticException e) {
    String message = e.getMessage();
    return message == null || message.toLowerCase(Locale.ROOT).contains("zero")
        ? new ThetisException(ErrorCode.DIVISION_BY_ZERO)
        : ThetisException.withMessage(ErrorCode.NUMBER_OUT_OF_RANGE, sentence(e));
  }

  /** Functions of Calcite tell so that an operand is none that they take, as of acosd(2). */
  private static ThetisException argument(IllegalArgumentException e) {
    boolean range = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT).contains("range");
    return ThetisException.withMessage(
        range ? ErrorCode.NUMBER_OUT_OF_RANGE : ErrorCode.BAD_VALUE, sentence(e));
  }

  private static ThetisException badValue(NumberFormatException e) {
    String message = String.valueOf(e.getMessage());
    int begin = message.indexOf('"');
    int end = message.lastIndexOf('"');
    String what = begin >= 0 && end > begin ? message.substring(begin, end + 1) : "A text";
    String shown = what.length() > 42 ? what.substring(0, 41) + "…\"" : what;
    return ThetisException.withMessage(ErrorCode.BAD_VALUE, shown + " is no number.");
  }

  private static ThetisException calcite(CalciteException e) {
    String message = sentence(e);
    String lower = message.toLowerCase(Locale.ROOT);
    if (lower.contains("more than one value")) {
      return severalValues();
    }
    if (lower.contains("overflow") || lower.contains("out of range")) {
      return ThetisException.withMessage(ErrorCode.NUMBER_OUT_OF_RANGE, message);
    }
    if (lower.contains("date") || lower.contains("time")) {
      return ThetisException.withMessage(ErrorCode.BAD_DATETIME, message);
    }
    return ThetisException.withMessage(ErrorCode.BAD_VALUE, message);
  }

  private static ThetisException severalValues() {
    return ThetisException.withMessage(
        ErrorCode.TOO_MANY_ROWS, "A subquery that stands for one value returned several rows.");
  }

  private static String sentence(Throwable e) {
    String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return message.endsWith(".") ? message : message + ".";
  }
}
