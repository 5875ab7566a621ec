package org.thetisdb.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * What a command of the command line printed, and its exit status.
 *
 * @param out what went to the standard output
 * @param err what went to the standard error
 */
record CommandRun(int status, String out, String err) {
  /** Runs a command in this process. Not for several threads at once: the streams are the JVM's. */
  static CommandRun of(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream oldOut = System.out;
    PrintStream oldErr = System.err;
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    int status;
    try {
      status = Main.run(arguments);
    } finally {
      System.setOut(oldOut);
      System.setErr(oldErr);
    }
    return new CommandRun(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
