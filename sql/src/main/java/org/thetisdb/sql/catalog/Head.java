package org.thetisdb.sql.catalog;

/**
 * What the catalog says about itself.
 *
 * @param version rises by one with every change of a definition, from 0 for a catalog without any
 * @param nextId the next number for a view, sequence or procedure; none is given twice
 */
public record Head(long version, int nextId) {
  /** The head of a catalog in which nothing was defined yet. */
  public static final Head FIRST = new Head(0, 1);
}
