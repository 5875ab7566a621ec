package org.thetisdb.dtxn.partition;

/** A partition cannot follow its log, or its engine threw what it must not. */
public final class EngineFaultException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  EngineFaultException(String message, Throwable cause) {
    super(message, cause);
  }
}
