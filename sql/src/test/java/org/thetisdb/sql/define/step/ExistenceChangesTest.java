package org.thetisdb.sql.define.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.thetisdb.sql.define.Definitions.column;
import static org.thetisdb.sql.define.Definitions.table;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.sql.catalog.Existence;
import org.thetisdb.sql.catalog.Existence.Right;
import org.thetisdb.sql.catalog.Existence.State;
import org.thetisdb.sql.catalog.ForeignKeyDef.OnParent;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.ddl.AlterTable;
import org.thetisdb.sql.ddl.ConstraintSpec.ForeignKey;
import org.thetisdb.sql.ddl.ConstraintSpec.PrimaryKey;
import org.thetisdb.sql.ddl.CreateTable;
import org.thetisdb.sql.ddl.Ddl;
import org.thetisdb.sql.define.Definitions;
import org.thetisdb.sql.type.SqlTypeName;

/** What a definition does to tables of which no row may vanish. */
final class ExistenceChangesTest {
  private final Definitions definitions = new Definitions();
  private int shops;

  @BeforeEach
  void defineShops() {
    definitions.run(
        table(
            "shops",
            List.of(column("id", SqlTypeName.BIGINT)),
            new PrimaryKey(null, List.of("id"))));
    shops = definitions.catalog().table("shops").tableId();
  }

  private static CreateTable child(String name) {
    return table(
        name,
        List.of(column("id", SqlTypeName.BIGINT), column("shop", SqlTypeName.BIGINT)),
        new PrimaryKey(null, List.of("id")),
        new ForeignKey(
            name + "_shop",
            List.of("shop"),
            "shops",
            List.of(),
            OnParent.RESTRICT,
            OnParent.RESTRICT));
  }

  private Existence in(State state) {
    return Existence.NONE
        .with(99, new Right(State.FROZEN, 6, 0))
        .with(shops, new Right(state, 5, 1));
  }

  private List<SystemRow> changes(Existence rights, Ddl ddl) {
    SqlCatalog before = definitions.catalog();
    definitions.run(ddl);
    return ExistenceChanges.of(before, definitions.catalog(), rights);
  }

  private void assertChanged(List<SystemRow> rows, State state, int thaws) {
    assertThat(rows).hasSize(1);
    assertThat(rows.get(0).key()).isEqualTo(Existence.key(shops));
    assertThat(Right.decode(rows.get(0).row())).isEqualTo(new Right(state, 7, thaws));
  }

  @Test
  void aNewForeignKeyIsNotReliedOnBeforeAllSitesKnowIt() {
    assertChanged(changes(in(State.FROZEN), child("orders")), State.BETWEEN, 1);
    assertChanged(changes(in(State.BETWEEN), child("rents")), State.BETWEEN, 1);
    assertThat(changes(in(State.THAWED), child("taxes"))).isEmpty();
    assertThat(changes(Existence.NONE, child("fees"))).isEmpty();
  }

  @Test
  void withoutForeignKeysRowsMayVanish() {
    definitions.run(child("orders"));
    definitions.run(child("rents"));
    assertThat(ExistenceChanges.isParent(definitions.catalog(), shops)).isTrue();
    Ddl one = new AlterTable("orders", false, List.of(drop("orders_shop")));
    assertChanged(changes(in(State.FROZEN), one), State.BETWEEN, 1);
    Ddl other = new AlterTable("rents", false, List.of(drop("rents_shop")));
    assertChanged(changes(in(State.FROZEN), other), State.THAWED, 2);
    assertThat(ExistenceChanges.isParent(definitions.catalog(), shops)).isFalse();
  }

  private static AlterTable.Action drop(String constraint) {
    return new AlterTable.DropConstraint(constraint, false, false);
  }

  @Test
  void otherDefinitionsChangeNothing() {
    definitions.run(child("orders"));
    Ddl unrelated =
        table(
            "notes",
            List.of(column("id", SqlTypeName.BIGINT)),
            new PrimaryKey(null, List.of("id")));
    assertThat(changes(in(State.FROZEN), unrelated)).isEmpty();
  }

  @Test
  void aRightIsWhatItsRowSays() {
    for (State state : State.values()) {
      Right right = new Right(state, 1L << 40, 12);
      assertThat(Right.decode(right.encode())).isEqualTo(right);
      Existence known = Existence.NONE.withRow(Existence.key(300), right.encode());
      assertThat(known.of(300)).isEqualTo(right);
      assertThat(known.version()).isEqualTo(1L << 40);
      assertThat(known.isFrozen(300)).isEqualTo(state == State.FROZEN);
    }
    assertThat(Existence.NONE.of(16)).isEqualTo(Right.FIRST);
    byte[] row = Right.FIRST.encode();
    row[1] = 3;
    assertThatThrownBy(() -> Right.decode(row)).isInstanceOf(CodecException.class);
    row[0] = 2;
    assertThatThrownBy(() -> Right.decode(row)).isInstanceOf(CodecException.class);
    assertThatThrownBy(() -> Existence.NONE.withRow(Existence.key(16), null))
        .isInstanceOf(CodecException.class);
  }
}
