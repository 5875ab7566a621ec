package org.thetisdb.sql.rights;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.core.schema.TemporarySchema;

/**
 * What the thread that compiles a statement has found that the statement touches. It is noted where
 * names are looked up, so that no way to compile can leave it out. Used by one thread.
 */
public final class AccessNotes {
  private static final ThreadLocal<AccessNotes> CURRENT = new ThreadLocal<>();

  private final List<Access> list = new ArrayList<>();
  private Securable through;
  private int muted;

  private AccessNotes() {}

  /** What was made, and what it touches. */
  public record Noted<T>(T result, Accesses accesses) {}

  /** Does some work, and notes what is looked up. */
  public static <T> Noted<T> noting(Supplier<T> work) {
    AccessNotes around = CURRENT.get();
    AccessNotes notes = new AccessNotes();
    CURRENT.set(notes);
    try {
      T result = work.get();
      return new Noted<>(result, Accesses.of(notes.list));
    } finally {
      if (around == null) {
        CURRENT.remove();
      } else {
        CURRENT.set(around);
      }
    }
  }

  /** Does some work that a view does with the rights of its owner. */
  public static <T> T through(Securable view, Supplier<T> work) {
    AccessNotes notes = CURRENT.get();
    if (notes == null) {
      return work.get();
    }
    Securable before = notes.through;
    notes.through = view;
    try {
      return work.get();
    } finally {
      notes.through = before;
    }
  }

  /** Does some work whose look-ups are not what the statement does. */
  public static <T> T muted(Supplier<T> work) {
    AccessNotes notes = CURRENT.get();
    if (notes == null) {
      return work.get();
    }
    notes.muted++;
    try {
      return work.get();
    } finally {
      notes.muted--;
    }
  }

  /**
   * Something is done to an object. What is in the schema of a connection is the connection's.
   *
   * @param schema the schema that it is in; null for a schema that nobody needs a right to
   */
  public static void note(Securable object, int privileges, String name, Securable schema) {
    AccessNotes notes = CURRENT.get();
    if (notes == null || notes.muted > 0 || TemporarySchema.holds(name)) {
      return;
    }
    if (notes.through == null && schema != null) {
      notes.list.add(
          new Access(schema, Privilege.USAGE.bit(), ObjectName.simple(name), null, null));
    }
    notes.list.add(new Access(object, privileges, name, notes.through, null));
  }

  /** A role is needed. */
  public static void note(BuiltInRole role) {
    AccessNotes notes = CURRENT.get();
    if (notes != null) {
      notes.list.add(Access.ofRole(role));
    }
  }

  /** What another statement does, which a procedure runs with the rights of its owner. */
  public static void note(Accesses inner, Securable procedure) {
    AccessNotes notes = CURRENT.get();
    if (notes != null) {
      for (Access access : inner.list()) {
        Securable by = access.through() == null ? procedure : access.through();
        notes.list.add(
            new Access(access.object(), access.privileges(), access.name(), by, access.role()));
      }
    }
  }

  /** Forgets what was noted since a mark. */
  public static void returnTo(int mark) {
    AccessNotes notes = CURRENT.get();
    if (notes != null) {
      notes.list.subList(mark, notes.list.size()).clear();
    }
  }

  /** How much was noted so far. */
  public static int mark() {
    AccessNotes notes = CURRENT.get();
    return notes == null ? 0 : notes.list.size();
  }

  /** A table was looked up since a mark only to be changed: its rows are not read. */
  public static void notRead(int mark, Securable table) {
    AccessNotes notes = CURRENT.get();
    if (notes != null) {
      notes
          .list
          .subList(mark, notes.list.size())
          .removeIf(access -> access.through() == null && table.equals(access.object()));
    }
  }

  /** The tables that were looked up since a mark have their rows locked. */
  public static void locked(int mark) {
    AccessNotes notes = CURRENT.get();
    if (notes == null) {
      return;
    }
    for (Access access : List.copyOf(notes.list.subList(mark, notes.list.size()))) {
      Securable object = access.object();
      if (object != null && object.kind() == Securable.Kind.TABLE) {
        notes.list.add(
            new Access(
                object, Privilege.UPDATE.bit(), access.name(), access.through(), access.role()));
      }
    }
  }
}
