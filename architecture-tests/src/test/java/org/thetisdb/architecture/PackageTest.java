package org.thetisdb.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Packages are borders: within a module none needs one that needs it, be it over others. So each
 * can be read without those that use it.
 */
class PackageTest {
  @ParameterizedTest
  @ValueSource(strings = {"procedures", "replication", "router", "server", "sql"})
  void noPackagesOfAModuleNeedEachOther(String module) {
    noCycle("org.thetisdb." + module).check(ThetisClasses.production());
  }

  @Test
  void packagesThatNeedEachOtherAreFound() {
    ArchRule rule = noCycle("org.thetisdb.architecture.fixture.circle");
    assertThat(rule.evaluate(ThetisClasses.fixtures()).hasViolation()).isTrue();
  }

  private static ArchRule noCycle(String root) {
    return slices().matching(root + ".(**)").should().beFreeOfCycles();
  }
}
