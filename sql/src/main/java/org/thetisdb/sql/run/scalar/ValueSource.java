package org.thetisdb.sql.run.scalar;

import org.thetisdb.sql.run.RunContext;
import org.thetisdb.sql.run.Values;
import org.thetisdb.sql.type.SqlType;

/** Where the value that is stored in a column comes from. Immutable. */
public sealed interface ValueSource {
  /** The value in the clients' form; {@code calculated} holds those of the expressions. */
  Object value(RunContext run, Object[] calculated);

  /** An argument as it was given. */
  record Argument(int parameter) implements ValueSource {
    @Override
    public Object value(RunContext run, Object[] calculated) {
      return run.argument(parameter);
    }
  }

  /** A constant. */
  record Constant(Object value) implements ValueSource {
    @Override
    public Object value(RunContext run, Object[] calculated) {
      return value;
    }
  }

  /** An expression, which is calculated with others. */
  record Calculated(int index, SqlType type) implements ValueSource {
    @Override
    public Object value(RunContext run, Object[] calculated) {
      return Values.fromCalc(type, calculated[index]);
    }
  }

  /** The next value of a sequence. */
  record Next(String sequence) implements ValueSource {
    @Override
    public Object value(RunContext run, Object[] calculated) {
      return run.nextValue(sequence);
    }
  }
}
