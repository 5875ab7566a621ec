package org.thetisdb.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Test;
import org.thetisdb.simulation.World;
import org.thetisdb.simulation.cost.UnitCosts;

/** What work costs stands in one file: nobody else makes such figures, or spends others. */
class UnitCostsTest {
  private static final String ONE_FILE = "org.thetisdb.simulation.cost..";

  /** Simulated processes whose tasks take a time that a seed has drawn. */
  private static final String DRAWN = "org.thetisdb.simulation.SimulatedProcess";

  private static final DescribedPredicate<JavaAccess<?>> MAKES_COSTS =
      DescribedPredicate.describe(
          "the constructor of unit costs",
          access ->
              access.getTargetOwner().isEquivalentTo(UnitCosts.class)
                  && access.getName().equals("<init>"));

  private static final DescribedPredicate<JavaAccess<?>> SPENDS_NANOSECONDS =
      DescribedPredicate.describe(
          "time that is no step of work",
          access ->
              access.getTargetOwner().isEquivalentTo(World.class)
                  && access.getTarget().getFullName().contains(".spend(long)"));

  @Test
  void allUnitCostsAreThoseOfTheFile() {
    rule(MAKES_COSTS, ONE_FILE).check(ThetisClasses.production());
  }

  @Test
  void whatTakesTimeIsAStepOfWork() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName(DRAWN)
        .should()
        .accessTargetWhere(SPENDS_NANOSECONDS)
        .check(ThetisClasses.production());
  }

  @Test
  void whoMakesThemElsewhereIsFound() {
    assertThat(rule(MAKES_COSTS, "nowhere..").evaluate(ThetisClasses.production()))
        .matches(result -> result.hasViolation());
  }

  private static ArchRule rule(DescribedPredicate<JavaAccess<?>> what, String allowed) {
    return noClasses().that().resideOutsideOfPackage(allowed).should().accessTargetWhere(what);
  }
}
