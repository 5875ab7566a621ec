package org.thetisdb.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Packages are borders: within a module none needs one that needs it, be it over others. So each
 * can be read without those that use it.
 */
class PackageTest {
  /** With {@code package-info.java}; what has more files holds more than one thing. */
  private static final int MOST_FILES = 30;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "benchmarks",
        "cli",
        "client",
        "cluster",
        "core",
        "embedded",
        "history",
        "lab",
        "migration",
        "procedures",
        "replication",
        "router",
        "server",
        "simulation",
        "sql",
        "store"
      })
  void noPackagesOfAModuleNeedEachOther(String module) {
    noCycle("org.thetisdb." + module).check(ThetisClasses.production());
  }

  @Test
  void noPackageHasMoreThanThirtyFiles() {
    Map<String, Long> files =
        ThetisClasses.production().stream()
            .filter(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
            .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
    files.values().removeIf(count -> count < MOST_FILES);
    assertThat(files).isEmpty();
  }

  @Test
  void packagesThatNeedEachOtherAreFound() {
    ArchRule rule = noCycle("org.thetisdb.architecture.fixture.cycle");
    assertThat(rule.evaluate(ThetisClasses.fixtures()).hasViolation()).isTrue();
  }

  private static ArchRule noCycle(String root) {
    return slices().assignedFrom(packagesIn(root)).should().beFreeOfCycles();
  }

  /** The package of the root counts, too. */
  private static SliceAssignment packagesIn(String root) {
    return new SliceAssignment() {
      @Override
      public SliceIdentifier getIdentifierOf(JavaClass type) {
        String name = type.getPackageName();
        boolean within = name.equals(root) || name.startsWith(root + ".");
        return within ? SliceIdentifier.of(name) : SliceIdentifier.ignore();
      }

      @Override
      public String getDescription() {
        return "packages in " + root;
      }
    };
  }
}
