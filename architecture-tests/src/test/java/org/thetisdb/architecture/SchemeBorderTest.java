package org.thetisdb.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.architecture.fixture.ComparesParts;
import org.thetisdb.core.scheme.SchemeSpec;

/**
 * A family of schemes is a package at the router and one at a site: nobody else compares the parts
 * of a scheme, knows a family, says what only a family says, or opens what it keeps of a call. All
 * others ask what a scheme says of itself. So a new scheme brings packages, and changes none of
 * those that are there.
 */
class SchemeBorderTest {
  private static final String AT_THE_ROUTER = "org.thetisdb.router.scheme..";
  private static final String AT_A_SITE = "org.thetisdb.server.scheme..";
  private static final String ALL_OF_A_SITE = "org.thetisdb.server.scheme.site..";
  private static final String ALL_OF_A_ROUTER = "org.thetisdb.router.scheme.registry..";

  /** Engines that run without a router have no phases but those that they play themselves. */
  private static final String WITHOUT_A_ROUTER = "org.thetisdb.lab.engines..";

  private static final String PARTS = "org\\.thetisdb\\.core\\.scheme\\.SchemeSpec\\$.*";
  private static final Set<String> OF_PARTS =
      Set.of("placement", "dispatch", "concurrency", "commit");

  /** Messages of phases, of epoch views and of parts of a transaction over several sites. */
  private static final String OF_FAMILIES =
      "org\\.thetisdb\\.core\\.wire\\.RouterToSite\\$(SetPhase|InEpochView|BeginEpochView|CloseEpochView"
          + "|RunInEpochView|Validate|Install|Fence|AbortInEpoch|Reserve|CheckBatch|InstallBatch|LockInOrder"
          + "|AllLocked|CommitEpoch|EpochOver)";

  private static final DescribedPredicate<JavaAccess<?>> A_PART =
      DescribedPredicate.describe(
          "a part of a scheme",
          access ->
              access.getTargetOwner().isEquivalentTo(SchemeSpec.class)
                  && OF_PARTS.contains(access.getName()));

  @Test
  void onlySchemesLookAtPartsOfSchemes() {
    noClasses()
        .that()
        .resideOutsideOfPackages(AT_THE_ROUTER, AT_A_SITE, "org.thetisdb.core.scheme..")
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
  void nobodyElseAtASiteNamesPartsOfAScheme() {
    namesParts(AT_A_SITE).check(ThetisClasses.production());
  }

  @Test
  void whoNamesPartsIsFound() {
    assertThat(namesParts("org.thetisdb.nowhere..").evaluate(ThetisClasses.production()))
        .matches(result -> result.hasViolation());
  }

  private static ArchRule namesParts(String allowed) {
    return noClasses()
        .that()
        .resideInAPackage("org.thetisdb.server..")
        .and()
        .resideOutsideOfPackage(allowed)
        .should()
        .dependOnClassesThat()
        .haveNameMatching(PARTS);
  }

  @Test
  void noFamilyAtTheRouterNeedsAnother() {
    slices()
        .matching("org.thetisdb.router.scheme.(*)..")
        .should()
        .notDependOnEachOther()
        .ignoreDependency(resideInAPackage(ALL_OF_A_ROUTER), alwaysTrue())
        .check(ThetisClasses.production());
  }

  @ParameterizedTest
  @ValueSource(strings = {"dynamast", "epoch", "fixed", "fragments", "leap", "morphosys", "star"})
  void nobodyElseKnowsAFamilyOfARouter(String family) {
    noClasses()
        .that()
        .resideOutsideOfPackages(AT_THE_ROUTER, WITHOUT_A_ROUTER)
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.thetisdb.router.scheme." + family + "..")
        .check(ThetisClasses.production());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"locks", "twophase", "batch", "deterministic", "epoch", "fragments", "star"})
  void nobodyElseKnowsAFamilyOfASite(String family) {
    noClasses()
        .that()
        .resideOutsideOfPackages(AT_A_SITE)
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.thetisdb.server.scheme." + family + "..")
        .check(ThetisClasses.production());
  }

  @Test
  void nobodyElseSaysWhatOnlyAFamilySays() {
    saysWhatFamiliesSay(AT_THE_ROUTER, AT_A_SITE).check(ThetisClasses.production());
  }

  @Test
  void whoSaysWhatOnlyAFamilySaysIsFound() {
    assertThat(saysWhatFamiliesSay().evaluate(ThetisClasses.production()))
        .matches(result -> result.hasViolation());
  }

  private static ArchRule saysWhatFamiliesSay(String... families) {
    return noClasses()
        .that()
        .resideInAnyPackage("org.thetisdb.router..", "org.thetisdb.server..")
        .and()
        .resideOutsideOfPackages(families)
        .should()
        .dependOnClassesThat()
        .haveNameMatching(OF_FAMILIES);
  }

  /** The one package that knows all families is known to who admits calls and to the engine. */
  @Test
  void theListOfASitesFamiliesIsKnownToWhoAdmitsCallsAlone() {
    noClasses()
        .that()
        .resideInAPackage("org.thetisdb.server..")
        .and()
        .resideOutsideOfPackages(
            ALL_OF_A_SITE, "org.thetisdb.server.admission..", "org.thetisdb.server.site..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(ALL_OF_A_SITE)
        .check(ThetisClasses.production());
  }

  @Test
  void aRoutersFamiliesAreListedForRoutesAndEngineAlone() {
    noClasses()
        .that()
        .resideInAPackage("org.thetisdb.router..")
        .and()
        .resideOutsideOfPackages(
            ALL_OF_A_ROUTER, "org.thetisdb.router.dispatch..", "org.thetisdb.router.engine..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(ALL_OF_A_ROUTER)
        .check(ThetisClasses.production());
  }

  @Test
  void aCallAtASiteHasNoFieldThatOthersWrite() {
    JavaClass call = ThetisClasses.production().get("org.thetisdb.server.txn.Transaction");
    assertThat(fieldsThatMayChange(call, false)).isEmpty();
  }

  /** Its queues and timers stand in its package, and keep their links in it. */
  @Test
  void aCallAtTheRouterHasNoFieldThatOtherPackagesWrite() {
    JavaClass call = ThetisClasses.production().get("org.thetisdb.router.call.PendingCall");
    assertThat(fieldsThatMayChange(call, true)).isEmpty();
  }

  private static List<String> fieldsThatMayChange(JavaClass call, boolean publicOnesAlone) {
    return call.getFields().stream()
        .filter(field -> !field.getModifiers().contains(JavaModifier.PRIVATE))
        .filter(field -> !field.getModifiers().contains(JavaModifier.FINAL))
        .filter(field -> !publicOnesAlone || field.getModifiers().contains(JavaModifier.PUBLIC))
        .map(JavaField::getName)
        .toList();
  }
}
