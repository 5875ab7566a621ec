package org.thetisdb.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ModuleTest {
  private static final String[] KAFKA = {"org.apache.kafka..", "kafka..", "scala.."};
  private static final String[] ZOOKEEPER = {"org.apache.zookeeper..", "org.apache.curator.."};
  private static final String[] CHRONICLE = {
    "net.openhft.affinity..", "net.openhft.chronicle..", "net.openhft.compiler.."
  };
  private static final String[] CALCITE = {"org.apache.calcite.."};
  private static final String[] NETTY = {"io.netty.."};

  @ParameterizedTest
  @EnumSource
  void aModuleImportsOnlyWhatTheTableAllows(ModuleTable module) {
    module.rule().check(ThetisClasses.production());
  }

  @Test
  void everyClassBelongsToAModule() {
    ModuleTable.complete().check(ThetisClasses.production());
  }

  @Test
  void theClassesOfTheLowestModuleAreSeen() {
    assertThat(ThetisClasses.production())
        .anyMatch(type -> type.getPackageName().startsWith("org.thetisdb.core"));
  }

  @Test
  void kafkaStaysBehindItsAdapter() {
    only(KAFKA, "org.thetisdb.replication..kafka..", "org.thetisdb.replication.embedded..");
  }

  @Test
  void zooKeeperStaysBehindItsAdapter() {
    only(ZOOKEEPER, "org.thetisdb.replication..zookeeper..", "org.thetisdb.replication.embedded..");
  }

  /** Measurements compare the store with the library by itself. */
  @Test
  void chronicleMapStaysInItsEngine() {
    only(CHRONICLE, "org.thetisdb.store.chronicle..", "org.thetisdb.benchmarks.jmh..");
  }

  @Test
  void calciteStaysInSql() {
    only(CALCITE, "org.thetisdb.sql..", "org.thetisdb.server..", "org.thetisdb.router..");
  }

  @Test
  void nettyStaysInTheTransport() {
    only(NETTY, "org.thetisdb.core..netty..");
  }

  private static void only(String[] library, String... users) {
    noClasses()
        .that()
        .resideOutsideOfPackages(users)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(library)
        .allowEmptyShould(true)
        .check(ThetisClasses.production());
  }
}
