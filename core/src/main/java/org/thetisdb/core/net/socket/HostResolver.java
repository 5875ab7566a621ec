package org.thetisdb.core.net.socket;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.thetisdb.core.id.Address;

/**
 * Turns host names into addresses. A name server may take seconds to answer, so names are looked up
 * on a thread of their own; addresses in figures need no lookup. Thread-safe.
 */
public final class HostResolver {
  /** Lookups that may wait; more are refused, as a name that is not known. */
  private static final int WAITING_LOOKUPS = 1_000;

  private static final Pattern FOUR_NUMBERS =
      Pattern.compile("NUM(\\.NUM){3}".replace("NUM", "(25[0-5]|2[0-4]\\d|1?\\d?\\d)"));

  private static final Executor LOOKUPS = lookups();

  private HostResolver() {}

  /** Hands the address to {@code done}, on any thread; an unresolved one if the name is unknown. */
  public static void resolve(Address address, Consumer<InetSocketAddress> done) {
    if (isInFigures(address.host())) {
      done.accept(lookUp(address));
      return;
    }
    try {
      LOOKUPS.execute(() -> done.accept(lookUp(address)));
    } catch (RuntimeException full) {
      done.accept(unknown(address));
    }
  }

  /** The address, looked up on the calling thread; an unresolved one if the name is unknown. */
  public static InetSocketAddress lookUp(Address address) {
    try {
      return new InetSocketAddress(InetAddress.getByName(address.host()), address.port());
    } catch (UnknownHostException e) {
      return unknown(address);
    }
  }

  /** No host's name has a colon, and none is four numbers. */
  private static boolean isInFigures(String host) {
    return host.indexOf(':') >= 0 || FOUR_NUMBERS.matcher(host).matches();
  }

  private static InetSocketAddress unknown(Address address) {
    return InetSocketAddress.createUnresolved(address.host(), address.port());
  }

  private static Executor lookups() {
    ThreadPoolExecutor executor =
        new ThreadPoolExecutor(
            1,
            1,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(WAITING_LOOKUPS),
            task -> {
              Thread thread = new Thread(task, "thetis-lookup");
              thread.setDaemon(true);
              return thread;
            });
    executor.allowCoreThreadTimeOut(true);
    return executor;
  }
}
