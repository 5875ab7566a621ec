package org.thetisdb.cli.admin;

import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;

/** Shows how far something is that a command waits for, each text once. For one thread. */
final class Progress {
  private final PrintWriter out;
  private final boolean shows;
  private String shown = "";

  /** {@code shows} is false where the answer alone is printed. */
  Progress(PrintWriter out, boolean shows) {
    this.out = out;
    this.shows = shows;
  }

  /** Prints a text, if it is another one than the last. */
  void show(String text) {
    if (shows && !text.equals(shown)) {
      out.print(text);
      out.flush();
      shown = text;
    }
  }

  /** Waits so long; false if the thread was interrupted. */
  static boolean pause(long ms) {
    try {
      TimeUnit.MILLISECONDS.sleep(ms);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
