package org.thetisdb.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Within a module a package can be read without those that use it. */
class PackageTest {
  @ParameterizedTest
  @ValueSource(strings = {"procedures", "replication", "server"})
  void noPackagesOfAModuleNeedEachOther(String module) {
    slices()
        .matching("org.thetisdb." + module + ".(**)")
        .should()
        .beFreeOfCycles()
        .check(ThetisClasses.production());
  }
}
