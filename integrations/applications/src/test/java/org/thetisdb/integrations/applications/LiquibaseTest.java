package org.thetisdb.integrations.applications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.StringWriter;
import java.sql.Connection;
import java.sql.SQLException;
import liquibase.Contexts;
import liquibase.LabelExpression;
import liquibase.Liquibase;
import liquibase.database.Database;
import liquibase.database.DatabaseFactory;
import liquibase.database.jvm.JdbcConnection;
import liquibase.exception.DatabaseException;
import liquibase.exception.LiquibaseException;
import liquibase.resource.ClassLoaderResourceAccessor;
import liquibase.snapshot.DatabaseSnapshot;
import liquibase.snapshot.SnapshotControl;
import liquibase.snapshot.SnapshotGeneratorFactory;
import liquibase.structure.core.ForeignKey;
import liquibase.structure.core.Sequence;
import liquibase.structure.core.Table;
import liquibase.structure.core.UniqueConstraint;
import liquibase.structure.core.View;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.jdbc.core.JdbcTemplate;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.embedded.ThetisExtension;
import org.thetisdb.integrations.liquibase.ThetisDatabase;

/** Liquibase goes up and down, with nothing but the plug-in on the class path. */
@Tag("cluster")
@Timeout(120)
@InTurn(oneIn = 4, from = 1, whole = true)
final class LiquibaseTest {
  @RegisterExtension static ThetisExtension db = ThetisExtension.create();

  private final JdbcTemplate sql = new JdbcTemplate(db.dataSource());

  @BeforeEach
  void empty() throws SQLException {
    db.cluster().clear();
  }

  private interface Work {
    void on(Liquibase liquibase) throws LiquibaseException;
  }

  private static void with(Work work) throws SQLException, LiquibaseException {
    try (Connection connection = db.dataSource().getConnection();
        Liquibase liquibase =
            new Liquibase(
                "liquibase/changes.yaml", new ClassLoaderResourceAccessor(), found(connection))) {
      work.on(liquibase);
    }
  }

  private static Database found(Connection connection) throws DatabaseException {
    return DatabaseFactory.getInstance()
        .findCorrectDatabaseImplementation(new JdbcConnection(connection));
  }

  private static void update() throws SQLException, LiquibaseException {
    with(liquibase -> liquibase.update(new Contexts(), new LabelExpression()));
  }

  @Test
  void changeSetsRunOnceHoweverOftenTheApplicationStarts() throws Exception {
    update();
    update();
    assertThat(sql.queryForObject("SELECT count(*) FROM databasechangelog", Long.class))
        .isEqualTo(3);
    assertThat(sql.queryForList("SELECT name FROM tall", String.class)).containsExactly("moss");
    assertThat(sql.queryForObject("SELECT count(*) FROM patch", Long.class)).isEqualTo(3);
    assertThat(sql.queryForObject("SELECT locked FROM databasechangeloglock", Boolean.class))
        .isFalse();
  }

  @Test
  void aDefaultSchemaOfItsOwnHoldsAll() throws Exception {
    sql.execute("CREATE SCHEMA garden");
    for (int start = 0; start < 2; start++) {
      try (Connection connection = db.dataSource().getConnection()) {
        Database database = found(connection);
        database.setDefaultSchemaName("garden");
        connection.setSchema("garden");
        new Liquibase("liquibase/changes.yaml", new ClassLoaderResourceAccessor(), database)
            .update(new Contexts(), new LabelExpression());
      }
    }
    assertThat(sql.queryForObject("SELECT count(*) FROM garden.databasechangelog", Long.class))
        .isEqualTo(3);
    assertThat(sql.queryForList("SELECT name FROM garden.tall", String.class))
        .containsExactly("moss");
    assertThat(
            sql.queryForObject(
                "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'",
                Long.class))
        .isZero();
  }

  @Test
  void whatWasDoneIsRolledBack() throws Exception {
    update();
    with(liquibase -> liquibase.tag("after"));
    with(liquibase -> liquibase.rollback(3, ""));
    assertThat(
            sql.queryForList(
                "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'"
                    + " ORDER BY table_name",
                String.class))
        .containsExactly("databasechangelog", "databasechangeloglock");
    update();
    assertThat(sql.queryForObject("SELECT count(*) FROM patch", Long.class)).isEqualTo(3);
  }

  @Test
  void aSnapshotShowsWhatThereIs() throws Exception {
    update();
    try (Connection connection = db.dataSource().getConnection()) {
      Database database = found(connection);
      assertThat(database).isInstanceOf(ThetisDatabase.class);
      DatabaseSnapshot snapshot =
          SnapshotGeneratorFactory.getInstance()
              .createSnapshot(database.getDefaultSchema(), database, new SnapshotControl(database));
      assertThat(snapshot.get(Table.class)).extracting(Table::getName).contains("plant", "patch");
      assertThat(snapshot.get(View.class)).extracting(View::getName).containsExactly("tall");
      assertThat(snapshot.get(Sequence.class))
          .extracting(Sequence::getName, sequence -> sequence.getIncrementBy().intValue())
          .contains(tuple("patch_number", 5));
      assertThat(snapshot.get(ForeignKey.class))
          .extracting(ForeignKey::getName)
          .containsExactly("bed_plant");
      assertThat(snapshot.get(UniqueConstraint.class))
          .extracting(UniqueConstraint::getName)
          .containsExactlyInAnyOrder("plant_name", "patch_once");
    }
  }

  @Test
  void theSqlOfPendingChangesIsShownWithoutRunningIt() throws Exception {
    StringWriter text = new StringWriter();
    with(liquibase -> liquibase.update(new Contexts(), new LabelExpression(), text));
    assertThat(text.toString())
        .contains("CREATE TABLE public.plant", "tag UUID", "RENAME TO patch");
    assertThat(
            sql.queryForObject(
                "SELECT count(*) FROM information_schema.tables WHERE table_name = 'plant'",
                Long.class))
        .isZero();
  }
}
