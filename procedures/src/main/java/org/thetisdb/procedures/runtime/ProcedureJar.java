package org.thetisdb.procedures.runtime;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Table;

/**
 * One version of a jar: the procedures that were found in it, in order of their names. Versions
 * should come from one counter for all jars of a cluster, so that a procedure's name and a version
 * mean one thing, also after a procedure moved from one jar to another. Immutable, safe for all
 * threads. Its classes are unloaded when neither it nor its definitions are held any more.
 */
public final class ProcedureJar {
  private final String name;
  private final int version;
  private final List<ProcedureDefinition> procedures;
  private final List<Table> tables;

  private ProcedureJar(String name, int version, List<ProcedureDefinition> procedures) {
    this.name = name;
    this.version = version;
    this.procedures =
        procedures.stream().sorted(Comparator.comparing(ProcedureDefinition::name)).toList();
    requireDistinctNames();
    this.tables = collectTables();
  }

  /**
   * Loads a jar. The classes of each jar and version are apart from all others, and see nothing but
   * themselves, the JDK and the procedures API. Constructors and other methods of the uploaded
   * classes run on the calling thread.
   *
   * @throws ThetisException BAD_JAR, JAR_TOO_LARGE or SCHEMA_MISMATCH, with a sentence that says
   *     what to change
   */
  public static ProcedureJar load(String name, int version, byte[] jar) {
    return load(name, version, jar, JarLimits.DEFAULT);
  }

  /** As {@link #load(String, int, byte[])}, within other limits. */
  public static ProcedureJar load(String name, int version, byte[] jar, JarLimits limits) {
    SortedMap<String, byte[]> files = JarContents.unpack(jar, limits);
    JarClassLoader loader = new JarClassLoader(name, version, files);
    return of(name, version, ProcedureScanner.scan(files, loader).toArray(Procedure[]::new));
  }

  /**
   * A jar of classes from the class path, with all classes nested in them or around them; for
   * workloads that upload themselves. What else they need, superclasses too, has to be named as
   * well.
   *
   * @throws java.io.UncheckedIOException if a class file cannot be read
   */
  public static byte[] pack(Class<?>... classes) {
    return JarPacker.pack(classes);
  }

  /**
   * Procedures of the class path as if they had come in a jar; for tests and built-in ones.
   *
   * @throws ThetisException BAD_JAR
   */
  public static ProcedureJar of(String name, int version, Procedure... procedures) {
    List<ProcedureDefinition> definitions = new ArrayList<>();
    for (Procedure procedure : procedures) {
      definitions.add(ProcedureDefinition.of(procedure, name, version));
    }
    return new ProcedureJar(name, version, definitions);
  }

  private void requireDistinctNames() {
    for (int i = 1; i < procedures.size(); i++) {
      ProcedureDefinition one = procedures.get(i - 1);
      ProcedureDefinition other = procedures.get(i);
      if (one.name().equals(other.name())) {
        throw new ThetisException(
            ErrorCode.BAD_JAR,
            "it holds two procedures named \"%s\", %s and %s"
                .formatted(one.name(), one.className(), other.className()));
      }
    }
  }

  private List<Table> collectTables() {
    Map<String, Table> byName = new HashMap<>();
    List<Table> all = new ArrayList<>();
    for (ProcedureDefinition procedure : procedures) {
      for (Table table : procedure.tables()) {
        Table other = byName.putIfAbsent(table.name(), table);
        if (other == null) {
          all.add(table);
        } else if (!other.equals(table)) {
          throw new ThetisException(
              ErrorCode.SCHEMA_MISMATCH, table.name(), other + " and " + table + " in one jar");
        }
      }
    }
    return List.copyOf(all);
  }

  /** The name that the jar was uploaded under. */
  public String name() {
    return name;
  }

  /** The version. */
  public int version() {
    return version;
  }

  /** The procedures, in order of their names. */
  public List<ProcedureDefinition> procedures() {
    return procedures;
  }

  /** The procedure with this name; null if the jar has none. */
  public ProcedureDefinition find(String procedure) {
    for (ProcedureDefinition definition : procedures) {
      if (definition.name().equals(procedure)) {
        return definition;
      }
    }
    return null;
  }

  /** All tables that the procedures declare, each once. */
  public List<Table> tables() {
    return tables;
  }

  @Override
  public String toString() {
    return name + " v" + version + " " + procedures;
  }
}
