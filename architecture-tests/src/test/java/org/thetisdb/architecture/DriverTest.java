package org.thetisdb.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import org.junit.jupiter.api.Test;

/** What the JDBC driver as one jar can do without, and what leaves it small. */
class DriverTest {
  @Test
  void theDriverNeedsNoLibraryButSlf4j() {
    noClasses()
        .that()
        .resideInAPackage("org.thetisdb.client.jdbc..")
        .should()
        .transitivelyDependOnClassesThat()
        .resideInAnyPackage(
            "org.thetisdb.core.net.netty..", "io.netty..", "io.micrometer..", "org.agrona..")
        .because("its jar leaves them out")
        .check(ThetisClasses.production());
  }
}
