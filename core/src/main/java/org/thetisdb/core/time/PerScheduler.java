package org.thetisdb.core.time;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Function;

/**
 * One thing for each scheduler, made when it is asked for first. Weak on both sides: what needs the
 * thing holds it, a hook of the scheduler for example, and it is forgotten with the scheduler.
 * Thread-safe.
 */
public final class PerScheduler<T> {
  private final Function<Scheduler, T> maker;
  private final Map<Scheduler, WeakReference<T>> known = new WeakHashMap<>();

  /** Things are made by {@code maker}. */
  public PerScheduler(Function<Scheduler, T> maker) {
    this.maker = maker;
  }

  /** The thing that belongs to {@code scheduler}. */
  public synchronized T of(Scheduler scheduler) {
    WeakReference<T> before = known.get(scheduler);
    T thing = before == null ? null : before.get();
    if (thing == null) {
      thing = maker.apply(scheduler);
      known.put(scheduler, new WeakReference<>(thing));
    }
    return thing;
  }
}
