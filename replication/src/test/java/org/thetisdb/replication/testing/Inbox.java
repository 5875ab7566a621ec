package org.thetisdb.replication.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** What callbacks said, for a test to wait for, with a bound. */
public final class Inbox<T> {
  private static final long BOUND_S = 60;

  private final BlockingQueue<Object> messages = new LinkedBlockingQueue<>();

  /** Takes a message in; null is one, too. */
  public void put(T message) {
    messages.add(message == null ? Nothing.INSTANCE : message);
  }

  /** The next message; fails when none comes in time. */
  public T next() {
    Object message = poll(BOUND_S * 1000);
    assertThat(message).as("a message within %d s", BOUND_S).isNotNull();
    return unwrap(message);
  }

  /** The next {@code count} messages. */
  public List<T> next(int count) {
    List<T> taken = new ArrayList<>();
    while (taken.size() < count) {
      taken.add(next());
    }
    return taken;
  }

  /** The next message that fits; those before it are dropped. */
  public T nextThat(Predicate<T> fits) {
    T message = next();
    while (!fits.test(message)) {
      message = next();
    }
    return message;
  }

  /** Checks that nothing comes for a while. */
  public void staysEmpty(long ms) {
    assertThat(poll(ms)).isNull();
  }

  private Object poll(long ms) {
    try {
      return messages.poll(ms, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @SuppressWarnings("unchecked") // only put() puts, and only T or Nothing
  private T unwrap(Object message) {
    return message == Nothing.INSTANCE ? null : (T) message;
  }

  private enum Nothing {
    INSTANCE
  }
}
