package org.thetisdb.integrations.applications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.Map;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.core.api.output.MigrateResult;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.jdbc.core.JdbcTemplate;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.embedded.ThetisExtension;

/** Flyway migrates, by URL and by data source, with nothing but the plug-in on the class path. */
@Tag("cluster")
@Timeout(120)
@InTurn(oneIn = 4, from = 2, whole = true)
final class FlywayTest {
  @RegisterExtension static ThetisExtension db = ThetisExtension.create();

  private final JdbcTemplate sql = new JdbcTemplate(db.dataSource());

  @BeforeEach
  void empty() throws SQLException {
    db.cluster().clear();
  }

  private static FluentConfiguration flyway() {
    return Flyway.configure().placeholders(Map.of("first", "Ada"));
  }

  private static Flyway good() {
    return flyway().dataSource(db.jdbcUrl(), null, null).locations("classpath:flyway").load();
  }

  @Test
  void scriptsRunOnceInTheirOrder() {
    MigrateResult first = good().migrate();
    assertThat(first.migrationsExecuted).isEqualTo(3);
    assertThat(sql.queryForList("SELECT owner FROM account ORDER BY id", String.class))
        .containsExactly("Ada", "it's; quoted");
    assertThat(sql.queryForObject("SELECT note FROM account WHERE owner = 'Ada'", String.class))
        .isEqualTo("none; yet");
    assertThat(sql.queryForList("SELECT cents FROM balance", Long.class)).containsExactly(0L, 0L);

    assertThat(good().migrate().migrationsExecuted).isZero();
    good().validate();
    assertThat(good().info().current().getVersion().getVersion()).isEqualTo("2");
    assertThat(good().info().pending()).isEmpty();
  }

  @Test
  void aDataSourceDoesAsWellAsAUrl() {
    Flyway flyway = flyway().dataSource(db.dataSource()).locations("classpath:flyway").load();
    assertThat(flyway.migrate().success).isTrue();
    assertThat(sql.queryForObject("SELECT count(*) FROM flyway_schema_history", Long.class))
        .isEqualTo(3);
  }

  @Test
  void cleaningLeavesAnEmptyDatabaseThatCanBeMigratedAgain() {
    good().migrate();
    Flyway cleaner =
        flyway()
            .dataSource(db.dataSource())
            .locations("classpath:flyway")
            .cleanDisabled(false)
            .load();
    cleaner.clean();
    assertThat(
            sql.queryForObject(
                "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'",
                Long.class))
        .isZero();
    assertThat(cleaner.migrate().migrationsExecuted).isEqualTo(3);
  }

  @Test
  void aSchemaOfItsOwnIsMadeMigratedCleanedAndDropped() {
    Flyway flyway =
        flyway()
            .dataSource(db.dataSource())
            .locations("classpath:flyway")
            .schemas("books", "spare")
            .cleanDisabled(false)
            .load();
    assertThat(flyway.migrate().migrationsExecuted).isEqualTo(3);
    assertThat(flyway.migrate().migrationsExecuted).isZero();
    assertThat(sql.queryForObject("SELECT count(*) FROM books.flyway_schema_history", Long.class))
        .isEqualTo(4); // the schemas, and three scripts
    assertThat(sql.queryForObject("SELECT count(*) FROM books.account", Long.class)).isEqualTo(2);
    String ofPublic =
        "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'";
    assertThat(sql.queryForObject(ofPublic, Long.class)).isZero();
    flyway.clean();
    assertThat(
            sql.queryForList(
                "SELECT schema_name FROM information_schema.schemata ORDER BY 1", String.class))
        .containsExactly("information_schema", "pg_catalog", "public");
    assertThat(flyway.migrate().migrationsExecuted).isEqualTo(3);
  }

  @Test
  void anExistingDatabaseIsTakenAsTheBaseline() {
    sql.execute("CREATE TABLE account (id BIGINT PRIMARY KEY)");
    assertThatThrownBy(() -> good().migrate())
        .isInstanceOf(FlywayException.class)
        .hasMessageContaining("non-empty schema");
    Flyway baseline =
        flyway()
            .dataSource(db.dataSource())
            .baselineOnMigrate(true)
            .baselineVersion("2")
            .ignoreMigrationPatterns("*:missing")
            .locations("classpath:flyway-broken-not-there")
            .failOnMissingLocations(false)
            .load();
    assertThat(baseline.migrate().success).isTrue();
    assertThat(baseline.info().current().getVersion().getVersion()).isEqualTo("2");
  }

  /** Definitions are no part of transactions: repair is what is left to do. */
  @Test
  void aScriptThatFailsStaysHalfDoneAndIsRepaired() {
    good().migrate();
    Flyway broken =
        flyway()
            .dataSource(db.dataSource())
            .locations("classpath:flyway", "classpath:flyway-broken")
            .load();
    assertThatThrownBy(broken::migrate)
        .isInstanceOf(FlywayException.class)
        .hasMessageContaining("already");
    assertThat(sql.queryForObject("SELECT count(*) FROM half", Long.class)).isZero();
    assertThatThrownBy(broken::validate).isInstanceOf(FlywayException.class);
    broken.repair();
    sql.execute("DROP TABLE half");
    assertThat(good().migrate().success).isTrue();
  }

  @Test
  void twoThatMigrateAtOnceLeaveOneHistory() throws Exception {
    good().migrate();
    AtOnce.run(3, () -> good().migrate().migrationsExecuted);
    assertThat(sql.queryForObject("SELECT count(*) FROM flyway_schema_history", Long.class))
        .isEqualTo(3);
  }
}
