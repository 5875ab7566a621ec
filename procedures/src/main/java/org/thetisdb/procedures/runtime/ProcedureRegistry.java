package org.thetisdb.procedures.runtime;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * The procedures that can be called, by name. Immutable: {@link #withJar} makes another registry,
 * so a reader that holds one sees one state. Safe for all threads. Of each jar the last {@link
 * #KEPT_VERSIONS} versions stay, since calls that are under way name the one they were planned
 * with.
 */
public final class ProcedureRegistry {
  /** How many versions of a jar can be called, the present one counted. */
  public static final int KEPT_VERSIONS = 4;

  /** No procedures. */
  public static final ProcedureRegistry EMPTY = new ProcedureRegistry(Map.of());

  /** Versions of each jar, newest first. */
  private final TreeMap<String, List<ProcedureJar>> jars;

  private final Map<String, ProcedureDefinition> present = new HashMap<>();
  private final Map<String, List<ProcedureDefinition>> folded = new HashMap<>();

  private ProcedureRegistry(Map<String, List<ProcedureJar>> jars) {
    this.jars = new TreeMap<>(jars);
    for (List<ProcedureJar> versions : this.jars.values()) {
      for (ProcedureDefinition procedure : versions.get(0).procedures()) {
        present.put(procedure.name(), procedure);
        folded.computeIfAbsent(fold(procedure.name()), key -> new ArrayList<>(1)).add(procedure);
      }
    }
  }

  /**
   * This registry with a jar in place of older versions of it; procedures that the new version does
   * not have can no longer be called without naming a version. This registry itself if it has the
   * same version or a newer one.
   *
   * @throws ThetisException PROCEDURE_CLASH if a procedure is already there from another jar
   */
  public ProcedureRegistry withJar(ProcedureJar jar) {
    List<ProcedureJar> versions = jars.getOrDefault(jar.name(), List.of());
    if (!versions.isEmpty() && versions.get(0).version() >= jar.version()) {
      return this;
    }
    requireNoClash(jar);
    List<ProcedureJar> newVersions = new ArrayList<>(List.of(jar));
    newVersions.addAll(versions.subList(0, Math.min(versions.size(), KEPT_VERSIONS - 1)));
    Map<String, List<ProcedureJar>> newJars = new HashMap<>(jars);
    newJars.put(jar.name(), List.copyOf(newVersions));
    return new ProcedureRegistry(newJars);
  }

  private void requireNoClash(ProcedureJar jar) {
    for (ProcedureDefinition procedure : jar.procedures()) {
      ProcedureDefinition other = present.get(procedure.name());
      if (other != null && !other.jarName().equals(jar.name())) {
        throw new ThetisException(ErrorCode.PROCEDURE_CLASH, procedure.name(), other.jarName());
      }
    }
  }

  /** The procedure with this name, in the present version of its jar; null if there is none. */
  public ProcedureDefinition find(String name) {
    return present.get(name);
  }

  /**
   * The procedure that a name in SQL means, where names that are not quoted have lost their capital
   * letters: the one with this very name, else the only one that differs from it in case alone;
   * null if there is none.
   */
  public ProcedureDefinition findFolded(String name) {
    ProcedureDefinition exact = present.get(name);
    List<ProcedureDefinition> alike = folded.getOrDefault(fold(name), List.of());
    return exact == null && alike.size() == 1 ? alike.get(0) : exact;
  }

  /** The procedure that is of this class; null if no jar has one. */
  public ProcedureDefinition findByClass(String className) {
    for (ProcedureDefinition procedure : present.values()) {
      if (procedure.className().equals(className)) {
        return procedure;
      }
    }
    return null;
  }

  private static String fold(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /** The procedure with this name in this version of its jar; null if it is not kept. */
  public ProcedureDefinition find(String name, int jarVersion) {
    ProcedureDefinition newest = present.get(name);
    return newest != null && newest.jarVersion() == jarVersion
        ? newest
        : findKept(name, jarVersion);
  }

  private ProcedureDefinition findKept(String name, int jarVersion) {
    for (List<ProcedureJar> versions : jars.values()) {
      for (ProcedureJar jar : versions) {
        if (jar.version() == jarVersion && jar.find(name) != null) {
          return jar.find(name);
        }
      }
    }
    return null;
  }

  /**
   * The procedure with this name.
   *
   * @throws ThetisException UNKNOWN_PROCEDURE
   */
  public ProcedureDefinition require(String name) {
    ProcedureDefinition procedure = present.get(name);
    if (procedure == null) {
      throw new ThetisException(ErrorCode.UNKNOWN_PROCEDURE, name);
    }
    return procedure;
  }

  /** The present versions of all jars, in order of their names. */
  public List<ProcedureJar> jars() {
    return jars.values().stream().map(versions -> versions.get(0)).toList();
  }

  /** All procedures that can be called, in order of their names. */
  public Collection<ProcedureDefinition> procedures() {
    return Collections.unmodifiableCollection(new TreeMap<>(present).values());
  }
}
