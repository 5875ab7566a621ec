package org.thetisdb.replication.embedded;

import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;

/** What the two stand-alone servers have in common: flags, one line when ready, an orderly end. */
final class Standalone {
  private static final int GOOD = 0;
  private static final int FAILED = 1;
  private static final int WRONG_USAGE = 2;

  private Standalone() {}

  /** A server that runs. */
  record Running(Address address, AutoCloseable server) {}

  /**
   * Starts a server, prints {@code NAME ready at HOST:PORT} as one line on {@code out}, and waits.
   *
   * @param stop ends the wait when it is counted down
   * @return the exit status: 0 good, 1 failed, 2 wrong usage
   */
  static int run(
      String name,
      String[] arguments,
      int usualPort,
      Function<Flags, Running> start,
      CountDownLatch stop,
      PrintStream out) {
    try {
      Running running = start.apply(Flags.parse(arguments, usualPort));
      out.println(name + " ready at " + running.address());
      out.flush();
      stop.await();
      StartFailure.closeQuietly(running.server());
      return GOOD;
    } catch (IllegalArgumentException e) {
      out.println(e.getMessage());
      return WRONG_USAGE;
    } catch (ThetisException e) {
      out.println(e);
      return FAILED;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return FAILED;
    }
  }

  /** Runs as a process: until it is asked to end, or the server cannot go on. */
  static void main(
      String name,
      String[] arguments,
      int usualPort,
      Function<Flags, Running> start,
      CountDownLatch stop) {
    CountDownLatch ended = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> endAndWait(stop, ended)));
    int status = run(name, arguments, usualPort, start, stop, System.out);
    ended.countDown();
    if (status != GOOD) {
      System.exit(status);
    }
  }

  private static void endAndWait(CountDownLatch stop, CountDownLatch ended) {
    stop.countDown();
    try {
      ended.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
