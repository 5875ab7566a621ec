package org.thetisdb.sql.define.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.thetisdb.sql.define.Definitions.column;
import static org.thetisdb.sql.define.Definitions.table;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;
import org.thetisdb.sql.catalog.ForeignKeyDef.OnParent;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.ddl.AlterTable;
import org.thetisdb.sql.ddl.ConstraintSpec;
import org.thetisdb.sql.ddl.CreateIndex;
import org.thetisdb.sql.ddl.DropObject;
import org.thetisdb.sql.define.Definitions;
import org.thetisdb.sql.integrity.IndexKeys;
import org.thetisdb.sql.integrity.IntegrityContext;
import org.thetisdb.sql.integrity.IntegrityRules;
import org.thetisdb.sql.script.MemoryRows;
import org.thetisdb.sql.statement.Compiled;
import org.thetisdb.sql.statement.SqlStatement;
import org.thetisdb.sql.statement.StatementCompiler;
import org.thetisdb.sql.type.SqlTypeName;

/** What was there before a definition is brought in line with it, batch by batch. */
class StepWorkTest {
  private static final int ROWS = 2 * StepWork.BATCH_ROWS + 50;

  private final Definitions definitions = new Definitions();
  private final MemoryRows rows = new MemoryRows(definitions.catalog().registry());

  @BeforeEach
  void fillATable() {
    definitions.run(
        table(
            "shops",
            List.of(column("id", SqlTypeName.BIGINT), column("town", SqlTypeName.BIGINT)),
            new ConstraintSpec.PrimaryKey(null, List.of("id"))));
    rows.use(definitions.catalog().registry());
    for (long id = 0; id < ROWS; id++) {
      rows.put(shops().row(id).set("town", id == 0 ? null : id + 1000));
    }
  }

  private Table shops() {
    return definitions.catalog().table("shops").stored();
  }

  private IntegrityRules rules() {
    return new IntegrityRules(definitions.catalog(), Definitions.expressions());
  }

  private Step define(AlterTable.Action action) {
    CatalogChange change = definitions.run(new AlterTable("shops", false, List.of(action)));
    rows.use(definitions.catalog().registry());
    return change.steps().get(change.steps().size() - 1);
  }

  private Step createIndex(boolean unique) {
    Step step =
        definitions
            .run(new CreateIndex("by_town", false, unique, "shops", List.of("town")))
            .steps()
            .get(0);
    rows.use(definitions.catalog().registry());
    return step;
  }

  /** Returns the number of batches. */
  private int work(Step step) {
    StepWork work = new StepWork(rules());
    int batches = 1;
    byte[] after = work.batch(rows, step, null);
    while (after != null) {
      after = work.batch(rows, step, after);
      batches++;
    }
    return batches;
  }

  private IndexKeys keys() {
    TableDef shops = definitions.catalog().table("shops");
    IndexDef index = shops.index("by_town");
    return new IndexKeys(shops, index, definitions.catalog().entriesOf(index), null);
  }

  @Test
  void anIndexIsFilledWhileRowsAreWritten() {
    Step step = createIndex(true);
    StepWork work = new StepWork(rules());
    byte[] after = work.batch(rows, step, null);
    IntegrityContext writer = new IntegrityContext(rows, rules());
    writer.put(shops().row(1).setLong("town", 1));
    writer.put(shops().row(ROWS - 1).setLong("town", 2));
    writer.insert(shops().row(ROWS).setLong("town", 3));
    writer.delete(shops(), 2);
    while (after != null) {
      after = work.batch(rows, step, after);
    }
    definitions.complete(step);
    List<Row> all = rows.all(shops());
    assertThat(all).hasSize(ROWS);
    assertThat(rows.all(keys().entries())).hasSize(ROWS);
    for (Row row : all) {
      assertThat(keys().rows(rows, keys().prefix(row.get("town")), 9)).containsExactly(row);
    }
  }

  @Test
  void aBatchMayBeRepeated() {
    Step step = createIndex(true);
    assertThat(work(step)).isEqualTo(3);
    assertThat(work(step)).isEqualTo(3);
    assertThat(rows.all(keys().entries())).hasSize(ROWS);
  }

  @Test
  void duplicatesAreFoundAndNamed() {
    rows.put(shops().row(7).setLong("town", 1009));
    Step step = createIndex(true);
    assertThatThrownBy(() -> work(step))
        .hasMessage("Constraint \"by_town\" of table \"shops\": there is already (town) = (1009).");
  }

  @Test
  void rowsThatACheckDoesNotAllowAreFound() {
    Step good = define(new AlterTable.AddConstraint(new ConstraintSpec.Check("c", "town > 0")));
    assertThat(work(good)).isEqualTo(3);
    rows.put(shops().row(ROWS - 1).setLong("town", -1));
    assertThatThrownBy(() -> work(good)).hasMessageContaining("\"c\"");
  }

  @Test
  void rowsWithoutAParentAreFound() {
    ConstraintSpec.ForeignKey key =
        new ConstraintSpec.ForeignKey(
            "k", List.of("town"), "shops", List.of("id"), OnParent.RESTRICT, OnParent.RESTRICT);
    Step step = define(new AlterTable.AddConstraint(key));
    assertThat(step).isInstanceOf(Step.CheckRows.class);
    assertThatThrownBy(() -> work(step)).hasMessageContaining("(town) = (1001)");
  }

  @Test
  void nullsAreFound() {
    Step step = define(new AlterTable.SetNullable("town", false));
    assertThatThrownBy(() -> work(step))
        .hasMessage("Column \"town\" of table \"shops\" cannot be null.");
  }

  @Test
  void noBatchLooksAtRowsOfADroppedTable() {
    Table stored = shops();
    int id = definitions.catalog().table("shops").tableId();
    List<Step> steps =
        definitions
            .run(new DropObject(DropObject.Kind.TABLE, List.of("shops"), false, false))
            .steps();
    rows.use(definitions.catalog().registry());
    assertThat(steps).containsExactly(new Step.PurgeTables(List.of(id)));
    assertThat(new StepWork(rules()).batch(rows, steps.get(0), null)).isNull();
    assertThat(work(new Step.GiveUpValues(id))).isEqualTo(3);
    assertThat(rows.all(definitions.catalog().registry().byId(id).table())).hasSize(ROWS);
    assertThat(stored.name()).isEqualTo("shops");
    assertThat(new StepWork(rules()).batch(rows, new Step.FillIndex(id, "x"), null)).isNull();
  }

  @Test
  void aStepIsAStatementWhoseResultIsWhereToGoOn() {
    Step step = createIndex(false);
    StatementCompiler compiler =
        StepText.compiler((text, catalog) -> null, Definitions.expressions());
    Object[] after = {null};
    int batches = 0;
    do {
      Compiled compiled = compiler.compile(StepText.of(step), definitions.catalog());
      SqlStatement statement = ((Compiled.Query) compiled).statement();
      Object[] checked = statement.checkArguments(after);
      after = statement.run(rows, checked, sequence -> 0).rows().get(0);
      batches++;
    } while (after[0] != null);
    assertThat(batches).isEqualTo(3);
    assertThat(rows.all(keys().entries())).hasSize(ROWS);
    assertThat(compiler.compile("SELECT 1", definitions.catalog())).isNull();
  }

  @Test
  void stepsComeBackFromTheirTexts() {
    List<Step> steps =
        List.of(
            new Step.FillIndex(17, "by \"town\"\nand more"),
            new Step.CheckRows(17, "c"),
            new Step.CheckNotNull(32_000, "a b"),
            new Step.GiveUpValues(99),
            new Step.PurgeTables(List.of(99)),
            new Step.PurgeTables(List.of(99, 32_000, 101)));
    for (Step step : steps) {
      assertThat(StepText.parse(StepText.of(step))).isEqualTo(step);
    }
    assertThat(StepText.parse("CONTINUE GIVE UP VALUES 999999 ")).isNull();
    assertThatThrownBy(() -> StepText.parse("CONTINUE PURGE TABLES 17 18,19"))
        .hasMessageContaining("names no tables");
  }

  @Test
  void aDefinitionThatWasTakenAwayDoesNotHoldWhenItIsRepeated() {
    Step fill = createIndex(true);
    definitions.fail(fill);
    assertThatThrownBy(() -> new StepStatement(fill, rules()))
        .hasMessageContaining("There is no index");
    Step check = define(new AlterTable.AddConstraint(new ConstraintSpec.Check("far", "town > 0")));
    new StepStatement(check, rules());
    definitions.fail(check);
    assertThatThrownBy(() -> new StepStatement(check, rules()))
        .hasMessageContaining("There is no constraint");
  }

  @Test
  void rowsOfALivingTableKeepTheirValues() {
    Step step = new Step.GiveUpValues(definitions.catalog().table("shops").tableId());
    assertThatThrownBy(() -> new StepStatement(step, rules()))
        .hasMessageContaining("There is no dropped table");
  }
}
