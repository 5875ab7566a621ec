package org.thetisdb.sql.call;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.catalog.CatalogReads;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.statement.Compiled;
import org.thetisdb.sql.statement.SqlStatement;
import org.thetisdb.sql.statement.StatementCompiler;

/**
 * Compiled statements by text. A change of the catalog takes away those that had looked at what it
 * changed; which these are is found out when they are next asked for. A text that is not there is
 * compiled on another event loop, once, whichever call asks for it. Owned by the event loop of its
 * engine; nothing here waits.
 */
public final class StatementCache {
  private final StatementCompiler compiler;
  private final CompilePool pool;
  private final CompiledTexts shared;
  private final int capacity;
  private final long capacityBytes;

  /** The one that was not used for longest comes first. */
  private final Map<String, Kept> statements = new LinkedHashMap<>(16, 0.75f, true);

  private final Map<String, CompileTask<CompiledText>> underWay = new HashMap<>();
  private long bytes;
  private SqlCatalog catalog;

  /** Rises with each catalog; a statement is known to serve that of its number. */
  private long state;

  /** A statement, and the last state of the catalog that it is known to serve. */
  private static final class Kept {
    private final CompiledText text;
    private long state;

    Kept(CompiledText text, long state) {
      this.text = text;
      this.state = state;
    }
  }

  /**
   * An empty cache.
   *
   * @param pool has statements compiled elsewhere
   * @param shared what others in the process have compiled
   * @param capacity how many statements are kept; those that were not used for longest go first
   * @param capacityBytes about how much of the heap they may take
   */
  StatementCache(
      StatementCompiler compiler,
      CompilePool pool,
      CompiledTexts shared,
      int capacity,
      long capacityBytes) {
    this.compiler = compiler;
    this.pool = pool;
    this.shared = shared;
    this.capacity = capacity;
    this.capacityBytes = capacityBytes;
  }

  /** The statement of a text in this catalog if it is here; else null. */
  public Compiled find(String text, SqlCatalog current) {
    enter(current);
    Kept kept = statements.get(text);
    if (kept != null && !serves(kept)) {
      remove(text);
      kept = null;
    }
    if (kept == null) {
      kept = foundElsewhere(text);
    }
    if (kept == null) {
      return null;
    }
    Compiled found = kept.text.compiled();
    if (found instanceof Compiled.Query query && query.statement().wantsClasses()) {
      makeClasses(query.statement());
    }
    return found;
  }

  @SuppressWarnings("ReferenceEquality")
  private void enter(SqlCatalog current) {
    if (catalog != current) {
      catalog = current;
      state++;
      underWay.clear();
    }
  }

  private boolean serves(Kept kept) {
    if (kept.state != state && kept.text.serves(catalog)) {
      kept.state = state;
    }
    return kept.state == state;
  }

  private Kept foundElsewhere(String text) {
    CompiledText found = shared.find(text, catalog);
    return found == null ? null : keep(text, found);
  }

  private Kept keep(String text, CompiledText compiled) {
    remove(text);
    Kept kept = new Kept(compiled, state);
    if (compiled.isKept()) {
      statements.put(text, kept);
      count(1, compiled.bytes());
      removeEldest();
    }
    return kept;
  }

  private void remove(String text) {
    Kept before = statements.remove(text);
    if (before != null) {
      count(-1, -before.text.bytes());
    }
  }

  private void count(int more, long moreBytes) {
    bytes += moreBytes;
    shared.onKept(more, moreBytes);
  }

  private void removeEldest() {
    Iterator<Kept> eldest = statements.values().iterator();
    while (statements.size() > 1 && (statements.size() > capacity || bytes > capacityBytes)) {
      count(-1, -eldest.next().text.bytes());
      eldest.remove();
    }
  }

  /** How many statements are kept. */
  public int size() {
    return statements.size();
  }

  /** About how much of the heap they take. */
  public long bytes() {
    return bytes;
  }

  /** Nobody waits for it; the statement is interpreted meanwhile. */
  private void makeClasses(SqlStatement statement) {
    pool.run(
        "classes of " + statement.text(), // if they take too long, its text is not to blame
        () -> {
          statement.makeClasses();
          return statement;
        },
        Asker.ENGINE,
        (made, error) -> {});
  }

  /**
   * Compiles a text that {@link #find} did not find in the same catalog. {@code whenDone} is called
   * on the engine's event loop, with the statement or with what is wrong; by then the catalog may
   * have changed.
   */
  public void compile(String text, Asker asker, BiConsumer<Compiled, ThetisException> whenDone) {
    BiConsumer<CompiledText, ThetisException> told =
        (compiled, error) -> whenDone.accept(compiled == null ? null : compiled.compiled(), error);
    CompileTask<CompiledText> known = underWay.get(text);
    if (known != null && known.isWanted()) {
      known.add(asker, told);
      return;
    }
    SqlCatalog with = catalog;
    CompileTask<CompiledText> task =
        new CompileTask<>(
            text,
            () -> CompiledText.of(text, CatalogReads.noting(() -> compiler.compile(text, with))),
            (compiled, error) -> ended(text, with, compiled));
    task.add(asker, told);
    underWay.put(text, task);
    pool.submit(task);
  }

  @SuppressWarnings("ReferenceEquality")
  private void ended(String text, SqlCatalog with, CompiledText compiled) {
    if (with == catalog) {
      CompileTask<CompiledText> present = underWay.get(text);
      if (present != null && !present.isWanted()) {
        underWay.remove(text);
      }
    }
    if (compiled != null) {
      shared.put(text, compiled);
      if (with == catalog || compiled.serves(catalog)) {
        keep(text, compiled);
      }
    }
  }
}
