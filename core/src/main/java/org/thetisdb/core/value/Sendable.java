package org.thetisdb.core.value;

/**
 * An object that is sent in the form of another one, such as a row as a map of its columns. What
 * arrives is the form, not the object. What a procedure returns may be one.
 */
@FunctionalInterface
public interface Sendable {
  /**
   * What is sent instead.
   *
   * @return made of the types that {@link ValueCodec} knows, or of Sendables
   */
  Object sendableForm();
}
