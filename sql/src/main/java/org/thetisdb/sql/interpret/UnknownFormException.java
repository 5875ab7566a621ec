package org.thetisdb.sql.interpret;

/** A tree has a form that is not interpreted; a class has to be made of it. */
public final class UnknownFormException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnknownFormException(String what) {
    super(what, null, false, false);
  }
}
