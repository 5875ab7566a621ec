package org.thetisdb.sql.catalog;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * What a compilation has looked up in the catalog, and what it found: names that are not there
 * among them, since an object of such a name may come. What was compiled serves each catalog in
 * which the same look-ups find the same, be it a later state, or that of another site.
 *
 * <p>Look-ups are noted where the catalog is asked, for the thread that compiles; what compiles
 * need not know. What goes through all objects of a kind depends on everything. Once made, not
 * changed; then safe for all threads.
 */
public final class CatalogReads {
  /** What looks more up than this depends on everything. */
  private static final int MOST = 1_000;

  private static final ThreadLocal<CatalogReads> CURRENT = new ThreadLocal<>();

  private final Map<Lookup, Object> found = new LinkedHashMap<>();
  private boolean everything;

  private record Lookup(Kind kind, Object key) {}

  /** Kinds of look-ups. */
  enum Kind {
    /** By name, as all but those of which something else is said. */
    TABLE,
    /** By the name of one of its indexes. */
    TABLE_OF_INDEX,
    /** Tables that refer to one of this name. */
    CHILDREN,
    /** Whether there is a definition with this id. */
    DEFINED,
    /** The stored table of this number, of the entries of an index. */
    ENTRIES,
    VIEW,
    SEQUENCE,
    PROCEDURE,
    SCHEMA,
    /** All schemas that last. */
    LASTING_SCHEMAS
  }

  /**
   * Compiled by this thread, with what that has looked up.
   *
   * @param result what was made
   */
  public record Noted<T>(T result, CatalogReads reads) {}

  private CatalogReads() {}

  /** Does some work, and notes what it looks up. */
  public static <T> Noted<T> noting(Supplier<T> work) {
    CatalogReads reads = new CatalogReads();
    return new Noted<>(with(reads, work), reads);
  }

  /** Does some work whose look-ups do not count, as its result is the same whatever they find. */
  public static <T> T unnoted(Supplier<T> work) {
    return with(null, work);
  }

  private static <T> T with(CatalogReads reads, Supplier<T> work) {
    CatalogReads around = CURRENT.get();
    CURRENT.set(reads);
    try {
      return work.get();
    } finally {
      if (around == null) {
        CURRENT.remove();
      } else {
        CURRENT.set(around);
      }
    }
  }

  /** Looks something up. */
  static Object look(SqlCatalog catalog, Kind kind, Object key) {
    Object object = found(catalog, kind, key);
    CatalogReads reads = CURRENT.get();
    if (reads != null) {
      reads.note(new Lookup(kind, key), object);
    }
    return object;
  }

  private static Object found(SqlCatalog catalog, Kind kind, Object key) {
    CatalogNames names = catalog.names();
    return switch (kind) {
      case TABLE -> names.tables().get(key);
      case TABLE_OF_INDEX -> names.tablesByIndex().get(key);
      case CHILDREN -> names.children().get(key);
      case DEFINED -> catalog.objects().containsKey(key);
      case ENTRIES -> catalog.stored((Integer) key);
      case VIEW -> names.views().get(key);
      case SEQUENCE -> names.sequences().get(key);
      case PROCEDURE -> names.procedures().get(key);
      case SCHEMA -> names.schemas().get(key);
      case LASTING_SCHEMAS -> names.lastingSchemas();
    };
  }

  /** What the calling thread compiles depends on all of the catalog. */
  public static void noteEverything() {
    CatalogReads reads = CURRENT.get();
    if (reads != null) {
      reads.everything = true;
    }
  }

  /** A compilation that finds two answers has looked into two catalogs. */
  private void note(Lookup lookup, Object object) {
    boolean known = found.containsKey(lookup);
    everything |= known ? !Objects.equals(found.get(lookup), object) : found.size() >= MOST;
    if (!known && !everything) {
      found.put(lookup, object);
    }
  }

  /** The tables that were found by their names. */
  public List<TableDef> tables() {
    return found.values().stream()
        .filter(TableDef.class::isInstance)
        .map(TableDef.class::cast)
        .distinct()
        .toList();
  }

  /** Whether only the very catalog will do in which this was looked up. */
  public boolean isOfEverything() {
    return everything;
  }

  /**
   * Whether another catalog says the same. One in which some tables cannot be read is taken to tell
   * something else. Costs as many look-ups as there were.
   */
  public boolean holdIn(SqlCatalog other) {
    if (everything || !other.isReadable()) {
      return false;
    }
    for (Map.Entry<Lookup, Object> each : found.entrySet()) {
      Lookup lookup = each.getKey();
      if (!Objects.equals(found(other, lookup.kind, lookup.key), each.getValue())) {
        return false;
      }
    }
    return true;
  }
}
