package org.thetisdb.cli.shell;

import java.io.IOException;
import java.io.PrintWriter;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Shows rows. */
interface RowPrinter {
  /** Prints all rows of a result, as they come, and returns how many there were. */
  long print(ResultSet rows, PrintWriter out) throws SQLException, IOException;

  static RowPrinter of(OutputFormat format) {
    return switch (format) {
      case ALIGNED -> new AlignedPrinter();
      case CSV -> new CsvPrinter();
      case JSON -> new JsonPrinter();
    };
  }
}
