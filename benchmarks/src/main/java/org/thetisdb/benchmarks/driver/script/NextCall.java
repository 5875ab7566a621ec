package org.thetisdb.benchmarks.driver.script;

/** The transaction that a client makes next; one object a client, used again and again. */
public final class NextCall {
  private int type;
  private String procedure;
  private Object[] arguments;

  /** Sets all; the arguments are taken over. */
  public void set(int newType, String newProcedure, Object... newArguments) {
    type = newType;
    procedure = newProcedure;
    arguments = newArguments;
  }

  /** The index of the transaction type. */
  public int type() {
    return type;
  }

  /** The procedure to call. */
  public String procedure() {
    return procedure;
  }

  /** Its arguments; not to be changed. */
  public Object[] arguments() {
    return arguments;
  }
}
