package org.thetisdb.sql.define;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.thetisdb.sql.define.Definitions.column;
import static org.thetisdb.sql.define.Definitions.identity;
import static org.thetisdb.sql.define.Definitions.notNull;
import static org.thetisdb.sql.define.Definitions.table;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.ForeignKeyDef.OnParent;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.SequenceDef;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.ddl.AlterTable;
import org.thetisdb.sql.ddl.ColumnSpec;
import org.thetisdb.sql.ddl.ConstraintSpec.Check;
import org.thetisdb.sql.ddl.ConstraintSpec.ForeignKey;
import org.thetisdb.sql.ddl.ConstraintSpec.PrimaryKey;
import org.thetisdb.sql.ddl.ConstraintSpec.Unique;
import org.thetisdb.sql.ddl.CreateIndex;
import org.thetisdb.sql.ddl.CreateSequence;
import org.thetisdb.sql.ddl.CreateTable;
import org.thetisdb.sql.ddl.CreateView;
import org.thetisdb.sql.ddl.DropObject;
import org.thetisdb.sql.ddl.DropObject.Kind;
import org.thetisdb.sql.ddl.SequenceOptions;
import org.thetisdb.sql.ddl.TruncateTables;
import org.thetisdb.sql.define.step.CatalogChange;
import org.thetisdb.sql.define.step.Step;
import org.thetisdb.sql.define.step.StepText;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;

/** What definitions make of a catalog, and what they refuse. */
class DdlPlannerTest {
  private final Definitions database = new Definitions();

  private static CreateTable shops() {
    return table(
        "shops",
        List.of(
            column("town", SqlTypeName.VARCHAR),
            identity("id"),
            notNull("size", SqlTypeName.INTEGER)),
        new PrimaryKey(null, List.of("id")),
        new Unique(null, List.of("town")),
        new Check(null, "size > 0"));
  }

  private static CreateTable orders(OnParent onDelete) {
    return table(
        "orders",
        List.of(notNull("id", SqlTypeName.BIGINT), column("shop", SqlTypeName.BIGINT)),
        new PrimaryKey("orders_pk", List.of("id")),
        new ForeignKey(null, List.of("shop"), "shops", List.of(), onDelete, OnParent.RESTRICT));
  }

  private TableDef get(String name) {
    return database.catalog().table(name);
  }

  private void alter(String name, AlterTable.Action action) {
    database.run(new AlterTable(name, false, List.of(action)));
  }

  private static void assertRefused(ErrorCode code, String part, ThrowingCallable action) {
    assertThatThrownBy(action)
        .isInstanceOfSatisfying(
            ThetisException.class,
            error -> {
              assertThat(error.getMessage()).contains(part);
              assertThat(error.code()).isEqualTo(code);
            });
  }

  @Test
  void aTableStoresItsKeyFirstAndKeepsTheOrderOfItsColumns() {
    database.run(shops());
    TableDef shops = get("shops");
    assertThat(shops.columns()).extracting(ColumnDef::name).containsExactly("town", "id", "size");
    assertThat(shops.columns()).extracting(ColumnDef::storedAt).containsExactly(1, 0, 2);
    assertThat(shops.primaryKey()).containsExactly(1);
    assertThat(shops.stored().schema())
        .hasToString("shops(id LONG NOT NULL | town STRING, size INT NOT NULL)");
    assertThat(shops.columns().get(1).sequence()).isEqualTo("shops_id_seq");
    assertThat(database.catalog().sequence("shops_id_seq").owner()).isEqualTo("shops");
    assertThat(shops.checks().get(0).name()).isEqualTo("shops_size_check");
    assertThat(database.catalog().version()).isEqualTo(1);
  }

  @Test
  void aUniqueConstraintOfANewTableIsCompleteAtOnce() {
    CatalogChange change = database.run(shops());
    IndexDef index = get("shops").indexes().get(0);
    assertThat(index.name()).isEqualTo("shops_town_key");
    assertThat(index.state()).isEqualTo(IndexDef.State.READY);
    assertThat(change.steps()).isEmpty();
    assertThat(database.catalog().entriesOf(index).schema())
        .hasToString("shops_town_key(c0 STRING, k0 LONG | row_key BYTES NOT NULL)");
    assertThat(get("shops_town_key")).isNull();
  }

  @Test
  void aTableWithoutAKeyGetsARowIdThatNobodySees() {
    database.run(table("notes", List.of(column("text", SqlTypeName.VARCHAR))));
    TableDef notes = get("notes");
    assertThat(notes.hasHiddenKey()).isTrue();
    assertThat(notes.stored().schema()).hasToString("notes(row_id LONG NOT NULL | text STRING)");
    assertThat(notes.columns()).extracting(ColumnDef::storedAt).containsExactly(1);
    assertThat(database.catalog().sequence(TableDef.rowIdSequence(notes.tableId()))).isNotNull();
    alter("notes", new AlterTable.RenameTable("memos"));
    SequenceDef sequence = database.catalog().sequence(TableDef.rowIdSequence(notes.tableId()));
    assertThat(sequence.owner()).isEqualTo("memos");
  }

  @Test
  void aNameThatIsTakenIsRefusedUnlessItIsAskedFor() {
    database.run(shops());
    assertRefused(ErrorCode.OBJECT_EXISTS, "shops", () -> database.run(shops()));
    CreateTable again = new CreateTable("shops", true, shops().columns(), List.of());
    CatalogChange change = database.run(again);
    assertThat(change.rows()).isEmpty();
    assertThat(change.notices()).containsExactly("There is already a table or view \"shops\".");
  }

  @Test
  void tablesThatMakeNoSenseAreRefused() {
    ColumnSpec id = column("id", SqlTypeName.BIGINT);
    assertRefused(
        ErrorCode.DUPLICATE_COLUMN,
        "two columns named \"id\"",
        () -> database.run(table("t", List.of(id, id))));
    assertRefused(
        ErrorCode.UNKNOWN_COLUMN,
        "Did you mean \"id\"?",
        () -> database.run(table("t", List.of(id), new PrimaryKey(null, List.of("ib")))));
    assertRefused(
        ErrorCode.INVALID_TABLE_DEFINITION,
        "two primary keys",
        () ->
            database.run(
                table(
                    "t",
                    List.of(id),
                    new PrimaryKey(null, List.of("id")),
                    new PrimaryKey(null, List.of("id")))));
    assertRefused(
        ErrorCode.UNKNOWN_COLUMN,
        "no column x",
        () -> database.run(table("t", List.of(id), new Check(null, "x > 0"))));
    assertThat(database.catalog().tables()).isEmpty();
  }

  @Test
  void namesThatStoredTablesCannotHaveAreChangedForThem() {
    database.run(
        table(
            "Größe & Co",
            List.of(
                notNull("a", SqlTypeName.INTEGER),
                column("A", SqlTypeName.INTEGER),
                column("1st", SqlTypeName.INTEGER)),
            new PrimaryKey(null, List.of("a"))));
    assertThat(get("Größe & Co").stored().schema())
        .hasToString("Gr__e___Co(a INT NOT NULL | A_1 INT, c1st INT)");
  }

  @Test
  void aForeignKeyGetsAnIndexOfItsChildrenOnce() {
    database.run(shops());
    database.run(orders(OnParent.CASCADE));
    TableDef orders = get("orders");
    assertThat(orders.foreignKeys().get(0).name()).isEqualTo("orders_shop_fkey");
    assertThat(orders.foreignKeys().get(0).parentColumns()).containsExactly(1);
    assertThat(orders.indexes()).extracting(IndexDef::name).containsExactly("orders_shop_fkey_idx");
    assertThat(database.catalog().children(get("shops"))).containsExactly(orders);
  }

  @Test
  void aForeignKeyMustReferToSomethingUniqueOfItsType() {
    database.run(shops());
    assertRefused(
        ErrorCode.SQL_INVALID,
        "neither its primary key nor unique",
        () -> database.run(child(SqlTypeName.INTEGER, "size", OnParent.RESTRICT)));
    assertRefused(
        ErrorCode.SQL_TYPE_MISMATCH,
        "column \"ref\" is BIGINT, but \"town\"",
        () -> database.run(child(SqlTypeName.BIGINT, "town", OnParent.RESTRICT)));
    assertRefused(
        ErrorCode.UNKNOWN_TABLE,
        "nowhere",
        () ->
            database.run(
                table(
                    "c",
                    List.of(column("ref", SqlTypeName.BIGINT)),
                    new ForeignKey(
                        null,
                        List.of("ref"),
                        "nowhere",
                        List.of(),
                        OnParent.RESTRICT,
                        OnParent.RESTRICT))));
    database.run(child(SqlTypeName.VARCHAR, "town", OnParent.SET_NULL));
  }

  private static CreateTable child(SqlTypeName type, String referred, OnParent onDelete) {
    return table(
        "child",
        List.of(column("ref", type)),
        new ForeignKey(
            null, List.of("ref"), "shops", List.of(referred), onDelete, OnParent.RESTRICT));
  }

  @Test
  void anAddedColumnIsANewVersionOfTheStoredTable() {
    database.run(shops());
    ColumnSpec rank = new ColumnSpec("rank", SqlType.of(SqlTypeName.INTEGER), true, "5", null);
    alter("shops", new AlterTable.AddColumn(rank, false, List.of()));
    TableSchema schema = get("shops").stored().schema();
    assertThat(schema.version()).isEqualTo(2);
    assertThat(schema.absentValue(3)).isEqualTo(5);
    assertThat(get("shops").columns().get(3).storedAt()).isEqualTo(3);
    assertRefused(
        ErrorCode.SQL_INVALID,
        "needs a DEFAULT",
        () ->
            alter(
                "shops",
                new AlterTable.AddColumn(notNull("x", SqlTypeName.INTEGER), false, List.of())));
  }

  @Test
  void aDroppedColumnStaysStoredAndItsNameIsFree() {
    database.run(shops());
    alter("shops", new AlterTable.DropColumn("size", false, false));
    TableDef shops = get("shops");
    assertThat(shops.columns()).extracting(ColumnDef::name).containsExactly("town", "id");
    assertThat(shops.checks()).isEmpty();
    assertThat(shops.stored().schema().column(2).nullable()).isTrue();
    alter("shops", addColumn("size", SqlTypeName.BIGINT));
    assertThat(get("shops").stored().schema().column(3).name()).isEqualTo("size_1");
  }

  private static AlterTable.AddColumn addColumn(String name, SqlTypeName type) {
    return new AlterTable.AddColumn(column(name, type), false, List.of());
  }

  @Test
  void placesMoveWhenAColumnInFrontIsDropped() {
    database.run(shops());
    database.run(orders(OnParent.RESTRICT));
    alter("shops", new AlterTable.DropColumn("town", false, false));
    assertThat(get("shops").primaryKey()).containsExactly(0);
    assertThat(get("shops").indexes()).isEmpty();
    assertThat(get("orders").foreignKeys().get(0).parentColumns()).containsExactly(0);
    assertThat(database.catalog().tableOfIndex("shops_town_key")).isNull();
  }

  @Test
  void theKeyCannotBeDropped() {
    database.run(shops());
    assertRefused(
        ErrorCode.DEPENDENT_OBJECTS,
        "primary key",
        () -> alter("shops", new AlterTable.DropColumn("id", false, true)));
  }

  @Test
  void aRenamedTableIsFollowedByThoseThatReferToIt() {
    database.run(shops());
    database.run(orders(OnParent.RESTRICT));
    alter("shops", new AlterTable.RenameTable("stores"));
    assertThat(get("shops")).isNull();
    assertThat(get("orders").foreignKeys().get(0).parent()).isEqualTo("stores");
    assertThat(get("stores").stored().name()).isEqualTo("stores");
    assertThat(database.catalog().sequence("shops_id_seq").owner()).isEqualTo("stores");
    database.run(table("shops", shops().columns()));
    assertThat(get("shops").tableId()).isNotEqualTo(get("stores").tableId());
  }

  @Test
  void aRenamedColumnMustNotBeNamedByAConditionOrView() {
    database.run(shops());
    assertRefused(
        ErrorCode.DEPENDENT_OBJECTS,
        "shops_size_check",
        () -> alter("shops", new AlterTable.RenameColumn("size", "extent")));
    database.run(new CreateView("towns", false, List.of(), "SELECT town FROM shops"));
    assertRefused(
        ErrorCode.DEPENDENT_OBJECTS,
        "View \"towns\"",
        () -> alter("shops", new AlterTable.RenameColumn("town", "city")));
    alter("shops", new AlterTable.RenameColumn("id", "number"));
    assertThat(get("shops").find("number")).isEqualTo(1);
    assertThat(get("shops").stored().schema().column(0).name()).isEqualTo("id");
  }

  @Test
  void anIndexOnATableThatIsThereComesToBeInSteps() {
    database.run(shops());
    CatalogChange change =
        database.run(new CreateIndex(null, false, false, "shops", List.of("size", "town")));
    IndexDef index = get("shops").index("shops_size_town_idx");
    assertThat(index.state()).isEqualTo(IndexDef.State.WRITTEN);
    Step step = new Step.FillIndex(get("shops").tableId(), index.name());
    assertThat(change.steps()).containsExactly(step);
    database.complete(step);
    assertThat(get("shops").index(index.name()).state()).isEqualTo(IndexDef.State.READY);
    assertThat(database.complete(step).rows()).isEmpty();
  }

  @Test
  void anIndexThatFindsDuplicatesGoesAgain() {
    database.run(shops());
    CatalogChange change =
        database.run(new CreateIndex("u", false, true, "shops", List.of("size")));
    CatalogChange rolledBack = database.fail(change.steps().get(0));
    assertThat(get("shops").index("u")).isNull();
    assertThat(rolledBack.steps()).hasSize(1).first().isInstanceOf(Step.PurgeTables.class);
    database.run(new CreateIndex("u", false, false, "shops", List.of("size")));
    assertThat(get("shops").index("u").unique()).isFalse();
  }

  @Test
  void aConstraintOnATableThatIsThereIsCheckedAgainstItsRows() {
    database.run(shops());
    CatalogChange change =
        database.run(
            new AlterTable(
                "shops",
                false,
                List.of(
                    new AlterTable.AddConstraint(new Check("positive", "id > 0")),
                    new AlterTable.SetNullable("town", false))));
    int id = get("shops").tableId();
    assertThat(change.steps())
        .containsExactly(new Step.CheckRows(id, "positive"), new Step.CheckNotNull(id, "town"));
    change.steps().forEach(database::fail);
    assertThat(get("shops").checks()).hasSize(1);
    assertThat(get("shops").columns().get(0).nullable()).isTrue();
  }

  @Test
  void aDroppedTableTakesWhatIsItsOwnAndLeavesItsName() {
    database.run(shops());
    int id = get("shops").tableId();
    CatalogChange change = database.run(drop(Kind.TABLE, "shops", false));
    assertThat(get("shops")).isNull();
    assertThat(database.catalog().sequences()).isEmpty();
    int entries = id + 1;
    Step purge = new Step.PurgeTables(List.of(id, entries));
    assertThat(change.steps()).containsExactly(purge);
    assertThat(database.catalog().isPurged(id)).isFalse();
    database.complete(purge);
    assertThat(database.catalog().isPurged(id)).isTrue();
    assertThat(database.catalog().isPurged(entries)).isTrue();
    assertThat(database.complete(purge).rows()).as("it is done").isEmpty();
    assertThat(database.catalog().registry().byId(id).table().name()).isEqualTo("dropped_" + id);
    database.run(table("shops", List.of(column("x", SqlTypeName.UUID))));
    assertThat(get("shops").tableId()).isGreaterThan(id);
    assertThat(database.catalog().tables()).hasSize(1);
  }

  @Test
  void aTruncatedTableGoesOnOverEmptyStoredTables() {
    database.run(shops());
    alter("shops", new AlterTable.SetDefault("town", null));
    TableDef before = get("shops");
    CatalogChange change = database.run(new TruncateTables(List.of("shops")));
    TableDef after = get("shops");
    assertThat(after.tableId()).isGreaterThan(before.tableId());
    assertThat(after.stored().schema()).isEqualTo(before.stored().schema());
    assertThat(after.columns()).isEqualTo(before.columns());
    assertThat(after.checks()).isEqualTo(before.checks());
    assertThat(after.primaryKey()).isEqualTo(before.primaryKey());
    assertThat(after.indexes()).hasSameSizeAs(before.indexes());
    Set<Integer> gone = new TreeSet<>(List.of(before.tableId()));
    for (int i = 0; i < before.indexes().size(); i++) {
      IndexDef index = after.indexes().get(i);
      assertThat(index.withTable(0)).isEqualTo(before.indexes().get(i).withTable(0));
      assertThat(index.tableId()).isNotEqualTo(before.indexes().get(i).tableId());
      gone.add(before.indexes().get(i).tableId());
    }
    assertThat(change.steps()).containsExactly(new Step.PurgeTables(List.copyOf(gone)));
    assertThat(database.catalog().registry().byName(before.stored().name()).id())
        .isEqualTo(after.tableId());
    assertThat(database.catalog().tables()).hasSize(1);
    database.run(drop(Kind.TABLE, "shops", false));
    assertThat(database.catalog().sequences()).isEmpty();
  }

  private static DropObject drop(Kind kind, String name, boolean cascade) {
    return new DropObject(kind, List.of(name), false, cascade);
  }

  @Test
  void whatOthersDependOnGoesOnlyWithThem() {
    database.run(shops());
    database.run(orders(OnParent.RESTRICT));
    database.run(new CreateView("towns", false, List.of(), "SELECT town FROM shops"));
    assertRefused(
        ErrorCode.DEPENDENT_OBJECTS,
        "orders_shop_fkey",
        () -> database.run(drop(Kind.TABLE, "shops", false)));
    assertRefused(
        ErrorCode.DEPENDENT_OBJECTS,
        "stands for a constraint",
        () -> database.run(drop(Kind.INDEX, "shops_town_key", false)));
    assertRefused(
        ErrorCode.DEPENDENT_OBJECTS,
        "belongs to table",
        () -> database.run(drop(Kind.SEQUENCE, "shops_id_seq", false)));
    database.run(drop(Kind.TABLE, "shops", true));
    assertThat(get("orders").foreignKeys()).isEmpty();
    assertThat(database.catalog().views()).isEmpty();
  }

  @Test
  void whatIsNotThereIsNamed() {
    assertRefused(
        ErrorCode.UNKNOWN_TABLE, "nothing", () -> database.run(drop(Kind.TABLE, "nothing", false)));
    for (Kind kind : List.of(Kind.INDEX, Kind.VIEW, Kind.SEQUENCE, Kind.PROCEDURE)) {
      assertRefused(
          ErrorCode.UNKNOWN_OBJECT, "nothing", () -> database.run(drop(kind, "nothing", false)));
      DropObject lenient = new DropObject(kind, List.of("nothing"), true, false);
      assertThat(database.run(lenient).notices()).hasSize(1);
    }
  }

  @Test
  void sequencesAndViewsHaveNumbersOfTheirOwn() {
    database.run(sequence("s", 10L, 5L));
    database.run(sequence("u", 1L, 1L));
    database.run(drop(Kind.SEQUENCE, "s", false));
    database.run(sequence("s", 1L, 1L));
    assertThat(database.catalog().sequence("s").id()).isEqualTo(3);
    assertThat(database.catalog().version()).isEqualTo(4);
  }

  @Test
  void aTypeStoredOtherwiseIsNotReadBeforeAllRowsHaveIt() {
    database.run(shops());
    SqlType whole = SqlType.of(SqlTypeName.INTEGER);
    assertRefused(
        ErrorCode.SQL_TYPE_MISMATCH,
        "does not become INTEGER by itself",
        () -> alter("shops", new AlterTable.SetType("town", whole, null, true)));
    TableDef before = get("shops");
    Step.FillColumns step = changeTownTo(whole);
    assertThat(StepText.parse(StepText.of(step))).isEqualTo(step);
    assertThat(get("shops").columns()).isEqualTo(before.columns());
    assertThat(get("shops").making().next().columns().get(before.find("town")).type())
        .isEqualTo(whole);
    database.complete(step);
    assertThat(get("shops").making()).isNull();
    assertThat(get("shops").columns().get(before.find("town")).type()).isEqualTo(whole);
    assertThat(get("shops").columns().get(before.find("town")).storedAt()).isEqualTo(step.making());
    assertThat(get("shops").filled()).containsExactly(step.making());
  }

  @Test
  void aTableStaysAsItWasIfARowCannotBeFilled() {
    database.run(shops());
    TableDef before = get("shops");
    database.fail(changeTownTo(SqlType.of(SqlTypeName.INTEGER)));
    assertThat(get("shops").making()).isNull();
    assertThat(get("shops").columns()).isEqualTo(before.columns());
    Step.FillColumns left = changeTownTo(SqlType.of(SqlTypeName.INTEGER));
    Step.FillColumns later = changeTownTo(SqlType.of(SqlTypeName.BIGINT));
    assertThat(later.making()).isGreaterThan(left.making());
    database.complete(left);
    assertThat(get("shops").columns()).isEqualTo(before.columns());
    alter("shops", new AlterTable.SetDefault("town", null));
    database.complete(later);
    assertThat(get("shops").columns()).isEqualTo(before.columns());
  }

  private Step.FillColumns changeTownTo(SqlType type) {
    AlterTable.Action action = new AlterTable.SetType("town", type, "1", false);
    CatalogChange change = database.run(new AlterTable("shops", false, List.of(action)));
    return change.steps().stream()
        .filter(Step.FillColumns.class::isInstance)
        .map(Step.FillColumns.class::cast)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aNarrowerTypeIsCheckedAndTakenBackIfRowsAreNotOfIt() {
    database.run(shops());
    SqlType before = get("shops").columns().get(get("shops").find("town")).type();
    SqlType narrow = new SqlType(SqlTypeName.VARCHAR, 10, 0);
    AlterTable.Action action = new AlterTable.SetType("town", narrow, null, true);
    CatalogChange change = database.run(new AlterTable("shops", false, List.of(action)));
    Step.CheckType step = new Step.CheckType(get("shops").tableId(), "town", before);
    assertThat(change.steps()).containsExactly(step);
    assertThat(StepText.parse(StepText.of(step))).isEqualTo(step);
    assertThat(get("shops").columns().get(get("shops").find("town")).type()).isEqualTo(narrow);
    database.fail(step);
    assertThat(get("shops").columns().get(get("shops").find("town")).type()).isEqualTo(before);
  }

  private static CreateSequence sequence(String name, long start, long increment) {
    return new CreateSequence(
        name, false, new SequenceOptions(start, increment, null, null, null, null, null));
  }
}
