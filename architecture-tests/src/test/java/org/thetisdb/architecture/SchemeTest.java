package org.thetisdb.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.thetisdb.architecture.fixture.ComparesParts;
import org.thetisdb.core.scheme.SchemeSpec;

/**
 * The parts of a scheme are known to the packages of schemes alone; all others ask what a scheme
 * says of itself. So a new scheme brings a package, and changes none of those that are there.
 */
class SchemeTest {
  private static final String SCHEMES = "org.thetisdb.router.scheme..";
  private static final Set<String> PARTS = Set.of("placement", "dispatch", "concurrency", "commit");

  private static final DescribedPredicate<JavaAccess<?>> A_PART =
      DescribedPredicate.describe(
          "a part of a scheme",
          access ->
              access.getTargetOwner().isEquivalentTo(SchemeSpec.class)
                  && PARTS.contains(access.getName()));

  /** The advisor describes each scheme by hand, and a site has its own packages. */
  @Test
  void onlySchemesLookAtPartsOfSchemes() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            SCHEMES,
            "org.thetisdb.core.scheme..",
            "org.thetisdb.server..",
            "org.thetisdb.launcher.advice..")
        .should()
        .accessTargetWhere(A_PART)
        .check(ThetisClasses.production());
  }

  @Test
  void whoComparesPartsIsFound() {
    ArchRule rule =
        noClasses()
            .that()
            .haveFullyQualifiedName(ComparesParts.class.getName())
            .should()
            .accessTargetWhere(A_PART);
    assertThat(rule.evaluate(ThetisClasses.fixtures()).hasViolation()).isTrue();
  }

  @Test
  void noFamilyOfSchemesNeedsAnother() {
    slices()
        .matching("org.thetisdb.router.scheme.(*)..")
        .should()
        .notDependOnEachOther()
        .ignoreDependency(resideInAPackage("org.thetisdb.router.scheme.registry.."), alwaysTrue())
        .check(ThetisClasses.production());
  }

  /** Engines that run without a router have no phases but those that they play themselves. */
  @Test
  void theRestOfTheRouterKnowsNoFamily() {
    noClasses()
        .that()
        .resideOutsideOfPackages(SCHEMES, "org.thetisdb.launcher.alone..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.thetisdb.router.scheme.dynamast..",
            "org.thetisdb.router.scheme.epoch..",
            "org.thetisdb.router.scheme.fixed..",
            "org.thetisdb.router.scheme.leap..",
            "org.thetisdb.router.scheme.star..")
        .check(ThetisClasses.production());
  }
}
