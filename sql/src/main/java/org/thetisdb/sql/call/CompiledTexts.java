package org.thetisdb.sql.call;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.thetisdb.sql.catalog.SqlCatalog;

/**
 * What the router and the sites of a process have compiled lately, so that a text which is new to
 * all of them is planned once: at the router, from which it comes to sites. Each looks whether the
 * statement serves its own catalog. Thread-safe; a thread that loses a race compiles once more.
 *
 * <p>There are two maps; when the newer one is full, it becomes the older one, and that is
 * forgotten. So what is found here was made or found not too long ago, and memory is bounded.
 */
public final class CompiledTexts {
  /** For engines that share nothing. */
  static final CompiledTexts NONE = new CompiledTexts(0);

  private static final int MOST = 1_024;
  private static final long MOST_BYTES = 16 << 20;

  private final LongAdder compiled = new LongAdder();
  private final LongAdder kept = new LongAdder();
  private final LongAdder keptBytes = new LongAdder();
  private final int most;
  private final AtomicLong newerBytes = new AtomicLong();
  private volatile Map<String, CompiledText> newer = new ConcurrentHashMap<>();
  private volatile Map<String, CompiledText> older = new ConcurrentHashMap<>();

  /** Nothing yet. */
  public CompiledTexts() {
    this(MOST);
  }

  private CompiledTexts(int most) {
    this.most = most;
  }

  /** What a text was compiled to, if that serves a catalog; else null. */
  CompiledText find(String text, SqlCatalog catalog) {
    CompiledText found = newer.get(text);
    if (found == null) {
      found = older.get(text);
    }
    return found != null && found.serves(catalog) ? found : null;
  }

  /** Keeps what a text was compiled to, in place of what it was before. */
  void put(String text, CompiledText made) {
    if (most == 0) {
      return;
    }
    compiled.increment();
    if (!made.isKept() || made.reads().isOfEverything()) {
      return;
    }
    Map<String, CompiledText> into = newer;
    into.put(text, made);
    if (newerBytes.addAndGet(made.bytes()) > MOST_BYTES || into.size() > most) {
      older = into;
      newer = new ConcurrentHashMap<>();
      newerBytes.set(0);
    }
  }

  /** A cache keeps more, or less. */
  void onKept(int statements, long bytes) {
    if (most > 0) {
      kept.add(statements);
      keptBytes.add(bytes);
    }
  }

  /** How many texts were compiled in the process so far. */
  public long compiled() {
    return compiled.sum();
  }

  /** How many statements its caches keep now; one that two of them have counts twice. */
  public long kept() {
    return kept.sum();
  }

  /** About how much of the heap these take, with those that are shared counted as above. */
  public long keptBytes() {
    return keptBytes.sum();
  }
}
