package org.thetisdb.sql.define;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.thetisdb.sql.define.Definitions.column;
import static org.thetisdb.sql.define.Definitions.table;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;
import org.thetisdb.sql.catalog.DroppedDef;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.ddl.AlterTable;
import org.thetisdb.sql.ddl.ConstraintSpec;
import org.thetisdb.sql.ddl.CreateIndex;
import org.thetisdb.sql.ddl.DropObject;
import org.thetisdb.sql.define.step.CatalogChange;
import org.thetisdb.sql.define.step.Step;
import org.thetisdb.sql.define.step.StepText;
import org.thetisdb.sql.define.step.StepWork;
import org.thetisdb.sql.integrity.DeferredChecks;
import org.thetisdb.sql.integrity.ExistenceGuard;
import org.thetisdb.sql.integrity.IntegrityContext;
import org.thetisdb.sql.integrity.IntegrityRules;
import org.thetisdb.sql.integrity.KeptRules;
import org.thetisdb.sql.script.MemoryRows;
import org.thetisdb.sql.type.SqlTypeName;

/** A table of rows without a key gets a primary key, step by step. */
class KeyAdditionTest {
  private static final int ROWS = StepWork.BATCH_ROWS + 50;

  private final Definitions definitions = new Definitions();
  private final MemoryRows rows = new MemoryRows(definitions.catalog().registry());

  @BeforeEach
  void fillATable() {
    definitions.run(
        table(
            "shops",
            List.of(column("id", SqlTypeName.BIGINT), column("town", SqlTypeName.BIGINT))));
    definitions.run(new CreateIndex("by_town", false, true, "shops", List.of("town")));
    definitions.complete(new Step.FillIndex(shops().tableId(), "by_town"));
    rows.use(definitions.catalog().registry());
    IntegrityContext writer = new IntegrityContext(rows, rules());
    for (long id = 0; id < ROWS; id++) {
      writer.put(stored().row(id + 1).setLong("id", ROWS - id).setLong("town", id));
    }
  }

  private TableDef shops() {
    return definitions.catalog().table("shops");
  }

  private Table stored() {
    return shops().stored();
  }

  private IntegrityRules rules() {
    return new IntegrityRules(definitions.catalog(), Definitions.expressions());
  }

  private Step.FillColumns begin(String... key) {
    CatalogChange change =
        definitions.run(
            new AlterTable(
                "shops",
                false,
                List.of(
                    new AlterTable.AddConstraint(
                        new ConstraintSpec.PrimaryKey(null, List.of(key))))));
    rows.use(definitions.catalog().registry());
    return (Step.FillColumns) change.steps().get(0);
  }

  private void work(Step step) {
    StepWork work = new StepWork(rules());
    byte[] after = work.batch(rows, step, null);
    while (after != null) {
      after = work.batch(rows, step, after);
    }
  }

  private void complete(Step step) {
    definitions.complete(step);
    rows.use(definitions.catalog().registry());
  }

  @Test
  void rowsLieByTheirKeyAndIndexesFindThem() {
    int before = shops().tableId();
    Step.FillColumns step = begin("id");
    assertThat(StepText.parse(StepText.of(step))).isEqualTo(step);
    assertThat(shops().hasHiddenKey()).isTrue();
    work(step);
    complete(step);
    assertThat(shops().primaryKey()).containsExactly(0);
    assertThat(shops().columns().get(0).nullable()).isFalse();
    List<Row> all = rows.all(stored());
    assertThat(all).hasSize(ROWS);
    assertThat(all.get(0).getLong(0)).isEqualTo(1);
    assertThat(rows.all(definitions.catalog().entriesOf(shops().index("by_town")))).hasSize(ROWS);
    assertThat(definitions.catalog().has(new DroppedDef(before, DroppedDef.State.GONE))).isTrue();
    assertThat(definitions.catalog().sequence(TableDef.rowIdSequence(before))).isNull();
    assertThat(definitions.catalog().tables()).hasSize(1);
  }

  @Test
  void aBatchMayBeRepeated() {
    Step step = begin("id");
    work(step);
    work(step);
    complete(step);
    assertThat(rows.all(stored())).hasSize(ROWS);
  }

  @Test
  void nobodyWritesRowsThatAreCopied() {
    Step step = begin("id");
    IntegrityContext writer = new IntegrityContext(rows, rules());
    assertThatThrownBy(() -> writer.put(stored().row(1).setLong("id", 9)))
        .isInstanceOfSatisfying(
            ThetisException.class, e -> assertThat(e.code().sqlState()).isEqualTo("40001"));
    assertThatThrownBy(() -> writer.delete(stored(), 1L)).hasMessageContaining("Try again");
    definitions.fail(step);
    new IntegrityContext(rows, rules()).delete(stored(), 1L);
    assertThat(rows.all(stored())).hasSize(ROWS - 1);
  }

  @Test
  void aTransactionThatHasWrittenBeforeDoesNotCommitAfterwards() {
    KeptRules kept = new KeptRules();
    new IntegrityContext(rows, rules(), kept, ExistenceGuard.NONE, new DeferredChecks())
        .put(stored().row(1).setLong("id", ROWS).setLong("town", 0));
    Step step = begin("id");
    assertThat(kept.changedTable(rules())).isEqualTo("shops");
    work(step);
    complete(step);
    assertThat(kept.changedTable(rules())).isNotNull();
  }

  @Test
  void rowsThatDoNotAllowItLeaveAllAsItWas() {
    rows.put(stored().row(7).setLong("id", 1).setLong("town", 6));
    TableDef before = shops();
    Step step = begin("id");
    assertThatThrownBy(() -> work(step)).hasMessageContaining("(id) = (1)");
    definitions.fail(step);
    assertThat(shops()).isEqualTo(before);
    rows.put(stored().row(7).setLong("town", 6));
    Step again = begin("id");
    assertThatThrownBy(() -> work(again)).hasMessageContaining("\"id\"");
    definitions.fail(again);
    Step town = begin("town", "id");
    assertThat(shops().making().next().primaryKey()).containsExactly(1, 0);
    definitions.run(new DropObject(DropObject.Kind.TABLE, List.of("shops"), false, false));
    assertThat(definitions.catalog().tables()).isEmpty();
    complete(town);
    assertThat(definitions.catalog().tables()).isEmpty();
  }

  @Test
  void aTableHasOnePrimaryKey() {
    Step step = begin("id");
    work(step);
    complete(step);
    assertThatThrownBy(() -> begin("town"))
        .isInstanceOfSatisfying(
            ThetisException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_TABLE_DEFINITION));
  }
}
