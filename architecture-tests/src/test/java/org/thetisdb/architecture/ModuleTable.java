package org.thetisdb.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which module may import which. The upper may import the lower, never the other way. The same
 * table stands in docs/ARCHITECTURE.md.
 */
enum ModuleTable {
  CORE("core"),
  HISTORY("history"),
  DTXN("dtxn", "core"),
  PROCEDURES("procedures", "core", "dtxn"),
  SQL("sql", "core", "procedures"),
  REPLICATION("replication", "core"),
  MIGRATION("migration", "core", "replication"),
  STORE("store", "core"),
  SERVER("server", "core", "procedures", "sql", "store", "replication", "migration"),
  ROUTER("router", "core", "procedures", "sql", "replication", "migration"),
  CLIENT("client", "core"),
  RELATIONAL("relational", "core", "dtxn", "client"),
  SIMULATION(
      "simulation",
      "core",
      "procedures",
      "sql",
      "store",
      "replication",
      "migration",
      "server",
      "router",
      "client",
      "history"),
  BENCHMARKS(
      "benchmarks",
      "core",
      "dtxn",
      "procedures",
      "sql",
      "store",
      "server",
      "client",
      "relational",
      "history"),
  CLUSTER(
      "cluster",
      "core",
      "procedures",
      "sql",
      "store",
      "replication",
      "migration",
      "server",
      "router"),
  LAB(
      "lab",
      "core",
      "procedures",
      "sql",
      "store",
      "replication",
      "migration",
      "server",
      "router",
      "client",
      "history",
      "simulation",
      "benchmarks",
      "cluster"),
  CLI(
      "cli",
      "core",
      "procedures",
      "sql",
      "store",
      "replication",
      "migration",
      "server",
      "router",
      "client",
      "relational",
      "history",
      "simulation",
      "benchmarks",
      "cluster",
      "lab"),
  EMBEDDED("embedded", "core", "store", "client", "cluster"),
  INTEGRATIONS("integrations");

  private static final String ROOT = "org.thetisdb.";

  private final String module;

  @SuppressWarnings("ImmutableEnumChecker") // List.of cannot be changed.
  private final List<String> mayImport;

  ModuleTable(String module, String... mayImport) {
    this.module = module;
    this.mayImport = List.of(mayImport);
  }

  /** The pattern of this module's packages. */
  String packages() {
    return packagesOf(module);
  }

  /** Classes of this module use no other module but those of the table. */
  ArchRule rule() {
    String[] allowed =
        Stream.concat(Stream.of(module), mayImport.stream())
            .map(ModuleTable::packagesOf)
            .toArray(String[]::new);
    DescribedPredicate<JavaClass> foreign =
        resideInAPackage("org.thetisdb..")
            .and(DescribedPredicate.not(resideInAnyPackage(allowed)))
            .as("modules that %s must not import", module);
    return noClasses()
        .that()
        .resideInAPackage(packages())
        .should()
        .dependOnClassesThat(foreign)
        .allowEmptyShould(true);
  }

  /** Every class of Thetis belongs to a module of the table. */
  static ArchRule complete() {
    String[] known = Stream.of(values()).map(ModuleTable::packages).toArray(String[]::new);
    return classes().should().resideInAnyPackage(known).allowEmptyShould(true);
  }

  private static String packagesOf(String module) {
    return ROOT + module + "..";
  }
}
