package org.thetisdb.cli.shell;

/** What the shell says of itself. */
final class Help {
  static final String TEXT =
      """
      Statements end with a semicolon and may take many lines.

        \\d            tables and views
        \\d TABLE      columns, keys and indexes of a table
        \\dt           tables and views
        \\di           indexes
        \\dv           views
        \\dn           schemas
        \\ds           sequences
        \\df           procedures
        \\l            where this shell is connected to
        \\timing       shows how long each statement takes, or stops to
        \\?            this text; so does help
        \\q            ends the shell; so do exit, quit and Ctrl-D

      Ctrl-C stops a statement, or throws away what was typed. Tab completes words.
      BEGIN, COMMIT and ROLLBACK make transactions; outside of them each statement is one.
      """;

  private Help() {}
}
