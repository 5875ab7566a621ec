package org.thetisdb.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A scheme is a package at a site: nobody else there compares the parts of a scheme, knows a family
 * of schemes, or opens what it keeps of a call.
 */
class SchemeBorderTest {
  private static final String SCHEMES = "org.thetisdb.server.scheme..";
  private static final String ALL_OF_A_SITE = "org.thetisdb.server.scheme.site..";
  private static final String PARTS = "org\\.thetisdb\\.core\\.scheme\\.SchemeSpec\\$.*";

  @Test
  void nobodyElseAtASiteComparesPartsOfAScheme() {
    comparesParts(SCHEMES).check(ThetisClasses.production());
  }

  @Test
  void whoComparesPartsIsFound() {
    assertThat(comparesParts("org.thetisdb.nowhere..").evaluate(ThetisClasses.production()))
        .matches(result -> result.hasViolation());
  }

  private static ArchRule comparesParts(String allowed) {
    return noClasses()
        .that()
        .resideInAPackage("org.thetisdb.server..")
        .and()
        .resideOutsideOfPackage(allowed)
        .should()
        .dependOnClassesThat()
        .haveNameMatching(PARTS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"locks", "twophase", "batch", "deterministic", "epoch", "star"})
  void nobodyElseAtASiteKnowsAFamilyOfSchemes(String family) {
    noClasses()
        .that()
        .resideInAPackage("org.thetisdb.server..")
        .and()
        .resideOutsideOfPackages(SCHEMES)
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.thetisdb.server.scheme." + family + "..")
        .check(ThetisClasses.production());
  }

  /** The one package that knows all families is known to who admits calls and to the engine. */
  @Test
  void theListOfFamiliesIsKnownToWhoAdmitsCallsAlone() {
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
  void aCallAtASiteHasNoFieldThatOthersWrite() {
    JavaClass call = ThetisClasses.production().get("org.thetisdb.server.txn.Transaction");
    List<String> open =
        call.getFields().stream()
            .filter(field -> !field.getModifiers().contains(JavaModifier.PRIVATE))
            .filter(field -> !field.getModifiers().contains(JavaModifier.FINAL))
            .map(JavaField::getName)
            .toList();
    assertThat(open).isEmpty();
  }
}
