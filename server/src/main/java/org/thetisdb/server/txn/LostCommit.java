package org.thetisdb.server.txn;

import org.thetisdb.core.error.ThetisException;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.runtime.Executable;

/**
 * Stands for a COMMIT that is not run here: it is repeated for a transaction which is not open any
 * more, and looked up in the table of outcomes; or it runs elsewhere, and rows are prepared for it.
 */
public enum LostCommit implements Executable {
  INSTANCE;

  private static final Object[] NO_ARGUMENTS = {};

  @Override
  public Object identity() {
    return this;
  }

  @Override
  public boolean readOnly() {
    return false;
  }

  @Override
  public boolean hasPlan() {
    return false;
  }

  @Override
  public Object[] decodeArguments(byte[] arguments) {
    return NO_ARGUMENTS;
  }

  @Override
  public Object[] checkArguments(Object[] arguments) {
    return NO_ARGUMENTS;
  }

  @Override
  public void plan(Plan target, Object[] arguments) {
    throw neverRun();
  }

  @Override
  public Object run(Context context, Object[] arguments) {
    throw neverRun();
  }

  @Override
  public byte[] encodeResult(Object result) {
    throw neverRun();
  }

  @Override
  public ThetisException unsendable(String what) {
    throw neverRun();
  }

  @Override
  public ThetisException toError(Throwable thrown) {
    throw neverRun();
  }

  private static IllegalStateException neverRun() {
    return new IllegalStateException("a commit that was to be looked up was run");
  }
}
