package org.thetisdb.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Test;

/** The packages of the router are borders: none needs one that needs it, be it over others. */
class RouterPackagesTest {
  @Test
  void noPackagesOfTheRouterNeedEachOther() {
    noCycle("org.thetisdb.router").check(ThetisClasses.production());
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
