package org.thetisdb.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** Reads class files once for all tests. */
final class ThetisClasses {
  private static final String ROOT = "org.thetisdb";
  private static final String FIXTURE = ThetisClasses.class.getPackageName() + ".fixture";

  private static final ImportOption NO_TESTS = location -> !location.contains("/test-classes/");

  private static final JavaClasses PRODUCTION =
      new ClassFileImporter().withImportOption(NO_TESTS).importPackages(ROOT);

  private static final JavaClasses FIXTURES = new ClassFileImporter().importPackages(FIXTURE);

  private ThetisClasses() {}

  /** The classes of all modules, without tests. */
  static JavaClasses production() {
    return PRODUCTION;
  }

  /** The classes that break rules on purpose. */
  static JavaClasses fixtures() {
    return FIXTURES;
  }
}
