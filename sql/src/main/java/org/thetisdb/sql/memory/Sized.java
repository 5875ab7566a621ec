package org.thetisdb.sql.memory;

/** A value that knows how much of the heap it takes. */
public interface Sized {
  /** About how many bytes it takes, with all that it consists of. */
  long heldBytes();
}
