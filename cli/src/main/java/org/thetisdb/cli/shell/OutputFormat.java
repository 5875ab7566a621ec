package org.thetisdb.cli.shell;

/** How rows are shown. */
public enum OutputFormat {
  /** A table for people. */
  ALIGNED,
  /** Comma-separated values with a line of headings, as RFC 4180 has them. */
  CSV,
  /** An array of objects for each query. */
  JSON
}
